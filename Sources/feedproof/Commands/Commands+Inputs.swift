import Diagnostics
import Files
import Foundation
import ProjectSetup
import Projects
import RunSupport

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
