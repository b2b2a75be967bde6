import Comparing
import Diagnostics
import Files
import Foundation
import Projects
import Runs
import Serving

extension Commands {
  /// `feedproof watch`, until Ctrl-C or SIGTERM.
  ///
  /// - Parameters:
  ///   - port: Nil for the usual one, 0 for any that is free.
  ///   - style: Nil chooses by whether standard error is a terminal.
  /// - Throws: `RunFailure` where there is nothing to show, or the server ends by itself.
  package static func watch(
    inputs: [String], overrides: ProjectOverrides, jobs: Int?, port: UInt16?, open: Bool, style: ProgressStyle?
  ) async throws {
    let environment = Environment.process()
    let progress = progress(style, environment)
    let request = FeedWatch.Request(
      inputs: inputs, overrides: overrides,
      jobs: RunContext(environment, jobs: jobs).jobs)
    let watch = try FeedWatch(request, environment: environment, progress: progress)
    let interruption = Interruption()
    let requests = interruption.requests()
    try await watch.begin(interruption)
    let served = ServedProject(
      output: FileSystem.resolved(await watch.project.output).standardizedFileURL, project: nil)
    let run = ServeRun(served, live: WatchedSite(desk: watch.desk))
    let address = try await run.start(port: port, showing: .feed)
    StandardStream.output.write(
      style == .json ? try JSONText.line(address) + "\n" : "watching \(served.output.path)\n\(address.address)\n")
    if open { openBrowser(at: address.address) }
    try await follow(until: run, requests, watch.follow, stop: watch.stop)
  }

  /// `feedproof compare --watch`, until Ctrl-C or SIGTERM.
  ///
  /// - Throws: `RunFailure` where nothing could be compared at first, or the server ends by itself.
  package static func watchComparison(
    input: String, overrides: ProjectOverrides, options: CompareRun.Options, jobs: Int?, port: UInt16?, open: Bool,
    style: ProgressStyle?
  ) async throws {
    let environment = Environment.process()
    let progress = progress(style, environment)
    let request = CompareWatch.Request(
      input: input, overrides: overrides, options: options,
      jobs: RunContext(environment, jobs: jobs).jobs)
    let watch = try CompareWatch(request, environment: environment, progress: progress) { outcome, project, seconds in
      if style != .json { StandardStream.output.write(outcome.text) }
      progress.finish(CompareSummary(outcome, in: project.output, seconds: seconds))
    }
    let interruption = Interruption()
    let requests = interruption.requests()
    try await watch.begin(interruption)
    let project = await watch.project
    let served = ServedProject(output: FileSystem.resolved(project.output).standardizedFileURL, project: project)
    let run = ServeRun(served, live: watch.site)
    let address = try await run.start(port: port)
    StandardStream.output.write(
      style == .json ? try JSONText.line(address) + "\n" : "watching \(served.output.path)\n\(address.address)\n")
    if open { openBrowser(at: address.address) }
    try await follow(until: run, requests, watch.follow, stop: watch.stop)
  }

  private static func follow(
    until run: ServeRun, _ requests: AsyncStream<Void>, _ follow: @escaping @Sendable () async -> Void,
    stop: () async -> Void
  ) async throws {
    let following = Task { await follow() }
    do {
      try await wait(for: run, or: requests)
    } catch {
      await stop()
      throw error
    }
    await stop()
    await following.value
  }
}
