import Foundation
import Support

/// The time from saving a template under `feedproof watch` to the new images of visible cards. Requests them like a
/// page: first the news, then each image.
struct WatchBenchmark {
  struct Result: Encodable {
    var posts: Int
    /// The number of visible cards, each an image at 375 points and 2x.
    var cards: Int
    var changes: [Change]
  }

  struct Change: Encodable {
    var what: String
    var rounds: Int
    /// The time from renaming the file to the last byte of the first image.
    var firstMilliseconds: Double
    /// The time to the last byte of all images.
    var medianMilliseconds: Double
    var worstMilliseconds: Double
  }

  let run: ToolRun
  let folder: BenchmarkFolder
  private static let seen = 0...2

  private struct News: Decodable {
    var revision: Int
    var edition: Int
    var problems: [Problem]
    struct Problem: Decodable { var message: String }
  }

  private struct Listening: Decodable { var port: Int }

  func result(posts: Int, rounds: Int = 12) async throws -> Result {
    let (feed, _) = try folder.feed("watched", posts: posts)
    let project = folder.url.appendingPathComponent("watched-project")
    _ = try run.cost(["init", project.path, "--from", feed.path])
    _ = try run.cost(["eject", "post", "tokens", "-C", project.path])
    let process = Process()
    process.executableURL = run.tool
    process.arguments = ["watch", project.path, "--port", "0", "--json"]
    process.environment = ProcessInfo.processInfo.environment.merging(["FEEDPROOF_HOME": run.resources.path]) { $1 }
    let log = folder.url.appendingPathComponent("watched.log")
    try Data().write(to: log)
    process.standardOutput = try FileHandle(forWritingTo: log)
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer {
      process.interrupt()
      process.waitUntilExit()
    }
    let client = RawClient(port: try await port(in: log, of: process))
    let ids = try cardIDs(client)
    var changes: [Change] = []
    for (what, file, old, new) in [
      ("a template: another colour", "Cards/post.yml", #"fill: "{color.card}""#, #"fill: "{color.link}""#),
      (
        "a token: more space in every card", "tokens/newsfeed.tokens.json",
        #""card": { "$value": {"value": 12,"#, #""card": { "$value": {"value": 20,"#
      ),
    ] {
      let place = project.appendingPathComponent(file)
      var times: [(first: Double, all: Double)] = []
      for round in 0..<rounds {
        let text = try String(contentsOf: place, encoding: .utf8)
        let next = round.isMultiple(of: 2) ? text.replacing(old, with: new) : text.replacing(new, with: old)
        guard next != text else { throw BenchmarkFailure("\(file) has nothing to change") }
        times.append(try await time(client, ids) { try Data(next.utf8).write(to: place, options: .atomic) })
        // Meanwhile the output is written in the background, as during normal work.
        try await Task.sleep(for: .seconds(1))
      }
      let (first, all) = (times.map(\.first).sorted(), times.map(\.all).sorted())
      changes.append(
        Change(
          what: what, rounds: rounds, firstMilliseconds: first[first.count / 2], medianMilliseconds: all[all.count / 2],
          worstMilliseconds: all[all.count - 1]))
    }
    return Result(posts: posts, cards: Self.seen.count, changes: changes)
  }

  private func port(in log: URL, of process: Process) async throws -> Int {
    while process.isRunning {
      for line in try String(contentsOf: log, encoding: .utf8).split(separator: "\n") {
        if let said = try? JSONDecoder().decode(Listening.self, from: Data(line.utf8)) { return said.port }
      }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw BenchmarkFailure("feedproof watch ended")
  }

  private func cardIDs(_ client: RawClient) throws -> [String] {
    struct Post: Decodable {
      struct Picture: Decodable { var state: String? }
      var id: String
      var pictures: [Picture]
    }
    // The manifest file with the newest posts.
    let manifest = folder.url.appendingPathComponent("watched-project/output/manifest")
    let numbers = try FileManager.default.contentsOfDirectory(atPath: manifest.path).compactMap { Int($0.dropLast(7)) }
    let newest = manifest.appendingPathComponent("\(numbers.max() ?? 0).ndjson")
    let posts = try Data(contentsOf: newest).split(separator: UInt8(ascii: "\n"))
      .map { try JSONDecoder().decode(Post.self, from: $0) }
    return posts.prefix(Self.seen.count).map { post in
      let state = post.pictures.contains { $0.state == "collapsed" } ? "collapsed" : "expanded"
      return "/cards/\(post.id)/375@2x-light-\(state).png"
    }
  }

  private func news(_ client: RawClient, after known: Int) async throws -> News {
    let view = "width=375&scale=2&theme=light&from=\(Self.seen.lowerBound)&to=\(Self.seen.upperBound)"
    let body = try await client.send("GET", "/api/live?since=\(known)&\(view)").body
    return try JSONDecoder().decode(News.self, from: Data(body.utf8))
  }

  /// Returns the milliseconds from the change to its images.
  private func time(
    _ client: RawClient, _ pictures: [String], _ change: () throws -> Void
  ) async throws -> (first: Double, all: Double) {
    var known = try await news(client, after: 0)
    let before = known.edition
    let started = DispatchTime.now().uptimeNanoseconds
    func elapsed() -> Double { Double(DispatchTime.now().uptimeNanoseconds - started) / 1e6 }
    try change()
    while known.edition == before {
      known = try await news(client, after: known.revision)
      if let problem = known.problems.first { throw BenchmarkFailure(problem.message) }
    }
    let edition = known.edition
    return try await withThrowingTaskGroup(of: Double.self) { group in
      for picture in pictures {
        group.addTask {
          guard try await client.send("GET", "\(picture)?edition=\(edition)").status == 200 else {
            throw BenchmarkFailure("\(picture) is not there")
          }
          return elapsed()
        }
      }
      var times: [Double] = []
      for try await time in group { times.append(time) }
      return (times.min() ?? 0, times.max() ?? 0)
    }
  }
}

extension Tables {
  static func table(_ result: WatchBenchmark.Result) -> String {
    let rows = result.changes.map { change in
      "| \(change.what) | \(rounded(change.firstMilliseconds, 0)) | \(rounded(change.medianMilliseconds, 0)) | "
        + "\(rounded(change.worstMilliseconds, 0)) |"
    }
    return """
      | \(result.posts) posts, \(result.cards) cards seen; ms from saving | first picture | all, median | all, worst |
      |---|---:|---:|---:|
      \(rows.joined(separator: "\n"))
      """
  }
}
