import Export
import Files
import Foundation
import Projects
import RunSupport

/// The performance of an entire export: posts per second, wall time and CPU time of the process.
struct ExportBenchmark {
  struct Result: Encodable {
    var posts: Int
    var jobs: Int
    var postsPerSecond: Double
    var cpuMillisecondsPerCard: Double
  }

  let project: Project
  let environment: Environment

  func run(jobs: Int) async throws -> Result {
    let (start, cpuStart) = (environment.uptime(), Self.processSeconds())
    let summary = try await ExportRun(
      project: project, output: OutputFolder(project.output), context: RunContext(environment, jobs: jobs)
    ).run()
    let (seconds, cpu) = (environment.uptime() - start, Self.processSeconds() - cpuStart)
    return Result(
      posts: summary.posts, jobs: jobs, postsPerSecond: Double(summary.posts) / seconds,
      cpuMillisecondsPerCard: cpu * 1000 / Double(max(1, summary.posts)))
  }

  static func processSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
