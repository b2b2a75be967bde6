import Basics
import Testing

@Suite("Addresses that links may lead to")
struct WebAddressTests {
  @Test(
    "pages and mailboxes pass as they are written",
    arguments: ["https://example.org/a?b#c", "HTTP://example.org", "mailto:a@example.org"])
  func passes(_ text: String) { #expect(WebAddress(text)?.text == text) }

  @Test(
    "what leads elsewhere, is read otherwise by a browser, or would have to be escaped, is none",
    arguments: [
      "", "javascript:alert(1)", "JavaScript:alert(1)", "java\tscript:alert(1)", "vbscript:x", "file:///etc/passwd",
      "//example.org", "/a", "relative", "#message-1", " https://example.org", "\u{1}https://x",
      "https://example.org/\u{7F}", "http\ns://example.org", "https:/x\nhttps://y", "data:text/html,a",
      "https://a.org/\"onload=", "https://a.org/<b>", "https://a.org/`", "https://a.org/\\",
      "https://a.org/" + String(repeating: "a", count: 8192),
    ])
  func refused(_ text: String) { #expect(WebAddress(text) == nil) }

  @Test("a card of the same feed is led to by its id", arguments: ["message-17", "day-2024-05-01", "message-a_b.c"])
  func cards(id: String) {
    #expect(LinkTarget(card: id)?.text == "#" + id)
    #expect(LinkTarget(card: id)?.isPage == false)
  }

  @Test(
    "anything that is not an id leads nowhere",
    arguments: ["", "a b", "<b>", " message-1", "message-1\u{0}", "я", "a/b", "a:b", "#a", "a\"b"])
  func noCards(id: String) { #expect(LinkTarget(card: id) == nil) }
}
