import Testing

@testable import Files

@Suite("Timestamps")
struct TimestampTests {
  // Seconds from `date -u -d … +%s` of GNU coreutils.
  @Test(
    "an ISO 8601 time or a number gives seconds since 1970",
    arguments: [
      ("1970-01-01", 0), ("2018-11-18T18:40:00Z", 1_542_566_400), ("2018-11-18T18:40Z", 1_542_566_400),
      ("2018-11-18 21:40:00+03:00", 1_542_566_400), ("2018-11-18T21:40:00+0300", 1_542_566_400),
      ("2000-02-29", 951_782_400), ("1969-12-31T23:59:59Z", -1), ("1542566400", 1_542_566_400),
      ("2018-11-18T13:40:00-05:00", 1_542_566_400),
    ])
  func reads(text: String, seconds: Int) {
    #expect(Timestamp.seconds(of: text) == seconds)
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "yesterday", "2018-13-01", "2018-02-30", "2018-11-18T25:00Z", "2018-11-18T18:40Zx", "2018-11-18T18",
    ])
  func refuses(text: String) {
    #expect(Timestamp.seconds(of: text) == nil)
  }

  @Test(
    "seconds are written in UTC",
    arguments: [(0, "1970-01-01T00:00:00Z"), (1_542_566_400, "2018-11-18T18:40:00Z"), (-1, "1969-12-31T23:59:59Z")])
  func writes(seconds: Int, text: String) {
    #expect(Timestamp.iso(seconds) == text)
  }

  @Test(
    "what is written is read back",
    arguments: Array(stride(from: -62_135_596_800, to: 253_402_300_799, by: 7_777_777_777)))
  func roundTrip(seconds: Int) {
    #expect(Timestamp.seconds(of: Timestamp.iso(seconds)) == seconds)
  }
}
