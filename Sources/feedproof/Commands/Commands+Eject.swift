import Files
import ProjectSetup
import RunSupport

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
