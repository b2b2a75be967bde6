import CardDrawing
import Comparing
import Diagnostics
import Drawing
import Exporting
import FeedSources
import Files
import Foundation
import OutputFolders
import Projects
import Runs
import Site

/// What follows a project: its feed's site, or its review.
protocol WatchedWork: Sendable {
  /// What is left to do behind what is seen. It ends with `RunFailure.interrupted` where it was overtaken.
  typealias Rest = @Sendable (Interruption) async throws -> Void

  var events: WatchEvents { get }
  var priority: TaskPriority { get }

  /// Lists of files, every one of which counts as a text together with all that lies beside it.
  func otherFiles(of project: Project) -> [URL]

  /// The first time, without which there is nothing to show.
  func begin(_ project: Project, _ reading: Environment, _ interruption: Interruption) async throws

  /// Shows what can be shown at once.
  ///
  /// - Parameter changes: What is not as it was when something was shown last.
  func show(
    _ project: Project, _ reading: Environment, _ changes: SiteEdition.Changes, report: (Diagnostic) -> Void
  ) throws -> Rest
}

/// Hears of changes of a project's inputs, reads them again and has the work done anew.
actor ProjectWatch {
  private let work: any WatchedWork
  private let watched: WatchedProject
  private let environment: Environment
  private let progress: RunProgress
  private let watch: FolderWatch
  /// The project as it was read last.
  private(set) var project: Project
  private var inputs: WatchedInputs
  /// What has changed since what is shown, where nothing else could be shown.
  private var pending: SiteEdition.Changes = []
  /// Folders of what is shown, beside those of what could not be read.
  private var goodFolders: Set<String> = []
  /// What the last run that succeeded has read.
  private var goodTexts = InputTexts()
  /// The same as it was when a run began that failed: that one may have read less than it would have.
  private var unread: InputTexts?
  /// What is wrong now, and was said.
  private var standing: Set<Diagnostic> = []
  /// What was said of what is shown; nil before the feed was read again.
  private var told: Set<Diagnostic>?
  private var running: (task: Task<Void, Never>, interruption: Interruption)?

  init(
    _ inputs: [String], _ overrides: ProjectOverrides, for work: any WatchedWork, environment: Environment,
    progress: RunProgress
  ) throws {
    (self.work, self.environment, self.progress) = (work, environment, progress)
    let reading = environment.renewed
    watched = WatchedProject(inputs, overrides, reading)
    project = try watched.load(reading)
    self.inputs = WatchedInputs(project: project, environment: reading, other: work.otherFiles(of: project))
    watch = FolderWatch(uptime: environment.uptime)
  }

  func begin(_ interruption: Interruption) async throws {
    let reading = environment.renewed
    // Listened to, and looked at, before anything is read: nothing that changes meanwhile is missed.
    listen(to: inputs.folders)
    project = try watched.load(reading, into: project.output)
    look(at: project, reading)
    try await work.begin(project, reading, interruption)
    listen(to: inputs.folders)
    (goodFolders, goodTexts) = (inputs.folders, inputs.texts)
  }

  /// Until somebody stops it.
  func follow() async {
    while let changes = await watch.next() { take(changes) }
  }

  func stop() async {
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
    if let failure = watch.watch(folders) { progress.report(Diagnostic(WatchIssue.polling(failure))) }
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
    // Some of what is wrong is reported as it is met.
    var reported: [Diagnostic] = []
    do {
      if found.contains(.texts) {
        next = try watched.load(reading, into: project.output)
        found.formUnion(next.changesBeside(project))
      }
      // As they are before they are read: a file that is still being written is another one afterwards.
      look(at: next, reading)
      let rest = try work.show(next, reading, found) { reported.append($0) }
      tell(reported, ofFeed: found.contains(.feed))
      (project, pending, standing) = (next, [], [])
      goodFolders.formUnion(inputs.folders)
      run(rest)
    } catch {
      // What was read and is wrong is what has to change now.
      if inputs.reading.texts !== reading.texts {
        inputs = WatchedInputs(
          project: next, files: inputs.files, environment: reading, other: work.otherFiles(of: next))
      }
      report(error, after: reported)
    }
    listen(to: goodFolders.union(inputs.folders))
  }

  private func run(_ rest: @escaping WatchedWork.Rest) {
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
        // Another change has overtaken it.
      } catch is CancellationError {
      } catch {
        await fail(error, before)
      }
      await listenToWhatWasRead()
    }
    running = (task, interruption)
  }

  /// Seconds after which it is tried again to write what another run was writing.
  private static let busyPause = 1.0

  /// Tries again while another run works in the folder; it is said once.
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

  private func fail(_ error: any Error, _ before: InputTexts) {
    unread = before
    report(error)
  }

  private func listenToWhatWasRead() { listen(to: goodFolders.union(inputs.folders)) }

  /// What is shown has such faults. What stood before is said once, what came back is said again.
  ///
  /// - Parameter ofFeed: Whether the feed was read, so that all that is wrong is among it.
  private func tell(_ reported: [Diagnostic], ofFeed: Bool) {
    if let told {
      reported.filter { !told.contains($0) }.forEach(progress.report)
    } else {
      reported.forEach(progress.reportIfNew)
    }
    if ofFeed { told = Set(reported) } else { told?.formUnion(reported) }
  }

  /// On the page, and where the command was started; there once for as long as it stands.
  private func report(_ error: any Error, after reported: [Diagnostic] = []) {
    var diagnostics = RunFailure(stopping: error).after(reported).diagnostics.uniqued()
    diagnostics.filter { !standing.contains($0) }.forEach(progress.report)
    standing = Set(diagnostics)
    // What is wrong with a feed was reported as it was met; the page has to hear of it as well.
    if diagnostics.isEmpty { _ = try? FeedSource.open(inputs.files) { diagnostics.append($0) } }
    work.events.publish(diagnostics.filter { $0.severity == .error }.map(WatchProblem.init))
  }
}

extension Project {
  /// What else is not as it was where the options are others.
  fileprivate func changesBeside(_ earlier: Project) -> SiteEdition.Changes {
    let reach = reach(ofChangesSince: earlier)
    var changes: SiteEdition.Changes = reach.contains(.feed) ? .feed : []
    if reach.contains(.photos) { changes.insert(.photos) }
    return changes
  }
}

/// A feed's site: what a window shows is drawn first, the rest and the output behind it.
struct SiteWork: WatchedWork {
  let jobs: Int
  let uptime: @Sendable () -> Double
  let progress: RunProgress
  let events = WatchEvents()

  var priority: TaskPriority { .utility }

  func otherFiles(of project: Project) -> [URL] { [] }

  /// Exports, and keeps what that was made of for the changes that follow.
  func begin(_ project: Project, _ reading: Environment, _ interruption: Interruption) async throws {
    let edition = try SiteEdition(
      project: project, environment: reading, after: nil, changes: .all, report: progress.report)
    _ = try await ExportRun(
      project: project, output: OutputFolder(project.output),
      context: RunContext(reading, jobs: jobs, progress: progress, interruption: interruption)
    ).run(from: edition.source)
    events.publish(edition, isWritten: true)
  }

  func show(
    _ project: Project, _ reading: Environment, _ changes: SiteEdition.Changes, report: (Diagnostic) -> Void
  ) throws -> Rest {
    let edition = try SiteEdition(
      project: project, environment: reading, after: events.edition, changes: changes, report: report)
    // Pictures that are seen are begun before anybody asks for them.
    if let view = events.view { draw(view, of: edition) }
    events.publish(edition, isWritten: false)
    return { interruption in
      try await Task.sleep(for: .milliseconds(Self.pause))
      try await measureRest(of: edition, interruption)
      // One worker less than there are cores, so that who asks for a picture finds one free.
      let summary = try await ExportRun(
        project: project, output: OutputFolder(project.output),
        context: RunContext(reading, jobs: jobs - 1, interruption: interruption)
      ).run(from: edition.source)
      guard !interruption.isRequested else { return }
      progress.finish(summary)
      events.noteWritten(edition.number)
    }
  }

  /// Milliseconds without a change after which the output is written.
  private static let pause = 300

  private func draw(_ view: WatchedView, of edition: SiteEdition) {
    guard edition.renderer.project.widths.contains(view.width) else { return }
    for place in view.posts.clamped(to: 0...max(0, edition.count - 1)).prefix(4) {
      Task.detached(priority: .high) {
        let hasTwo = try edition.heights(place, width: view.width).map { $0.extra > 0 } ?? false
        let state: PictureVariant.State = hasTwo && !view.expanded.contains(place) ? .collapsed : .expanded
        try edition.picture(
          place, PictureVariant(width: view.width, scale: view.scale, theme: view.theme, state: state))
      }
    }
  }

  /// Heights of the whole column, at the width that is looked at.
  private func measureRest(of edition: SiteEdition, _ interruption: Interruption) async throws {
    guard let width = events.view?.width else { return }
    var (new, noted): ([Int: SiteEntry.Heights], Double) = ([:], uptime())
    for place in 0..<edition.count {
      if interruption.isRequested { throw RunFailure.interrupted }
      if let heights = try edition.heights(place, width: width) { new[place] = heights }
      if uptime() - noted > 0.25 || place == edition.count - 1 {
        events.note(new, width: width, of: edition)
        (new, noted) = ([:], uptime())
      }
      // Somebody may be waiting for a picture.
      if place % 8 == 0 { await Task.yield() }
    }
  }
}

/// A review, compared again whenever something changes.
struct ReviewWork: WatchedWork {
  let input: String
  let overrides: ProjectOverrides
  let options: CompareRun.Options
  let jobs: Int
  let uptime: @Sendable () -> Double
  let progress: RunProgress
  /// Gets each comparison's account.
  let finish: @Sendable (CompareOutcome, Project, _ seconds: Double) -> Void
  let events = WatchEvents()

  var priority: TaskPriority { .medium }

  /// Mockups with their designs and maps, and scripts of films, are read as they are needed.
  func otherFiles(of project: Project) -> [URL] {
    CompareRun.mockupFiles(of: project)
      + project.films.filter { $0.hasSuffix(".yml") }.map { project.folder.appendingPathComponent($0) }
  }

  func begin(_ project: Project, _ reading: Environment, _ interruption: Interruption) async throws {
    try await compare(project, reading, interruption)
  }

  func show(
    _ project: Project, _ reading: Environment, _ changes: SiteEdition.Changes, report: (Diagnostic) -> Void
  ) -> Rest {
    { try await compare(project, reading, $0) }
  }

  private func compare(_ project: Project, _ reading: Environment, _ interruption: Interruption) async throws {
    let started = uptime()
    let run = CompareRun(
      project: project, overrides: overrides, options: options,
      context: RunContext(reading, jobs: jobs, progress: progress, interruption: interruption), input: input,
      approveArguments: Commands.approveArguments(input, output: overrides["output"]?.last))
    let outcome = try await run.run()
    if interruption.isRequested { throw RunFailure.interrupted }
    let script = try DesignFiles(project: project, environment: reading).siteTemplates().watchedReviewScript()
    finish(outcome, project, uptime() - started)
    events.publishReview(script)
  }
}
