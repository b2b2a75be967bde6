import Testing

@testable import FeedReading

@Suite struct DateParserTests {
  @Test(
    "dates are read as services write them",
    arguments: [
      ("2018-10-10T20:19:24Z", 1_539_202_764), ("2018-10-10T22:19:24.123+02:00", 1_539_202_764),
      ("2018-10-10 20:19:24", 1_539_202_764), ("2018-10-10", 1_539_129_600), ("1539202764", 1_539_202_764),
      ("Wed Oct 10 20:19:24 +0000 2018", 1_539_202_764), ("Wed, 10 Oct 2018 20:19:24 +0000", 1_539_202_764),
      ("10 Oct 2018 13:19:24 PDT", 1_539_202_764), ("Wed, 10 Oct 2018 20:19 GMT", 1_539_202_740),
      ("Mon, 1 Oct 2018 00:00:00 UT", 1_538_352_000),
    ])
  func read(text: String, seconds: Int) {
    #expect(DateParser.seconds(text) == seconds)
  }

  @Test(
    "anything that is not a date is none",
    arguments: [
      "", "yesterday", "2018-13-01", "2018-02-30", "Wed Foo 10 20:19:24 +0000 2018", "Wed, 32 Oct 2018 20:19:24 +0000",
      "Wed, 10 Oct 18 20:19:24 +0000", "10 Oct 2018", "Wed Oct 10 20:19:24 +0000 0000", "999999999999999", "1e3",
      ", , , , ,",
      "2018-10-10T25:00:00Z",
    ])
  func refused(text: String) {
    #expect(DateParser.seconds(text) == nil)
  }
}
