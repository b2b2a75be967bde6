import Diagnostics
import Foundation
import Proof

extension Commands {
  /// `feedproof diff`
  ///
  /// - Parameter masks: x, y, width, height of what is not compared, in pixels.
  /// - Throws: `RunFailure`, with status `different` when the pictures are.
  package static func diff(
    _ first: String, _ second: String, threshold: Double, countsAntialiased: Bool, masks: [[Int]], output: String?,
    json: Bool
  ) throws {
    let environment = Environment.process()
    let masks = try masks.map { values in
      guard values.count == 4, values[2] > 0, values[3] > 0, values.allSatisfy({ abs($0) <= 1 << 31 }) else {
        let issue = KitIssue.optionValue(
          option: "--mask", value: values.map(String.init).joined(separator: ","),
          expected: "x,y,width,height in pixels")
        throw RunFailure(.brokenInput, Diagnostic(issue))
      }
      return PixelRect(x: values[0], y: values[1], width: values[2], height: values[3])
    }
    let comparison = PixelComparison(threshold: threshold, countsAntialiased: countsAntialiased, masks: masks)
    let run = DiffRun(
      first: environment.url(first), second: environment.url(second), comparison: comparison,
      output: output.map(environment.url))
    let verdict = try run.run()
    StandardStream.output.write(
      json ? String(decoding: try JSONText.pretty(verdict), as: UTF8.self) : verdict.text)
    if verdict.verdict != .same { throw RunFailure(.different) }
  }
}

extension Commands {
  /// `feedproof compare`
  ///
  /// - Throws: `RunFailure`, with the status of what was found.
  package static func compare(
    input: String, overrides: ProjectOverrides, options: CompareRun.Options, jobs: Int?, github: Bool,
    style: ProgressStyle?
  ) async throws {
    let environment = Environment.process()
    let project = try load([input], overrides, environment)
    let interruption = Interruption()
    interruption.listen {}
    let progress = Progress(
      style: style ?? (isatty(2) == 1 ? .terminal : .plain), uptime: environment.uptime,
      standardOutput: { StandardStream.output.write($0) }, standardError: { StandardStream.error.write($0) })
    let run = CompareRun(
      project: project, overrides: overrides, options: options, environment: environment,
      jobs: jobs ?? environment.processorCount, progress: progress, interruption: interruption,
      approveArguments: approveArguments(input, overrides))
    let report = try await run.run()
    if style != .json { StandardStream.output.write(report.text) }
    if style == nil {
      StandardStream.error.write("review: \(environment.shown(ReviewFolder(in: project.output).page))\n")
    }
    if github { annotate(report, environment) }
    if report.status != .good { throw RunFailure(report.status) }
  }

  /// `feedproof approve`
  ///
  /// - Throws: `RunFailure`.
  package static func approve(project input: String, output: String?, request: ApproveRequest) throws {
    let environment = Environment.process()
    var overrides = ProjectOverrides()
    overrides.output = output
    let project = try load([input], overrides, environment)
    StandardStream.output.write(try ApproveRun(project: project, request: request, environment: environment).run())
  }

  /// What `approve` needs to find the same project and the same output.
  private static func approveArguments(_ input: String, _ overrides: ProjectOverrides) -> String {
    let project = input == "." ? "" : "--project \(shellWord(input)) "
    return project + (overrides.output.map { "--output \(shellWord($0)) " } ?? "")
  }

  /// Annotations go to standard output, the summary to the file that GitHub names.
  private static func annotate(_ report: CompareReport, _ environment: Environment) {
    StandardStream.output.write(report.githubAnnotations)
    guard let path = environment.variables["GITHUB_STEP_SUMMARY"], !path.isEmpty,
      let file = FileHandle(forWritingAtPath: path)
    else { return }
    defer { try? file.close() }
    _ = try? file.seekToEnd()
    try? file.write(contentsOf: Data(report.markdown.utf8))
  }
}
