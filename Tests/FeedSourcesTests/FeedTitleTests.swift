import FeedSources
import Foundation
import Projects
import Support
import Testing

@Suite("The name of a feed")
struct FeedTitleTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func write(_ name: String, title: String?, authors: [String]) throws {
    let items = authors.enumerated().map { index, author in
      #"{"id": "\#(name)\#(index)", "content_text": "a", "authors": [{"name": "\#(author)"}]}"#
    }
    let named = title.map { #""title": "\#($0)", "# } ?? ""
    try folder.write(
      #"{"version": "https://jsonfeed.org/version/1.1", \#(named)"items": [\#(items.joined(separator: ", "))]}"#,
      to: "\(name).json")
  }

  private func facts() throws -> FeedFacts {
    let project = Project(folder: folder.url, feeds: [folder.url], output: folder.url.appendingPathComponent("output"))
    return try FeedSource.open(FeedFiles.find(of: project), report: { _ in }).facts
  }

  @Test("what its document says; of several with different titles none")
  func title() throws {
    try write("a", title: " Notes of a garden ", authors: ["Anna"])
    #expect(try facts().title == "Notes of a garden")
    try write("b", title: "Notes of a garden", authors: ["Anna"])
    #expect(try facts().title == "Notes of a garden")
    try write("c", title: "Another", authors: ["Anna"])
    #expect(try facts().title == nil)
  }

  @Test("whether its posts are one author's")
  func authors() throws {
    try write("a", title: nil, authors: ["Anna", "Anna"])
    #expect(try facts().title == nil && !facts().hasSeveralAuthors)
    try write("a", title: nil, authors: ["Anna", "Bo"])
    #expect(try facts().hasSeveralAuthors)
  }
}
