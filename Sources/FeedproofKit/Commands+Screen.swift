import Diagnostics
import Files
import Foundation
import Pixels
import Projects
import Raster
import Runs
import Screens

extension Commands {
  /// `feedproof show --stage screen`
  ///
  /// - Parameter picture: Nil takes the picture of the same name beside the file, where there is one.
  /// - Throws: `RunFailure`, also where the file holds no hierarchy.
  package static func showScreen(_ files: [String], picture: String?, json: Bool) throws {
    let environment = Environment.process()
    guard let name = files.first, files.count == 1 else { throw RunFailure(stopping: Diagnostic(ShowIssue.oneScreen)) }
    do {
      let screen = try ScreenFile.read(environment.url(name), picture: picture.map(environment.url))
      for diagnostic in screen.diagnostics { StandardStream.error.write("\(diagnostic.located(in: name))\n") }
      let shown = ShownScreen(screen)
      try print(shown, as: shown.text + "\n", json: json)
    } catch let diagnostic as Diagnostic {
      throw RunFailure(stopping: diagnostic.located(in: name))
    }
  }

  /// `feedproof compare --screens`
  ///
  /// - Throws: `RunFailure`, with status `different` where something is not as it should be.
  package static func compareScreens(
    input: String, overrides: ProjectOverrides, screens: String, json: Bool
  ) throws {
    let environment = Environment.process()
    let run = ScreensRun(
      project: try load([input], overrides, environment), environment: environment, folder: environment.url(screens)
    ) { StandardStream.error.write("\($0)\n") }
    let shown = try run.run()
    try print(shown, as: shown.text + "\n", json: json)
    if !shown.isSame { throw RunFailure.different }
  }
}
