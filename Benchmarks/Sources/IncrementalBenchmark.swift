import Digests
import ExportStore
import Exporting
import Files
import Foundation
import Runs

/// What a second export costs beside the first: nothing changed, ten posts changed; and how long the heights of a large
/// feed take to open.
struct IncrementalBenchmark {
  struct Result: Encodable {
    var posts: Int
    var cold: Cost
    var unchanged: Cost
    var changed: Cost
    var changedPosts: Int
    var heights: Heights
  }

  struct Cost: Encodable {
    var seconds: Double
    var cpuSeconds: Double
  }

  struct Heights: Encodable {
    var cards: Int
    /// Opening the file and reading all heights; the best of several.
    var milliseconds: Double
    var megabytesOfStories: Double
  }

  let folder: BenchmarkFolder
  let posts: Int
  let environment: Environment

  func run(jobs: Int) async throws -> Result {
    let changed = min(10, posts)
    let cold = try await cost(jobs, changed: 0)
    let unchanged = try await cost(jobs, changed: 0)
    let incremental = try await cost(jobs, changed: changed)
    return Result(
      posts: posts, cold: cold, unchanged: unchanged, changed: incremental, changedPosts: changed,
      heights: try heights())
  }

  /// - Parameter changed: How many posts say something else than before.
  private func cost(_ jobs: Int, changed: Int) async throws -> Cost {
    let feed = try folder.feed("followed", posts: posts, changed: changed).url
    let project = try folder.project(feed, output: "followed-output", environment)
    let (start, cpuStart) = (environment.uptime(), ExportBenchmark.processSeconds())
    _ = try await ExportRun(
      project: project, output: OutputFolder(project.output), context: RunContext(environment, jobs: jobs)
    ).run()
    return Cost(seconds: environment.uptime() - start, cpuSeconds: ExportBenchmark.processSeconds() - cpuStart)
  }

  /// A store of 100 000 cards with stories of 4 KB, as the news feed has them at one width.
  private func heights() throws -> Heights {
    let file = folder.url.appendingPathComponent("heights.sqlite")
    let count = 100_000
    guard let digest = Digest(repeatElement(1, count: 32)) else { throw CocoaError(.coderInvalidValue) }
    let text = String(repeating: "x", count: 2000)
    let key = CardKey(content: digest, photos: digest, design: digest)
    let fragments = CardFragments(entry: text, words: text, layouts: [.init(width: 375, places: text, boxes: text)])
    let store = try ExportStore.open(file)
    for start in stride(from: 0, to: count, by: 1000) {
      let cards = (start..<start + 1000).map { index in
        NewCard(
          name: "wall1_\(index)", key: key, stamp: digest, diagnostics: nil, files: [],
          heights: [StoredHeights(initial: 300 + index % 200, extra: index % 7)], fragments: fragments)
      }
      _ = try store.save(cards, designs: [:])
    }
    try store.close()
    var best = Double.infinity
    for _ in 0..<5 {
      let start = environment.uptime()
      guard let opened = ExportStore.openForReading(file), try opened.heights().count == count else {
        throw CocoaError(.fileReadCorruptFile)
      }
      best = min(best, environment.uptime() - start)
      try opened.close()
    }
    let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    return Heights(cards: count, milliseconds: best * 1000, megabytesOfStories: Double(size) / 1e6)
  }
}

extension Tables {
  static func table(_ result: IncrementalBenchmark.Result) -> String {
    func row(_ name: String, _ cost: IncrementalBenchmark.Cost) -> String {
      let share = rounded(cost.cpuSeconds / result.cold.cpuSeconds * 100, 2)
      return "| \(name) | \(rounded(cost.seconds, 2)) | \(rounded(cost.cpuSeconds, 2)) | \(share) % |"
    }
    return """
      | \(result.posts) posts | seconds | CPU seconds | of the first export's CPU |
      |---|---:|---:|---:|
      \(row("first export", result.cold))
      \(row("nothing changed", result.unchanged))
      \(row("\(result.changedPosts) posts changed", result.changed))

      \(result.heights.cards) heights opened in \(rounded(result.heights.milliseconds, 1)) ms, \
      beside \(rounded(result.heights.megabytesOfStories, 0)) MB of stories.
      """
  }
}
