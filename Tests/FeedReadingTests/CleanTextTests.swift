import Basics
import Testing

@testable import FeedReading

@Suite struct CleanTextTests {
  private func block(_ text: String) -> String { String(decoding: CleanText(block: text).bytes, as: UTF8.self) }

  @Test(
    "a block keeps its lines and loses what would break them",
    arguments: [
      ("a\r\nb\rc\u{85}d\u{2028}e\u{B}f", "a\nb\nc\nd\ne\nf"), ("\n \n\t\na\n\nb\n \n", "a\n\nb"),
      ("a\u{0}\u{7}b\u{7F}\u{9B}c", "abc"),
      ("a\u{202E}b\u{202D}c", "abc"), ("a\tb", "a b"), ("\u{FEFF}a", "a"), ("a\u{FFFC}\u{FFFE}", "a"),
      ("\u{200B}\u{2800}\u{3164}", ""), ("  a", "a"), ("\u{3000}段落", "\u{3000}段落"), ("", ""), ("\n", ""),
    ])
  func blocks(text: String, shown: String) {
    #expect(block(text) == shown)
  }

  @Test("a line of ours keeps the marks that set a name in it apart")
  func ownLine() {
    let line = "a  \u{2068}שלום\u{2069} \u{202E}b "
    #expect(CleanText.line(line, keepsIsolates: true) == "a \u{2068}שלום\u{2069} b")
    #expect(CleanText.line(line) == "a שלום b")
  }

  @Test(
    "what scripts and emoji need stays",
    arguments: ["👩‍👩‍👧 👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "می‌خواهم", "\u{2067}שלום\u{2069} a", "a\u{200F}b", "e\u{301}", "soft\u{AD}hyphen", "a\u{A0}b"])
  func kept(text: String) {
    #expect(block(text) == text)
  }

  @Test(
    "a line is one line that leaves no direction open",
    arguments: [
      (" a \n\n b\t", "a b"), ("\u{202E}abc\u{2067}d", "abcd"), ("\u{200B}", ""), ("a\u{2028}b", "a b"),
      ("a\r\nb", "a b"),
      ("a\u{A0}b", "a\u{A0}b"),
    ])
  func lines(text: String, shown: String) {
    #expect(CleanText.line(text) == shown)
  }
}

@Suite struct WrittenAddressTests {
  @Test(
    "only http, https and mailto pass",
    arguments: [
      ("https://a.org/x", "https://a.org/x"), ("HTTP://A.org", "http://A.org"), ("mailto:a@b.c", "mailto:a@b.c"),
      ("//a.org/x", "https://a.org/x"), ("a.org/x", "https://a.org/x"), (" https://a.org\n", "https://a.org"),
      ("javascript:alert(1)", nil), ("java\nscript:alert(1)", nil), ("data:text/html,x", nil), ("file:///etc", nil),
      ("https://", nil), ("mailto:", nil), ("", nil), ("/wall1_2", nil), ("x", nil), ("https://a.org/\"onload=", nil),
      ("a.org:javascript", "https://a.org:javascript"), ("http:a.org", nil), ("//", nil), ("////", nil),
    ] as [(String, String?)])
  func schemes(address: String, url: String?) {
    #expect(WebAddress(written: address)?.text == url)
  }

  @Test(
    "a host is reported without www, port and password",
    arguments: [
      ("https://www.example.org/a", "example.org"), ("http://a.org:80", "a.org"), ("https://u:p@a.org/x", "a.org"),
      ("a.org", "a.org"), ("https://пример.рф?x", "пример.рф"), ("nonsense", nil), ("https:///x", nil),
    ] as [(String, String?)])
  func hosts(address: String, host: String?) {
    #expect(WebAddress(written: address)?.host == host)
  }
}

@Suite struct TopLevelDomainTests {
  @Test("the first and the last of each list are known", arguments: ["ac", "zw", "com", "zone", "рф", "ею"])
  func ends(domain: String) {
    #expect(topLevelDomains.contains(domain))
  }
}
