import AppScreens
import Comparison
import Diagnostics
import Files
import Foundation
import Projects
import RunSupport

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
