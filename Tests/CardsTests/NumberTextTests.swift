import Cards
import Testing

@Suite struct NumberTextTests {
  @Test(
    "a duration has as many parts as it needs",
    arguments: [
      (0, "0:00"), (5, "0:05"), (185, "3:05"), (600, "10:00"), (3599, "59:59"), (3600, "1:00:00"),
      (3723, "1:02:03"), (360_000, "100:00:00"),
    ])
  func duration(seconds: Int, shown: String) {
    #expect(durationText(seconds: seconds) == shown)
  }

  @Test("a negative duration says nothing; the longest is one")
  func oddDurations() {
    #expect(durationText(seconds: -1) == nil)
    #expect(durationText(seconds: .max)?.hasSuffix(":07") == true)
  }

  @Test(
    "a file size has one decimal at most",
    arguments: [
      (0, "0 Б", "0 B"), (1023, "1023 Б", "1023 B"), (1024, "1 КБ", "1 KB"), (1536, "1,5 КБ", "1.5 KB"),
      (1_992_294, "1,9 МБ", "1.9 MB"), (1_048_576, "1 МБ", "1 MB"), (1_048_575, "1 МБ", "1 MB"),
      (12_897_485, "12,3 МБ", "12.3 MB"), (5_368_709_120, "5 ГБ", "5 GB"),
      (Int.max, "8\u{A0}388\u{A0}608 ТБ", "8,388,608 TB"),
    ])
  func fileSize(bytes: Int, russian: String, english: String) {
    #expect(Language.ru.strings.fileSize(bytes) == russian)
    #expect(Language.en.strings.fileSize(bytes) == english)
  }

  @Test("a negative file size says nothing")
  func negativeFileSize() {
    #expect(Language.en.strings.fileSize(-1) == nil)
  }

  @Test(
    "digits stand in groups of three",
    arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1234, "−1,234")])
  func grouped(count: Int, shown: String) {
    #expect(Language.en.strings.grouped(count) == shown)
  }
}
