import Diagnostics
import Files
import Runs

extension Commands {
  /// `feedproof init`
  ///
  /// - Parameter from: Feeds as the command line names them; none puts a small one in.
  /// - Throws: `RunFailure`; then nothing was made.
  package static func makeProject(in folder: String, from: [String], json: Bool) throws {
    guard !folder.isEmpty, !from.contains("") else { throw RunFailure(stopping: Diagnostic(InitIssue.nameless)) }
    let environment = Environment.process()
    let run = InitRun(environment: environment, folder: environment.url(folder), from: from)
    let account = try run.run()
    try StandardStream.print(json ? String(decoding: try JSONText.pretty(account), as: UTF8.self) : account.description)
  }
}
