import Export
import Files
import Foundation
import RunSupport

/// The cost of a second export relative to the first: without changes, and with ten changed posts.
struct IncrementalBenchmark {
  struct Result: Encodable {
    var posts: Int
    var cold: Cost
    var unchanged: Cost
    var changed: Cost
    var changedPosts: Int
  }

  struct Cost: Encodable {
    var seconds: Double
    var cpuSeconds: Double
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
      posts: posts, cold: cold, unchanged: unchanged, changed: incremental, changedPosts: changed)
  }

  /// - Parameter changed: The number of changed posts.
  private func cost(_ jobs: Int, changed: Int) async throws -> Cost {
    let feed = try folder.feed("followed", posts: posts, changed: changed).url
    let project = try folder.project(feed, output: "followed-output", environment)
    let (start, cpuStart) = (environment.uptime(), ExportBenchmark.processSeconds())
    _ = try await ExportRun(
      project: project, output: OutputFolder(project.output), context: RunContext(environment, jobs: jobs)
    ).run()
    return Cost(seconds: environment.uptime() - start, cpuSeconds: ExportBenchmark.processSeconds() - cpuStart)
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
      """
  }
}
