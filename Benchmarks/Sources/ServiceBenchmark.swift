import FeedReading
import Foundation
import Support

/// The cost of a post by service: the same feed in each service's format, read and exported.
struct ServiceBenchmark {
  struct Result: Encodable {
    var service: MixedFeed.Form
    /// CPU milliseconds per post for reading.
    var readMilliseconds: Double
    /// CPU milliseconds per post for an entire export.
    var cpuMilliseconds: Double
    var peakMegabytes: Double
  }

  let run: ToolRun
  let folder: BenchmarkFolder

  /// - Parameter rounds: Rounds alternate between services, so that other load affects all of them. The minimum counts.
  func results(posts: Int, rounds: Int = 3) throws -> [Result] {
    let feeds = try MixedFeed.Form.allCases.map { form in
      (form: form, feed: try folder.feed("service-\(form.rawValue)", posts: posts, form: form))
    }
    var results: [MixedFeed.Form: Result] = [:]
    for _ in 0..<rounds {
      for (form, feed) in feeds {
        let found = try measure(form, feed.url, feed.1, posts: posts)
        let known = results[form] ?? found
        results[form] = Result(
          service: form, readMilliseconds: min(known.readMilliseconds, found.readMilliseconds),
          cpuMilliseconds: min(known.cpuMilliseconds, found.cpuMilliseconds),
          peakMegabytes: min(known.peakMegabytes, found.peakMegabytes))
      }
    }
    return MixedFeed.Form.allCases.compactMap { results[$0] }
  }

  private func measure(_ form: MixedFeed.Form, _ feed: URL, _ document: Data, posts: Int) throws -> Result {
    let start = StageClock.threadSeconds()
    let read = FeedReader.read([FeedDocument(name: "feed.json", bytes: [UInt8](document))]).feed?.posts.count
    let seconds = StageClock.threadSeconds() - start
    guard read == posts else { throw BenchmarkFailure("the generated feed of \(form.rawValue) is not read whole") }
    let output = folder.url.appendingPathComponent("service-output")
    defer { try? FileManager.default.removeItem(at: output) }
    let load = try run.load(["export", feed.path, "-o", output.path, "--jobs", "1"])
    return Result(
      service: form, readMilliseconds: seconds * 1000 / Double(max(1, posts)),
      cpuMilliseconds: load.cpuMilliseconds / Double(max(1, posts)), peakMegabytes: load.peakMegabytes)
  }
}
