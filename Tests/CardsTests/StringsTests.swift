import Cards
import FeedReading
import Support
import Testing

@Suite struct StringsTests {
  @Test("a language has all twelve months", arguments: Language.all)
  func complete(language: Language) {
    let strings = language.strings
    #expect(Set(strings.dates.months).count == 12)
    #expect(Set(strings.chat.months).count == 12)
  }

  @Test("a wording has the slots that are filled", arguments: Language.all)
  func slots(language: Language) {
    let strings = language.strings
    #expect(Set(strings.dates.months.map(\.isEmpty)) == [false])
    for phrase in [strings.dates.today, strings.dates.yesterday, strings.dates.tomorrow] {
      #expect(phrase.slots == [.time])
    }
    #expect(strings.dates.sameYear.slots == [.day, .month, .time])
    #expect(strings.dates.otherYear.slots == [.day, .month, .year])
    #expect(strings.events.day.slots == [.day, .month])
    #expect(strings.events.dayAndYear.slots == [.day, .month, .year])
    #expect(strings.events.daysOfMonth.slots == [.from, .to, .month])
    #expect(strings.events.daysOfMonthAndYear.slots == [.from, .to, .month, .year])
    for phrase in [strings.events.days, strings.events.hours] { #expect(phrase.slots == [.from, .to]) }
    #expect(strings.system.andMore.slots == [.names, .n])
    #expect(strings.system.and.slots == [.names, .name])
    let counted =
      [strings.post.count, strings.events.count, strings.attachments.votes, strings.attachments.photos]
      + Post.Counter.Kind.allCases.map(strings.accessibility.counter)
    for forms in counted {
      // Languages with forms for zero, one and two omit the number.
      for category in PluralForms.Category.allCases { #expect(forms[category].slots.isSubset(of: [.n])) }
    }
  }

  @Test("each kind of attachment has a word, a preview of a page that of what no one knows")
  func kinds() {
    let words = Language.en.strings.attachments
    #expect(MediaKind.allCases.allSatisfy { !words.word(for: $0).isEmpty })
    #expect(words.word(for: .videoNote) == "Video message" && words.word(for: .market) == "Product")
    #expect(words.word(for: .embed) == words.word(for: .unknown))
  }

  @Test("braces around anything but a slot are text")
  func braces() {
    #expect(Phrase("a {b} {n} {").filled([.n: "7"]) == "a {b} 7 {")
    #expect(Phrase("{n}{n}").filled([.n: "7"]) == "77")
    #expect(Phrase("{day}").filled([:]) == "")
  }

  @Test(
    "names are listed, from four on the first two",
    arguments: [
      ([], ""), (["А"], "А"), (["А", "Б"], "А и Б"), (["А", "Б", "В"], "А, Б и В"),
      (["А", "Б", "В", "Г"], "А, Б и ещё 2"), (["А", "Б", "В", "Г", "Д"], "А, Б и ещё 3"),
    ])
  func names(names: [String], shown: String) {
    #expect(Language.ru.strings.listed(names) == shown)
  }

  @Test("English says more")
  func englishNames() {
    #expect(Language.en.strings.listed(["A", "B", "C", "D", "E"]) == "A, B and 3 more")
  }
}

extension Phrase {
  fileprivate var slots: Set<Slot> {
    Set(segments.compactMap { if case .slot(let slot) = $0 { slot } else { nil } })
  }
}

/// The samples are from CLDR's `plurals.xml` for cardinal whole numbers.
@Suite struct PluralTests {
  @Test(
    "a number has its category",
    arguments: [
      ("ar", .zero, [0]), ("ar", .one, [1]), ("ar", .two, [2]),
      ("ar", .few, Array(3...10) + Array(103...110) + [1003]),
      ("ar", .many, Array(11...26) + [99, 111, 1011]), ("ar", .other, Array(100...102) + [200, 202, 1000, 1_000_000]),
      ("de", .one, [1]), ("de", .other, [0] + Array(2...16) + [100, 1000, 1_000_000]),
      ("en", .one, [1]), ("en", .other, [0] + Array(2...16) + [21, 100, 101, 1000, 1_000_000]),
      ("es", .one, [1]), ("es", .many, [1_000_000, 2_000_000]),
      ("es", .other, [0] + Array(2...16) + [100, 1000, 100_000]),
      ("fr", .one, [0, 1]), ("fr", .many, [1_000_000, 2_000_000]),
      ("fr", .other, Array(2...17) + [100, 1000, 100_000]),
      ("he", .one, [1]), ("he", .two, [2]), ("he", .other, [0] + Array(3...17) + [100, 1000, 1_000_000]),
      ("ja", .other, Array(0...15) + [100, 1000, 1_000_000]),
      ("pl", .one, [1]), ("pl", .few, [2, 3, 4, 22, 23, 24, 32, 34, 102, 1002]),
      ("pl", .many, [0] + Array(5...19) + [21, 31, 100, 112, 1000, 1_000_000]),
      ("pt", .one, [0, 1]), ("pt", .many, [1_000_000, 2_000_000]),
      ("pt", .other, Array(2...17) + [100, 1000, 100_000]),
      ("ru", .one, [1, 21, 31, 41, 51, 61, 71, 81, 101, 1001]), ("ru", .few, [2, 3, 4, 22, 24, 32, 42, 62, 102, 1002]),
      ("ru", .many, Array(5...20) + [0, 100, 111, 112, 114, 211, 1000, 1011, 1_000_000]),
      ("tr", .one, [1]), ("tr", .other, [0] + Array(2...16) + [100, 1000, 1_000_000]),
      ("uk", .one, [1, 21, 31, 101, 1001]), ("uk", .few, [2, 3, 4, 22, 24, 32, 102, 1002]),
      ("uk", .many, Array(5...19) + [0, 100, 111, 1000, 1_000_000]),
    ] as [(String, PluralForms.Category, [Int])])
  func categories(code: String, category: PluralForms.Category, counts: [Int]) throws {
    let strings = try #require(Language(code: code)).strings
    for count in counts { #expect(strings.pluralCategory(of: count) == category, "\(count)") }
  }

  @Test("the extremes of Int have a form")
  func extremes() {
    #expect(Language.ru.strings.pluralCategory(of: .min) == .many)
    #expect(Language.ru.strings.pluralCategory(of: .max) == .many)
    #expect(Language.ru.strings.pluralCategory(of: -1) == .one)
  }

  @Test(
    "the footer counts posts",
    arguments: [
      (0, "0 записей", "0 posts"), (1, "1 запись", "1 post"), (2, "2 записи", "2 posts"),
      (5, "5 записей", "5 posts"), (11, "11 записей", "11 posts"), (12, "12 записей", "12 posts"),
      (21, "21 запись", "21 posts"), (24, "24 записи", "24 posts"), (114, "114 записей", "114 posts"),
      (1234, "1\u{A0}234 записи", "1,234 posts"),
    ])
  func footer(count: Int, russian: String, english: String) {
    #expect(builder(.ru).footer(count: count).count == russian)
    #expect(builder(.en).footer(count: count).count == english)
  }
}

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
    "digits are in groups of three",
    arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1234, "−1,234")])
  func grouped(count: Int, shown: String) {
    #expect(Language.en.strings.grouped(count) == shown)
  }
}

@Suite struct CounterTextTests {
  @Test(
    "a counter is cut to the unit it fits",
    arguments: [
      (0, "0"), (1, "1"), (999, "999"), (1000, "1K"), (1099, "1K"), (1100, "1.1K"), (1234, "1.2K"), (9999, "9.9K"),
      (10_000, "10K"), (12_345, "12K"), (999_999, "999K"), (1_000_000, "1M"), (1_250_000, "1.2M"),
      (9_999_999, "9.9M"), (12_345_678, "12M"), (999_999_999, "999M"), (1_000_000_000, "1B"), (2_147_483_647, "2.1B"),
      (1_000_000_000_000, "1T"), (Int.max, "9223372T"), (-1, "0"), (Int.min, "0"),
    ])
  func counter(count: Int, shown: String) {
    #expect(Language.en.strings.counter(count) == shown)
  }

  @Test(
    "a Russian card has one decimal separator, the comma",
    arguments: [(8800, "8,8K"), (1000, "1K"), (12_345, "12K"), (1_250_000, "1,2M")])
  func russian(count: Int, shown: String) {
    #expect(Language.ru.strings.counter(count) == shown)
    #expect(Language.ru.strings.fileSize(9011) == "8,8 КБ")
  }
}
