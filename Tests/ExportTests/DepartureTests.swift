import Diagnostics
import Export
import Foundation
import Projects
import RunSupport
import Support
import Testing

@Suite("Posts that leave the feed")
struct DepartureTests {
  private struct Listed: Decodable {
    var id: String
    var removed: Bool?
  }

  private let project: IncrementalProject

  init() throws {
    // From new to old, an hour apart.
    project = try IncrementalProject((1...5).map { Self.post($0) })
  }

  private static func post(_ number: Int) -> IncrementalProject.Post {
    .init(id: number, text: "Number \(number)", date: 1_542_566_400 - 3600 * number)
  }

  /// Returns the numbers in the manifest's order, with removed posts in brackets.
  private func listed() throws -> String {
    let data = try #require(try project.files()["manifest/0.ndjson"])
    return try data.split(separator: UInt8(ascii: "\n")).map { line in
      let post = try JSONDecoder().decode(Listed.self, from: line)
      let number = post.id.split(separator: "_").last.map(String.init) ?? post.id
      return post.removed == true ? "(\(number))" : number
    }.joined(separator: " ")
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try #require(try project.files()[path]), as: UTF8.self)
  }

  /// Changes the project to another feed, with posts by another author.
  private func useOtherFeed(author: String = "Somebody Else", at path: String = "other/feed.json") throws {
    let items = (1...5).map {
      #"{"type":"post","source_id":2,"post_id":\#($0),"date":1542566400,"text":"Other \#($0)"}"#
    }
    let profiles = #"[{"id":2,"first_name":"\#(author)","last_name":""}]"#
    let text = #"{"items":[\#(items.joined(separator: ","))],"profiles":\#(profiles),"groups":[]}"#
    try project.folder.write(text, to: path)
    let file = project.folder.url.appendingPathComponent(path)
    project.change = { $0.feeds = [file] }
  }

  // MARK: Removed posts

  @Test("a post that left the feed stays at its place, marked in the manifest and in the page's data")
  func kept() async throws {
    try await project.export()
    project.posts.remove(at: 2)
    project.departing = .keep
    let summary = try await project.export()
    #expect(try listed() == "1 2 (3) 4 5")
    #expect(summary.keptRemoved == 1 && summary.removed == 0 && summary.posts == 4)
    let stories = try text("site/stories/0.js")
    #expect(stories.components(separatedBy: #","g":1}"#).count == 2)
    #expect(stories.contains("Number 3"))
    #expect(try project.files().keys.contains("cards/wall1_3/300@1x-light-expanded.png"))
  }

  @Test("a kept post survives exports that do not ask for it, and the removal of others")
  func survives() async throws {
    try await project.export()
    project.posts.remove(at: 2)
    project.departing = .keep
    try await project.export()
    project.departing = .leave
    project.posts.remove(at: 0)
    try await project.export()
    #expect(try listed() == "2 (3) 4 5")
    project.posts[0].text = "Number 2, again"
    try await project.export()
    #expect(try listed() == "2 (3) 4 5")
  }

  @Test("the order in which posts left does not show in the output")
  func deterministic() async throws {
    project.departing = .keep
    for output in ["one", "two"] {
      project.posts = (1...5).map(Self.post)
      try await project.export(to: output)
      for number in output == "one" ? [2, 4] : [4, 2] {
        project.posts.removeAll { $0.id == number }
        try await project.export(to: output)
      }
    }
    #expect(try project.files("one") == project.files("two"))
  }

  @Test("a post that comes back is one of the feed again, and is not drawn")
  func comesBack() async throws {
    try await project.export()
    let before = try project.files()
    let gone = project.posts.remove(at: 2)
    project.departing = .keep
    try await project.export()
    project.posts.insert(gone, at: 2)
    let summary = try await project.export()
    #expect(summary.drawn == 0 && summary.keptRemoved == 0)
    #expect(try project.files() == before)
  }

  @Test("nothing is written when nothing changed next to a kept post")
  func unchanged() async throws {
    try await project.export()
    project.posts.removeLast()
    project.departing = .keep
    try await project.export()
    project.departing = .leave
    #expect(try await project.forecast().totals.writes == false)
  }

  @Test("--replace lets kept posts go")
  func replace() async throws {
    try await project.export()
    project.posts.remove(at: 2)
    project.departing = .keep
    try await project.export()
    project.departing = .replace
    let summary = try await project.export()
    #expect(try listed() == "1 2 4 5")
    #expect(summary.removed == 1)
    #expect(try !project.files().keys.contains { $0.hasPrefix("cards/wall1_3/") })
  }

  @Test("kept posts can't be shown at another width: the run ends before anything is drawn")
  func otherWidth() async throws {
    try await project.export()
    project.posts.remove(at: 2)
    project.departing = .keep
    try await project.export()
    let before = try project.files()
    project.change = { $0.widths = [300, 375] }
    let error = await #expect(throws: Diagnostic.self) { try await project.export() }
    #expect(error?.code == "removed.other-screens")
    #expect(error?.hint?.contains("--replace-feed would delete this post") == true)
    #expect(error?.message.contains("375@1x-light: wall1_3") == true)
    #expect(try project.files() == before)
  }

  @Test("a removed post with damaged images is deleted and reported")
  func damaged() async throws {
    try await project.export()
    project.posts.remove(at: 2)
    project.departing = .keep
    try await project.export()
    try project.folder.write("no picture", to: "out/cards/wall1_3/300@1x-light-expanded.png")
    let summary = try await project.export()
    #expect(summary.warnings == 1 && summary.keptRemoved == 0)
    #expect(try listed() == "1 2 4 5")
  }

  @Test("a dry run tells what would stay")
  func forecast() async throws {
    try await project.export()
    project.posts.remove(at: 2)
    #expect(try await project.forecast().lines == ["remove  wall1_3: it was removed from the feed"])
    project.departing = .keep
    let (lines, totals) = try await project.forecast()
    #expect(lines == ["stay    wall1_3: it was removed from the feed and is kept"])
    #expect(totals.stay == 1 && totals.remove == 0 && totals.writes)
  }

  // MARK: Another feed

  @Test(
    "another feed is refused before drawing, with the posts that would be deleted and a hint",
    arguments: [false, true])
  func otherFeed(keeps: Bool) async throws {
    try await project.export()
    let before = try project.files()
    try useOtherFeed()
    project.departing = keeps ? .keep : .leave
    let error = await #expect(throws: Diagnostic.self) { try await project.export() }
    #expect(error?.code == "output.other-feed")
    #expect(
      error?.message
        == "the folder contains the output of another feed; 5 of its 5 posts would be deleted: wall1_1, wall1_2, wall1_3, …"
    )
    #expect(error?.hint?.contains("--replace") == true)
    #expect(try project.files() == before)
    #expect(try await project.forecast().totals.asksToReplace)
  }

  @Test("with --replace another feed takes the place of the one before")
  func replaced() async throws {
    try await project.export()
    try useOtherFeed()
    project.departing = .replace
    let summary = try await project.export()
    #expect(summary.removed == 5)
    project.departing = .leave
    #expect(try await project.export().posts == 5)
  }

  @Test("the same file may hold other posts by other people: its feed has moved on")
  func movedOn() async throws {
    try await project.export()
    try useOtherFeed(at: "feed/feed.json")
    let text = try String(contentsOf: project.folder.url.appendingPathComponent("feed/feed.json"), encoding: .utf8)
    // The project keeps writing its own posts to this path until they are replaced.
    let file = project.folder.url.appendingPathComponent("feed/feed.json")
    project.change = {
      try? Data(text.utf8).write(to: file)
      $0.feeds = [file]
    }
    #expect(try await project.export().removed == 5)
  }

  @Test("another file by the same people is the same feed, saved under another name")
  func sameAuthors() async throws {
    try await project.export()
    try useOtherFeed(author: "A B")
    #expect(try await project.export().removed == 5)
  }

  @Test("another file that has most of the posts is the same feed")
  func mostStay() async throws {
    try await project.export()
    project.posts.removeFirst(2)
    let file = project.folder.url.appendingPathComponent("copy.json")
    let source = project.folder.url.appendingPathComponent("feed/feed.json")
    project.change = {
      try? FileManager.default.removeItem(at: file)
      try? FileManager.default.copyItem(at: source, to: file)
      $0.feeds = [file]
    }
    #expect(try await project.export().removed == 2)
  }

  @Test("a folder and its feed may be moved together")
  func moved() throws {
    func feeds(_ folder: String) -> [String] {
      var project = Project(
        folder: URL(fileURLWithPath: folder), feeds: [URL(fileURLWithPath: "\(folder)/feed/page.json")],
        output: URL(fileURLWithPath: "\(folder)/output"))
      project.widths = [375]
      return PublishedFeed(of: project).feeds
    }
    #expect(feeds("/nowhere/a") == ["../feed/page.json"])
    #expect(feeds("/nowhere/a") == feeds("/elsewhere/b"))
  }
}
