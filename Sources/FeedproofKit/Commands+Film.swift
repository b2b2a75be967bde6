import Files
import Filming
import Projects
import Runs

extension Commands {
  /// `feedproof film`
  ///
  /// - Parameters:
  ///   - scripts: Paths as on the command line; those that aren't there are looked for in the project's folder.
  ///   - style: Nil chooses by whether standard error is a terminal.
  /// - Throws: `RunFailure`, with status `different` where a film jumps or shows a blank.
  package static func film(
    inputs: [String], overrides: ProjectOverrides, request: FilmRequest, scripts: [String], jobs: Int?,
    style: ProgressStyle?
  ) async throws {
    let environment = Environment.process()
    let project = try load(inputs, overrides, environment)
    var request = request
    request.scripts = scripts.map { path in
      let (here, there) = (environment.url(path), project.folder.appendingPathComponent(path).standardizedFileURL)
      return FileSystem.exists(here) || !FileSystem.exists(there) ? here : there
    }
    let context = context(environment, jobs, style, listing: missingMediaCommand(inputs, overrides))
    let outcome = try await FilmRun(project: project, request: request, context: context).run()
    if style != .json { StandardStream.output.write(outcome.text) }
    context.progress.finish(outcome)
    if let failure = outcome.failure { throw failure }
  }
}
