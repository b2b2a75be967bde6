import Fetching
import Testing

@Suite("Addresses, links and dates of HTTP")
struct AddressTests {
  /// Of RFC 3986, 5.4, what a reference can be in an answer.
  @Test(
    "References are resolved as RFC 3986 does",
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
      ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("", "http://a/b/c/d;p?q"),
      ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../../g", "http://a/g"),
      ("https://x/y?z", "https://x/y?z"),
    ])
  func references(_ reference: String, _ resolved: String) throws {
    let base = try #require(HTTPAddress("http://a/b/c/d;p?q"))
    #expect(base.resolving(reference)?.text == resolved)
  }

  @Test(
    "What is no address of the web",
    arguments: [
      "ftp://a/b", "file:///etc/passwd", "https://", "https://a:99999/", "https://u:p@a/", "a/b", "https://a b/",
    ])
  func none(_ text: String) { #expect(HTTPAddress(text) == nil) }

  @Test("Path and query stay as they are written, but for what no address can hold")
  func asWritten() throws {
    #expect(HTTPAddress("HTTPS://A.example:443/x%2Fy?b=1&a=%40#f")?.text == "https://a.example/x%2Fy?b=1&a=%40")
    #expect(HTTPAddress("https://a.example/ü b")?.text == "https://a.example/%C3%BC%20b")
  }

  @Test("A parameter is set at its place")
  func parameters() throws {
    let address = try #require(HTTPAddress("https://a/x?b=1&c=%20"))
    #expect(address.setting("b", "a/b").text == "https://a/x?b=a%2Fb&c=%20")
    #expect(address.setting("d", "2").text == "https://a/x?b=1&c=%20&d=2")
    #expect(address.setting("b", nil).text == "https://a/x?c=%20")
    #expect(address.value(of: "c") == " ")
  }

  @Test("Links of a header by their relations")
  func links() {
    let head = HTTPHead(
      status: 200,
      headers: [HTTPHeader("link", #"<https://a/?x=1,2>; rel="next", <https://a/?p>; title="a, b"; rel=prev"#)])
    let links = LinkHeader(head)
    #expect(links.target(of: "next") == "https://a/?x=1,2")
    #expect(links.target(of: "prev") == "https://a/?p")
    #expect(links.target(of: "first") == nil)
  }

  /// The three forms of RFC 9110, 5.6.7, of one moment.
  @Test(
    "Dates in all of HTTP's forms",
    arguments: ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])
  func dates(_ text: String) { #expect(HTTPDate.seconds(text) == 784_111_777) }

  @Test(
    "Addresses of private networks, however they are written",
    arguments: [
      ("http://127.1/", true), ("http://017700000001/", true), ("http://172.20.0.1/", true),
      ("http://172.32.0.1/", false),
      ("http://[fd00::1]/", true), ("http://printer.local/", true), ("http://8.8.8.8/", false),
      ("http://a.example/", false),
    ])
  func privateNetworks(_ text: String, _ isPrivate: Bool) throws {
    #expect(try #require(HTTPAddress(text)).isPrivate == isPrivate)
  }
}
