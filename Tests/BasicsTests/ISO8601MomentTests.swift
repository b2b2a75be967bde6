import Basics
import Testing

struct ISO8601MomentTests {
  // Seconds from `date -u -d … +%s` of GNU coreutils.
  @Test(
    "a date with what follows it gives seconds since 1970",
    arguments: [
      ("1970-01-01", 0), ("2018-11-18T18:40:00Z", 1_542_566_400), ("2018-11-18T18:40", 1_542_566_400),
      ("2018-11-18 21:40:00+03:00", 1_542_566_400), ("2018-11-18T21:40+0300", 1_542_566_400),
      ("2018-11-18T21:40+03", 1_542_566_400), ("2018-11-18T13:40:00.25-05:00", 1_542_566_400),
      ("2000-02-29", 951_782_400), ("1969-12-31T23:59:59Z", -1), ("2016-12-31T23:59:60Z", 1_483_228_800),
    ])
  func reads(text: String, seconds: Int) {
    #expect(ISO8601Moment(text)?.seconds == seconds)
  }

  @Test("missing parts of a time are not invented")
  func parts() {
    #expect(ISO8601Moment("2018-11-18")?.time == nil)
    #expect(ISO8601Moment("2018-11-18T18:40")?.offset == nil)
    #expect(ISO8601Moment("2018-11-18T18:40Z")?.offset == 0)
    #expect(ISO8601Moment("2018-11-18T18:40-05:30")?.offset == -19_800)
  }

  @Test(
    "anything else is none",
    arguments: [
      "", "yesterday", "2018-13-01", "2018-02-30", "1900-02-29", "2018-1-1", "18-11-24", "2018-11-18T", "2018-11-18T18",
      "2018-11-18T24:00", "2018-11-18T18:60", "2018-11-18T18:40:61", "2018-11-18T18:40:30.", "2018-11-18T18:40Zx",
      "2018-11-18T18:40+3", "2018-11-18T18:40+24:00", "2018-11-18T18:40+03:60", "2018-11-18Z",
      "2018-11-18T18:40 tonight",
      "２018-11-18", "+2018-11-18",
    ])
  func refuses(text: String) {
    #expect(ISO8601Moment(text) == nil)
  }

  @Test(
    "seconds are written in UTC",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1_542_566_400, "2018-11-18T18:40:00Z"), (-1, "1969-12-31T23:59:59Z"),
      (-62_167_219_201, "-0001-12-31T23:59:59Z"), (253_402_300_800, "10000-01-01T00:00:00Z"),
    ])
  func writes(seconds: Int, text: String) {
    #expect(ISO8601Moment.utc(seconds) == text)
  }

  @Test(
    "anything that is written is read back",
    arguments: Array(stride(from: -62_135_596_800, to: 253_402_300_799, by: 7_777_777_777)))
  func roundTrip(seconds: Int) {
    #expect(ISO8601Moment(ISO8601Moment.utc(seconds))?.seconds == seconds)
  }
}
