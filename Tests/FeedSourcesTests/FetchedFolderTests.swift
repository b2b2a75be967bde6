import Diagnostics
import FeedReading
import FeedSources
import Files
import Foundation
import Projects
import Support
import Testing

/// A folder from `feedproof fetch`: pages of later walks have smaller names.
@Suite("Fetched folders")
struct FetchedFolderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("{}\n", to: "feed/.fetch/journal.ndjson")
  }

  private func read(_ name: String = "feed") throws -> (posts: [Post], facts: FeedFacts, diagnostics: [Diagnostic]) {
    let project = Project(
      folder: folder.url, feeds: [folder.url.appendingPathComponent(name)],
      output: folder.url.appendingPathComponent("output"))
    var diagnostics: [Diagnostic] = []
    let source = try FeedSource.open(FeedFiles.find(of: project), keptBytes: 0) { diagnostics.append($0) }
    let posts = source.posts()
    var found: [Post] = []
    while let post = try posts.next() { found.append(post) }
    return (found, source.facts, diagnostics)
  }

  private static func statuses(_ ids: [Int], edited: Set<Int> = []) -> String {
    let list = ids.map { id in
      """
      {"id":"\(id)","created_at":"2026-01-01T00:00:0\(id)Z","content":"<p>\(edited.contains(id) ? "now" : "then")</p>",
      "account":{"id":"1","acct":"a","display_name":"A"},"media_attachments":[]}
      """
    }
    return "[\(list.joined(separator: ","))]"
  }

  @Test("an edited post shows its latest version, without a note about the overlap")
  func edited() throws {
    try folder.write(Self.statuses([3, 2], edited: [2]), to: "feed/pages/999997-000001.json")
    try folder.write(Self.statuses([2, 1]), to: "feed/pages/999998-000001.json")
    let found = try read()
    #expect(found.posts.map(\.id) == ["mastodon-3", "mastodon-2", "mastodon-1"])
    #expect(found.posts.map(\.text) == ["then", "now", "then"])
    #expect(found.facts.count == 3 && found.diagnostics.isEmpty)
  }

  @Test("an edit with its own id replaces the earlier version without a note")
  func editedAnew() throws {
    func page(_ posts: String...) -> String {
      #"{"data":[\#(posts.joined(separator: ","))],"includes":{"users":[{"id":"7","name":"A","username":"a"}]},"meta":{}}"#
    }
    let first = #"{"id":"11","text":"then","author_id":"7","edit_history_tweet_ids":["11"]}"#
    let edit = #"{"id":"15","text":"now","author_id":"7","edit_history_tweet_ids":["11","15"]}"#
    try folder.write(page(edit), to: "feed/pages/999997-000001.json")
    try folder.write(page(first, first.replacing("11", with: "10")), to: "feed/pages/999998-000001.json")
    let found = try read()
    #expect(found.posts.map(\.id) == ["x-15", "x-10"])
    #expect(found.facts.count == 2 && found.diagnostics.isEmpty)
  }

  @Test("anything that comes twice in files that people put together is reported")
  func ordinaryFolder() throws {
    try folder.write(Self.statuses([3, 2]), to: "other/pages/1.json")
    try folder.write(Self.statuses([2, 1]), to: "other/pages/2.json")
    #expect(try read("other").diagnostics.map(\.code) == ["feed.duplicate"])
  }

  /// Writes two walks, whose VK cursors both count from the top.
  private func writeWalks(in name: String) throws {
    func page(_ id: Int, _ next: String?) -> String {
      let cursor = next.map { #","next_from":"\#($0)""# } ?? ""
      return
        #"{"response":{"items":[{"type":"post","source_id":1,"post_id":\#(id),"date":\#(id),"text":"a"}],"profiles":[{"id":1,"first_name":"A"}]\#(cursor)}}"#
    }
    try folder.write(page(9, "20/a"), to: "\(name)/pages/999997-000001.json")
    try folder.write(page(8, "40/b"), to: "\(name)/pages/999997-000002.json")
    try folder.write(page(7, "10/c"), to: "\(name)/pages/999998-000001.json")
    try folder.write(page(6, nil), to: "\(name)/pages/999998-000002.json")
  }

  @Test("names say the order, whatever the cursors of several walks count")
  func order() throws {
    try writeWalks(in: "feed")
    try writeWalks(in: "other")
    #expect(try read().posts.map(\.id) == ["wall1_9", "wall1_8", "wall1_7", "wall1_6"])
    #expect(try read("other").posts.map(\.id) == ["wall1_7", "wall1_9", "wall1_8", "wall1_6"])
  }

  @Test("journal, parts and media are not feeds, and an actor is whose the outbox is")
  func strangers() throws {
    let actor = "https://a.example/users/b"
    try folder.write(
      #"{"type":"OrderedCollectionPage","orderedItems":[{"id":"\#(actor)/1#c","type":"Create","actor":"\#(actor)","object":{"id":"\#(actor)/1","type":"Note","attributedTo":"\#(actor)","content":"a"}}]}"#,
      to: "feed/pages/999998-000001.json")
    try folder.write(
      #"{"id":"\#(actor)","type":"Person","name":"Bea","preferredUsername":"b","outbox":"\#(actor)/outbox"}"#,
      to: "feed/pages/actor.json")
    try folder.write("[", to: "feed/.fetch/parts/999998-000002.json.part")
    try folder.write("[", to: "feed/media/files.example/list.json")
    let found = try read()
    #expect(found.posts.map(\.author.name) == ["Bea"])
    #expect(found.diagnostics.isEmpty)
  }

  @Test("a page given by itself is a fetched one, too")
  func onePage() throws {
    try folder.write(Self.statuses([3, 2]), to: "feed/pages/999997-000001.json")
    let page = folder.url.appendingPathComponent("feed/pages/999997-000001.json")
    #expect(FetchedFolder.holding(page: page)?.lastPathComponent == "feed")
    #expect(FetchedFolder.holding(page: folder.url.appendingPathComponent("feed/pages/a/b.json")) == nil)
    #expect(FetchedFolder.holding(page: folder.url.appendingPathComponent("feed/a.json")) == nil)
  }
}
