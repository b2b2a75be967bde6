import CardRendering
import DataFormats
import Diagnostics
import Export
import FeedSources
import Fetching
import Files
import Foundation
import OutputTransactions
import ProjectSetup
import Projects
import RunSupport
import Synchronization

/// The scope of an export.
package struct ExportMode: Sendable {
  /// Whether every card is rendered again.
  package var isForced: Bool
  /// Whether the run only prints what it would do.
  package var isDry: Bool
  /// Whether unmanaged files at paths to be written are renamed. If false, they end the run.
  package var setsAside: Bool
  /// The treatment of posts that the output has and the feed lacks.
  package var departing: RemovedPostPolicy

  package init(isForced: Bool, isDry: Bool, setsAside: Bool = false, departing: RemovedPostPolicy = .leave) {
    self.departing = departing
    self.isForced = isForced
    self.isDry = isDry
    self.setsAside = setsAside
  }
}

/// The commands of the command line, each in a few lines. A nil `style` depends on whether standard error is a
/// terminal; nil `jobs` means one per core. Failures are thrown as `RunFailure` or `Diagnostic`.
package enum Commands {
  /// `feedproof export`
  ///
  /// - Parameter shard: `2/8` or `auto`. Nil exports the entire feed.
  package static func export(
    inputs: [String], overrides: ProjectOverrides, mode: ExportMode, shard: String?, jobs: Int?, strict: Bool,
    style: ProgressStyle?
  ) async throws {
    let environment = Environment.process()
    let shard = try Shard.asked(shard, environment)
    let project = try load(inputs, overrides, environment, style: style)
    let output = OutputFolder(project.output)
    let context = context(environment, jobs, style, listing: missingMediaCommand(inputs, overrides)) {
      output.removeUnfinished()
    }
    let foreign: UnmanagedFilePolicy = mode.setsAside ? .setAside : .refuse
    let makeRun = { @Sendable (project: Project, departing: RemovedPostPolicy) in
      ExportRun(
        project: project, output: OutputFolder(project.output), isForced: mode.isForced, shard: shard, foreign: foreign,
        departing: departing, context: context)
    }
    let run = makeRun(project, mode.departing)
    let collection = CollectionRun(
      project: project, foreign: foreign, departing: mode.departing, context: context, run: makeRun)
    settleBaselines(of: project, context.progress.report)
    reportEjectedFiles(of: project, context.progress)
    if mode.isDry { return try await forecast(run, collection, json: style == .json) }
    InputList.absent(from: project).forEach(context.progress.report)
    var summary: RunSummary
    do {
      summary = try await run.run()
    } catch let several as AmbiguousFeedError {
      guard shard == nil else { throw several }
      summary = try await collection.run(several)
    }
    if strict && summary.errors + summary.warnings > 0 { throw RunFailure.reported(.input) }
    try checkPictures(context.progress)
  }

  /// Reports ejected files whose built-in versions have changed.
  static func reportEjectedFiles(of project: Project, _ progress: RunProgress) {
    EjectedFiles.notes(of: project.folder, Environment.process()).forEach(progress.report)
  }

  /// - Throws: `RunFailure` if an image could not be rendered, although everything else was published.
  static func checkPictures(_ progress: RunProgress) throws {
    if progress.reported.undrawn > 0 { throw RunFailure.reported(.output) }
  }

  private static func forecast(_ run: ExportRun, _ collection: CollectionRun, json: Bool) async throws {
    func tell(_ line: ExportForecast.Line) {
      let text = json ? try? JSONText.line(line) : line.description
      if let text, !text.isEmpty { StandardStream.output.write(text + "\n") }
    }
    let totals: ExportForecast.Totals
    do {
      totals = try await ExportForecast(run).tell(tell)
    } catch let several as AmbiguousFeedError {
      guard run.shard == nil else { throw several }
      totals = try await collection.forecast(several, tell)
    }
    try StandardStream.print((json ? try JSONText.line(totals) : totals.description) + "\n")
  }

  /// `feedproof show`
  package static func show(
    inputs: [String], overrides: ProjectOverrides, stage: ShowStage?, post: String?, verbose: Bool, json: Bool
  ) async throws {
    let environment = Environment.process()
    let project = try load(inputs, overrides, environment)
    let run = ShowRun(
      project: project, environment: environment, write: StandardStream.print,
      report: reporter(verbose: verbose, environment))
    try run.show(stage, post: post, json: json)
  }

  /// `feedproof template check`
  ///
  /// - Throws: `RunFailure`, with status `brokenInput` if any template has an error.
  package static func checkTemplates(
    _ files: [String], overrides: ProjectOverrides, json: Bool
  ) throws {
    let environment = Environment.process()
    let check = TemplateCheck(
      environment: environment, tokens: overrides["tokens"] ?? [], fontLock: overrides["fonts"]?.last,
      language: try overrides.language(in: environment))
    let report = check.report(on: files)
    if !json { for diagnostic in report.diagnostics { StandardStream.error.write("\(diagnostic)\n") } }
    try print(report, as: report.text, json: json)
    if !report.isSound { throw RunFailure.reported(.input) }
  }

  /// `feedproof template layout`
  package static func layOutTemplate(
    _ file: String, options: TemplateLayout.Options, overrides: ProjectOverrides, json: Bool
  ) throws {
    let environment = Environment.process()
    var options = options
    (options.tokens, options.fontLock) = (overrides["tokens"] ?? [], overrides["fonts"]?.last)
    options.language = try overrides.language(in: environment)
    let shown = try TemplateLayout(environment: environment, options: options).text(of: file, json: json)
    for diagnostic in shown.diagnostics { StandardStream.error.write("\(diagnostic)\n") }
    try StandardStream.print(shown.text)
  }

  /// `feedproof fonts`
  ///
  /// - Throws: `RunFailure`, with status `environment` if a font file is missing or differs from the lock.
  package static func fonts(lock: String?, add families: [String], write: String?, json: Bool) async throws {
    let environment = Environment.process()
    let run = FontsRun(lockFile: lock.map(environment.url), environment: environment)
    if !families.isEmpty {
      let added = try run.add(families, to: write)
      for remark in added.remarks { StandardStream.error.write("\(remark)\n") }
      return try print(added, as: added.text, json: json)
    }
    if let write {
      try run.writeLock(to: environment.url(write))
      return try print(WrittenFontLock(wrote: write), as: "", json: json)
    }
    let report = try run.report()
    try print(FontsDocument(report), as: FontsRun.table(report), json: json)
    if !report.isSound { throw RunFailure.reported(.environment) }
  }

  /// Prints grouped diagnostics of runs that have not ended.
  private static let pendingReports = Mutex<[@Sendable () -> Void]>([])

  /// Prints everything that runs have reported and not printed, before a failure or the end of the process.
  static func endReports() { pendingReports.withLock { $0 }.forEach { $0() } }

  static func endWithProcess(_ report: @escaping @Sendable () -> Void) { pendingReports.withLock { $0.append(report) } }

  /// - Parameter mediaCommand: The command that lists missing photos, for a summary of them.
  static func progress(
    _ style: ProgressStyle?, _ environment: Environment, listing mediaCommand: String? = nil
  ) -> RunProgress {
    let groups =
      mediaCommand.map { command in
        DiagnosticGroups(
          .init(PhotoIssue.photoMissing) { count, _ in
            Diagnostic(PhotoIssue.manyMissing(count: count, command: command))
          },
          .init(PhotoIssue.faceMissing, isForFew: true) {
            Diagnostic(PhotoIssue.missingFaces(count: $0, first: $1, command: command))
          })
      } ?? DiagnosticGroups()
    let terminal = TerminalTraits.ofStandardError()
    let progress = RunProgress(
      style: style ?? (terminal.redraws ? .terminal : .plain), on: terminal, grouping: groups,
      uptime: environment.uptime,
      standardOutput: { StandardStream.output.pass($0) }, standardError: { StandardStream.error.pass($0) })
    endWithProcess(progress.endPart)
    return progress
  }

  /// Returns the reporter of a command without progress. Its diagnostics go to standard error.
  static func reporter(verbose: Bool, _ environment: Environment) -> @Sendable (Diagnostic) -> Void {
    progress(verbose ? .verbose : .plain, environment).report
  }

  /// Creates the context of a run that handles signals.
  static func context(
    _ environment: Environment, _ jobs: Int? = nil, _ style: ProgressStyle?, listing mediaCommand: String? = nil,
    cleanUp: @escaping @Sendable () -> Void = {}
  ) -> RunContext {
    let interruption = Interruption()
    let progress = progress(style, environment, listing: mediaCommand)
    interruption.listen {
      progress.endPart()
      cleanUp()
    }
    return RunContext(environment, jobs: jobs, progress: progress, interruption: interruption)
  }

  /// Prints a result as text or as JSON.
  static func print(_ result: some Encodable, as text: String, json: Bool) throws {
    try StandardStream.print(json ? String(decoding: try JSONText.pretty(result), as: UTF8.self) : text)
  }

  /// Reads a project, and prints notes about its file.
  static func load(
    _ inputs: [String], _ overrides: ProjectOverrides, _ environment: Environment, style: ProgressStyle? = nil
  ) throws -> Project {
    let project = try Project.load(inputs: inputs, overrides: overrides, environment: environment)
    if style != .quiet {
      let new = printedNotes.withLock { printed in project.notes.filter { printed.insert($0).inserted } }
      for note in new { StandardStream.error.write("\(note)\n") }
    }
    return project
  }

  /// The notes about project files that were printed. A command may read a file more than once.
  private static let printedNotes = Mutex<Set<Diagnostic>>([])
}

extension Commands {
  /// `feedproof init`
  ///
  /// - Parameters:
  ///   - from: Feeds as named on the command line. Empty adds a small sample feed.
  ///   - records: A file of the user's own data instead of a feed.
  /// - Throws: `RunFailure`. In that case nothing was written.
  package static func makeProject(
    in folder: String, from: [String], records: String? = nil, git: Set<GitAttributes>, json: Bool
  ) throws {
    guard !folder.isEmpty, !from.contains(""), records != "" else {
      throw RunFailure(stopping: Diagnostic(InitIssue.nameless))
    }
    let environment = Environment.process()
    let run = InitRun(
      environment: environment, folder: environment.url(folder), from: from, records: records, git: git)
    let account = try run.run()
    try print(account, as: account.description, json: json)
  }
}

extension Commands {
  /// `feedproof media`
  ///
  /// - Parameter missingOnly: Whether only missing files are listed. Any missing file then fails the run.
  /// - Throws: `RunFailure`, with status `different` if `missingOnly` is true and a file is missing.
  package static func media(
    inputs: [String], overrides: ProjectOverrides, missingOnly: Bool, jobs: Int?, verbose: Bool, json: Bool
  ) async throws {
    let environment = Environment.process()
    let run = MediaRun(
      project: try load(inputs, overrides, environment), environment: environment,
      jobs: RunContext(environment, jobs: jobs).jobs, report: reporter(verbose: verbose, environment))
    let list = try await run.list(missingOnly: missingOnly)
    try print(list, as: list.text, json: json)
    if missingOnly, list.missing > 0 { throw RunFailure.different }
  }

  /// The command that lists the photos a run found missing, quoted for a shell.
  static func missingMediaCommand(_ inputs: [String], _ overrides: ProjectOverrides) -> String {
    let chat = overrides["chat"]?.last.map { ["--chat", ShellWord.path($0)] } ?? []
    let photos = (overrides["photos"] ?? []).map { ["--photos", ShellWord.path($0)] }
    return (["feedproof", "media"] + inputs.map(ShellWord.path) + ["--missing"] + chat + photos.flatMap { $0 })
      .joined(separator: " ")
  }
}

extension Commands {
  /// `feedproof fetch`
  package static func fetch(_ plan: FetchPlan, isDry: Bool, style: ProgressStyle?) async throws {
    let environment = Environment.process()
    let style = style ?? (StandardStream.error.isTerminal ? .terminal : .plain)
    let progress = FetchProgress(
      style: style, uptime: environment.uptime, standardOutput: { StandardStream.output.pass($0) },
      standardError: { StandardStream.error.pass($0) })
    endWithProcess(progress.endPart)
    let session = FetchSession(plan: plan, environment: environment, progress: progress)
    if isDry { return try StandardStream.print(try FetchForecast(session).text(json: style == .json)) }
    let interruption = Interruption()
    // No cleanup: the next run resumes partial downloads.
    interruption.listen {}
    do {
      try await until(interruption) { _ = try await session.run() }
    } catch is CancellationError {
      throw RunFailure.interrupted
    }
  }

  /// Cancels the work as soon as the user interrupts the run.
  private static func until(
    _ interruption: Interruption, _ work: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await work()
        return true
      }
      group.addTask {
        while !interruption.isRequested { try await Task.sleep(for: .milliseconds(50)) }
        return false
      }
      defer { group.cancelAll() }
      guard try await group.next() == true else { throw CancellationError() }
    }
  }
}
