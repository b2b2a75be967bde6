import Fetching
import Foundation
import Support
import Testing

@Suite("Media next to pages")
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

  @Test("A file is under its host and path, and is asked for once")
  func place() async throws {
    let feed = try feed(.init(bytes: Sample.png, type: "image/png"))
    try await feed.fetch(Sample.timeline)
    #expect(try feed.files("media") == ["files.example/1.png": Data(Sample.png)])
    feed.net.forget()
    try FileManager.default.removeItem(at: feed.folder.appendingPathComponent("media"))
    try await feed.fetch(feed.folder.path)
    // Files that the user removed are not fetched again.
    #expect(feed.net.asked == [Sample.newer(than: 1)])
  }

  @Test("Missing files and files that are not images are reported once", arguments: [404, 410, 200])
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

  /// Returns a part of one version of a large file, as a complete or interrupted response.
  private func part(
    _ byte: UInt8, _ range: Range<Int>, of total: Int = 100_000, tag: String? = nil, status: Int = 200,
    isCut: Bool = true
  ) -> ScriptedTransport.Answer {
    var answer = ScriptedTransport.Answer(bytes: [UInt8](repeating: byte, count: range.count), type: "video/mp4")
    answer.status = status
    answer.headers = [HTTPHeader("Content-Length", "\(status == 206 ? range.count : total)")]
    if let tag { answer.headers.append(HTTPHeader("ETag", tag)) }
    if status == 206 {
      answer.headers.append(HTTPHeader("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total)"))
    }
    if isCut { (answer.fault, answer.bytesBeforeFault) = (TransportFault(.cutShort, ""), range.count) }
    return answer
  }

  @Test("A file is never joined from two versions", arguments: [nil, "W/\"b\""])
  func versions(_ tagOfSecond: String?) async throws {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, Sample.page([1], photo: true))
    feed.net.on(
      Self.picture, part(1, 0..<40_000, tag: "\"a\""), part(2, 0..<50_000, tag: tagOfSecond),
      part(1, 0..<100_000, tag: "\"a\"", isCut: false))
    try await feed.fetch(Sample.timeline)
    let ranges = feed.net.requests.filter { $0.address.text == Self.picture }.map { $0.header("Range") }
    #expect(ranges == [nil, "bytes=40000-", nil])
    #expect(try feed.files("media").values.map { Set($0) } == [[1]])
  }

  @Test(
    "A part of another version, or of another size, is not taken", arguments: [("\"b\"", 100_000), ("\"a\"", 99_999)])
  func otherPart(_ tag: String, _ total: Int) async throws {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, Sample.page([1], photo: true))
    feed.net.on(
      Self.picture, part(1, 0..<40_000, tag: "\"a\""),
      part(2, 40_000..<total, of: total, tag: tag, status: 206, isCut: false), part(3, 0..<100_000, isCut: false))
    try await feed.fetch(Sample.timeline)
    #expect(try feed.files("media").values.map { Set($0) } == [[3]])
  }

  @Test("Unrequested and oversized parts are rejected")
  func unasked() async throws {
    var endless = part(1, 40_000..<50_000, tag: "\"a\"", status: 206)
    endless.headers[0] = HTTPHeader("Content-Length", "\(Int.max)")
    for answers in [[part(2, 0..<50_000, status: 206, isCut: false)], [part(1, 0..<40_000, tag: "\"a\""), endless]] {
      let feed = try FetchedFeed()
      feed.net.on(Sample.timeline, Sample.page([1], photo: true))
      feed.net.on(Self.picture, answers[0], answers.last ?? answers[0])
      let outcome = try await feed.fetch(Sample.timeline)
      #expect(outcome.status != .good || outcome.summary?.missingMedia == 1)
      #expect(try feed.files("media").isEmpty)
    }
  }

  @Test("A image with something behind its end is whole, one whose preview alone ends is not")
  func motionPhoto() async throws {
    let film = [UInt8](repeating: 0x66, count: 20_000)
    let jpeg = HandmadeJPEG(width: 8, height: 8).bytes
    // A preview in a segment of the image, with its own end marker.
    let preview =
      Array(jpeg.prefix(2)) + [0xFF, 0xE1, UInt8((jpeg.count + 2) >> 8), UInt8((jpeg.count + 2) & 0xFF)] + jpeg
    let whole = preview + jpeg.dropFirst(2)
    for bytes in [whole + film, Sample.png + film] {
      let feed = try feed(.init(bytes: bytes, type: "image/jpeg"))
      try await feed.fetch(Sample.timeline)
      #expect(try feed.files("media").values.map { [UInt8]($0) } == [bytes])
    }
    let cut = try feed(
      .init(bytes: Array(whole.dropLast(2)), type: "image/jpeg"), .init(bytes: whole, type: "image/jpeg"))
    try await cut.fetch(Sample.timeline)
    #expect(try cut.files("media").values.map { [UInt8]($0) } == [whole])
  }

  @Test("A image without an end is asked for again")
  func withoutEnd() async throws {
    let feed = try feed(
      .init(bytes: Array(Sample.png.prefix(40)), type: "image/png"), .init(bytes: Sample.png, type: "image/png"))
    try await feed.fetch(Sample.timeline)
    #expect(try feed.files("media").values.map { [UInt8]($0) } == [Sample.png])
  }

  @Test("A disk that takes no file ends the run, however many wait", .timeLimit(.minutes(5)))
  func unwritable() async throws {
    let feed = try FetchedFeed()
    let ids = Array(1...300)
    feed.net.on(Sample.timeline, Sample.page(ids, photo: true))
    feed.net.on(Sample.newer(than: 1), Sample.page([]))
    var cut = ScriptedTransport.Answer(bytes: Sample.png, type: "image/png")
    (cut.fault, cut.bytesBeforeFault) = (TransportFault(.cutShort, ""), 10)
    for id in ids { feed.net.on("https://files.example/\(id).png", cut) }
    #expect(try await feed.fetch(Sample.timeline).status == .incomplete)
    let parts = try feed.files(".fetch/parts").keys
    #expect(parts.count == ids.count)
    for name in parts {
      try FileManager.default.removeItem(at: feed.folder.appendingPathComponent(".fetch/parts/\(name)"))
      try feed.place.write("", to: "feed/.fetch/parts/\(name)/taken")
    }
    #expect(try await feed.fetch(feed.folder.path).status == .unwritableOutput)
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
    var wants = MediaSelection()
    func urls() -> [String] { wants.wants(of: Array(page.utf8), name: "a.json").map(\.url) }
    #expect(urls() == ["https://f.example/o.png"])
    wants.pictureWidth = 500
    #expect(urls() == ["https://f.example/s.png"])
    wants.pictureWidth = 9000
    #expect(urls() == ["https://f.example/o.png"])
  }
}
