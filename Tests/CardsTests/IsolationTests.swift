import Basics
import Cards
import Support
import Testing

@testable import FeedReading

/// Values with another direction than the text around them keep their place and their order (UAX #9).
@Suite("Words of two directions")
struct IsolationTests {
  private static func notice(_ name: String, _ language: Language) -> String? {
    let post = Post(
      id: "1", kind: .message(Post.Message(.notice(.memberJoined))), author: Author(id: "1", name: name), date: noon)
    guard case .notice(let card) = builder(language).feedCard(for: post) else { return nil }
    return card.text.string
  }

  @Test(
    "a name is set apart from a wording of the other direction, and from no other",
    arguments: [
      ("Anna", Language.en, "Anna joined"), ("חנה", .en, "\u{2068}חנה\u{2069} joined"),
      ("חנה", Language(code: "he") ?? .en, "הצטרפות: חנה"),
      ("Anna (NY)", Language(code: "he") ?? .en, "הצטרפות: \u{2068}Anna (NY)\u{2069}"),
    ])
  func names(name: String, language: Language, line: String) {
    #expect(Self.notice(name, language) == line)
  }

  @Test("of a name's own marks none is left: nothing but ours reaches the line")
  func foreignMarks() {
    #expect(Self.notice("\u{202E}חנה\u{2069}", .en) == "\u{2068}חנה\u{2069} joined")
  }

  @Test("a message's forwarding line")
  func forwarded() throws {
    let post = Post(
      id: "1", kind: .message(Post.Message(forward: .from("חנה"))), author: Author(id: "1", name: "Anna"), text: "a")
    guard case .message(let card) = builder(.en).feedCard(for: post) else { return }
    #expect(card.bubble.forward == "Forwarded from \u{2068}חנה\u{2069}")
  }

  @Test("who passed a post on leads to their page by the name alone")
  func boost() throws {
    var outer = post(reposts: [post("Text")])
    outer.author = Author(id: "2", name: "חנה", page: WebAddress("https://example.org/hanna"))
    let line = try #require(builder(.en).card(for: outer).boost?.text)
    #expect(line.string == "\u{2068}חנה\u{2069} reposted" && line.marks == ["mention:חנה"])
  }

  @Test("names in a list keep their places, each by itself")
  func listed() throws {
    let hebrew = try #require(Language(code: "he")).strings
    #expect(hebrew.listed(["חנה", "Anna"]) == "חנה ו\u{2068}Anna\u{2069}")
    #expect(hebrew.listed(["Anna", "Ben", "C", "D"]) == "\u{2068}Anna\u{2069}, \u{2068}Ben\u{2069} ועוד 2")
    #expect(hebrew.listed(["Anna"]) == "Anna" && Language.en.strings.listed(["Anna", "Ben"]) == "Anna and Ben")
  }

  @Test("parts between middle dots stay in their order")
  func parts() throws {
    let builder = builder(try #require(Language(code: "ar")))
    #expect(builder.joined(["فيديو", "example.org", "3:05"]) == "فيديو · \u{2068}example.org\u{2069} · 3:05")
    #expect(builder.joined(["example.org"]) == "example.org" && builder.joined(["فيديو", "3:05"]) == "فيديو · 3:05")
  }

  @Test("a wording without letters leaves its values unchanged")
  func wordless() {
    let phrase: Phrase = "{from} – {to}"
    #expect(phrase.filled([.from: "ינואר", .to: "May"]) == "ינואר – May")
  }
}
