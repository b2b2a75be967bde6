import Server
import Testing

@Suite("Who may ask a server")
struct RequestGateTests {
  private let gate = RequestGate(port: 8417, token: RequestGate.randomToken())

  @Test("this machine by its names, with the port", arguments: ["127.0.0.1:8417", "localhost:8417", "LocalHost:8417"])
  func host(name: String) {
    #expect(gate.allows(host: name))
  }

  @Test(
    "no other name, which could lead here all the same",
    arguments: [
      nil, "", "127.0.0.1", "localhost", "127.0.0.1:80", "127.0.0.1:84170", "evil.example:8417", "[::1]:8417",
      "0.0.0.0:8417", "127.1:8417", "localhost.:8417", "localhost:8417@evil.example", "127.0.0.1:8417 ",
    ])
  func otherHost(name: String?) {
    #expect(!gate.allows(host: name))
  }

  @Test(
    "a page that this server showed, or a program",
    arguments: [
      (nil, nil, true), ("http://localhost:8417", "same-origin", true), ("http://localhost:8417", nil, true),
      (nil, "none", true), (nil, "same-origin", true),
      // The same machine under another name counts as a different site.
      ("http://127.0.0.1:8417", nil, false), ("https://localhost:8417", nil, false),
      ("http://localhost:8418", nil, false),
      ("null", nil, false), ("http://evil.example", nil, false), (nil, "cross-site", false), (nil, "same-site", false),
      ("http://localhost:8417", "cross-site", false),
    ])
  func origin(origin: String?, site: String?, allowed: Bool) {
    #expect(gate.allows(origin: origin, fetchSite: site, host: "localhost:8417") == allowed)
  }

  @Test("the token, whole")
  func token() {
    let token = gate.token
    #expect(token.count == 64 && token != RequestGate.randomToken())
    #expect(gate.allows(token: token))
    for other in [nil, "", String(token.dropLast()), token + "0", String(token.reversed()), token.uppercased() + " "] {
      #expect(!gate.allows(token: other))
    }
  }
}
