import Testing

@testable import Cards

@Suite struct InitialsTests {
  @Test(
    "the first letters of the first two words",
    arguments: [
      ("Анна Снегирёва", "АС"), ("anna", "A"), ("Oliver O’Brien-Fenwick", "OO"), ("Пироги и люди", "ПИ"),
      ("«Наука» сегодня", "НС"), ("1st Avenue", "1"), ("ёж", "Ё"), ("ßé", "S"),
    ])
  func letters(name: String, shown: String) { #expect(Initials.of(name) == shown) }

  @Test(
    "one character where the script has no capitals, none where there is no letter",
    arguments: [("محمد الأحمد", "م"), ("林 小雨", "林"), ("שלום כהן", "ש"), ("🦊", nil), ("", nil), ("—", nil)])
  func others(name: String, shown: String?) { #expect(Initials.of(name) == shown) }
}
