import Diagnostics
import FeedReading
import FeedSources
import Foundation
import Projects
import Support
import Testing

@Suite("Posts that a later whole export lacks")
struct DeletedPostTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// - Parameter keptBytes: 0 reads the files again for the posts.
  /// - Returns: The ids of all posts, the ids of marked posts, and the messages about them.
  private func read(keptBytes: Int = 1 << 20) throws -> (all: [String], marked: [String], told: [String]) {
    let project = Project(folder: folder.url, feeds: [folder.url], output: folder.url.appendingPathComponent("output"))
    var told: [String] = []
    let feeds = try FoundFeed.all(in: FeedFiles.find(of: project), keptBytes: keptBytes) {
      if $0.code == "feed.deleted" { told.append($0.message) }
    }
    var (all, marked) = ([String](), [String]())
    let posts = feeds[0].source.posts()
    while let post = try posts.next() {
      all.append(post.id)
      if post.flags.contains(.removed) { marked.append(post.id) }
    }
    return (all, marked, told)
  }

  private func channel(_ ids: [Int], to path: String) throws {
    try folder.write(
      Sample.telegram("News", id: 5, type: "public_channel", ids.map { ($0, "post \($0)") }), to: path)
  }

  @Test(
    "missing posts are shown as removed and counted in one note, whatever the order of the exports; posts outside an export's time range are not",
    arguments: [("a", "b"), ("b", "a")], [0, 1 << 20])
  func channels(_ names: (String, String), keptBytes: Int) throws {
    try channel([1, 2, 3, 4, 5], to: "\(names.0)/result.json")
    try channel([2, 4, 6], to: "\(names.1)/result.json")
    let found = try read(keptBytes: keptBytes)
    #expect(Set(found.all) == Set([1, 2, 3, 4, 5, 6].map { "telegram-5-\($0)" }))
    #expect(found.marked.sorted() == ["telegram-5-3", "telegram-5-5"])
    #expect(found.told == ["2 posts of an earlier export are missing in a later one; they are shown as removed"])
  }

  @Test("one that a still later export has again is there")
  func back() throws {
    try channel([1, 2, 3], to: "a/result.json")
    try channel([1, 4], to: "b/result.json")
    try channel([1, 2, 5], to: "c/result.json")
    #expect(try read().marked == ["telegram-5-3", "telegram-5-4"])
  }

  private func outbox(_ ids: [Int], boosts: [Int] = [], type: String = "OrderedCollection", to folder: String) throws {
    func activity(_ id: Int, _ object: String, _ type: String) -> String {
      #"{"id": "https://a.example/s/\#(id)/activity", "type": "\#(type)", "actor": "https://a.example/anna", "published": "2024-01-\#(10 + id)T10:00:00Z", "object": \#(object)}"#
    }
    let notes = ids.map { id in
      activity(
        id,
        #"{"id": "https://a.example/s/\#(id)", "type": "Note", "published": "2024-01-\#(10 + id)T10:00:00Z", "attributedTo": "https://a.example/anna", "content": "<p>\#(id)</p>"}"#,
        "Create")
    }
    let items = notes + boosts.map { activity($0, #""https://b.example/s/\#($0)""#, "Announce") }
    try self.folder.write(
      #"{"@context": "https://www.w3.org/ns/activitystreams", "id": "outbox.json", "type": "\#(type)", "totalItems": \#(items.count), "orderedItems": [\#(items.joined(separator: ","))]}"#,
      to: "\(folder)/outbox.json")
    try self.folder.write(
      #"{"@context": "https://www.w3.org/ns/activitystreams", "id": "https://a.example/anna", "type": "Person", "name": "Anna"}"#,
      to: "\(folder)/actor.json")
  }

  @Test("removed posts of an outbox are marked only if they are the account's own")
  func outboxes() throws {
    try outbox([1, 2, 3], boosts: [4], to: "a")
    try outbox([1, 3, 5], to: "b")
    let found = try read()
    #expect(found.all.count == 5 && found.marked.count == 1)
    #expect(found.told == ["1 post of an earlier export is missing in a later one; it is shown as removed"])
  }

  @Test("a page of an outbox lacks what is on other pages")
  func pages() throws {
    try outbox([1, 2, 3], to: "a")
    try outbox([1, 3, 5], type: "OrderedCollectionPage", to: "b")
    #expect(try read().marked == [])
  }

  private func tweets(_ ids: [Int], part: Int? = nil, to folder: String) throws {
    let script = ids.map {
      #"{"tweet": {"id_str": "\#($0)", "created_at": "Wed Nov 18 10:00:\#(10 + $0) +0000 2020", "full_text": "tweet \#($0)", "entities": {}}}"#
    }
    try self.folder.write(
      "window.YTD.tweets.part\(part ?? 0) = [\(script.joined(separator: ","))]",
      to: "\(folder)/data/tweets\(part.map { "-part\($0)" } ?? "").js")
    try self.folder.write(Sample.xAccount, to: "\(folder)/data/account.js")
  }

  @Test("an archive of X reports removed posts only if they are in one file")
  func x() throws {
    try tweets([1, 2, 3], to: "a")
    try tweets([1, 4], to: "b")
    #expect(try read().marked == ["x-2", "x-3"])
    try tweets([3], part: 1, to: "b")
    #expect(try read().marked == [])
  }

  @Test("answers of a service tell nothing of what they lack")
  func answers() throws {
    try folder.write(Sample.mastodon(1...3), to: "a.json")
    try folder.write(
      "[\(Sample.mastodon(1...1).dropFirst().dropLast()),\(Sample.mastodon(4...4).dropFirst())", to: "b.json")
    #expect(try read().marked == [])
  }
}
