import Diagnostics
import Files
import Foundation
import OutputTransactions
import Prefetching
import Projects
import RunSupport

/// Runs `feedproof prefetch`, from the feed's files to the report's folder.
package struct PrefetchLabRun: Sendable {
  let project: Project
  let request: PrefetchRequest
  /// The file for `--apply`; nil if there is none.
  let projectFile: URL?
  let context: RunContext

  /// The path in the output folder.
  private static let folder = "prefetch"

  package init(project: Project, request: PrefetchRequest, projectFile: URL?, context: RunContext) {
    (self.project, self.request, self.projectFile, self.context) = (project, request, projectFile, context)
  }

  private var environment: Environment { context.environment }
  /// The kit of all pages, then the styles of the report. The templates among them have comments only.
  private static let styleFiles =
    ["typeface", "kit", "kit-roles", "kit-first", "kit-data"].map { "Site/\($0).css.mustache" } + ["Prefetch/page.css"]

  private var progress: RunProgress { context.progress }

  /// - Throws: `RunFailure` if nothing can be read, the request is invalid, or nothing can be written.
  package func run() async throws -> PrefetchReport {
    // All checks of the command line come before the feed is read.
    let links = try LinkFile.links(request.links, usesStreams: request.usesStreams, in: environment)
    let policies = try request.readPolicies(project.prefetch)
    let sweep = try request.readSweep()
    if request.applies {
      if request.generated != nil { throw PrefetchIssue.noGeneratedApply }
      if projectFile == nil { throw PrefetchIssue.noProjectFile }
    }
    let style = try Self.styleFiles.map { path in
      try environment.texts.text(of: environment.resourceFolder.appendingPathComponent("Templates/\(path)"))
    }.joined().split(separator: "\n").filter { !$0.hasPrefix("{{!") }.joined(separator: "\n")
    let steps = (sweep.axes.isEmpty ? 1 : 3) + 2
    progress.begin(step: 1, of: steps, request.generated == nil ? "reading the feed" : "generating a feed")
    let feed = try await feed()
    let study = PrefetchStudy(
      request: request, feed: feed, links: links, policies: policies, sweep: sweep, weights: project.prefetch,
      context: context)
    let findings = try await study.run(step: 2, of: steps)
    progress.begin(step: steps, of: steps, "writing the report")
    var report = PrefetchReport(findings, request)
    if request.applies { try apply(&report) }
    try write(&report, findings, style)
    return report
  }

  private func feed() async throws -> LabFeed {
    if let generated = request.generated {
      return LabFeed(
        name: "generated \(generated.rawValue)", items: generated.items(count: request.items, seed: request.seed),
        exported: 0)
    }
    let reader = FeedItems(
      project: project.onOneScreen(request), environment: environment, jobs: context.jobs, plays: request.plays)
    return try await reader.read(request.items, progress: progress)
  }

  /// Writes the recommended setting to the project file if it is significantly better.
  private func apply(_ report: inout PrefetchReport) throws {
    guard let file = projectFile, let change = report.change, change.isBetterBeyondDoubt else { return }
    let name = environment.shownPath(file)
    let text = try environment.texts.text(of: file)
    guard let edited = ProjectFileEdit(text, file: name).setting(change.found) else {
      throw Diagnostic(PrefetchIssue.notEditable(file: name), at: Place(file: name))
    }
    // The file may already have it if only the command line differed.
    guard edited != text else { return }
    try OutputFolder.write(Data(edited.utf8), to: file)
    report.change?.isApplied = true
  }

  private func write(_ report: inout PrefetchReport, _ findings: LabFindings, _ style: String) throws {
    let lock = try OutputLock.take(project.output)
    defer { lock.removeTraces() }
    try lock.recover(report: progress.report)
    let folder = try ResultFolder(Self.folder, in: project.output)
    report.page = folder.url.appendingPathComponent("index.html").path
    // The contents depend on the request, not on the file's location.
    var placeless = report
    placeless.page = nil
    try folder.write(try JSONText.pretty(placeless), to: try .checked("prefetch.json"))
    try folder.write(Data(report.csv.utf8), to: try .checked("prefetch.csv"))
    let page = LabPage(report: report, findings: findings, style: style)
    try folder.write(Data(page.html.utf8), to: try .checked("index.html"))
  }
}

extension PrefetchReport: CustomStringConvertible {
  /// The final line of output.
  package var description: String {
    let applied = change.map { $0.isApplied ? "; the recommended setting was written to the project file" : "" } ?? ""
    return "recommended: \(recommended); report: \(page ?? "not written")\(applied)"
  }
}

extension Project {
  /// Returns the project with one screen: its default with the requested overrides.
  fileprivate func onOneScreen(_ request: PrefetchRequest) -> Project {
    var project = self
    let usual = widths.contains(375) ? 375 : widths[0]
    project.widths = [request.asked["widths"]?.first.flatMap { Int($0) } ?? usual]
    project.scales = [request.asked["scales"]?.first.flatMap { Int($0) } ?? scales[scales.count - 1]]
    project.themes = [request.asked["themes"]?.first ?? themes[0]]
    return project
  }
}
