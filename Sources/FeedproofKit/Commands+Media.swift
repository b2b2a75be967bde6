import Diagnostics
import Files
import Projects
import Runs

extension Commands {
  /// `feedproof media`
  ///
  /// - Parameter missingOnly: Whether files that are there are left out, and a missing one decides the status.
  /// - Throws: `RunFailure`, with status `different` where only missing files are asked for and there are some.
  package static func media(
    inputs: [String], overrides: ProjectOverrides, missingOnly: Bool, jobs: Int?, json: Bool
  ) async throws {
    let environment = Environment.process()
    let run = MediaRun(
      project: try load(inputs, overrides, environment), environment: environment,
      jobs: RunContext(environment, jobs: jobs).jobs
    ) { StandardStream.error.write("\($0)\n") }
    let list = try await run.list(missingOnly: missingOnly)
    try StandardStream.print(json ? String(decoding: try JSONText.pretty(list), as: UTF8.self) : list.text)
    if missingOnly, list.missing > 0 { throw RunFailure.different }
  }

  /// The command that lists what a run found missing, as it is to be pasted.
  static func missingMediaCommand(_ inputs: [String], _ overrides: ProjectOverrides) -> String {
    let options = [("--chat", overrides.chat)].compactMap { name, value in value.map { [name, shellPath($0)] } }
    let photos = (overrides.photos ?? []).map { ["--photos", shellPath($0)] }
    return (["feedproof", "media"] + inputs.map(shellPath) + ["--missing"] + (options + photos).flatMap { $0 })
      .joined(separator: " ")
  }
}
