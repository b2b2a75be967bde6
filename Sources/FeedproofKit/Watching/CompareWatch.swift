import CardDrawing
import Comparing
import Diagnostics
import FeedSources
import Files
import Foundation
import Projects
import Runs
import Serving
import Synchronization

/// A review that follows its project: compared again whenever something changes.
actor CompareWatch {
  struct Request: Sendable {
    var input: String
    var overrides: ProjectOverrides
    var options: CompareRun.Options
    var jobs: Int
  }

  private let request: Request
  private let watched: WatchedProject
  private let environment: Environment
  private let progress: RunProgress
  /// Gets each comparison's account.
  private let tell: @Sendable (CompareOutcome, Project, _ seconds: Double) -> Void
  private let watch: FolderWatch
  nonisolated let site: WatchedReview
  private(set) var project: Project
  private var inputs: WatchedInputs
  private var goodFolders: Set<String> = []
  private var running: (task: Task<Void, Never>, interruption: Interruption)?
  private var comparison = Int(FileStamp.now / 1_000_000)

  /// - Throws: `RunFailure` where the project can't be read.
  init(
    _ request: Request, environment: Environment, progress: RunProgress,
    tell: @escaping @Sendable (CompareOutcome, Project, _ seconds: Double) -> Void
  ) throws {
    (self.request, self.environment, self.progress, self.tell) = (request, environment, progress, tell)
    let reading = environment.renewed
    watched = WatchedProject([request.input], request.overrides, reading)
    project = try watched.load(reading)
    inputs = Self.inputs(of: project, reading)
    watch = FolderWatch(uptime: environment.uptime)
    site = WatchedReview(desk: WatchDesk())
  }

  /// The first comparison, without which there is nothing to show.
  func begin(_ interruption: Interruption) async throws {
    listen(to: inputs.folders)
    let reading = environment.renewed
    project = try watched.load(reading, into: project.output)
    inputs = Self.inputs(of: project, reading)
    try await compare(project, reading, interruption)
    goodFolders = inputs.folders
    listen(to: goodFolders)
  }

  /// Until somebody stops it.
  func follow() async {
    while let changes = await watch.next() { await take(changes) }
  }

  func stop() async {
    watch.stop()
    site.finish()
    running?.interruption.request()
    await running?.task.value
  }

  /// Mockups and scripts of films are read as they are needed: every file of their folders counts.
  private static func inputs(of project: Project, _ reading: Environment) -> WatchedInputs {
    let lists =
      project.mockups + project.films.filter { $0.hasSuffix(".yml") }.map { project.folder.appendingPathComponent($0) }
    return WatchedInputs(
      project: project, files: FeedFiles.find(of: project), environment: reading,
      other: lists.map { $0.deletingLastPathComponent() }.uniqued())
  }

  private func listen(to folders: Set<String>) {
    if let failure = watch.watch(folders) { progress.report(Diagnostic(WatchIssue.polling(failure))) }
  }

  private func take(_ changes: FolderChanges) async {
    guard !inputs.changed(changes).isEmpty else { return listen(to: goodFolders.union(inputs.folders)) }
    running?.interruption.request()
    await running?.task.value
    let reading = environment.renewed
    do {
      project = try watched.load(reading, into: project.output)
    } catch {
      inputs = Self.inputs(of: project, reading)
      show(error)
      return listen(to: goodFolders.union(inputs.folders))
    }
    // As they are before they are read: a file that is still being written is another one afterwards.
    inputs = Self.inputs(of: project, reading)
    let (project, interruption) = (project, Interruption())
    let task = Task {
      do {
        try await compare(project, reading, interruption)
        goodFolders = inputs.folders
      } catch RunFailure.interrupted {
        // Another comparison is about to begin.
      } catch {
        show(error)
      }
      // What the comparison has read by now.
      listen(to: goodFolders.union(inputs.folders))
    }
    running = (task, interruption)
  }

  private func show(_ error: any Error) {
    var diagnostics = RunFailure(stopping: error).diagnostics
    diagnostics.forEach(progress.report)
    // What is wrong with a feed was told as it was met; the page has to hear of it as well.
    if diagnostics.isEmpty { _ = try? FeedSource.open(inputs.files) { diagnostics.append($0) } }
    site.desk.publish(diagnostics.filter { $0.severity == .error }.map(WatchProblem.init))
  }

  private func compare(_ project: Project, _ reading: Environment, _ interruption: Interruption) async throws {
    let started = environment.uptime()
    let run = CompareRun(
      project: project, overrides: request.overrides, options: request.options,
      context: RunContext(reading, jobs: request.jobs, progress: progress, interruption: interruption),
      input: request.input,
      approveArguments: Commands.approveArguments(request.input, output: request.overrides.output))
    let outcome = try await run.run()
    if interruption.isRequested { throw RunFailure.interrupted }
    try site.take(DesignFiles(project: project, environment: reading).siteTemplates().watchedReviewScript())
    tell(outcome, project, environment.uptime() - started)
    comparison += 1
    site.desk.publish(comparison: comparison)
  }
}

/// The review as a browser gets it: as it was written, with a script that asks for news.
final class WatchedReview: LiveSite {
  let desk: WatchDesk
  private let script = Mutex<Data?>(nil)

  init(desk: WatchDesk) {
    self.desk = desk
  }

  func take(_ text: String) { script.withLock { $0 = Data(text.utf8) } }

  func file(_ path: String) async -> LiveFile? {
    guard path == "\(ReviewFolder.name)/site/review.js", let script = script.withLock({ $0 }) else { return nil }
    return LiveFile(name: path, bytes: script)
  }

  func news(_ asked: [String: String]) async -> Data {
    let news = await desk.news(after: asked["since"].flatMap { Int($0) } ?? 0, showing: nil)
    return (try? JSONEncoder().encode(news)) ?? Data("{}".utf8)
  }

  func finish() { desk.finish() }
}
