import Diagnostics
import FeedSources
import Foundation
import Projects
import Support
import Testing

@testable import FeedReading

@Suite("Long documents read in sections")
struct LongDocumentTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let count = SectionedReading.size * 2 + 10

  private static func feed(_ items: some Sequence<String>) -> String {
    #"{"version": "https://jsonfeed.org/version/1.1", "title": "Notes", "items": [\#(items.joined(separator: ","))]}"#
  }

  private static func item(_ number: Int, _ text: String = "words") -> String {
    #"{"id": "n\#(number)", "content_text": "\#(text) \#(number)"}"#
  }

  private var files: FeedFiles {
    FeedFiles.find(
      of: Project(folder: folder.url, feeds: [folder.url], output: folder.url.appendingPathComponent("output")))
  }

  private func posts(of source: FeedSource) throws -> [Post] {
    let posts = source.posts()
    var found: [Post] = []
    while let post = try posts.next() { found.append(post) }
    return found
  }

  @Test("The sections of a document together are the document")
  func sections() throws {
    let document = FeedDocument(name: "a.json", bytes: Array(Self.feed((0..<Self.count).map { Self.item($0) }).utf8))
    let whole = FeedReader.page(from: document)
    var page: FeedPage? = FeedReader.firstSection(of: document)
    var entries: [FeedEntry] = []
    while let section = page {
      #expect(section.entries.count <= SectionedReading.size && section.title == "Notes")
      #expect(section.isContinued == !entries.isEmpty)
      entries += section.entries
      page = section.nextSection()
    }
    #expect(entries.map(\.post) == whole.entries.map(\.post) && entries.count == Self.count)
    #expect(entries[4000].path == "items[4000]")
  }

  @Test(
    "A document of any service is read in sections",
    arguments: [
      ("[", #"{"id": "%", "created_at": "2024-01-01T00:00:00Z", "account": {"acct": "a"}, "content": "x"}"#, "]"),
      (
        #"{"type": "public_channel", "id": 1, "name": "c", "messages": ["#,
        #"{"id": %, "type": "message", "date": "2024-01-01T00:00:00", "text": "x"}"#, "]}"
      ),
      (
        #"{"response": {"items": ["#,
        #"{"post_type": "post", "source_id": 1, "post_id": %, "date": 1500000000, "text": "x"}"#, "]}}"
      ),
      (
        #"{"feed": ["#,
        #"{"post": {"uri": "at://did:plc:a/app.bsky.feed.post/%", "author": {"did": "did:plc:a", "handle": "a.b"}, "record": {"$type": "app.bsky.feed.post", "text": "x", "createdAt": "2024-01-01T00:00:00Z"}}}"#,
        "]}"
      ),
      (
        #"{"@context": "https://www.w3.org/ns/activitystreams", "type": "OrderedCollection", "orderedItems": ["#,
        #"{"type": "Note", "id": "https://a.example/%", "content": "x"}"#, "]}"
      ),
    ])
  func services(head: String, item: String, tail: String) throws {
    let items = (1...SectionedReading.size + 5).map { item.replacing("%", with: String($0)) }
    let document = FeedDocument(name: "a.json", bytes: Array((head + items.joined(separator: ",") + tail).utf8))
    let first = FeedReader.firstSection(of: document)
    #expect(first.entries.count == SectionedReading.size)
    #expect(first.nextSection()?.entries.count == 5)
    #expect(first.nextSection() == nil)
    #expect(FeedReader.page(from: document).entries.count == items.count)
  }

  @Test("The posts of a single long document pass while it is read; those of several files are known at the end")
  func passing() throws {
    try folder.write(Self.feed((0..<Self.count).map { Self.item($0) }), to: "a.json")
    struct Enough: Error {}
    var passed: [String] = []
    #expect(throws: Enough.self) {
      _ = try FeedSource.open(files, showsChats: true) { post in
        passed.append(post.id)
        if passed.count == 3 { throw Enough() }
      } report: { _ in
      }
    }
    #expect(passed == ["item-n0", "item-n1", "item-n2"])
    try folder.write(Self.feed([Self.item(-1)]), to: "b.json")
    let found = try FeedSource.open(files, showsChats: true, passing: { _ in throw Enough() }, report: { _ in })
    guard case .posts(let source, let hasPassed) = found else { return #expect(Bool(false)) }
    #expect(!hasPassed && source.facts.count == Self.count + 1)
    #expect(try posts(of: source).count == Self.count + 1)
  }

  @Test("Entries with the same id in two sections of a document are two posts")
  func sameIDs() throws {
    let items = (0..<Self.count).map { Self.item($0) } + [Self.item(0, "others")]
    try folder.write(Self.feed(items), to: "a.json")
    let source = try FeedSource.open(files) { _ in }
    #expect(try posts(of: source).suffix(1).map(\.id) == ["item-n0-2"])
  }

  @Test("A long document whose newest post is its last one has the later versions of posts")
  func versions() throws {
    func dated(_ number: Int, _ text: String, _ day: Int) -> String {
      #"{"id": "n\#(number)", "content_text": "\#(text)", "date_published": "2024-01-\#(day)T00:00:00Z"}"#
    }
    try folder.write(Self.feed([dated(0, "old", 10), dated(1, "old", 11)]), to: "a.json")
    let middle = (2..<Self.count).map { dated($0, "words", 10) }
    try folder.write(Self.feed([dated(0, "new", 10)] + middle + [dated(Self.count, "last", 20)]), to: "b.json")
    let source = try FeedSource.open(files) { _ in }
    #expect(try posts(of: source).first { $0.id == "item-n0" }?.text == "new")
  }

  @Test("More posts than are kept are read again, in the same order", arguments: [FeedOrder.feed, .date])
  func notKept(order: FeedOrder) throws {
    let count = FeedSource.keptPosts + 10
    let items = (0..<count).map { #"{"id":"\#($0)","content_text":"x"}"# }
    try folder.write(Self.feed(items), to: "a.json")
    var files = files
    files.order = order
    let source = try FeedSource.open(files) { _ in }
    let found = try posts(of: source)
    #expect(found.count == count && found.last?.id == "item-\(count - 1)")
  }
}
