import Foundation

/// The cost of feeds of increasing length: time and memory of a first export, of one without changes, and of merging
/// shards. Each runs as a separate process, at one scale and in one theme. The feed has pages of 100 posts.
struct GrowthBenchmark {
  struct Result: Encodable {
    var posts: Int
    var first: ToolRun.Load
    var unchanged: ToolRun.Load
    /// Merges four shards.
    var merge: ToolRun.Load
    /// The CPU time of the most expensive of four shards, relative to the cheapest.
    var imbalance: Double
  }

  let run: ToolRun
  let folder: BenchmarkFolder

  func results(_ counts: [Int] = [100, 1000, 10_000]) throws -> [Result] {
    try counts.map { count in
      let feed = try folder.pages("growth-\(count)", posts: count)
      let output = folder.url.appendingPathComponent("growth-output")
      defer { try? FileManager.default.removeItem(at: output) }
      func export(_ name: String, _ options: String...) throws -> ToolRun.Load {
        let place = output.appendingPathComponent(name).path
        let fixed = ["export", feed.path, "-o", place, "--scale", "1", "--theme", "light", "--quiet"]
        return try run.load(fixed + options)
      }
      let (first, unchanged) = (try export("whole"), try export("whole"))
      try FileManager.default.removeItem(at: output.appendingPathComponent("whole"))
      let shards = try (1...4).map { try export("part-\($0)", "--shard", "\($0)/4").cpuMilliseconds }
      let merge = try run.load(
        ["merge", "--quiet", "-o", output.appendingPathComponent("joined").path]
          + (1...4).map { output.appendingPathComponent("part-\($0)").path })
      return Result(
        posts: count, first: first, unchanged: unchanged, merge: merge,
        imbalance: (shards.max() ?? 1) / (shards.min() ?? 1))
    }
  }
}

extension Tables {
  static func table(_ results: [GrowthBenchmark.Result]) -> String {
    let head = [
      "| posts | CPU ms a post | peak MB | unchanged: CPU ms a post | peak MB | joining 4 shards: CPU ms a post | peak MB "
        + "| dearest of 4 shards by cheapest |",
      "|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    let rows = results.map { result in
      let numbers = [result.first, result.unchanged, result.merge].flatMap { cost in
        [rounded(cost.cpuMilliseconds / Double(result.posts), 2), rounded(cost.peakMegabytes, 0)]
      }
      return "| \(result.posts) | \(numbers.joined(separator: " | ")) | \(rounded(result.imbalance, 2)) |"
    }
    return (head + rows).joined(separator: "\n")
  }
}
