import Comparison
import Diagnostics
import Files
import Foundation
import Projects
import RunSupport
import Server

extension Commands {
  /// `feedproof serve`: serves until Ctrl-C, SIGTERM or SIGHUP.
  ///
  /// - Parameter port: Nil for the default port, 0 for any free one.
  /// - Throws: `RunFailure`, also if the server ends by itself.
  package static func serve(
    _ folder: String?, project: String?, before: String?, port: UInt16?, open: Bool, json: Bool
  ) async throws {
    let environment = Environment.process()
    let served =
      try before.map { try ServedProject.find(folder, before: $0, environment: environment) }
      ?? ServedProject.find(folder, asked: project, environment: environment)
    settle(served.target) { StandardStream.error.write("\($0)\n") }
    let live = served.project.map { project in
      SkinsPage(
        inner: OriginalPhotosSite(of: project, shownIn: served.output, environment: environment), project: project,
        environment: environment)
    }
    let run = ServeRun(served, live: live)
    // Listen before printing the address: a user who sees it may press Ctrl-C at once.
    let requests = Interruption().requests()
    let address = try await run.start(port: port)
    if served.target == nil { tell(.projectUnknown, at: served.output) }
    StandardStream.output.write(json ? try JSONText.line(address) + "\n" : text(address, served))
    if open { openBrowser(at: address.address) }
    try await wait(for: run, or: requests)
  }

  /// Waits until the user ends the program or the server ends by itself.
  static func wait(for run: ServeRun, or requests: AsyncStream<Void>) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await _ in requests { break }
        await run.server.stop()
      }
      group.addTask { try await run.waitForEnd() }
      // Rethrows the first error at once, which also cancels the wait for signals.
      while try await group.next() != nil {}
    }
  }

  private static func text(_ address: ServeRun.Address, _ served: ServedProject) -> String {
    let name = address.project.map { "; approvals are written to \(served.target?.folder.path ?? $0)" } ?? ""
    return "serving \(served.output.path)\(name)\n\(address.address)\n"
  }

  private static func tell(_ issue: ReviewingIssue, at folder: URL? = nil) {
    StandardStream.error.write("\(Diagnostic(issue, at: folder.map { Place(file: $0.path) }))\n")
  }

  static func openBrowser(at address: String) {
    do throws(FileError) {
      try DesktopBrowser.open(address)
    } catch {
      tell(.browserNotOpened(reason: "\(error.path): \(error.fact.reason)"))
    }
  }
}

extension Commands {
  /// `feedproof watch`: watches until Ctrl-C, SIGTERM or SIGHUP.
  ///
  /// - Parameter port: Nil for the default port, 0 for any free one.
  /// - Throws: `RunFailure` if the first export fails, or the server ends by itself.
  package static func watch(
    inputs: [String], overrides: ProjectOverrides, jobs: Int?, port: UInt16?, open: Bool, style: ProgressStyle?
  ) async throws {
    let environment = Environment.process()
    let progress = progress(style, environment)
    let work = SiteRefresh(
      jobs: RunContext(environment, jobs: jobs).jobs, uptime: environment.uptime, progress: progress)
    let watch = try ProjectWatch(inputs, overrides, for: work, environment: environment, progress: progress)
    try await follow(
      watch,
      OriginalPhotosSite(watching: work.events, inner: WatchedSite(events: work.events, isReview: false)), page: .feed,
      port: port, open: open, style)
  }

  /// `feedproof compare --watch`: watches until Ctrl-C, SIGTERM or SIGHUP.
  ///
  /// - Throws: `RunFailure` if the first comparison fails, or the server ends by itself.
  package static func watchComparison(
    input: String, overrides: ProjectOverrides, options: CompareRun.Options, jobs: Int?, port: UInt16?, open: Bool,
    style: ProgressStyle?
  ) async throws {
    let environment = Environment.process()
    let progress = progress(style, environment)
    let work = ReviewLoader(
      input: input, overrides: overrides, options: options,
      jobs: RunContext(environment, jobs: jobs).jobs, uptime: environment.uptime, progress: progress
    ) { outcome, project, seconds in
      progress.endPart()
      if style != .json { StandardStream.output.write(outcome.text) }
      progress.finish(CompareSummary(outcome, in: project.output, seconds: seconds))
    }
    let watch = try ProjectWatch([input], overrides, for: work, environment: environment, progress: progress)
    try await follow(
      watch, WatchedSite(events: work.events, isReview: true), page: .reviewElseFeed, port: port, open: open, style)
  }

  /// Serves the watched output until the user ends the program.
  ///
  /// - Parameter page: The page to open. A review accepts decisions.
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
    let faces = SkinsPage(inner: live, project: project, environment: Environment.process())
    let run = ServeRun(served, live: faces)
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
