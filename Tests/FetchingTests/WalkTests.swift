import Fetching
import Foundation
import Support
import Testing

@Suite("Walks through a feed")
struct WalkTests {
  /// Six posts on three pages, followed by an empty page.
  private func timeline(_ feed: FetchedFeed) {
    feed.net.on(Sample.timeline, Sample.page([6, 5], next: Sample.older(than: 5)))
    feed.net.on(Sample.older(than: 5), Sample.page([4, 3], next: Sample.older(than: 3)))
    feed.net.on(Sample.older(than: 3), Sample.page([2, 1], next: Sample.older(than: 1)))
    feed.net.on(Sample.older(than: 1), Sample.page([]))
  }

  private func posts(_ feed: FetchedFeed) throws -> [String] {
    var seen: Set<String> = []
    return try feed.files("pages").sorted { $0.key < $1.key }.flatMap { file in
      let list = try JSONSerialization.jsonObject(with: file.value) as? [[String: Any]] ?? []
      return list.compactMap { $0["id"] as? String }
    }.filter { seen.insert($0).inserted }
  }

  @Test("A first run goes to the end, and asks for each page once")
  func firstRun() async throws {
    let feed = try FetchedFeed()
    timeline(feed)
    let outcome = try await feed.fetch(Sample.timeline)
    #expect(outcome.status == .good)
    #expect(outcome.summary?.end == "an empty page")
    #expect(try posts(feed) == ["6", "5", "4", "3", "2", "1"])
    #expect(
      feed.net.asked == [Sample.timeline, Sample.older(than: 5), Sample.older(than: 3), Sample.older(than: 1)])
  }

  @Test("A file of the user with the name of the next page stays, and the message names it")
  func takenPage() async throws {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, Sample.page([2, 1]))
    try await feed.fetch(Sample.timeline)
    feed.net.on(Sample.newer(than: 2), Sample.page([3]))
    feed.net.on(Sample.newer(than: 3), Sample.page([]))
    let name = FetchFolder.name(walk: 2, page: 1)
    let own = feed.folder.appendingPathComponent("pages/\(name)")
    try Data("mine".utf8).write(to: own)
    let refused = try await feed.fetch(feed.folder.path)
    #expect(refused.status == .unwritableOutput, "\(refused)")
    #expect(feed.output.contains("fetch.page-taken"), "\(feed.output)")
    #expect(try Data(contentsOf: own) == Data("mine".utf8))
    try FileManager.default.removeItem(at: own)
    #expect(try await feed.fetch(feed.folder.path).status == .good)
    #expect(try posts(feed) == ["3", "2", "1"])
  }

  @Test("A page that a killed run stored and did not record is fetched again")
  func unrecordedPage() async throws {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, Sample.page([2, 1]))
    try await feed.fetch(Sample.timeline)
    let name = FetchFolder.name(walk: 2, page: 1)
    let parts = feed.folder.appendingPathComponent(".fetch/parts")
    try FileManager.default.createDirectory(at: parts, withIntermediateDirectories: true)
    // As a kill between the two steps leaves it: one file under both names.
    let part = parts.appendingPathComponent("\(name).part")
    try Data(Sample.statuses([4, 3]).utf8).write(to: part)
    try FileManager.default.linkItem(at: part, to: feed.folder.appendingPathComponent("pages/\(name)"))
    feed.net.on(Sample.newer(than: 2), Sample.page([3]))
    feed.net.on(Sample.newer(than: 3), Sample.page([]))
    #expect(try await feed.fetch(feed.folder.path).status == .good)
    #expect(try posts(feed) == ["3", "2", "1"])
    #expect(!FileManager.default.fileExists(atPath: part.path))
  }

  @Test("A body is kept as it came")
  func bodies() async throws {
    let feed = try FetchedFeed()
    let odd = " \u{FEFF}[ ]".replacing("\u{FEFF}", with: "") + "\n"
    feed.net.on(Sample.timeline, .init(200, Sample.statuses([1]) + odd.replacing("[ ]", with: "")))
    try await feed.fetch(Sample.timeline)
    #expect(
      try feed.files("pages").values.map { String(decoding: $0, as: UTF8.self) }
        == [Sample.statuses([1]) + odd.replacing("[ ]", with: "")])
  }

  @Test("A second run requests only newer posts")
  func secondRun() async throws {
    let feed = try FetchedFeed()
    timeline(feed)
    try await feed.fetch(Sample.timeline)
    feed.net.forget()
    feed.net.on(Sample.newer(than: 6), Sample.page([8, 7]))
    feed.net.on(Sample.newer(than: 8), Sample.page([9]))
    feed.net.on(Sample.newer(than: 9), Sample.page([]))
    try await feed.fetch(feed.folder.path)
    #expect(feed.net.asked == [6, 8, 9].map { Sample.newer(than: $0) })
    #expect(try posts(feed) == ["9", "8", "7", "6", "5", "4", "3", "2", "1"])
  }

  @Test("A run that broke off goes on where it was, below what has come meanwhile")
  func hole() async throws {
    let feed = try FetchedFeed()
    timeline(feed)
    feed.net.on(Sample.older(than: 3), .init(fault: .timedOut))
    let broken = try await feed.fetch(Sample.timeline)
    #expect(broken.status == .incomplete)
    #expect(try posts(feed) == ["6", "5", "4", "3"])
    timeline(feed)
    feed.net.on(Sample.newer(than: 6), Sample.page([7]))
    feed.net.on(Sample.newer(than: 7), Sample.page([]))
    feed.net.forget()
    let outcome = try await feed.fetch(feed.folder.path)
    #expect(outcome.status == .good)
    #expect(try posts(feed) == ["7", "6", "5", "4", "3", "2", "1"])
    #expect(!feed.net.asked.contains(Sample.older(than: 5)))
  }

  @Test("A service that can't say what is newer is asked from the top, until posts are known")
  func fromTheTop() async throws {
    let feed = try FetchedFeed()
    timeline(feed)
    try await feed.fetch(Sample.timeline)
    feed.net.forget()
    feed.net.on(Sample.timeline, Sample.page([8, 7], next: Sample.older(than: 7)))
    feed.net.on(Sample.older(than: 7), Sample.page([6, 5], next: Sample.older(than: 5)))
    try await feed.fetch(feed.folder.path)
    #expect(feed.net.asked == [Sample.newer(than: 6), Sample.timeline, Sample.older(than: 7)])
    #expect(try posts(feed) == ["8", "7", "6", "5", "4", "3", "2", "1"])
  }

  @Test("A place that the service takes no longer is found again from the top, and nothing is skipped")
  func refusedCursor() async throws {
    let feed = try FetchedFeed()
    timeline(feed)
    feed.net.on(Sample.older(than: 3), .init(fault: .timedOut))
    try await feed.fetch(Sample.timeline)
    timeline(feed)
    feed.net.on(Sample.newer(than: 6), Sample.page([]))
    feed.net.on(Sample.older(than: 3), .init(400, #"{"error":"cursor"}"#), Sample.page([2, 1]))
    let outcome = try await feed.fetch(feed.folder.path)
    #expect(outcome.status == .good)
    #expect(try posts(feed) == ["6", "5", "4", "3", "2", "1"])
    feed.net.forget()
    try await feed.fetch(feed.folder.path)
    #expect(feed.net.asked == [Sample.newer(than: 6)])
  }

  @Test("A walk ends at its bound of pages, and another run with a higher one continues from there")
  func pageLimit() async throws {
    let feed = try FetchedFeed()
    timeline(feed)
    let outcome = try await feed.fetch(Sample.timeline) { $0.options.maxPages = 1 }
    #expect(outcome.summary?.end == "the page limit")
    #expect(try posts(feed) == ["6", "5"])
    feed.net.on(Sample.newer(than: 6), Sample.page([]))
    try await feed.fetch(Sample.timeline) { $0.options.maxPages = 1 }
    #expect(try posts(feed) == ["6", "5"])
    try await feed.fetch(Sample.timeline)
    #expect(try posts(feed) == ["6", "5", "4", "3", "2", "1"])
  }

  @Test("A page that did not change is not asked for twice")
  func validators() async throws {
    let feed = try FetchedFeed()
    let address = "https://blog.example/feed.json"
    let body = #"{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"1","content_text":"a"}]}"#
    feed.net.on(address, .init(200, body, headers: ["ETag": "\"1\""]), .init(304))
    try await feed.fetch(address)
    let outcome = try await feed.fetch(address)
    #expect(outcome.status == .good)
    #expect(outcome.summary?.end == "an unchanged page")
    #expect(feed.net.requests.last?.header("If-None-Match") == "\"1\"")
  }

  @Test("An edited post is reported, and both versions are kept")
  func edits() async throws {
    let feed = try FetchedFeed()
    timeline(feed)
    try await feed.fetch(Sample.timeline)
    feed.net.on(Sample.timeline, .init(200, Sample.statuses([6, 5], edited: [5])))
    let outcome = try await feed.fetch(feed.folder.path) { $0.options.refreshesHistory = true }
    #expect(outcome.summary?.edited == 1)
    #expect(try feed.files("pages").values.count { String(decoding: $0, as: UTF8.self).contains("5</p>") } == 2)
  }

  @Test("An edit that the service calls by an id of its own is an edit, and its earlier version is not gone")
  func editsWithIDs() async throws {
    func page(_ posts: (id: String, history: [String])...) -> ScriptedTransport.Answer {
      let data = posts.map { post in
        let history = post.history.map { "\"\($0)\"" }.joined(separator: ",")
        return #"{"id":"\#(post.id)","text":"t","edit_history_tweet_ids":[\#(history)]}"#
      }
      return .init(200, #"{"data":[\#(data.joined(separator: ","))],"meta":{}}"#)
    }
    let feed = try FetchedFeed()
    let top = "https://api.x.com/2/users/1/tweets?max_results=5"
    feed.net.on(top, page(("12", ["12"]), ("11", ["11"]), ("10", ["10"])))
    try await feed.fetch(top)
    feed.net.on("\(top)&since_id=12", page(("15", ["11", "15"])), .init(200, #"{"meta":{"result_count":0}}"#))
    let outcome = try await feed.fetch(feed.folder.path)
    #expect(outcome.summary?.edited == 1)
    #expect(outcome.summary?.newPosts == 0)
    #expect(feed.output.contains("11 was edited"))
    #expect(try feed.files("pages").count == 2)
    // An unchanged page is not reported as edited, and the unlisted first version not as removed.
    feed.net.on(top, page(("15", ["11", "15"]), ("12", ["12"]), ("10", ["10"])))
    let later = try await feed.fetch(feed.folder.path) { $0.options.refreshesHistory = true }
    #expect(later.summary?.edited == 0)
    #expect(later.summary?.gone == 0)
  }

  private func journal(of feed: FetchedFeed) -> URL { feed.folder.appendingPathComponent(".fetch/journal.ndjson") }

  @Test("A journal with a truncated first line or an empty line is repaired")
  func mended() async throws {
    let feed = try FetchedFeed()
    timeline(feed)
    try await feed.fetch(Sample.timeline)
    var lines = try String(contentsOf: journal(of: feed), encoding: .utf8).components(separatedBy: "\n")
    lines[0] = String(lines[0].dropFirst(9)) + "\n "
    try Data(lines.joined(separator: "\n").utf8).write(to: journal(of: feed))
    // Without the source in the journal, the user must name it.
    #expect(try await feed.fetch(feed.folder.path).status == .brokenInput)
    #expect(feed.output.contains("fetch SOURCE --into"))
    let posts = try await feed.fetch(Sample.timeline).summary?.posts
    #expect(posts != nil && posts != 0)
    #expect(try await feed.fetch(feed.folder.path).summary?.posts == posts)
  }

  @Test(
    "A journal with numbers that no run has written is refused",
    arguments: [
      #""event":"page","walk":\#(Int.max),"page":1"#, #""event":"page","walk":0,"page":1"#,
      #""event":"media","bytes":\#(Int.max)"#, #""event":"media","bytes":-1"#,
    ])
  func edited(_ line: String) async throws {
    let feed = try FetchedFeed()
    timeline(feed)
    try await feed.fetch(Sample.timeline)
    var text = try String(contentsOf: journal(of: feed), encoding: .utf8)
    text += "{\(line)}\n"
    try Data(text.utf8).write(to: journal(of: feed))
    #expect(try await feed.fetch(feed.folder.path).status == .unwritableOutput)
    #expect(feed.output.contains("fetch.journal"))
  }

  @Test("Another source does not go into the folder of the first")
  func otherSource() async throws {
    let feed = try FetchedFeed()
    timeline(feed)
    try await feed.fetch(Sample.timeline)
    let other = "\(Sample.host)/api/v1/timelines/tag/x"
    #expect(try await feed.fetch(other).status == .brokenInput)
  }

  @Test("A source that gives nothing leaves no folder")
  func nothing() async throws {
    let feed = try FetchedFeed()
    #expect(try await feed.fetch(Sample.timeline).status == .refused)
    #expect(!FileManager.default.fileExists(atPath: feed.folder.path))
  }

  @Test("Unwritable files are reported with a hint that fits the command")
  func unwritable() async throws {
    let feed = try FetchedFeed()
    timeline(feed)
    try await feed.fetch(Sample.timeline) { $0.options.maxPages = 1 }
    try FileManager.default.removeItem(at: feed.folder.appendingPathComponent("pages"))
    try feed.place.write("mine", to: "feed/pages")
    let outcome = try await feed.fetch(feed.folder.path)
    #expect(outcome.status == .unwritableOutput)
    #expect(feed.output.contains("--into") && !feed.output.contains("--output"))
    #expect(try feed.files("").keys.contains("pages"))
  }

  @Test("A folder with the user's files is not written into")
  func foreignFolder() async throws {
    let feed = try FetchedFeed()
    timeline(feed)
    try feed.place.write("mine", to: "feed/notes.txt")
    #expect(try await feed.fetch(Sample.timeline).status == .unwritableOutput)
    #expect(try feed.files("").keys.sorted() == ["notes.txt"])
  }
}
