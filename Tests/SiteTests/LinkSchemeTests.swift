import Testing

@testable import Site

@Suite("Links out of the page")
struct LinkSchemeTests {
  @Test("the web and mail pass", arguments: ["https://example.org/a?b#c", "http://x", "HTTPS://X", "mailto:a@b.c"])
  func passes(address: String) {
    #expect(LinkScheme.checked(address) == address)
  }

  @Test("a card of the page itself passes", arguments: ["#message-17", "#day-2024-05-01", "#message-a_b.c"])
  func passesInside(address: String) {
    #expect(LinkScheme.checked(address) == address)
  }

  @Test(
    "nothing else does",
    arguments: [
      "javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)", "\u{1}https://x",
      "data:text/html,x", "vbscript:x", "file:///etc/passwd", "//example.org", "relative", "", "https:/x\nhttps://y",
      "#", "#a b", "#<b>", "# message-1", "#message-1\u{0}", "#я", "#a/b", "#a:b",
    ])
  func stops(address: String) {
    #expect(LinkScheme.checked(address) == nil)
  }
}
