import Projects
import Testing

@Suite("Timestamps")
struct TimestampTests {
  // Seconds from `date -u -d … +%s` of GNU coreutils.
  @Test(
    "an ISO 8601 time or a number gives seconds since 1970",
    arguments: [("2018-11-18T21:40:00+03:00", 1_542_566_400), ("1542566400", 1_542_566_400), ("-1", -1)])
  func reads(text: String, seconds: Int) {
    #expect(Timestamp.seconds(of: text) == seconds)
  }

  @Test("anything else is refused", arguments: ["", "yesterday", "2018-02-30", "15e8"])
  func refuses(text: String) {
    #expect(Timestamp.seconds(of: text) == nil)
  }
}
