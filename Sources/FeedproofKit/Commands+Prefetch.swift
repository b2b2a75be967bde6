import Diagnostics
import Files
import Foundation
import PrefetchLab
import Projects
import Runs

/// What `feedproof prefetch` prints.
package enum PrefetchOutput: Sendable {
  case table, json, csv
}

extension Commands {
  /// `feedproof prefetch`
  ///
  /// - Parameter style: Nil chooses by whether standard error is a terminal.
  /// - Throws: `RunFailure`.
  package static func prefetch(
    inputs: [String], overrides: ProjectOverrides, request: PrefetchRequest, output: PrefetchOutput, jobs: Int?,
    style: ProgressStyle?
  ) async throws {
    let environment = Environment.process()
    if request.generated != nil, !inputs.isEmpty { throw RunFailure(PrefetchIssue.feedAndGenerated) }
    // A made-up feed needs no project, only a folder to write into.
    let project = try load(request.generated == nil ? inputs : [environment.workingFolder.path], overrides, environment)
    let file = project.folder.appendingPathComponent(ProjectFile.name)
    let context = context(environment, jobs, style)
    let report = try await PrefetchLabRun(
      project: project, request: request, projectFile: FileSystem.exists(file) ? file : nil, context: context
    ).run()
    switch output {
    case .table: try StandardStream.print(report.text)
    case .csv: StandardStream.output.write(report.csv)
    case .json: break
    }
    context.progress.finish(report)
  }
}
