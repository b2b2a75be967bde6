import Diagnostics
import Foundation

extension Commands {
  /// `feedproof merge`
  ///
  /// - Parameters:
  ///   - folders: What the shards wrote.
  ///   - project: Whose comparison it is; nil takes what the shards were given.
  /// - Throws: `RunFailure`, of a comparison with the status of what was found.
  package static func merge(
    _ folders: [String], into output: String, project: String?, github: Bool, style: ProgressStyle?
  ) throws {
    let environment = Environment.process()
    for folder in folders where !MergeRun.isComparison(environment.url(folder)) {
      throw RunFailure(.brokenInput, Diagnostic(MergeIssue.nothingToJoin, at: Place(file: folder)))
    }
    let started = environment.uptime()
    let run = MergeRun(folders: folders, output: environment.url(output), environment: environment) { input in
      let input = project ?? input
      // Where the joined output is the project's own, approve finds it by itself.
      let own = try? load([input], ProjectOverrides(), environment).output.standardizedFileURL.path
      let isOwn = own == environment.url(output).standardizedFileURL.path
      return approveArguments(input, output: isOwn ? nil : output)
    }
    let report = try run.run()
    try finish(
      report, in: run.output, github: github, style: style, progress(style, environment), since: started, environment)
  }
}
