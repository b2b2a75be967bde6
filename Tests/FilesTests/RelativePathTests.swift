import Files
import Foundation
import Testing

@Suite("Paths that come from files")
struct RelativePathTests {
  @Test(
    "a path that could lead out of its folder, or that no file of ours has, is none",
    arguments: [
      "", "/", "/etc/passwd", "..", "../a", "a/../b", "a/..", "./a", "a/.", "a//b", "a/", ".hidden", "a/.git/config",
      "a\\b", "a\0b", "a\nb", "a\tb", "\u{1B}[2J", String(repeating: "a", count: 256),
    ])
  func refused(text: String) {
    #expect(RelativePath(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([RelativePath].self, from: JSONEncoder().encode([text]))
    }
  }

  @Test(
    "a relative path is accepted unchanged",
    arguments: ["index.html", "cards/wall-1_2/375@2x-light-expanded.png", "é/a"])
  func taken(text: String) throws {
    let path = try #require(RelativePath(text))
    #expect(path.text == text)
    #expect(try JSONDecoder().decode([RelativePath].self, from: JSONEncoder().encode([path])) == [path])
  }

  @Test("texts that Swift takes for equal are two files")
  func bytes() { #expect(RelativePath("e\u{301}") != RelativePath("\u{E9}")) }

  @Test("anything that was found in a folder has any name, and is in that folder")
  func found() throws {
    let path = try #require(RelativePath(found: [0xFF, 0x0A, 0x2E], in: "a/b"))
    #expect(path.parent == "a/b" && Array(path.name) == [0xFF, 0x0A, 0x2E] && path.isWithin("a"))
    for name in ["", ".", "..", "a/b", "a\0"] { #expect(RelativePath(found: Array(name.utf8)) == nil) }
  }

  @Test("a folder is known by whole names")
  func within() {
    let path: RelativePath = "cards/a/1.png"
    #expect(path.isWithin("cards/a") && path.isWithin(path) && !path.isWithin("card") && !path.isWithin("cards/a/1"))
    #expect(path.moved(from: "cards", to: "cards.kept-1") == "cards.kept-1/a/1.png")
    #expect(path.moved(from: "feed", to: "x") == nil)
  }
}
