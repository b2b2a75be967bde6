import Diagnostics
import FeedReading
import FeedSources
import Foundation
import Projects
import Support
import Testing

@Suite("Posts by their dates")
struct DateOrderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static func status(_ id: Int, _ date: String?) -> String {
    let created = date.map { #""created_at": "\#($0)", "# } ?? #""created_at": "", "#
    return
      #"{"id": "\#(id)", \#(created)"content": "<p>status \#(id)</p>", "account": {"id": "1", "acct": "anna", "display_name": "Anna"}}"#
  }

  private static func vk(_ posts: [(id: Int, date: Int?)]) -> String {
    let items = posts.map {
      let date = $0.date.map { #", "date": \#($0)"# } ?? ""
      return #"{"post_type": "post", "source_id": 1, "post_id": \#($0.id)\#(date), "text": "a"}"#
    }
    return #"{"response": {"items": [\#(items.joined(separator: ","))], "profiles": [{"id": 1, "first_name": "V"}]}}"#
  }

  private func source(order: FeedOrder = .date, keptBytes: Int = 0) throws -> FeedSource {
    var project = Project(folder: folder.url, feeds: [folder.url], output: folder.url)
    project.order = order
    return try FeedSource.open(FeedFiles.find(of: project), keptBytes: keptBytes) { _ in }
  }

  private func ids(_ source: FeedSource) throws -> [String] {
    let posts = source.posts()
    var ids: [String] = []
    while let post = try posts.next() { ids.append(post.id) }
    return ids
  }

  private func writeTwoServices() throws {
    // 1970-01-01T00:16:40Z is second 1000.
    try folder.write(
      "[\(Self.status(1, "1970-01-01T00:16:40Z")), \(Self.status(2, "1970-01-01T00:50:00Z")), \(Self.status(3, nil))]",
      to: "a.json")
    try folder.write(Self.vk([(1, 2000), (2, 3000), (3, nil), (4, 500)]), to: "b.json")
  }

  @Test("several services are one feed, one after the other, each post of its own service", arguments: [0, .max])
  func feedOrder(keptBytes: Int) throws {
    try writeTwoServices()
    let source = try source(order: .feed, keptBytes: keptBytes)
    #expect(try ids(source) == ["mastodon-1", "mastodon-2", "mastodon-3", "wall1_1", "wall1_2", "wall1_3", "wall1_4"])
    #expect(source.facts.firstAuthor?.name == "Anna")
  }

  @Test(
    "the newest come first; equal dates stay in the feed's order, and so do those without, at the end",
    arguments: [0, .max])
  func dateOrder(keptBytes: Int) throws {
    try writeTwoServices()
    let source = try source(keptBytes: keptBytes)
    #expect(try ids(source) == ["mastodon-2", "wall1_2", "wall1_1", "mastodon-1", "wall1_4", "mastodon-3", "wall1_3"])
    let posts = source.posts()
    #expect(try posts.next()?.service == .mastodon && posts.next()?.service == .vk)
    #expect(source.facts.firstAuthor?.name == "Anna" && source.facts.newestDate == 3000)
  }

  @Test("neighbors and places are those of the order by date")
  func neighbours() throws {
    try writeTwoServices()
    let source = try source()
    let third = try #require(try source.posts().nextPlaced(at: 2))
    #expect(third.neighbours.previous?.id == "wall1_2" && third.id == "wall1_1")
    #expect(third.neighbours.next?.id == "mastodon-1")
    #expect(try source.share([1, 5]).posts().nextPlaced(9).map(\.id) == ["wall1_2", "mastodon-3"])
    #expect(try source.digest() != self.source(order: .feed).digest())
  }

  @Test("posts keep the names that they have in the feed's order, taken ones with their numbers")
  func names() throws {
    func page(_ dates: [Int]) -> String {
      let items = dates.map { #"{"title": "A", "id": "\#($0 == 1 ? "x" : "X")", "dates": "2018-11-24"}"# }
      return #"{"events": [\#(items.joined(separator: ","))]}"#
    }
    try folder.write(page([1, 2]), to: "a.json")
    #expect(try ids(source()) == ids(source(order: .feed)))
  }

  @Test("a feed in batches, pages, lines and files is what sorting all of it at once comes to", arguments: 0..<12)
  func batches(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var id = 0
    for file in 0..<Int.random(in: 1...4, using: &random) {
      let lines = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        Self.vk(
          (0..<Int.random(in: 0...6, using: &random)).map { _ in
            id += Int.random(in: 0...4, using: &random) == 0 ? 0 : 1
            return (id, Int.random(in: 0...4, using: &random) == 0 ? nil : Int.random(in: 1...20, using: &random))
          })
      }
      try folder.write(lines.joined(separator: "\n") + "\n", to: "\(file).ndjson")
    }
    guard let plain = try? source(order: .feed) else { return }
    var all: [Post] = []
    let posts = plain.posts()
    while let post = try posts.next() { all.append(post) }
    let sorted = all.enumerated().sorted {
      let (left, right) = ($0.element.date ?? .min, $1.element.date ?? .min)
      return left == right ? $0.offset < $1.offset : left > right
    }
    let source = try source()
    #expect(try ids(source) == sorted.map(\.element.id))
    let few = DatedPosts(source.files, in: try #require(source.dates), batchSize: Int.random(in: 1...7, using: &random))
    var found: [Post] = []
    while let post = try few.next() { found.append(post) }
    #expect(found == sorted.map(\.element))
  }

  @Test("a file that changes between is an error, not another feed")
  func changed() throws {
    try writeTwoServices()
    let source = try source()
    try folder.write("[]", to: "a.json")
    #expect(throws: Diagnostic.self) { try ids(source) }
  }
}
