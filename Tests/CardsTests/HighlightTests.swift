import Cards
import Testing

@testable import FeedIngest

@Suite struct HighlightTests {
  private func marks(_ query: String, _ text: String) -> [String] {
    let read = FacetedText(scanning: text)
    return QueryHighlighter(query: query).highlighting(RichText(block: read.string, facets: read.facets)).marks
  }

  @Test(
    "words match whatever their case and diacritics",
    arguments: [
      ("кот", "Кот и КОТ", ["match:Кот", "match:КОТ"]), ("ёлка", "елка, ЁЛКА", ["match:елка", "match:ЁЛКА"]),
      ("елка", "ё\u{308}лка, Е\u{308}лка", ["match:ё\u{308}лка", "match:Е\u{308}лка"]),
      ("cafe", "Café", ["match:Café"]),
      ("CAFÉ", "cafe\u{301}!", ["match:cafe\u{301}"]), ("strasse", "Straße", ["match:Straße"]),
      ("οδοσ", "ΟΔΟΣ οδός", ["match:ΟΔΟΣ οδός"]), ("istanbul", "İstanbul ISTANBUL", ["match:İstanbul ISTANBUL"]),
      ("日本", "東京は日本の首都", ["match:日本"]), ("мои", "мой мои", ["match:мои"]), ("мой", "мои\u{306}", ["match:мои\u{306}"]),
      ("лент", "Новостная лента", ["match:лент"]), ("s", "ß", []), ("нет", "да", []), ("", "да", []), ("  ", "да", []),
    ])
  func folding(query: String, text: String, expected: [String]) {
    #expect(marks(query, text) == expected)
  }

  @Test("each word counts by itself, and a phrase is one match")
  func phrases() {
    #expect(
      marks("новая лента", "Лента! Новая  лента\nновая\nлента") == [
        "match:Лента", "match:Новая  лента", "match:новая", "match:лента",
      ])
    #expect(marks("аб бв", "абв") == ["match:абв"])
    #expect(marks("аа", "ааааа") == ["match:аааа"])
  }

  @Test("a match lies over a link and comes after it")
  func overLinks() {
    #expect(marks("vk", "Наш vk.com и #vk") == ["link:vk.com", "match:vk", "hashtag:#vk", "match:vk"])
    #expect(marks("vk", "Наш vk.com и #vk").count == 4)
  }

  @Test("no character is cut: a flag's half, a part of an emoji")
  func wholeCharacters() {
    #expect(marks("🇺", "🇷🇺").isEmpty)
    #expect(marks("👩", "👩‍👧").isEmpty)
    #expect(marks("🇷🇺", "🇷🇺🇷🇺 и 🇺🇷") == ["match:🇷🇺🇷🇺"])
  }
}
