import Projects
import Testing

@testable import FeedproofKit

@Suite("A new project's file")
struct NewProjectTests {
  @Test("every key that a project file may have stands in it, or beside a comment's sign", arguments: ProjectFile.keys)
  func everyKey(key: String) {
    let text = NewProjectFile(feeds: ["feed"], cards: "Cards", tokens: ["tokens/a.tokens.json"]).text
    #expect(text.contains("\n\(key): ") || text.contains("\n# \(key): "))
  }
}
