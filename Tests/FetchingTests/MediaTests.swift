import Fetching
import Foundation
import Support
import Testing

@Suite("Media beside pages")
struct MediaTests {
  private static let picture = "https://files.example/1.png"

  private func feed(_ answers: ScriptedTransport.Answer...) throws -> FetchedFeed {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, Sample.page([1], photo: true))
    feed.net.on(Sample.newer(than: 1), Sample.page([]))
    for (number, answer) in answers.enumerated() where number == 0 { feed.net.on(Self.picture, answer) }
    if answers.count > 1 { feed.net.on(Self.picture, answers[0], answers[1]) }
    return feed
  }

  @Test("A file lies under its host and path, and is asked for once")
  func place() async throws {
    let feed = try feed(.init(bytes: Sample.png, type: "image/png"))
    try await feed.fetch(Sample.timeline)
    #expect(try feed.files("media") == ["files.example/1.png": Data(Sample.png)])
    feed.net.forget()
    try FileManager.default.removeItem(at: feed.folder.appendingPathComponent("media"))
    try await feed.fetch(feed.folder.path)
    // What was removed by hand stays away.
    #expect(feed.net.asked == [Sample.newer(than: 1)])
  }

  @Test("What is gone, or is no picture, is told of once", arguments: [404, 410, 200])
  func missing(_ status: Int) async throws {
    let feed = try feed(
      .init(status, "<html><title>nothing here</title></html>", headers: ["Content-Type": "text/html"]))
    let outcome = try await feed.fetch(Sample.timeline)
    #expect(outcome.status == .good)
    #expect(outcome.summary?.missingMedia == 1)
    #expect(try feed.files("media").isEmpty)
    feed.net.forget()
    try await feed.fetch(feed.folder.path)
    #expect(!feed.net.asked.contains(Self.picture))
  }

  @Test("A file that broke off goes on where it was")
  func resumed() async throws {
    let whole = Sample.png + [UInt8](repeating: 7, count: 70_000) + Array("IEND....".utf8)
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, Sample.page([1], photo: true))
    var half = ScriptedTransport.Answer(bytes: whole, type: "image/png")
    half.headers += [HTTPHeader("ETag", "\"x\""), HTTPHeader("Accept-Ranges", "bytes")]
    half.fault = TransportFault(.cutShort, "")
    half.bytesBeforeFault = 40_000
    var rest = ScriptedTransport.Answer(bytes: Array(whole[40_000...]), type: "image/png")
    rest.status = 206
    rest.headers.append(HTTPHeader("Content-Range", "bytes 40000-\(whole.count - 1)/\(whole.count)"))
    feed.net.on(Self.picture, half, rest)
    try await feed.fetch(Sample.timeline)
    let second = feed.net.requests.filter { $0.address.text == Self.picture }.last
    #expect(second?.header("Range") == "bytes=40000-")
    #expect(second?.header("If-Range") == "\"x\"")
    #expect(try feed.files("media").values.map { [UInt8]($0) } == [whole])
    #expect(try feed.files(".fetch/parts").isEmpty)
  }

  @Test("A picture without an end is asked for again")
  func withoutEnd() async throws {
    let feed = try feed(
      .init(bytes: Array(Sample.png.prefix(40)), type: "image/png"), .init(bytes: Sample.png, type: "image/png"))
    try await feed.fetch(Sample.timeline)
    #expect(try feed.files("media").values.map { [UInt8]($0) } == [Sample.png])
  }

  @Test("A file beyond the bound is left, and so is what is beyond the bound of all")
  func bounds() async throws {
    let feed = try feed(.init(bytes: Sample.png, type: "image/png"))
    let outcome = try await feed.fetch(Sample.timeline) { $0.options.media.each = 10 }
    #expect(outcome.summary?.missingMedia == 1)
    #expect(try feed.files("media").isEmpty)
  }

  @Test("Without media, and with them later")
  func later() async throws {
    let feed = try feed(.init(bytes: Sample.png, type: "image/png"))
    try await feed.fetch(Sample.timeline) { $0.options.hasMedia = false }
    #expect(!feed.net.asked.contains(Self.picture))
    try await feed.fetch(feed.folder.path)
    #expect(try feed.files("media").count == 1)
  }

  @Test("An address of a private network in a post of the open web is not asked for")
  func privateAddress() async throws {
    let feed = try FetchedFeed()
    let inner = "http://127.0.0.1:8080/1.png"
    let page = Sample.statuses([1], photo: true).replacing(Self.picture, with: inner)
    feed.net.on(Sample.timeline, .init(200, page))
    try await feed.fetch(Sample.timeline)
    #expect(feed.net.asked == [Sample.timeline])
  }

  @Test("Of several sizes the smallest that is wide enough is taken, else the widest")
  func sizes() {
    let page = """
      [{"id":"1","created_at":"2026-01-01T00:00:00Z","content":"","account":{"id":"1","acct":"a"},"media_attachments":[
      {"type":"image","url":"https://f.example/o.png","preview_url":"https://f.example/s.png",
      "meta":{"original":{"width":3000,"height":2000},"small":{"width":600,"height":400}}}]}]
      """
    var wants = MediaWants()
    func urls() -> [String] { wants.wants(of: Array(page.utf8), name: "a.json").map(\.url) }
    #expect(urls() == ["https://f.example/o.png"])
    wants.pictureWidth = 500
    #expect(urls() == ["https://f.example/s.png"])
    wants.pictureWidth = 9000
    #expect(urls() == ["https://f.example/o.png"])
  }
}
