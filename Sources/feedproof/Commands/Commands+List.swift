import CardRendering
import Comparison
import Diagnostics
import Files
import Projects

extension Commands {
  /// `feedproof list`
  ///
  /// - Parameter cases: Whether cases are listed instead of posts.
  package static func list(inputs: [String], overrides: ProjectOverrides, cases: Bool, verbose: Bool, json: Bool) throws
  {
    let environment = Environment.process()
    let project = try load(inputs, overrides, environment)
    let report = reporter(verbose: verbose, environment)
    if cases {
      let list = try CaseList(of: project, report: report)
      return try print(list, as: list.text, json: json)
    }
    try EntryList(project: project, write: StandardStream.print, report: report).run(json: json)
  }
}
