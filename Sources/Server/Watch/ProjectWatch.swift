import CardRendering
import Comparison
import Diagnostics
import Drawing
import Export
import FeedSources
import Files
import Foundation
import OutputTransactions
import Projects
import RunSupport
import Site

/// The work redone as a project changes: its feed's site or its review.
package protocol WatchTask: Sendable {
  /// The remaining work in the background. It throws `RunFailure.interrupted` if a newer change overtakes it.
  typealias BackgroundWork = @Sendable (Interruption) async throws -> Void

  var events: WatchEvents { get }
  var priority: TaskPriority { get }

  /// Returns files whose folders are watched too: each file there counts as a text.
  func otherFiles(of project: Project) -> [URL]

  /// Does the first run. If it fails, there is nothing to show.
  func begin(_ project: Project, _ reading: Environment, _ interruption: Interruption) async throws

  /// Shows the results that are available immediately.
  ///
  /// - Parameter changes: The changes since results were last shown.
  func show(
    _ project: Project, _ reading: Environment, _ changes: SiteSnapshot.Changes, report: (Diagnostic) -> Void
  ) throws -> BackgroundWork
}

/// Watches a project's inputs, rereads them on change, and reruns the work.
package actor ProjectWatch {
  private let work: any WatchTask
  private let watched: WatchedProject
  private let environment: Environment
  private let progress: RunProgress
  private let watch: FolderWatch
  /// The project as last read.
  package private(set) var project: Project
  private var inputs: WatchedInputs
  /// The changes since the shown results, while newer ones can't be shown.
  private var pending: SiteSnapshot.Changes = []
  /// Folders of the shown results, watched in addition to those of inputs that could not be read.
  private var goodFolders: Set<String> = []
  /// The texts that the last successful run read.
  private var goodTexts = InputTextCache()
  /// The good texts at the start of a failed run, which may have stopped before reading everything.
  private var unread: InputTextCache?
  /// Current problems that have been reported.
  private var standing: Set<Diagnostic> = []
  /// Problems reported for the shown results; nil until the feed is read again.
  private var told: Set<Diagnostic>?
  private var running: (task: Task<Void, Never>, interruption: Interruption)?

  package init(
    _ inputs: [String], _ overrides: ProjectOverrides, for work: any WatchTask, environment: Environment,
    progress: RunProgress
  ) throws {
    (self.work, self.environment, self.progress) = (work, environment, progress)
    let reading = environment.renewed
    watched = WatchedProject(inputs, overrides, reading)
    project = try watched.load(reading)
    self.inputs = WatchedInputs(project: project, environment: reading, other: work.otherFiles(of: project))
    watch = FolderWatch(uptime: environment.uptime)
  }

  /// Reads the project and does the first run.
  ///
  /// - Throws: `RunFailure` or `Diagnostic` if there is nothing to show.
  package func begin(_ interruption: Interruption) async throws {
    let reading = environment.renewed
    // Listen and take stamps before reading anything, so that no change in between is missed.
    listen(to: inputs.folders)
    project = try watched.load(reading, into: project.output)
    look(at: project, reading)
    try await work.begin(project, reading, interruption)
    listen(to: inputs.folders)
    (goodFolders, goodTexts) = (inputs.folders, inputs.texts)
  }

  /// Runs until stopped.
  package func follow() async {
    while let changes = await watch.next() { take(changes) }
  }

  /// Stops watching and waits for the current run.
  package func stop() async {
    watch.stop()
    work.events.finish()
    interrupt()
    await running?.task.value
  }

  private func interrupt() {
    running?.interruption.request()
    running?.task.cancel()
  }

  private func look(at project: Project, _ reading: Environment) {
    inputs = WatchedInputs(project: project, environment: reading, other: work.otherFiles(of: project))
  }

  private func listen(to folders: Set<String>) {
    guard let failure = watch.watch(folders) else { return }
    progress.report(Diagnostic(WatchIssue.polling(failure)))
    progress.endPart()
  }

  private func take(_ changes: FolderChanges) {
    var found = inputs.changed(changes)
    if found.isEmpty, unread?.areCurrent == false { found = .texts }
    guard !found.isEmpty else { return listen(to: goodFolders.union(inputs.folders)) }
    found.formUnion(pending)
    pending = found
    interrupt()
    let reading = found.contains(.texts) ? environment.renewed : inputs.reading
    var next = project
    // Some problems are reported as they occur.
    var reported: [Diagnostic] = []
    do {
      if found.contains(.texts) {
        next = try watched.load(reading, into: project.output)
        found.formUnion(next.changesBeside(project))
      }
      // Take stamps before reading: a file that is still being written then differs afterwards.
      look(at: next, reading)
      let rest = try work.show(next, reading, found) { reported.append($0) }
      tell(reported, ofFeed: found.contains(.feed))
      (project, pending, standing) = (next, [], [])
      goodFolders.formUnion(inputs.folders)
      run(rest)
    } catch {
      // The faulty texts just read are now the ones that must change.
      if inputs.reading.texts !== reading.texts {
        inputs = WatchedInputs(
          project: next, files: inputs.files, environment: reading, other: work.otherFiles(of: next))
      }
      report(error, after: reported)
    }
    listen(to: goodFolders.union(inputs.folders))
  }

  private func run(_ rest: @escaping WatchTask.BackgroundWork) {
    let earlier = running?.task
    let interruption = Interruption()
    let before = goodTexts.renewed
    unread = nil
    let task = Task.detached(priority: work.priority) { [self] in
      await earlier?.value
      do {
        if interruption.isRequested { return }
        try await untilFree { try await rest(interruption) }
        await settle(interruption)
      } catch RunFailure.interrupted {
        // Another change has overtaken this run.
      } catch is CancellationError {
      } catch {
        await fail(error, before)
      }
      await listenToWhatWasRead()
    }
    running = (task, interruption)
  }

  /// The delay, in seconds, before retrying while another run is writing.
  private static let busyPause = 1.0

  /// Retries while another run works in the folder. This is reported once.
  private nonisolated func untilFree(_ body: () async throws -> Void) async throws {
    var isTold = false
    while true {
      do {
        try await body()
        if isTold { work.events.publish([]) }
        return
      } catch  where RunFailure(stopping: error).kind == .busy {
        if !isTold { await report(error) }
        isTold = true
        try await Task.sleep(for: .seconds(Self.busyPause))
      }
    }
  }

  private func settle(_ interruption: Interruption) {
    if !interruption.isRequested { (goodFolders, goodTexts) = (inputs.folders, inputs.texts) }
  }

  private func fail(_ error: any Error, _ before: InputTextCache) {
    unread = before
    report(error)
  }

  private func listenToWhatWasRead() { listen(to: goodFolders.union(inputs.folders)) }

  /// Reports the problems of the shown results. A lasting problem is reported once, a returning one again.
  ///
  /// - Parameter ofFeed: Whether the feed was read, so that `reported` holds all its problems.
  private func tell(_ reported: [Diagnostic], ofFeed: Bool) {
    if let told {
      reported.filter { !told.contains($0) }.forEach(progress.report)
    } else {
      reported.forEach(progress.reportIfNew)
    }
    progress.endPart()
    if ofFeed { told = Set(reported) } else { told?.formUnion(reported) }
  }

  /// Reports an error on the page and in the terminal, once for as long as it lasts.
  private func report(_ error: any Error, after reported: [Diagnostic] = []) {
    var diagnostics = RunFailure(stopping: error).after(reported).diagnostics.uniqued()
    diagnostics.filter { !standing.contains($0) }.forEach(progress.report)
    progress.endPart()
    standing = Set(diagnostics)
    // Feed problems were reported as they occurred; the page needs them as well.
    if diagnostics.isEmpty { _ = try? FeedSource.open(inputs.files) { diagnostics.append($0) } }
    work.events.publish(diagnostics.filter { $0.severity == .error }.map(WatchProblem.init))
  }
}

extension Project {
  /// Returns the further changes that follow from different options.
  fileprivate func changesBeside(_ earlier: Project) -> SiteSnapshot.Changes {
    let reach = reach(ofChangesSince: earlier)
    var changes: SiteSnapshot.Changes = reach.contains(.feed) ? .feed : []
    if reach.contains(.photos) { changes.insert(.photos) }
    return changes
  }
}

/// A feed's site. Cards in the visible window are drawn first; the rest and the output follow in the background.
package struct SiteRefresh: WatchTask {
  let jobs: Int
  let uptime: @Sendable () -> Double
  let progress: RunProgress

  package init(jobs: Int, uptime: @escaping @Sendable () -> Double, progress: RunProgress) {
    self.jobs = jobs
    self.uptime = uptime
    self.progress = progress
  }
  package let events = WatchEvents()

  package var priority: TaskPriority { .utility }

  package func otherFiles(of project: Project) -> [URL] { [] }

  /// Exports the feed and keeps the intermediate data for later changes.
  package func begin(_ project: Project, _ reading: Environment, _ interruption: Interruption) async throws {
    let edition = try SiteSnapshot(
      project: project, environment: reading, after: nil, changes: .all, report: progress.report)
    _ = try await ExportRun(
      project: project, output: OutputFolder(project.output),
      context: RunContext(reading, jobs: jobs, progress: progress, interruption: interruption)
    ).run(from: edition.source)
    events.publish(edition, isWritten: true)
  }

  package func show(
    _ project: Project, _ reading: Environment, _ changes: SiteSnapshot.Changes, report: (Diagnostic) -> Void
  ) throws -> BackgroundWork {
    let edition = try SiteSnapshot(
      project: project, environment: reading, after: events.edition, changes: changes, report: report)
    // Visible images are started before a browser requests them.
    if let view = events.view { draw(view, of: edition) }
    events.publish(edition, isWritten: false)
    return { interruption in
      try await Task.sleep(for: .milliseconds(Self.pause))
      try await measureRest(of: edition, interruption)
      // One worker fewer than there are cores, so that image requests find a free core.
      let summary = try await ExportRun(
        project: project, output: OutputFolder(project.output),
        context: RunContext(reading, jobs: jobs - 1, interruption: interruption)
      ).run(from: edition.source)
      guard !interruption.isRequested else { return }
      progress.finish(summary)
      events.noteWritten(edition.number)
    }
  }

  /// The time without changes, in milliseconds, after which the output is written.
  private static let pause = 300

  private func draw(_ view: VisiblePosts, of edition: SiteSnapshot) {
    guard edition.renderer.project.widths.contains(view.width) else { return }
    for place in view.posts.clamped(to: 0...max(0, edition.count - 1)).prefix(4) {
      Task.detached(priority: .high) {
        let hasTwo = try edition.heights(place, width: view.width).map { $0.extra > 0 } ?? false
        let state: ImageVariant.State = hasTwo && !view.expanded.contains(place) ? .collapsed : .expanded
        try edition.picture(
          place, ImageVariant(width: view.width, scale: view.scale, theme: view.theme, state: state))
      }
    }
  }

  /// Measures the heights of the whole column at the width being viewed.
  private func measureRest(of edition: SiteSnapshot, _ interruption: Interruption) async throws {
    guard let width = events.view?.width else { return }
    var (new, noted): ([Int: SiteEntry.Heights], Double) = ([:], uptime())
    for place in 0..<edition.count {
      if interruption.isRequested { throw RunFailure.interrupted }
      if let heights = try edition.heights(place, width: width) { new[place] = heights }
      if uptime() - noted > 0.25 || place == edition.count - 1 {
        events.note(new, width: width, of: edition)
        (new, noted) = ([:], uptime())
      }
      // A browser may be waiting for an image.
      if place % 8 == 0 { await Task.yield() }
    }
  }
}

/// A review, compared again on every change.
package struct ReviewLoader: WatchTask {
  let input: String
  let overrides: ProjectOverrides
  let options: CompareRun.Options
  let jobs: Int
  let uptime: @Sendable () -> Double
  let progress: RunProgress
  /// Receives the outcome of each comparison.
  let finish: @Sendable (CompareOutcome, Project, _ seconds: Double) -> Void

  package init(
    input: String, overrides: ProjectOverrides, options: CompareRun.Options, jobs: Int,
    uptime: @escaping @Sendable () -> Double, progress: RunProgress,
    finish: @escaping @Sendable (CompareOutcome, Project, _ seconds: Double) -> Void
  ) {
    self.input = input
    self.overrides = overrides
    self.options = options
    self.jobs = jobs
    self.uptime = uptime
    self.progress = progress
    self.finish = finish
  }
  package let events = WatchEvents()

  package var priority: TaskPriority { .medium }

  /// Mockups with their designs and maps, and film scripts, are read on demand.
  package func otherFiles(of project: Project) -> [URL] {
    CompareRun.mockupFiles(of: project)
      + project.films.filter { $0.hasSuffix(".yml") }.map { project.folder.appendingPathComponent($0) }
  }

  package func begin(_ project: Project, _ reading: Environment, _ interruption: Interruption) async throws {
    try await compare(project, reading, interruption)
  }

  package func show(
    _ project: Project, _ reading: Environment, _ changes: SiteSnapshot.Changes, report: (Diagnostic) -> Void
  ) -> BackgroundWork {
    { try await compare(project, reading, $0) }
  }

  private func compare(_ project: Project, _ reading: Environment, _ interruption: Interruption) async throws {
    let started = uptime()
    let run = CompareRun(
      project: project, overrides: overrides, options: options,
      context: RunContext(reading, jobs: jobs, progress: progress, interruption: interruption), input: input,
      approveArguments: CompareRun.approveArguments(input, output: overrides["output"]?.last))
    let outcome = try await run.run()
    if interruption.isRequested { throw RunFailure.interrupted }
    let script = try DesignFiles(project: project, environment: reading).siteTemplates().watchedReviewScript()
    finish(outcome, project, uptime() - started)
    events.publishReview(script)
  }
}
