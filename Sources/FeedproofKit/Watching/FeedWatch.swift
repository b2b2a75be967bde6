import CardDrawing
import Diagnostics
import Drawing
import Exporting
import FeedSources
import Files
import Foundation
import Projects
import Runs
import Site
import Synchronization

/// A feed's site that follows its sources: what a window shows is drawn first, the rest and the output behind it.
actor FeedWatch {
  struct Request: Sendable {
    var inputs: [String]
    var overrides: ProjectOverrides
    var jobs: Int
  }

  private let request: Request
  private let watched: WatchedProject
  private let environment: Environment
  private let progress: RunProgress
  private let watch: FolderWatch
  nonisolated let desk = WatchDesk()
  /// The project as it was read last.
  private(set) var project: Project
  private var inputs: WatchedInputs
  /// What has changed since the edition that is shown, where no other one could be made.
  private var pending: SiteEdition.Changes = []
  /// Folders of what is shown, beside those of what could not be read.
  private var goodFolders: Set<String> = []
  private var background: (task: Task<Void, Never>, interruption: Interruption)?

  /// - Throws: `RunFailure` where there is nothing to show.
  init(_ request: Request, environment: Environment, progress: RunProgress) throws {
    (self.request, self.environment, self.progress) = (request, environment, progress)
    let environment = environment.renewed
    watched = WatchedProject(request.inputs, request.overrides, environment)
    project = try watched.load(environment)
    inputs = WatchedInputs(project: project, files: FeedFiles.find(of: project), environment: environment)
    watch = FolderWatch(uptime: environment.uptime)
  }

  /// Exports, and gets all ready that is kept between changes.
  func begin(_ interruption: Interruption) async throws {
    let reading = environment.renewed
    // Listened to, and looked at, before anything is read: nothing that changes meanwhile is missed.
    listen(to: inputs.folders)
    project = try watched.load(reading, into: project.output)
    inputs = WatchedInputs(project: project, files: FeedFiles.find(of: project), environment: reading)
    _ = try await export(project, reading, interruption).run()
    let edition = try SiteEdition(
      project: project, environment: reading, after: nil, changes: .all, report: { _ in })
    listen(to: inputs.folders)
    goodFolders = inputs.folders
    desk.publish(edition, isWritten: true)
  }

  /// Until somebody stops it.
  func follow() async {
    while let changes = await watch.next() { take(changes) }
  }

  func stop() async {
    watch.stop()
    desk.finish()
    background?.interruption.request()
    background?.task.cancel()
    await background?.task.value
  }

  private func listen(to folders: Set<String>) {
    if let failure = watch.watch(folders) { progress.report(Diagnostic(WatchIssue.polling(failure))) }
  }

  private func export(_ project: Project, _ environment: Environment, _ interruption: Interruption) -> ExportRun {
    ExportRun(
      project: project, output: OutputFolder(project.output),
      context: RunContext(environment, jobs: request.jobs, progress: progress, interruption: interruption))
  }

  /// Behind what is seen: one worker less than there are cores, so that who asks for a picture finds one free.
  nonisolated private func quietExport(
    _ project: Project, _ environment: Environment, _ interruption: Interruption
  ) -> ExportRun {
    ExportRun(
      project: project, output: OutputFolder(project.output),
      context: RunContext(environment, jobs: request.jobs - 1, interruption: interruption))
  }

  // MARK: Changes

  private func take(_ changes: FolderChanges) {
    var found = inputs.changed(changes)
    guard !found.isEmpty else { return listen(to: goodFolders.union(inputs.folders)) }
    found.formUnion(pending)
    pending = found
    let started = environment.uptime()
    background?.interruption.request()
    background?.task.cancel()
    let reading = found.contains(.texts) ? environment.renewed : inputs.reading
    var next = project
    // Some of what is wrong is told as it is met.
    var told: [Diagnostic] = []
    do {
      if found.contains(.texts) {
        next = try watched.load(reading, into: project.output)
        found.formUnion(next.changesBeside(project))
      }
      // As they are before they are read: a file that is still being written is another one afterwards.
      inputs = WatchedInputs(project: next, files: FeedFiles.find(of: next), environment: reading)
      let edition = try SiteEdition(
        project: next, environment: reading, after: desk.edition, changes: found, report: { told.append($0) })
      told.forEach(progress.reportIfNew)
      project = next
      pending = []
      goodFolders = inputs.folders
      show(edition, since: started)
    } catch {
      // What was read and is wrong is what has to change now.
      if inputs.reading.texts !== reading.texts {
        inputs = WatchedInputs(project: next, files: inputs.files, environment: reading)
      }
      tell(error, after: told)
    }
    listen(to: goodFolders.union(inputs.folders))
  }

  /// On the page, and where the command was started.
  private func tell(_ error: any Error, after told: [Diagnostic] = []) {
    let diagnostics = RunFailure(stopping: error).after(told).diagnostics.uniqued()
    diagnostics.forEach(progress.report)
    desk.publish(diagnostics.filter { $0.severity == .error }.map(WatchProblem.init))
  }

  /// What is seen first: its heights now, its pictures as they are asked for, which is begun before anybody asks.
  private func show(_ edition: SiteEdition, since started: Double) {
    let view = desk.view
    if let view { draw(view, of: edition) }
    desk.publish(edition, isWritten: false)
    let earlier = background?.task
    let interruption = Interruption()
    let task = Task.detached(priority: .utility) { [self] in
      await earlier?.value
      await drawRest(of: edition, view, interruption)
    }
    background = (task, interruption)
  }

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

  // MARK: Behind it

  /// Milliseconds without a change after which the output is written.
  private static let rest = 300

  nonisolated private func drawRest(
    of edition: SiteEdition, _ view: WatchedView?, _ interruption: Interruption
  ) async {
    do {
      try await Task.sleep(for: .milliseconds(Self.rest))
      try await measureRest(of: edition, interruption)
      let (project, environment) = (edition.renderer.project, environment.renewed)
      let summary = try await quietExport(project, environment, interruption).run()
      guard !interruption.isRequested else { return }
      progress.finish(summary)
      desk.noteWritten(edition.number)
    } catch RunFailure.interrupted {
    } catch is CancellationError {
    } catch {
      await tell(error)
    }
  }

  /// Heights of the whole column, at the width that is looked at.
  nonisolated private func measureRest(of edition: SiteEdition, _ interruption: Interruption) async throws {
    guard let width = desk.view?.width else { return }
    var (new, told): ([Int: SiteEntry.Heights], Double) = ([:], environment.uptime())
    for place in 0..<edition.count {
      if interruption.isRequested { throw RunFailure.interrupted }
      if let heights = try edition.heights(place, width: width) { new[place] = heights }
      if environment.uptime() - told > 0.25 || place == edition.count - 1 {
        desk.note(new, width: width, of: edition)
        (new, told) = ([:], environment.uptime())
      }
      // Somebody may be waiting for a picture.
      if place % 8 == 0 { await Task.yield() }
    }
  }
}

extension Project {
  /// What else is not as it was where the options are others.
  fileprivate func changesBeside(_ earlier: Project) -> SiteEdition.Changes {
    var changes: SiteEdition.Changes = []
    if feeds != earlier.feeds || order != earlier.order || chat != earlier.chat || timeZone != earlier.timeZone
      || folder != earlier.folder
    {
      changes.insert(.feed)
    }
    if photos != earlier.photos { changes.insert(.photos) }
    return changes
  }
}
