import Diagnostics
import Foundation

/// What the command line's commands do, each in a few lines.
package enum Commands {
  /// `feedproof export`
  ///
  /// - Parameter style: Nil chooses by whether standard error is a terminal.
  /// - Throws: `RunFailure`.
  package static func export(
    inputs: [String], overrides: ProjectOverrides, jobs: Int?, strict: Bool, style: ProgressStyle?
  ) async throws {
    let environment = Environment.process()
    let project = try load(inputs, overrides, environment)
    let output = OutputFolder(project.output)
    let interruption = Interruption()
    interruption.listen { output.removeUnfinished() }
    let progress = Progress(
      style: style ?? (isatty(2) == 1 ? .terminal : .plain), uptime: environment.uptime,
      standardOutput: { StandardStream.output.write($0) }, standardError: { StandardStream.error.write($0) })
    let run = ExportRun(
      project: project, environment: environment, output: output, jobs: jobs ?? environment.processorCount,
      progress: progress, interruption: interruption)
    let summary = try await run.run()
    if strict && summary.errors + summary.warnings > 0 { throw RunFailure(.brokenInput) }
  }

  /// `feedproof show`
  ///
  /// - Throws: `RunFailure`.
  package static func show(
    inputs: [String], overrides: ProjectOverrides, stage: ShowStage, post: String?, json: Bool
  ) async throws {
    let environment = Environment.process()
    let project = try load(inputs, overrides, environment)
    let shown = try ShowRun(project: project, environment: environment).text(of: stage, post: post, json: json)
    for diagnostic in shown.diagnostics { StandardStream.error.write("\(diagnostic)\n") }
    StandardStream.output.write(shown.text)
  }

  /// `feedproof fonts`
  ///
  /// - Throws: `RunFailure`, with status `environment` when a face is missing or different.
  package static func fonts(lock: String?, write: String?, json: Bool) async throws {
    let environment = Environment.process()
    let run = FontsRun(lockFile: lock.map(environment.url), environment: environment)
    if let write { return try run.writeLock(to: environment.url(write)) }
    let report = try run.report(json: json)
    StandardStream.output.write(report.text)
    if !report.isComplete { throw RunFailure(.environment) }
  }

  static func load(
    _ inputs: [String], _ overrides: ProjectOverrides, _ environment: Environment
  ) throws -> Project {
    do {
      return try Project.load(inputs: inputs, overrides: overrides, environment: environment)
    } catch {
      throw RunFailure(.brokenInput, error.diagnostics)
    }
  }
}

/// Whole texts to the process's own streams. A reader that went away (`| head`) ends the process quietly.
enum StandardStream {
  case output, error

  func write(_ text: String) {
    let handle = self == .output ? FileHandle.standardOutput : FileHandle.standardError
    try? handle.write(contentsOf: Data(text.utf8))
  }
}
