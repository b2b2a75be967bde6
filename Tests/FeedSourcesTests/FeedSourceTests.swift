import Basics
import Diagnostics
import FeedReading
import FeedSources
import Foundation
import Projects
import RunSupport
import Support
import Testing

@Suite("Feeds read page by page")
struct FeedSourceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Returns every post of the folder, and the diagnostics.
  private func read(keptBytes: Int = 0) throws -> (posts: [Post], facts: FeedFacts, diagnostics: [Diagnostic]) {
    let project = Project(
      folder: folder.url, feeds: [folder.url], output: folder.url.appendingPathComponent("output"))
    var diagnostics: [Diagnostic] = []
    let source = try FeedSource.open(FeedFiles.find(of: project), keptBytes: keptBytes) { diagnostics.append($0) }
    let posts = source.posts()
    var found: [Post] = []
    while let post = try posts.next() { found.append(post) }
    return (found, source.facts, diagnostics)
  }

  private static func item(_ id: Int, owner: Int = 1) -> String {
    #"{"post_type": "post", "source_id": \#(owner), "post_id": \#(id), "date": \#(1_500_000_000 + id), "text": "post \#(id)"}"#
  }

  private static func page(_ ids: some Sequence<Int>, next: String? = nil) -> String {
    let cursor = next.map { #", "next_from": "\#($0)""# } ?? ""
    return
      #"{"response": {"items": [\#(ids.map { item($0) }.joined(separator: ", "))], "profiles": [{"id": 1, "first_name": "Anna", "last_name": "K"}]\#(cursor)}}"#
  }

  @Test("pages read one by one are the feed that all of them at once are", arguments: 0..<20, [0, .max])
  func samePosts(seed: Int, keptBytes: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var documents: [FeedDocument] = []
    var first = 0
    let count = Int.random(in: 1...6, using: &random)
    let usesCursors = Bool.random(using: &random)
    for number in 0..<count {
      let length = Int.random(in: 0...5, using: &random)
      // Pages sometimes overlap.
      let start = max(0, first - Int.random(in: 0...2, using: &random))
      let next = usesCursors && number < count - 1 ? "\((number + 1) * 10)/x" : nil
      var text = Self.page(start..<start + length, next: next)
      if Int.random(in: 0..<8, using: &random) == 0 { text.removeLast(3) }
      let name = "\(Int.random(in: 0...99, using: &random))-\(number).json"
      try folder.write(text, to: name)
      documents.append(FeedDocument(name: name, bytes: Array(text.utf8)))
      first = start + length
    }
    documents.sort { naturallyPrecedes($0.name, $1.name) }
    let whole = FeedReader.read(documents)
    guard let feed = whole.feed, !feed.posts.isEmpty else {
      #expect(throws: RunFailure.self) { try read(keptBytes: keptBytes) }
      return
    }
    let found = try read(keptBytes: keptBytes)
    #expect(found.posts == feed.posts)
    #expect(found.facts.count == feed.posts.count && found.facts.nextFrom == feed.nextFrom)
    #expect(found.facts.newestDate == feed.newestDate)
    #expect(found.diagnostics == whole.diagnostics)
  }

  @Test(
    "each line of newline-delimited JSON is an answer or a post", arguments: ["feed.ndjson", "feed.jsonl", "feed.json"])
  func lines(name: String) throws {
    try folder.write(
      [Self.page(1...2), "", Self.item(7), Self.page(8...8) + "\r", ""].joined(separator: "\n"), to: name)
    let found = try read()
    #expect(found.posts.map(\.id) == ["wall1_1", "wall1_2", "wall1_7", "wall1_8"])
  }

  @Test("a line that can't be read is reported with its number, and the others are shown")
  func brokenLine() throws {
    try folder.write([Self.page(1...1), "", "{\"items\": [", Self.page(2...2)].joined(separator: "\n"), to: "a.ndjson")
    let found = try read()
    #expect(found.posts.map(\.id) == ["wall1_1", "wall1_2"])
    #expect(found.diagnostics.map(\.code) == ["feed.truncated"])
    #expect(found.diagnostics.first?.place?.description.hasPrefix("a.ndjson:3:") == true)
  }

  @Test("a first line that is broken does not make a file of lines a document")
  func brokenFirstLine() throws {
    try folder.write("{oops\n\(Self.page(2...2))\n", to: "a.jsonl")
    let found = try read()
    #expect(found.posts.map(\.id) == ["wall1_2"])
    #expect(found.diagnostics.first?.place?.description.hasPrefix("a.jsonl:1:") == true)
  }

  @Test("paths into a line begin with the line")
  func pathsInLines() throws {
    try folder.write("\(Self.page(1...1))\n\(Self.item(9, owner: 77))\n", to: "a.ndjson")
    let diagnostics = try read().diagnostics
    #expect(diagnostics.map(\.code) == ["feed.author-missing"])
    #expect(diagnostics.first?.place?.file == "a.ndjson:2")
  }

  @Test("an item without a recognizable service has that of its file")
  func itemsAmongLines() throws {
    let ad = #"{"type": "ads", "ads": [{"type": "post", "post": {"id": 5, "owner_id": 1, "text": "buy"}}]}"#
    try folder.write("\(Self.page(1...1))\n\(ad)\n", to: "a.ndjson")
    let found = try read()
    #expect(found.posts.map(\.id) == ["wall1_1", "wall1_5"])
    #expect(found.posts[1].flags.contains(.ad) && found.diagnostics.map(\.code) == ["feed.author-missing"])
  }

  @Test("events stand one on a line, without the list around them")
  func eventLines() throws {
    let lines = [
      #"{"id": "a", "title": "Jazz", "dates": "2018-11-24"}"#, #"{"id": "b", "title": "Talk"}"#, #"{"id": "c"}"#,
    ]
    try folder.write(lines.joined(separator: "\n"), to: "a.ndjson")
    let found = try read()
    #expect(found.posts.map(\.id) == ["event-a", "event-b"])
    #expect(found.diagnostics.map(\.code) == ["feed.event"] && found.diagnostics[0].place?.file == "a.ndjson:3")
  }

  @Test("a feed is the same whether it comes as a document, as pages or as lines", arguments: 0..<12)
  func splits(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let ids = (0..<40).map { _ in Int.random(in: 1...60, using: &random) }
    let unique = ids.reduce(into: [Int]()) { if !$0.contains($1) { $0.append($1) } }
    var (start, lines, file) = (0, [String](), 0)
    func flush() throws {
      if lines.count == 1, Bool.random(using: &random) {
        try folder.write(lines[0], to: "\(file).json")
      } else if !lines.isEmpty {
        try folder.write(lines.joined(separator: "\n"), to: "\(file).ndjson")
      }
      lines = []
      file += 1
    }
    while start < ids.count {
      let end = min(ids.count, start + Int.random(in: 1...6, using: &random))
      lines.append(
        end - start == 1 && Bool.random(using: &random) ? Self.item(ids[start]) : Self.page(ids[start..<end]))
      start = end
      if Int.random(in: 0..<3, using: &random) == 0 { try flush() }
    }
    try flush()
    let found = try read()
    #expect(found.posts.map(\.id) == unique.map { "wall1_\($0)" })
    #expect(found.diagnostics.contains { $0.code == "feed.duplicate" } == (ids.count > unique.count))
  }

  @Test("a document over many lines is a document, whatever it is called", arguments: ["a.json", "b.JSON"])
  func prettyPrinted(name: String) throws {
    let text = Self.page(1...3).replacingOccurrences(of: ", ", with: ",\n\n  ")
    try folder.write("\n\(text)\n\n", to: name)
    #expect(try read().posts.count == 3)
  }

  @Test("places in a document over many lines are those of the file")
  func linesOfDocuments() throws {
    try folder.write(Self.page(1...1), to: "1.json")
    try folder.write("\n{\n\n  \"items\": [x]\n}\n", to: "2.json")
    #expect(try read().diagnostics.first?.place == .line(4, column: 13, in: "2.json"))
  }

  @Test("lines longer than a piece of the file are read whole")
  func longLines() throws {
    let text = String(repeating: "слово ", count: 60_000)
    let long = Self.item(1).replacingOccurrences(of: "post 1", with: text)
    try folder.write(
      "\(long)\n\(Self.item(2))\n\(long.replacingOccurrences(of: "\"post_id\": 1", with: "\"post_id\": 3"))",
      to: "a.ndjson")
    let posts = try read().posts
    #expect(posts.map(\.id) == ["wall1_1", "wall1_2", "wall1_3"])
    #expect(posts[2].text.count >= 359_999)
  }

  @Test("a file that changes while it is read is an error, not another feed")
  func changed() throws {
    try folder.write(Self.page(1...3), to: "a.json")
    let project = Project(folder: folder.url, feeds: [folder.url], output: folder.url)
    let source = try FeedSource.open(FeedFiles.find(of: project), keptBytes: 0) { _ in }
    try folder.write(Self.page(1...40), to: "a.json")
    let posts = source.posts()
    let failure = #expect(throws: Diagnostic.self) { try posts.next() }
    #expect(failure?.code == "input.changed")
  }

  @Test("posts can be taken by their places")
  func places() throws {
    try folder.write(Self.page(1...5), to: "1.json")
    try folder.write(Self.page(6...9), to: "2.json")
    let project = Project(folder: folder.url, feeds: [folder.url], output: folder.url)
    let posts = try FeedSource.open(FeedFiles.find(of: project), keptBytes: 0) { _ in }.posts()
    #expect(try posts.nextPlaced(at: 2)?.id == "wall1_3")
    #expect(try posts.nextPlaced(at: 3)?.id == "wall1_4")
    #expect(try posts.nextPlaced(at: 7)?.id == "wall1_8")
    #expect(try posts.nextPlaced(at: 9) == nil)
  }

  // MARK: Neighbors

  private func source(keptBytes: Int = 0) throws -> FeedSource {
    try FeedSource.open(
      FeedFiles.find(of: Project(folder: folder.url, feeds: [folder.url], output: folder.url)), keptBytes: keptBytes
    ) { _ in }
  }

  /// Returns the last parts of the ids of a post and its neighbors: `1<2>3`.
  private func words(_ placed: PostInFeed) -> String {
    func number(_ post: Post?) -> Substring { post.map { $0.id.dropFirst(6) } ?? "" }
    return "\(number(placed.neighbours.previous))<\(number(placed.post))>\(number(placed.neighbours.next))"
  }

  @Test("each post knows those next to it, over pages that are empty or repeat posts", arguments: [0, .max])
  func neighbours(keptBytes: Int) throws {
    try folder.write(Self.page(1...2), to: "1.json")
    try folder.write(Self.page([]), to: "2.json")
    // The second post again, as when a feed grows while it is fetched.
    try folder.write(Self.page(2...4), to: "3.json")
    let posts = try source(keptBytes: keptBytes).posts()
    var found: [String] = []
    while let post = try posts.nextPlaced() { found.append(words(post)) }
    #expect(found == ["<1>2", "1<2>3", "2<3>4", "3<4>"])
    #expect(try posts.nextPlaced() == nil && posts.next() == nil)
  }

  @Test("a post alone has nothing next to it")
  func alone() throws {
    try folder.write(Self.page(1...1), to: "1.json")
    #expect(try source().posts().nextPlaced().map(words) == "<1>")
  }

  @Test("neighbors are those of the whole feed, whichever posts a share or a partial redraw takes")
  func neighboursOfSome() throws {
    try folder.write(Self.page(1...3), to: "1.json")
    try folder.write(Self.page(4...7), to: "2.json")
    let share = try source().share([0, 2, 3, 6])
    #expect(try share.posts().nextPlaced(9).map(words) == ["<1>2", "2<3>4", "3<4>5", "6<7>"])
    let some = share.posts()
    #expect(try [1, 3].map { try some.nextPlaced(at: $0).map(words) } == ["2<3>4", "6<7>"])
    let mixed = try source().posts()
    #expect(
      try [mixed.next()?.id, mixed.nextPlaced().map(words), mixed.next()?.id] == ["wall1_1", "1<2>3", "wall1_3"])
    #expect(try mixed.nextPlaced(at: 4).map(words) == "4<5>6")
  }

  @Test("posts in memory have the same neighbors")
  func inMemory() throws {
    try folder.write(Self.page(1...3), to: "1.json")
    let all = PostInFeed.all(of: try read().posts)
    #expect(all.map(words) == ["<1>2", "1<2>3", "2<3>"])
    #expect(PostInFeed.all(of: []).isEmpty)
  }

  @Test("pages whose next ones lead back to the first are shown once, and the circle is reported")
  func circle() throws {
    for (page, next) in [(1, 2), (2, 1)] {
      try folder.write(
        """
        {"version": "https://jsonfeed.org/version/1.1", "title": "Ring", "feed_url": "https://a.example/\(page)",
         "next_url": "https://a.example/\(next)", "items": [{"id": "\(page)", "content_text": "words"}]}
        """, to: "\(page).json")
    }
    let found = try read()
    #expect(found.facts.count == 2)
    #expect(found.diagnostics.map(\.code) == ["feed.circle"], "\(found.diagnostics)")
  }

  @Test("posts written before a moment, or from another on, are skipped, and counted", arguments: [0, .max])
  func window(keptBytes: Int) throws {
    try folder.write(Self.page(1...6), to: "feed.json")
    var project = Project(
      folder: folder.url, feeds: [folder.url], output: folder.url.appendingPathComponent("output"))
    project.chat.since = 1_500_000_002
    project.chat.until = 1_500_000_005
    for order in FeedOrder.allCases {
      project.order = order
      var diagnostics: [Diagnostic] = []
      let source = try FeedSource.open(FeedFiles.find(of: project), keptBytes: keptBytes) { diagnostics.append($0) }
      let posts = source.posts()
      var found: [String] = []
      while let post = try posts.next() { found.append(post.id) }
      let expected = ["wall1_2", "wall1_3", "wall1_4"]
      #expect(found == (order == .date ? expected.reversed() : expected))
      #expect(source.facts.count == 3 && source.facts.newestDate == 1_500_000_004)
      #expect(diagnostics.map(\.code) == ["input.left-out"] && "\(diagnostics)".contains("3 entries"))
    }
    project.chat.since = 1_600_000_000
    let failure = #expect(throws: RunFailure.self) { try FeedSource.open(FeedFiles.find(of: project)) { _ in } }
    let message = "there are no entries in this period; the feed spans 2017-07-14 to 2017-07-14"
    #expect(failure?.diagnostics.map(\.message) == [message])
  }

  @Test("of a post without a date no one knows whether it is from then")
  func undated() throws {
    try folder.write(Sample.jsonFeed("Home", 1...3), to: "feed.json")
    var project = Project(
      folder: folder.url, feeds: [folder.url], output: folder.url.appendingPathComponent("output"))
    project.chat.until = 2_000_000_000
    #expect(throws: RunFailure.self) { try FeedSource.open(FeedFiles.find(of: project)) { _ in } }
  }

  @Test("a feed spans years where more than one lies between its oldest and its newest post")
  func years() {
    func facts(_ dates: Int?...) -> FeedFacts {
      FeedFacts(dates.enumerated().map { Post(id: "\($0)", author: Author(id: "1", name: "Anna"), date: $1) })
    }
    #expect(!facts(0, nil, 365 * 86_400).spansYears && !facts(nil).spansYears)
    #expect(facts(0, 367 * 86_400).spansYears)
  }
}
