import Projects
import Testing

@testable import ProjectSetup
@testable import Server

@Suite("A new project's file")
struct NewProjectTests {
  @Test("every key that a project file may have stands in it, or beside a comment's sign", arguments: ProjectFile.keys)
  func everyKey(key: String) {
    let text = NewProjectFile(feeds: ["feed"], cards: "Cards", tokens: ["tokens/a.tokens.json"]).text
    #expect(text.contains("\n\(key): ") || text.contains("\n# \(key): "))
  }
}

@Suite("What a watched page asks for")
struct VisiblePostsTests {
  private func view(_ from: String, _ to: String) -> VisiblePosts? {
    VisiblePosts(["width": "375", "scale": "2", "theme": "light", "from": from, "to": to])
  }

  @Test(
    "numbers near the largest integer are refused", arguments: ["9223372036854775797", "9223372036854775807", "-1"])
  func largeNumbers(from: String) {
    #expect(view(from, "9223372036854775807") == nil)
  }

  @Test("the largest number within bounds is answered")
  func largestNumber() {
    #expect(view("9007199254740991", "9007199254740991")?.posts == 9_007_199_254_740_991...9_007_199_254_740_991)
  }
}
