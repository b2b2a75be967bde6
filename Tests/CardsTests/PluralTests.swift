import Cards
import Testing

/// The samples are those of CLDR's `plurals.xml` for cardinal whole numbers.
@Suite struct PluralTests {
  @Test("Russian: one", arguments: [1, 21, 31, 41, 51, 61, 71, 81, 101, 1001])
  func russianOne(count: Int) {
    #expect(Language.ru.strings.pluralCategory(of: count) == .one)
  }

  @Test("Russian: few", arguments: [2, 3, 4, 22, 23, 24, 32, 33, 34, 42, 44, 62, 102, 1002])
  func russianFew(count: Int) {
    #expect(Language.ru.strings.pluralCategory(of: count) == .few)
  }

  @Test(
    "Russian: many",
    arguments: Array(5...20) + [0, 11, 12, 14, 100, 111, 112, 114, 211, 1000, 1011, 10_000, 100_000, 1_000_000])
  func russianMany(count: Int) {
    #expect(Language.ru.strings.pluralCategory(of: count) == .other)
  }

  @Test("English: one is one, all else is other", arguments: [0, 1, 2, 11, 16, 21, 100, 101, 1000, 1_000_000])
  func english(count: Int) {
    #expect(Language.en.strings.pluralCategory(of: count) == (count == 1 ? .one : .other))
  }

  @Test("the extremes of Int have a form")
  func extremes() {
    #expect(Language.ru.strings.pluralCategory(of: .min) == .other)
    #expect(Language.ru.strings.pluralCategory(of: .max) == .other)
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
