import Fetching
import Testing

@Suite("Addresses, links and dates of HTTP")
struct AddressTests {
  /// The references from RFC 3986, 5.4, that may occur in a response.
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
    "Anything that is not an address of the web",
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

  /// The three formats of RFC 9110, 5.6.7, for the same time.
  @Test(
    "Dates in all of HTTP's forms",
    arguments: ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])
  func dates(_ text: String) { #expect(HTTPDate.seconds(text) == 784_111_777) }

  @Test(
    "Addresses of private networks, and those that no one is led to, however they are written",
    arguments: [
      ("127.1", NetworkScope.own), ("017700000001", .own), ("0x7f.1", .own), ("2130706433", .own), ("172.20.0.1", .own),
      ("[fd00::1]", .own), ("[0::1]", .own), ("[::ffff:10.0.0.1]", .own), ("[2002:c0a8:1::]", .own),
      ("[fec0::1]", .own),
      ("localhost.", .own), ("127.0.0.1.", .own), ("printer.local", .own), ("0.0.0.0", .own), ("198.19.0.1", .own),
      ("169.254.169.254", .special), ("0xA9FEA9FE", .special), ("[fe80::1]", .special), ("[febf::1]", .special),
      ("[::ffff:169.254.0.1]", .special), ("[64:ff9b::a9fe:a9fe]", .special), ("[fd00:ec2::254]", .special),
      ("100.100.100.200", .special), ("168.63.129.16", .special), ("172.32.0.1", .web), ("8.8.8.8", .web),
      ("[2001:db8::1]", .web), ("a.example", .web), ("1.2.3.4.5", .web),
    ])
  func scopes(_ host: String, _ scope: NetworkScope) throws {
    let text = "http://\(host)/"
    #expect(try #require(HTTPAddress(text)).scope == scope)
  }

  @Test("A proxy is the one of the address's scheme, and of no host that is skipped")
  func proxies() throws {
    func proxy(_ address: String, _ variables: [String: String], given: String? = nil) throws -> String? {
      ProxyChoice(given, variables: variables).proxy(for: try #require(HTTPAddress(address)))
    }
    let plain = ["http_proxy": "http://p:1", "HTTP_PROXY": "http://wrong:1"]
    #expect(try proxy("http://a.example/", plain) == "http://p:1")
    #expect(try proxy("https://a.example/", plain) == nil)
    #expect(try proxy("https://a.example/", ["HTTPS_PROXY": "x", "all_proxy": "y"]) == "x")
    #expect(try proxy("https://a.example/", ["https_proxy": "", "all_proxy": "y"]) == "y")
    #expect(try proxy("https://a.example/", plain, given: "z") == "z")
    #expect(try proxy("http://a.example/", plain, given: "") == nil)
    let socks = ["socks5://p:1": "socks5h://p:1", "SOCKS4://p": "socks4a://p", "socks5h://p:1": "socks5h://p:1"]
    for (given, used) in socks { #expect(try proxy("http://a.example/", [:], given: given) == used) }
    for (host, list, isDirect) in [
      ("a.example", "*", true), ("a.example", "b.example, .example", true), ("a.example.", "A.EXAMPLE", true),
      ("ba.example", "a.example", false), ("10.1.2.3", "10.0.0.0/8", true), ("11.1.2.3", "10.0.0.0/8", false),
      ("10.1.2.3", "10.1.2.3", true), ("[fd01::1]", "fd00::/16", false), ("[fd00::1]", "fd00::/16", true),
      ("127.0.0.1", "10.0.0.0/99", false), ("10.1.2.3", "10.1.2.3/9223372036854775807", false),
      ("11.1.2.3", "10.0.0.0/9223372036854775808", false), ("11.1.2.3", "10.0.0.0/-9223372036854775808", false),
    ] {
      let found = try proxy("http://\(host)/", ["all_proxy": "p", "no_proxy": list])
      #expect((found == nil) == isDirect, "\(host) and \(list)")
    }
  }
}
