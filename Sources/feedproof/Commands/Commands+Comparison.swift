import Basics
import Comparison
import DataFormats
import Diagnostics
import Export
import FeedSources
import Files
import Foundation
import ImageComparison
import OutputTransactions
import Projects
import RunSupport
import Server

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
