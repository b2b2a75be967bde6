import ProjectSetup
import Projects
import Server
import Testing

@Suite("A new project's file")
struct NewProjectTests {
  @Test("its keys are keys of project files, and templates are named only if there are own ones")
  func keys() {
    let text = NewProjectFile(feeds: ["feed"], cards: "Cards").text
    let keys = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ":").first }
    #expect(keys.allSatisfy { ProjectFile.keys.contains(String($0)) })
    #expect(keys.contains("cards"))
    #expect(!NewProjectFile(feeds: ["feed"]).text.contains("\ncards:"))
  }
}

@Suite("Requests of a watched page")
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
