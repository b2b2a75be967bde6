import Names
import Testing

@Suite("Addresses that links may lead to")
struct WebAddressTests {
  @Test(
    "pages and mailboxes pass as they are written",
    arguments: ["https://example.org/a?b#c", "HTTP://example.org", "mailto:a@example.org"])
  func passes(_ text: String) { #expect(WebAddress(text)?.text == text) }

  @Test(
    "what leads elsewhere, or is read otherwise by a browser, is none",
    arguments: [
      "", "javascript:alert(1)", "java\tscript:alert(1)", "file:///etc/passwd", "//example.org", "/a", "#message-1",
      " https://example.org", "https://example.org/\u{7F}", "http\ns://example.org", "data:text/html,a",
    ])
  func refused(_ text: String) { #expect(WebAddress(text) == nil) }
}
