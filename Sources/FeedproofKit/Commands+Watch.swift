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
    let work = SiteWork(jobs: RunContext(environment, jobs: jobs).jobs, uptime: environment.uptime, progress: progress)
    let watch = try ProjectWatch(inputs, overrides, for: work, environment: environment, progress: progress)
    try await follow(watch, WatchedSite(events: work.events), page: .feed, port: port, open: open, style)
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
    let work = ReviewWork(
      input: input, overrides: overrides, options: options,
      jobs: RunContext(environment, jobs: jobs).jobs, uptime: environment.uptime, progress: progress
    ) { outcome, project, seconds in
      if style != .json { StandardStream.output.write(outcome.text) }
      progress.finish(CompareSummary(outcome, in: project.output, seconds: seconds))
    }
    let watch = try ProjectWatch([input], overrides, for: work, environment: environment, progress: progress)
    try await follow(watch, WatchedReview(events: work.events), page: .reviewElseFeed, port: port, open: open, style)
  }

  /// - Parameter page: Which one is opened; where it is a review, it can be decided there.
  private static func follow(
    _ watch: ProjectWatch, _ live: any LiveSite, page: ServeRun.Page, port: UInt16?, open: Bool,
    _ style: ProgressStyle?
  ) async throws {
    let interruption = Interruption()
    let requests = interruption.requests()
    try await watch.begin(interruption)
    let project = await watch.project
    let served = ServedProject(
      output: FileSystem.resolved(project.output).standardizedFileURL, project: page == .feed ? nil : project)
    let run = ServeRun(served, live: live)
    let address = try await run.start(port: port, showing: page)
    StandardStream.output.write(
      style == .json ? try JSONText.line(address) + "\n" : "watching \(served.output.path)\n\(address.address)\n")
    if open { openBrowser(at: address.address) }
    let following = Task { await watch.follow() }
    do {
      try await wait(for: run, or: requests)
    } catch {
      await watch.stop()
      throw error
    }
    await watch.stop()
    await following.value
  }
}
