import AppScreens
import Basics
import CardRendering
import Comparison
import DataFormats
import Diagnostics
import Documents
import Drawing
import Export
import FeedSources
import Fetching
import Figma
import Files
import Filming
import Foundation
import ImageComparison
import ImageFolders
import OutputTransactions
import PrefetchLab
import ProjectSetup
import Projects
import RunSupport
import Server
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
///
/// Lists settings because each command passes on those that its run takes.
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

// MARK: - Inputs

extension Commands {
  /// `feedproof add`
  ///
  /// - Parameter named: The project's folder; nil is the working folder, which then must be a project.
  /// - Throws: `RunFailure`. Exports that were added before the failure stay in the project.
  package static func add(
    _ given: [String], to named: String?, jobs: Int?, style: ProgressStyle?
  ) async throws {
    guard let folder = named ?? (Project.file(of: ["."], in: .process()) == nil ? nil : ".") else {
      throw Diagnostic(AddIssue.noProject)
    }
    guard !folder.isEmpty, !given.contains("") else { throw RunFailure(stopping: Diagnostic(InitIssue.nameless)) }
    let environment = Environment.process()
    let (account, lock) = try AddRun(environment: environment, folder: environment.url(folder), given: given).run()
    let progress = progress(style, environment)
    for warning in account.warnings { progress.report(warning) }
    progress.endPart()
    if style != .quiet { try print(account, as: account.description, json: style == .json) }
    try await export(
      inputs: [folder], overrides: ProjectOverrides(), mode: ExportMode(isForced: false, isDry: false), shard: nil,
      jobs: jobs, strict: false, style: style)
    withExtendedLifetime(lock) {}
  }

  /// `feedproof verify`
  ///
  /// - Throws: `RunFailure`, with status `different` if a file is missing or has changed.
  package static func verify(_ folder: String, json: Bool) throws {
    let environment = Environment.process()
    let account = try VerifyRun(environment: environment, folder: environment.url(folder)).run()
    try print(account, as: account.description, json: json)
    if !account.isSound { throw RunFailure.different }
  }
}

// MARK: - List

extension Commands {
  /// `feedproof list`
  ///
  /// - Parameter cases: Whether cases are listed instead of posts.
  package static func list(inputs: [String], overrides: ProjectOverrides, cases: Bool, verbose: Bool, json: Bool) throws
  {
    let environment = Environment.process()
    let project = try load(inputs, overrides, environment)
    let report = reporter(verbose: verbose, environment)
    if cases {
      let list = try CaseList(of: project, report: report)
      return try print(list, as: list.text, json: json)
    }
    try EntryList(project: project, write: StandardStream.print, report: report).run(json: json)
  }
}

// MARK: - Eject

extension Commands {
  /// `feedproof eject`
  ///
  /// - Throws: `RunFailure`, with status `different` if `check` finds a changed file.
  package static func eject(_ names: [String], check: Bool, json: Bool) throws {
    let environment = Environment.process()
    let run = EjectRun(environment: environment, folder: environment.workingFolder)
    let summary = try check ? run.check() : run.run(names)
    try print(summary, as: summary.text, json: json)
    if summary.hasNews { throw RunFailure.different }
  }
}

// MARK: - Images

extension Commands {
  /// `feedproof picture`
  ///
  /// - Parameters:
  ///   - output: A file's path, or `-` for standard output.
  ///   - format: Nil derives the format from the file extension.
  ///   - books: The periods to write as books, one PDF each. With several, each file name ends with its period. Empty
  ///     writes an image.
  package static func picture(
    inputs: [String], overrides: ProjectOverrides, to output: String, format: ImageRequest.Format?, replaces: Bool,
    request: ImageRequest, books: [BookPeriod] = [], style: ProgressStyle?
  ) throws {
    if books.count > 1, output == "-" { throw Diagnostic(ImageRunIssue.pagesToStream) }
    let stem = output.hasSuffix(".pdf") ? String(output.dropLast(4)) : output
    for book in books {
      var request = request
      request.book = book
      try picture(
        inputs: inputs, overrides: overrides, to: books.count > 1 ? "\(stem)-\(book.name).pdf" : output,
        format: format, replaces: replaces, request: request, style: style)
    }
    guard books.isEmpty else { return }
    let environment = Environment.process()
    var request = request
    let target = try ImageTarget(output, format, isPaged: request.pageHeight != nil, replaces: replaces, environment)
    request.format = target.format
    if request.outlines, request.format != .svg { throw Diagnostic(ImageRunIssue.outlinesOf(request.format.rawValue)) }
    if request.book != nil, request.format != .pdf { throw Diagnostic(ImageRunIssue.bookOf(request.format.rawValue)) }
    if request.hasAllFaces, request.format == .pdf { throw Diagnostic(ImageRunIssue.facesInDocument) }
    if request.isFramed, request.format == .pdf { throw Diagnostic(ImageRunIssue.framedDocument) }
    try target.check()
    var overrides = overrides
    // Only these formats contain photos encoded with a quality setting.
    let isLossy = request.format == .webp || request.format == .svg
    overrides["encoding"] = [(isLossy ? ImageEncoding.webp : .png).rawValue]
    let project = ImageRequest.project(
      try load(inputs, overrides, environment, style: style), asked: overrides, book: request.book)
    let folder = OutputFolder(target.file.deletingLastPathComponent())
    let context = context(environment, nil, style, listing: missingMediaCommand(inputs, overrides)) {
      folder.removeUnfinished()
    }
    let outcome = try target.write(ImageRun(project: project, request: request, context: context), in: folder)
    target.tellOfMorePages(than: outcome.pages, context.progress.report)
    context.progress.finish(outcome)
  }

  /// `feedproof film`
  ///
  /// - Parameter scripts: Paths as on the command line. A path that doesn't exist is resolved in the project's folder.
  /// - Throws: `RunFailure`, with status `different` if a film jumps or shows a blank.
  package static func film(
    inputs: [String], overrides: ProjectOverrides, request: FilmRequest, scripts: [String], jobs: Int?,
    style: ProgressStyle?
  ) async throws {
    let environment = Environment.process()
    let project = try load(inputs, overrides, environment, style: style)
    var request = request
    request.scripts = scripts.map { path in
      let (here, there) = (environment.url(path), project.folder.appendingPathComponent(path).standardizedFileURL)
      return FileSystem.exists(here) || !FileSystem.exists(there) ? here : there
    }
    let context = context(environment, jobs, style, listing: missingMediaCommand(inputs, overrides))
    let outcome = try await FilmRun(project: project, request: request, context: context).run()
    context.progress.endPart()
    if style != .json { StandardStream.output.write(outcome.text) }
    context.progress.finish(outcome)
    if let failure = outcome.failure { throw failure }
  }
}

/// The output format of `feedproof prefetch`.
package enum PrefetchOutput: Sendable {
  case table, json, csv
}

extension Commands {
  /// `feedproof prefetch`
  package static func prefetch(
    inputs: [String], overrides: ProjectOverrides, request: PrefetchRequest, output: PrefetchOutput, jobs: Int?,
    style: ProgressStyle?
  ) async throws {
    let environment = Environment.process()
    if request.generated != nil, !inputs.isEmpty { throw RunFailure(PrefetchIssue.feedAndGenerated) }
    // A generated feed needs no project, only a folder for the output.
    let project = try load(
      request.generated == nil ? inputs : [environment.workingFolder.path], overrides, environment, style: style)
    let file = project.folder.appendingPathComponent(ProjectFile.name)
    let context = context(environment, jobs, style)
    let report = try await PrefetchLabRun(
      project: project, request: request, projectFile: FileSystem.exists(file) ? file : nil, context: context
    ).run()
    context.progress.endPart()
    switch output {
    case .table: try StandardStream.print(report.text)
    case .csv: StandardStream.output.write(report.csv)
    case .json: break
    }
    context.progress.finish(report)
  }
}

// MARK: - Screens

extension Commands {
  /// `feedproof show --stage screen`
  ///
  /// - Parameter picture: The screenshot. Nil uses the image with the same name next to the file, if there is one.
  /// - Throws: `RunFailure`, also if the file contains no view hierarchy.
  package static func showScreen(_ files: [String], picture: String?, json: Bool) throws {
    let environment = Environment.process()
    guard let name = files.first, files.count == 1 else { throw RunFailure(stopping: Diagnostic(ShowIssue.oneScreen)) }
    do {
      let screen = try ScreenFile.read(environment.url(name), picture: picture.map(environment.url))
      for diagnostic in screen.diagnostics { StandardStream.error.write("\(diagnostic.located(in: name))\n") }
      let shown = HierarchyListing(screen)
      try print(shown, as: shown.text + "\n", json: json)
    } catch let diagnostic as Diagnostic {
      throw RunFailure(stopping: diagnostic.located(in: name))
    }
  }

  /// `feedproof screens`
  ///
  /// - Throws: `RunFailure`, with the status of the comparison.
  package static func compareScreens(
    input: String, overrides: ProjectOverrides, screens: String, setsAside: Bool, github: Bool, style: ProgressStyle?
  ) async throws {
    let environment = Environment.process()
    let project = try load([input], overrides, environment, style: style)
    // JSON output contains the result only, no progress.
    let context = context(environment, nil, style == .json ? .quiet : style)
    let started = environment.uptime()
    let run = ScreensRun(
      project: project, environment: environment, folder: environment.url(screens),
      report: reporter(verbose: style == .verbose, environment))
    let found = try await run.run(
      into: ScreenComparisonRun(
        project: project, setsAside: setsAside,
        approveArguments: CompareRun.approveArguments(input, output: overrides["output"]?.last), context: context))
    endReports()
    try print(found.shown, as: found.shown.text + "\n", json: style == .json)
    if github { annotate(found.review, style, context.progress, environment) }
    context.progress.finish(
      CompareSummary(found.review, in: project.output, seconds: environment.uptime() - started))
    if let failure = found.review.failure { throw failure }
  }
}

// MARK: - Comparison

extension Commands {
  /// `feedproof diff`
  ///
  /// - Parameter masks: Regions to ignore, each as x, y, width and height in pixels.
  /// - Throws: `RunFailure`, with status `different` if the images differ.
  package static func diff(
    _ first: String, _ second: String, threshold: Double, countsAntialiased: Bool, masks: [[Int]], output: String?,
    json: Bool
  ) async throws {
    let environment = Environment.process()
    let masks = try masks.map { values in
      guard values.count == 4, values[2] > 0, values[3] > 0, values.allSatisfy({ abs($0) <= 1 << 31 }) else {
        let issue = ProjectIssue.optionValue(
          option: "--mask", value: values.map(String.init).joined(separator: ","),
          expected: "x,y,width,height in pixels")
        throw Diagnostic(issue)
      }
      return PixelRect(x: values[0], y: values[1], width: values[2], height: values[3])
    }
    let comparison = PixelComparison(threshold: threshold, countsAntialiased: countsAntialiased, masks: masks)
    let run = DiffRun(
      first: environment.url(first), second: environment.url(second), comparison: comparison,
      output: output.map(environment.url), jobs: max(1, environment.processorCount))
    let verdict = try await run.run()
    try print(verdict, as: verdict.text, json: json)
    if ![.same, .similar].contains(verdict.verdict) { throw RunFailure.different }
  }
}

extension Commands {
  /// `feedproof compare`
  ///
  /// - Throws: `RunFailure`, with the status of the comparison.
  package static func compare(
    input: String, overrides: ProjectOverrides, options: CompareRun.Options, shard: String?, jobs: Int?, github: Bool,
    style: ProgressStyle?
  ) async throws {
    let environment = Environment.process()
    var options = options
    options.shard = try Shard.asked(shard, environment)
    let project = try load([input], overrides, environment, style: style)
    let context = context(environment, jobs, style, listing: missingMediaCommand([input], overrides))
    reportEjectedFiles(of: project, context.progress)
    let started = environment.uptime()
    let run = CompareRun(
      project: project, overrides: overrides, options: options, context: context, input: input,
      approveArguments: CompareRun.approveArguments(input, output: overrides["output"]?.last))
    let report = try await run.run()
    try finish(report, in: project.output, github: github, style: style, context.progress, since: started, environment)
  }

  /// `feedproof diff A B` and `feedproof diff FOLDER` for folders
  ///
  /// - Parameters:
  ///   - after: The newer folder. Nil if `before` is a folder of a snapshot-testing tool, which contains both versions.
  ///   - failing: The verdicts that end the run with status 1, and the treatment of removed images.
  ///   - shard: The part to compare, as typed; nil compares all images.
  /// - Throws: `RunFailure`, with the status of the comparison.
  package static func comparePictures(
    before: String, after: String?, output: String?, selection: CaseSelection, failing: FailingVerdicts, shard: String?,
    setsAside: Bool, jobs: Int?, github: Bool, style: ProgressStyle?
  ) async throws {
    let environment = Environment.process()
    let shard = try Shard.asked(shard, environment)
    let context = context(environment, jobs, style)
    let report = context.progress.report
    let started = environment.uptime()
    try ApprovalTarget.pictures(environment.url(before)).recover(report: report)
    let pairs =
      try after.map { try ImagePairs(before: environment.url(before), after: environment.url($0), report: report) }
      ?? ImagePairs(in: environment.url(before), report: report)
    if let shape = pairs.shape, style != .json, style != .quiet {
      // plain: a message
      StandardStream.error.write("\(before): \(shape)\n")
    }
    let folder = environment.url(output ?? "output")
    let run = ImageFoldersRun(
      pairs: pairs, rules: try .find(in: [pairs.before, environment.workingFolder], environment: environment),
      selection: selection, output: folder, setsAside: setsAside, context: context,
      title: [before, after].compactMap { $0 }.joined(separator: " → "),
      target: "--before \(ShellWord.path(environment.shownPath(pairs.before))) ",
      outputArguments: outputArguments(output), failing: failing, shard: shard)
    let found = try await run.run()
    try finish(found, in: folder, github: github, style: style, context.progress, since: started, environment)
  }

  /// Returns the arguments that name an output folder, with a trailing space; empty for the default.
  private static func outputArguments(_ output: String?) -> String {
    output.map { "--output \(ShellWord.path($0)) " } ?? ""
  }

  /// Prints a report in every requested form.
  ///
  /// - Throws: `RunFailure`, with the status of the comparison.
  static func finish(
    _ report: CompareOutcome, in output: URL, github: Bool, style: ProgressStyle?, _ progress: RunProgress,
    since started: Double, _ environment: Environment
  ) throws {
    progress.endPart()
    if style != .json { StandardStream.output.write(report.text) }
    if github { annotate(report, style, progress, environment) }
    progress.finish(CompareSummary(report, in: output, seconds: environment.uptime() - started))
    if let failure = report.failure { throw failure }
  }

  /// `feedproof approve`
  ///
  /// - Parameter before: The older of two compared folders of images. Nil approves the cards of a project.
  package static func approve(
    project input: String, before: String?, output: String?, request: ApproveRequest, json: Bool
  ) throws {
    let environment = Environment.process()
    var failure: Diagnostic.Kind?
    let report = { (issue: Diagnostic) in
      StandardStream.error.write("\(issue)\n")
      guard issue.severity == .error else { return }
      failure = issue.kind
      if json { StandardStream.output.pass(RunProgress.event(issue)) }
    }
    let run: ApproveRun
    if let before {
      run = ApproveRun(
        output: environment.url(output ?? "output"), target: .pictures(environment.url(before)), request: request,
        environment: environment, report: report)
    } else {
      var overrides = ProjectOverrides()
      overrides["output"] = output.map { [$0] }
      run = ApproveRun(
        project: try load([input], overrides, environment), request: request, environment: environment, report: report)
    }
    do {
      let account = try run.run()
      try print(account, as: account.text, json: json)
      if let failure { throw RunFailure.reported(failure) }
    } catch let issue as Diagnostic {
      throw advised(issue, input, output: output)
    }
  }

  /// `feedproof comment`
  ///
  /// - Parameters:
  ///   - folder: A project, or the output folder of a comparison; nil is the working folder if it is a project,
  ///     otherwise `output`.
  ///   - output: The output folder; nil is the project's.
  /// - Throws: `RunFailure` if the output contains no report.
  package static func comment(
    on folder: String?, output: String?, _ request: ReviewComment.Request, json: Bool
  ) throws {
    let environment = Environment.process()
    let isProject = Project.file(of: [folder ?? "."], in: environment) != nil
    // A folder with a report of its own is an output folder, even next to a project file: a downloaded artifact.
    let isOutput = folder.map { ReviewFolder(in: environment.url($0)).hasReport } ?? false
    let url =
      try output.map(environment.url)
      ?? (isProject && !isOutput
        ? load([folder ?? "."], ProjectOverrides(), environment).output : environment.url(folder ?? "output"))
    // A project's folder may be the output of a comparison itself.
    let own = isProject && output == nil ? ReviewFolder(in: environment.url(folder ?? ".")) : nil
    let review = [ReviewFolder(in: url), own].compactMap { $0 }.first(where: \.hasReport) ?? ReviewFolder(in: url)
    try OutputLock.settle(review.url) { StandardStream.error.write("\($0)\n") }
    let comment = try ReviewComment(of: review, request)
    try print(comment, as: comment.body, json: json)
  }

  /// `feedproof history`
  ///
  /// - Throws: `RunFailure` if Git is missing, refuses the repository, or knows no such case.
  package static func history(
    of pattern: String, project: String, most: Int, pictures: String?, json: Bool
  ) throws {
    let environment = Environment.process()
    let project = try load([project], ProjectOverrides(), environment)
    let store = BaselineStore(project.baselines)
    try store.recover { StandardStream.error.write("\($0)\n") }
    let history = try BaselineHistory(
      of: .pattern(pattern), in: store, project: project.folder, most: most, variables: environment.variables,
      pictures: pictures.map(environment.url)
    ) { StandardStream.error.write("\($0)\n") }
    try print(history, as: history.text, json: json)
  }

  /// `feedproof merge-baseline`
  ///
  /// - Throws: `RunFailure`, with status `different` if a conflict remains.
  package static func mergeBaseline(base: String, ours: String, theirs: String, json: Bool) throws {
    let environment = Environment.process()
    let files = [base, ours, theirs].map(environment.url)
    struct Account: Encodable { var merged: Bool }
    let isMerged: Bool
    do {
      isMerged = try BaselineMerge.merge(base: files[0], ours: files[1], theirs: files[2])
    } catch let error as FileError {
      throw error.diagnostic
    }
    // Git prints the output of a merge driver, so a merge prints nothing by default.
    if json { try print(Account(merged: isMerged), as: "", json: true) }
    if !isMerged { throw RunFailure.different }
  }

  static func settleBaselines(of project: Project, _ report: (Diagnostic) -> Void) {
    settle(.baselines(project.baselines), report)
  }

  /// Undoes an interrupted approval. A failure is only reported, since most commands don't need the baselines.
  static func settle(_ target: ApprovalTarget?, _ report: (Diagnostic) -> Void) {
    do {
      try target?.recover(report: report)
    } catch {
      RunFailure(stopping: error).diagnostics.forEach(report)
    }
  }

  /// Adds the complete `compare` command, with the project and the output folder, to hints that recommend it.
  private static func advised(_ issue: Diagnostic, _ input: String, output: String?) -> Diagnostic {
    let folder = output.map { " --output \(ShellWord.path($0))" } ?? ""
    let command = "run feedproof compare\(input == "." ? "" : " \(ShellWord.path(input))")\(folder)"
    return switch issue.code {
    case "report.missing": issue.hinting(at: "\(command) first, or name the project: feedproof approve PROJECT …")
    case "report.unreadable": issue.hinting(at: "\(command) again")
    case "approve.other-picture": issue.hinting(at: "\(command) again and review the case")
    default: issue
    }
  }

  /// Prints annotations and appends the summary to the file that GitHub names. Annotations go to standard output, or to
  /// standard error if standard output is JSON; GitHub reads both.
  static func annotate(
    _ report: CompareOutcome, _ style: ProgressStyle?, _ progress: RunProgress, _ environment: Environment
  ) {
    (style == .json ? StandardStream.error : .output).pass(report.githubAnnotations)
    guard let path = environment.variables["GITHUB_STEP_SUMMARY"], !path.isEmpty else {
      return tell(Diagnostic(GitHubIssue.noSummaryFile), style, progress)
    }
    do {
      let file: FileSink
      do throws(FileError) { file = try FileSink(appendingTo: path) } catch { throw error.diagnostic }
      try file.write(report.markdown)
      try file.flush()
    } catch {
      let reason = RunFailure(stopping: error).diagnostics.first?.message ?? Files.reason(error)
      tell(Diagnostic(GitHubIssue.summaryUnwritable(reason: reason), at: Place(file: path)), style, progress)
    }
  }

  /// Reports a problem with the result itself. Even a quiet run prints it.
  static func tell(_ issue: Diagnostic, _ style: ProgressStyle?, _ progress: RunProgress) {
    if style == .quiet { StandardStream.error.write("\(issue)\n") } else { progress.report(issue) }
  }
}

extension Commands {
  /// `feedproof merge`: joins the shards of an export, of a comparison, or of both.
  ///
  /// - Parameters:
  ///   - words: The shards' output folders, after the project if its first word is one.
  ///   - output: Nil is the output folder of the project.
  ///   - asked: The project of the comparison, for `approve`. Nil uses the first word if it is a project, or the input
  ///     that the shards recorded.
  ///   - setsAside: Whether unmanaged files at paths to be written are renamed. If false, they end the run.
  ///   - departing: The treatment of posts that the output has and the shards of an export lack.
  /// - Throws: `RunFailure`. A comparison throws it with its own status.
  package static func merge(
    _ words: [String], into output: String?, project asked: String?, setsAside: Bool = false,
    departing: RemovedPostPolicy = .leave, github: Bool,
    style: ProgressStyle?
  ) throws {
    let foreign = setsAside ? UnmanagedFilePolicy.setAside : .refuse
    let environment = Environment.process()
    let isNamed = asked == nil && words.first.map { Project.file(of: [$0], in: environment) != nil } ?? false
    let project = isNamed ? words.first : asked
    let folders = isNamed ? Array(words.dropFirst()) : words
    guard !folders.isEmpty else { throw Diagnostic(MergeTargetIssue.noShards) }
    guard let output = try output ?? mergedOutput(of: project ?? ".", environment) else {
      throw Diagnostic(MergeTargetIssue.noOutput)
    }
    let urls = folders.map(environment.url)
    for (folder, url) in zip(folders, urls) where !ExportMerge.isPart(url) && !MergeRun.isComparison(url) {
      let isExport = FileSystem.exists(url.appendingPathComponent("manifest.json"))
      throw Diagnostic(isExport ? MergeIssue.noShard : .nothingToJoin, at: Place(file: folder))
    }
    let (areExports, areComparisons) = (urls.allSatisfy(ExportMerge.isPart), urls.allSatisfy(MergeRun.isComparison))
    guard areExports || areComparisons else {
      let other = zip(folders, urls).first { ExportMerge.isPart($1) != ExportMerge.isPart(urls[0]) }?.0
      throw Diagnostic(MergeIssue.mixedKinds(first: folders[0]), at: Place(file: other ?? folders[0]))
    }
    if areExports { try mergeExports(folders, into: output, foreign, departing, style: style, environment) }
    if areComparisons {
      try mergeComparisons(folders, into: output, foreign, project: project, github: github, style: style, environment)
    }
  }

  /// The output folder of a project as typed on the command line; nil if the folder is no project.
  private static func mergedOutput(of project: String, _ environment: Environment) throws -> String? {
    guard Project.file(of: [project], in: environment) != nil else { return nil }
    return environment.shownPath(try load([project], ProjectOverrides(), environment).output)
  }

  private static func mergeExports(
    _ folders: [String], into output: String, _ foreign: UnmanagedFilePolicy, _ departing: RemovedPostPolicy,
    style: ProgressStyle?, _ environment: Environment
  ) throws {
    let output = OutputFolder(environment.url(output))
    let context = context(environment, nil, style) { output.removeUnfinished() }
    _ = try ExportMerge(folders: folders, foreign: foreign, departing: departing, context: context).run(into: output)
    try checkPictures(context.progress)
  }

  private static func mergeComparisons(
    _ folders: [String], into output: String, _ foreign: UnmanagedFilePolicy, project: String?, github: Bool,
    style: ProgressStyle?,
    _ environment: Environment
  ) throws {
    let started = environment.uptime()
    let progress = progress(style, environment)
    let run = MergeRun(
      folders: folders, output: environment.url(output), environment: environment, foreign: foreign,
      report: progress.report, outputArguments: outputArguments(output == "output" ? nil : output)
    ) { input in
      let input = project ?? input
      // If the merged output is the project's own output folder, `approve` finds it without --output.
      let own = try? load([input], ProjectOverrides(), environment, style: style)
      if let own { settleBaselines(of: own, progress.report) }
      // The printed command must work in the current folder.
      let isHere = own.map { !FeedFiles.find(of: $0).files.isEmpty } ?? false
      if !isHere { tell(Diagnostic(ReviewingIssue.projectElsewhere(input)), style, progress) }
      let isOwn = own?.output.standardizedFileURL.path == environment.url(output).standardizedFileURL.path
      return CompareRun.approveArguments(input, output: isOwn ? nil : output)
    }
    let report = try run.run()
    try finish(
      report, in: run.output, github: github, style: style, progress, since: started, environment)
  }
}

/// The reason why shards can't be joined as asked.
private enum MergeTargetIssue: Issue {
  case noShards
  case noOutput

  static var kind: Diagnostic.Kind { .usage }

  var text: IssueText {
    switch self {
    case .noShards:
      .error("merge.no-shards", "no shard is named", hint: "name the output folders of all shards after the project")
    case .noOutput:
      .error(
        "merge.no-output", "no output folder was given, and the working folder is not a project",
        hint: "add --output FOLDER, or name the project first")
    }
  }
}

// MARK: - Figma

extension Commands {
  /// `feedproof figma show`
  ///
  /// - Parameter paths: A saved response or a folder of them. Two paths are compared: two versions of a file, or styles
  ///   and the nodes that contain their values.
  /// - Throws: `RunFailure`.
  package static func showFigma(_ paths: [String], verbose: Bool, json: Bool) throws {
    let environment = Environment.process()
    let read = try paths.map { try FigmaResponses($0, environment) }
    tell(read.flatMap(\.problems), verbose: verbose)
    if read.count == 2 {
      return try printFigma(try shown(read, paths, json: json), json: json)
    }
    let texts = read[0].all.map { json ? $0.answer.json : $0.answer.text }
    // Several responses are printed as separate JSON values.
    try printFigma(texts.joined(separator: json ? "" : "\n"), json: json)
  }

  private static func shown(_ read: [FigmaResponses], _ paths: [String], json: Bool) throws(Diagnostic) -> String {
    for (styles, nodes) in [(0, 1), (1, 0)] {
      guard case .styles(let published) = read[styles].all[0].answer, let file = read[nodes].file else { continue }
      return file.json(of: published, name: paths[nodes])
    }
    let changes = FigmaChanges(from: try read[0].design(paths[0]), to: try read[1].design(paths[1]))
    return json ? changes.json : changes.text(read[1].variables)
  }

  /// `feedproof figma diff`
  ///
  /// - Parameter page: The folder to write a review page to, with the images of both versions. Nil writes none.
  /// - Throws: `RunFailure`, with status `different` if the design has changed.
  package static func diffFigma(
    _ old: String, _ new: String, markdown: Bool, page: String?, verbose: Bool, json: Bool
  ) async throws {
    let environment = Environment.process()
    let read = try [old, new].map { try FigmaResponses($0, environment) }
    tell(read.flatMap(\.problems), verbose: verbose)
    let versions = read[0].variables.flatMap { old in read[1].variables.map { (old: old, new: $0) } }
    if versions == nil, read.contains(where: { $0.variables != nil }) {
      StandardStream.error.write("note: only one of the two files has variables; variables are not compared\n")
    }
    for (answers, path) in zip(read, [old, new]) where answers.designs.count(where: { !$0.pages.isEmpty }) > 1 {
      let name = answers.file?.name.map { " \($0)" } ?? ""
      // plain: a message
      StandardStream.error.write("note: only\(name) is compared; \(path) contains several design files\n")
    }
    let changes = FigmaChanges(from: try read[0].design(old), to: try read[1].design(new), variables: versions)
    let variables = read[1].variables
    let text = json ? changes.json(variables) : markdown ? changes.markdown(variables) : changes.text(variables)
    try printFigma(text, json: json)
    if let page {
      let pictures = (old: read[0].pictures, new: read[1].pictures)
      let place = try await FigmaDiffPage(changes: changes, variables: variables, pictures: pictures)
        .write(to: environment.url(page), in: environment) { StandardStream.error.write("\($0)\n") }
      StandardStream.error.write("wrote the page \(environment.shownPath(place))\n")
    }
    if !changes.isEmpty { throw RunFailure.different }
  }

  /// `feedproof figma tokens`
  ///
  /// - Throws: `RunFailure`. In that case nothing was written.
  package static func makeFigmaTokens(
    _ path: String, options: FigmaTokensRun.Options, verbose: Bool, json: Bool
  ) throws {
    let (report, problems) = try FigmaTokensRun(environment: Environment.process(), options: options).run(path)
    tell(problems, verbose: verbose)
    try print(report, as: report.text, json: json)
  }

  /// `feedproof figma template`
  ///
  /// - Throws: `RunFailure`. In that case nothing was written.
  package static func draftFigmaTemplate(
    _ path: String, options: FigmaTemplateRun.Options, verbose: Bool, json: Bool
  ) throws {
    let (report, problems) = try FigmaTemplateRun(environment: Environment.process(), options: options).run(path)
    tell(problems, verbose: verbose)
    if report.template != nil, !json {
      StandardStream.error.write("note: pass --output to also write the template's tokens\n")
    }
    try print(report, as: report.text, json: json)
  }

  /// `feedproof figma frames`
  ///
  /// - Parameter list: The file to write a list of cases to. Nil writes none.
  /// - Throws: `RunFailure`.
  package static func listFigmaFrames(_ path: String, writing list: String?, verbose: Bool, json: Bool) throws {
    let run = try FigmaFramesRun(path, Environment.process())
    tell(run.problems, verbose: verbose)
    if let list { try run.write(to: list) }
    try print(run.report, as: run.report.text, json: json)
  }

  /// `feedproof figma pull`
  ///
  /// - Throws: `RunFailure`.
  package static func pullFigma(
    _ options: FigmaPull.Options, tokenFile: String?, tokenVariable: String?, verbose: Bool, json: Bool
  ) async throws {
    var options = options
    options.credentials = Credentials(file: tokenFile, variable: tokenVariable)
    let pull = FigmaPull(options, Environment.process()) { StandardStream.error.write("\($0)\n") }
    let report = try await pull.run()
    tell(report.problems, verbose: verbose)
    try print(report, as: report.text(isVerbose: verbose), json: json)
  }

  /// Reports problems on standard error, one line for each kind if there are many.
  private static func tell(_ problems: [Diagnostic], verbose: Bool) {
    let report = reporter(verbose: verbose, .process())
    for problem in problems { report(problem) }
  }

  private static func printFigma(_ text: String, json: Bool) throws {
    try StandardStream.print(json ? PlainText.json(text) : text)
  }
}

// MARK: - Serve

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
