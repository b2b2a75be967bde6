import Foundation
import Support
import Testing

/// The effects of `feedproof fetch` options on requests: six posts on three pages, each with a photo in two sizes, the
/// newest with a video.
@Suite("Options of feedproof fetch")
struct FetchOptionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var options: [String]
    var status: Int32 = 0
    /// Requested pages, images and videos, if the option affects them.
    var pages: Int?
    var pictures: [String]?
    var kept: Int?
    /// A part of the output.
    var words = ""

    var testDescription: String { options.joined(separator: " ") }
  }

  private static let all = ["1.png", "2.png", "3.png", "4.png", "5.png", "6.png"]

  private static let cases = [
    Case(options: [], pages: 3, pictures: all, kept: 6),
    Case(options: ["--max-pages", "1"], pages: 1, pictures: ["5.png", "6.png"]),
    Case(options: ["--max-pages", "2"], pages: 2, pictures: ["3.png", "4.png", "5.png", "6.png"]),
    Case(options: ["--since", "2026-01-01T00:00:04Z"], pages: 2),
    Case(options: ["--no-media"], pages: 3, pictures: [], kept: 0),
    Case(options: ["--video"], pictures: all + ["6.mp4"], kept: 7),
    Case(options: ["--photo-width", "500"], pictures: all.map { "small-\($0)" }, kept: 6),
    Case(options: ["--photo-width", "9000"], pictures: all, kept: 6),
    // Each file has 700 KB. It is skipped if it exceeds the limit, and started while the total is below the limit.
    Case(options: ["--media-limit", "1"], pictures: all, kept: 6),
    Case(
      options: ["--media-total", "1", "--connections", "1"], pictures: ["5.png", "6.png"], kept: 2, words: "media"),
    Case(options: ["--media-total", "100"], pictures: all, kept: 6),
    Case(options: ["--dry-run"], pictures: [], kept: 0),
  ]

  private let folder: TemporaryFolder
  private let server: ReplayServer
  private static let timeline = "/api/v1/timelines/public?limit=2"

  init() throws {
    (folder, server) = (try TemporaryFolder(), try ReplayServer())
    let older = { (id: Int) in "\(Self.timeline)&max_id=\(id)" }
    for (page, next, ids) in [(Self.timeline, 5, [6, 5]), (older(5), 3, [4, 3]), (older(3), 0, [2, 1])] {
      let headers = next > 0 ? ["Link": "<\(server.base)\(older(next))>; rel=\"next\""] : [:]
      server.on(page, .init(200, "[\(ids.map(status).joined(separator: ","))]", headers: headers))
    }
    var picture = ReplayServer.Answer(200, headers: ["Content-Type": "image/png"])
    // Phones write extra bytes after the end of the image.
    picture.body = HandmadePNG(width: 40, height: 30).bytes + [UInt8](repeating: 0, count: 700_000)
    var video = ReplayServer.Answer(200, headers: ["Content-Type": "video/mp4"])
    video.body = Array("\0\0\0\u{18}ftypmp42".utf8)
    for name in Self.all.flatMap({ [$0, "small-\($0)"] }) { server.on("/\(name)", picture) }
    server.on("/6.mp4", video)
  }

  private func status(_ id: Int) -> String {
    let photo = """
      {"id":"m\(id)","type":"image","url":"\(server.base)/\(id).png","preview_url":"\(server.base)/small-\(id).png",
      "meta":{"original":{"width":3000,"height":2000},"small":{"width":600,"height":400}}}
      """
    let video = #",{"id":"v","type":"video","url":"\#(server.base)/6.mp4"}"#
    return """
      {"id":"\(id)","created_at":"2026-01-01T00:00:0\(id)Z","content":"<p>post \(id)</p>",
      "account":{"id":"1","acct":"a","display_name":"A","avatar":""},"media_attachments":[\(photo)\(id == 6 ? video : "")]}
      """
  }

  private func fetch(_ options: [String], _ environment: [String: String?] = [:]) throws -> Tool.Outcome {
    try Tool.run(
      ["fetch", server.base + Self.timeline, "--into", "feed"] + options,
      environment: ["HOME": folder.url.path].merging(environment) { $1 }, in: folder.url)
  }

  private var pages: [ReplayServer.Request] { server.requests.filter { $0.target.hasPrefix(Self.timeline) } }
  private var media: [ReplayServer.Request] { server.requests.filter { !$0.target.hasPrefix(Self.timeline) } }

  @Test("an option does what it says", arguments: cases)
  func option(_ asked: Case) throws {
    let outcome = try fetch(asked.options)
    #expect(outcome.status == asked.status, "\(outcome.error)")
    #expect(asked.words.isEmpty || outcome.error.contains(asked.words), "\(outcome.error)")
    if let count = asked.pages { #expect(pages.count == count) }
    if let names = asked.pictures { #expect(Set(media.map(\.target)) == Set(names.map { "/\($0)" })) }
    let kept = FileManager.default.subpaths(atPath: folder.url.appendingPathComponent("feed/media").path) ?? []
    if let count = asked.kept { #expect(kept.count { $0.hasSuffix(".png") || $0.hasSuffix(".mp4") } == count) }
  }

  @Test("files larger than --media-limit are not kept, and nothing else is kept from them")
  func mediaLimit() throws {
    var large = ReplayServer.Answer(200, headers: ["Content-Type": "image/png"])
    large.body = HandmadePNG(width: 40, height: 30).bytes + [UInt8](repeating: 0, count: 1 << 20)
    server.on("/4.png", large)
    #expect(try fetch(["--media-limit", "1"]).status == 0)
    let kept = FileManager.default.subpaths(atPath: folder.url.appendingPathComponent("feed").path) ?? []
    #expect(
      Set(kept.filter { $0.hasSuffix(".png") }.map { $0.suffix(5) })
        == Set(Self.all.filter { $0 != "4.png" }.map { $0.suffix(5) }))
  }

  @Test("as many files as --connections says are fetched at once, and no longer", arguments: [1, 3])
  func connections(_ count: Int) throws {
    for name in Self.all {
      var picture = ReplayServer.Answer(200, headers: ["Content-Type": "image/png"])
      (picture.body, picture.delay) = (HandmadePNG(width: 40, height: 30).bytes, 0.5)
      server.on("/\(name)", picture)
    }
    #expect(try fetch(["--connections", "\(count)"]).status == 0)
    #expect(media.count == 6)
    // A page may be requested at the same time.
    #expect((count...count + 1).contains(server.mostOpen))
  }

  @Test("between two requests of a host --sleep passes")
  func sleep() throws {
    #expect(try fetch(["--sleep", "1", "--no-media"]).status == 0)
    let times = pages.map(\.time)
    #expect(times.count == 3)
    // A busy machine may record the first request late.
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 > 0.5 })
  }

  @Test("a limit beyond --max-wait is not waited for, one within it is", arguments: [("600", false), ("1", true)])
  func maxWait(_ wait: String, _ isWaitedFor: Bool) throws {
    server.on(
      Self.timeline, .init(429, "{}", headers: ["Retry-After": wait]), .init(200, "[\(status(1))]"))
    let outcome = try fetch(["--max-wait", "20", "--no-media"])
    #expect(outcome.status == (isWaitedFor ? 0 : 7), "\(outcome.error)")
    #expect(pages.count == (isWaitedFor ? 2 : 1))
  }

  @Test("a server that is silent for --timeout is given up")
  func timeout() throws {
    server.on(Self.timeline, .init(200, "[]", fault: .silent))
    let outcome = try fetch(["--timeout", "1", "--max-wait", "0"])
    #expect(outcome.status == 7, "\(outcome.error)")
    // The number of attempts for any request.
    #expect(pages.count == 5)
  }

  @Test("certificates that --ca-file names are the ones that count")
  func certificates() throws {
    let outcome = try Tool.run(
      ["fetch", "https://127.0.0.1:\(server.port)/feed.json", "--into", "feed", "--ca-file", "none.pem"],
      environment: ["HOME": folder.url.path], in: folder.url)
    #expect(outcome.status == 6 && outcome.error.contains("none.pem"), "\(outcome.error)")
    #expect(server.requests.isEmpty)
  }

  @Test("a proxy is asked for all, and looks names up itself")
  func proxy() throws {
    let feed = #"{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"1","content_text":"a"}]}"#
    server.on(
      "http://nowhere.invalid/feed.json", .init(200, feed, headers: ["Content-Type": "application/feed+json"]))
    let outcome = try Tool.run(
      ["fetch", "http://nowhere.invalid/feed.json", "--into", "feed", "--proxy", server.base],
      environment: ["HOME": folder.url.path], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(server.requests.map(\.target) == ["http://nowhere.invalid/feed.json"])
  }
}
