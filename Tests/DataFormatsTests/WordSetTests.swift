import DataFormats
import Testing

@Suite("Words of texts")
struct WordSetTests {
  private static func set(_ texts: String...) -> WordSet {
    var set = WordSet()
    for text in texts { set.insert(text) }
    return set
  }

  @Test(
    "a set has the words of its texts, whatever case and punctuation they are written with",
    arguments: [
      "Boats on the lake", "lake, BOATS", "the—lake!", "", "a 1 2024-05-01", "🙂", "boats…", "the\u{A0}lake", "“Boats”",
    ])
  func known(_ text: String) {
    #expect(Self.set("Boats on the", "lake a b").contains(allWordsOf: text))
  }

  @Test(
    "a single unknown word is found with its place", arguments: [("a boat", 2..<6), ("свет", 0..<8), ("on\nit", 3..<5)])
  func unknown(_ text: String, _ place: Range<Int>) {
    #expect(Self.set("boats on the lake").unknownWord(of: text) == place)
  }

  @Test(
    "addresses, accounts, named emoji, tags and character references are not words",
    arguments: [
      "see https://a.example/other?x=words", "mailto:anna@other.example", "@anna", ":tada: see", "<p>see</p>",
      #"<a href="https://other.example" title="other">see</a>"#, "see&nbsp;see &amp; see", "<@U0LAN0Z89|anna>",
      "RT see",
      "see<br/>see", "<span class=\"invisible\">https://www.</span><span>other.example/long</span>",
    ])
  func references(_ text: String) {
    #expect(Self.set("see anna").contains(allWordsOf: text))
  }

  @Test(
    "unknown tags, words after an address and words in brackets are words",
    arguments: ["<other>", "https://a.example other", "a <other words> b", "(:tada:) other", "x < other"])
  func words(_ text: String) {
    #expect(!Self.set("see anna tada").contains(allWordsOf: text))
  }

  @Test("words that tags divide inside are found as a whole")
  func divided() {
    #expect(Self.set("wonderful").contains(allWordsOf: "<b>w</b>onder<i>ful</i>"))
    #expect(!Self.set("wonderful").contains(allWordsOf: "w<p>onderful</p>other"))
  }

  @Test("a set of many words keeps them all")
  func many() {
    let words = (0..<5000).map { number in
      String(String(number, radix: 8).unicodeScalars.map { Character(Unicode.Scalar($0.value + 50) ?? "x") }) + "zz"
    }
    var set = WordSet()
    for word in words { set.insert(word) }
    #expect(set.contains(allWordsOf: words.joined(separator: " ")))
    #expect(!set.contains(allWordsOf: "zzzzz"))
  }

  @Test("the shape of a string tells words from names of programs")
  func shapes() {
    func shape(_ text: String) -> StringShape { StringShape(text.utf8) }
    #expect(shape("word").isWord && shape("Word").isWord)
    for name in ["readMore", "READ", "read_more", "a.b", "image/png", "x1", "#ff", "@a", ""] {
      #expect(!shape(name).isWord, "\(name)")
    }
    #expect(shape("two words").hasBlank && shape("слово").isBeyondASCII && !shape("12:30").hasWords)
  }
}
