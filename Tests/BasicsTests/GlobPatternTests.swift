import Basics
import Testing

struct GlobPatternTests {
  // The results of Python's fnmatch.fnmatchcase.
  @Test(
    "a star is anything, a question mark one character",
    arguments: [
      ("*", "", true), ("*", "abc", true), ("", "", true), ("", "a", false), ("?", "", false), ("?", "a", true),
      ("a?c", "abc", true), ("a?c", "abbc", false), ("*.json", ".json", true), ("page?.json", "page1.json", true),
      ("page?.json", "page10.json", false), ("wall*_17", "wall1_17", true), ("wall*_17", "wall1_170", false),
      ("*issip*ss*", "mississipissippi", true), ("xxxx*zzy*fffff", "xxxxzzzzzzzzyf", false),
      ("xxxx*zzy*f", "xxxxzzzzzzzzyf", true), ("*ccd", "abcccd", true), ("a*a*a*b", "aaaaaaaaac", false),
      ("*/375@*", "p/375@2x-light", true), ("**a**", "bab", true), ("a*", "b", false), ("abc", "ABC", false),
    ])
  func vectors(pattern: String, text: String, matches: Bool) {
    #expect(GlobPattern(pattern).matches(text) == matches)
  }

  @Test("characters are those that people see", arguments: ["e\u{301}", "\u{E9}"])
  func accents(accent: String) {
    #expect(GlobPattern("caf?").matches("caf\(accent)"))
    #expect(GlobPattern("café").matches("caf\(accent)"))
  }

  @Test("brackets are brackets")
  func brackets() {
    #expect(GlobPattern("page[1].json").matches("page[1].json"))
    #expect(!GlobPattern("page[1].json").matches("page1.json"))
  }

  @Test("many stars over a long text that does not match come to an end")
  func manyStars() {
    #expect(!GlobPattern(String(repeating: "*a", count: 50) + "b").matches(String(repeating: "a", count: 2000)))
  }
}
