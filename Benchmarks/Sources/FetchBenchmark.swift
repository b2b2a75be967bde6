import Foundation
import Support

/// The cost of fetching without network costs: a server in this process answers at once, and all files are small. What
/// remains are requests and writing the folder.
struct FetchBenchmark {
  struct Result: Encodable {
    var posts: Int
    var files: Int
    var wallMilliseconds: Double
    /// The CPU time of the fetching process, without the server.
    var cpuMilliseconds: Double
    /// The maximum resident set size.
    var peakMegabytes: Double
    /// The time of a run that finds nothing new.
    var againMilliseconds: Double

    var filesPerSecond: Double { Double(files) / wallMilliseconds * 1000 }
  }

  let run: ToolRun
  let folder: URL
  private let posts = 2000
  private let pageLength = 40
  private static let timeline = "/api/v1/timelines/public?limit=40"

  func result() throws -> Result {
    let server = try ReplayServer()
    answer(server)
    // The first run warms the machine up, and its memory is measured.
    let load = try run.load(words(server, "fetch-weighed"))
    let timed = words(server, "fetch-timed")
    let cost = try run.cost(timed)
    let again = try run.cost(timed)
    for name in ["fetch-weighed", "fetch-timed"] { try check(name) }
    return Result(
      posts: posts, files: files, wallMilliseconds: cost.wallMilliseconds, cpuMilliseconds: cost.cpuMilliseconds,
      peakMegabytes: load.peakMegabytes, againMilliseconds: again.wallMilliseconds)
  }

  private func words(_ server: ReplayServer, _ name: String) -> [String] {
    ["fetch", server.base + Self.timeline, "--into", folder.appendingPathComponent(name).path, "--quiet"]
  }

  /// Alternates between two and three photos.
  private func pictures(of post: Int) -> Int { post % 2 == 0 ? 2 : 3 }
  private var files: Int { (1...posts).reduce(0) { $0 + pictures(of: $1) } }

  private func answer(_ server: ReplayServer) {
    var picture = ReplayServer.Answer(200, headers: ["Content-Type": "image/png", "ETag": "\"1\""])
    picture.body = HandmadePNG(width: 55, height: 55).bytes
    for newest in stride(from: posts, to: 0, by: -pageLength) {
      let ids = (max(1, newest - pageLength + 1)...newest).reversed()
      let list = ids.map { status($0, server.base) }.joined(separator: ",")
      for id in ids { for number in 0..<pictures(of: id) { server.on("/media/\(id)/\(number).png", picture) } }
      let last = ids.last.map { "<\(server.base)\(Self.timeline)&max_id=\($0)>; rel=\"next\"" } ?? ""
      let place = newest == posts ? "" : "&max_id=\(newest + 1)"
      server.on(Self.timeline + place, .init(200, "[\(list)]", headers: ["Link": last]))
    }
    for end in ["&max_id=1", "&min_id=\(posts)"] { server.on(Self.timeline + end, .init(200, "[]")) }
  }

  private func status(_ id: Int, _ base: String) -> String {
    let media = (0..<pictures(of: id)).map { number in
      """
      {"id":"\(id)\(number)","type":"image","url":"\(base)/media/\(id)/\(number).png",
      "meta":{"original":{"width":55,"height":55}}}
      """
    }
    let words = Array(repeating: "word", count: 60).joined(separator: " ")
    return """
      {"id":"\(id)","created_at":"2026-01-01T00:00:00.000Z","content":"<p>\(words) \(id)</p>",
      "account":{"id":"1","acct":"a","display_name":"A","avatar":""},"media_attachments":[\(media.joined(separator: ","))]}
      """
  }

  /// Checks that everything was fetched.
  private func check(_ name: String) throws {
    let media = folder.appendingPathComponent("\(name)/media")
    let there = (FileManager.default.subpaths(atPath: media.path) ?? []).count { $0.hasSuffix(".png") }
    guard there == files else { throw BenchmarkFailure("\(there) files of \(files) were fetched") }
  }
}

extension Tables {
  static func table(_ result: FetchBenchmark.Result) -> String {
    """
    | fetching \(result.posts) posts and \(result.files) files | |
    |---|---:|
    | seconds | \(rounded(result.wallMilliseconds / 1000, 2)) |
    | files a second | \(rounded(result.filesPerSecond, 0)) |
    | CPU ms a file | \(rounded(result.cpuMilliseconds / Double(result.files), 2)) |
    | peak MB | \(rounded(result.peakMegabytes, 0)) |
    | seconds where nothing is new | \(rounded(result.againMilliseconds / 1000, 2)) |
    """
  }
}
