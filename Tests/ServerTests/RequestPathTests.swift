import Server
import Testing

@Suite("Paths of requests")
struct RequestPathTests {
  @Test(
    "a path is names, each decoded once",
    arguments: [
      ("/", [], true), ("/review", ["review"], false), ("/review/", ["review"], true),
      ("/a/b%20c.png", ["a", "b c.png"], false), ("/%D0%B6", ["ж"], false), ("/a%252e", ["a%2e"], false),
      ("/375@2x-light.png", ["375@2x-light.png"], false), ("/...", ["..."], false),
    ])
  func names(path: String, names: [String], slash: Bool) throws {
    let read = try #require(RequestPath(path))
    #expect(read.names == names && read.endsWithSlash == slash)
  }

  @Test(
    "what could mean another file than it says is none",
    arguments: [
      "", "review", "http://evil.example/", "//evil.example", "/a//b", "/..", "/../x", "/a/../b", "/./a", "/a/.",
      "/%2e%2e/x", "/%2E%2e", "/a/%2e", "/..%2fx", "/a%2Fb", "/a%5cb", "/a\\b", "/a%00b", "/a%0ab", "/a%7f", "/%",
      "/%4",
      "/%zz", "/%ff", "/%c0%ae%c0%ae",
    ])
  func ambiguous(path: String) {
    #expect(RequestPath(path) == nil)
  }
}
