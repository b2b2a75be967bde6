import Diagnostics
import Files
import Foundation
import Projects

/// What a watching command was started with, to be read after every change.
struct WatchedProject: Sendable {
  private let inputs: [String]
  private let overrides: ProjectOverrides
  /// The project file that was there at first. A folder without one is a feed, which is drawn by the tool's own design and
  /// into another output: nothing that somebody who removes or renames the file for a moment asks for.
  private let file: URL?

  init(_ inputs: [String], _ overrides: ProjectOverrides, _ environment: Environment) {
    (self.inputs, self.overrides) = (inputs, overrides)
    file = Project.file(of: inputs, in: environment)
  }

  /// - Parameter output: The folder that is served, which stays the one that is written, whatever the project says meanwhile.
  /// - Throws: what is wrong with the project as it is now.
  func load(_ environment: Environment, into output: URL? = nil) throws -> Project {
    // Asked for in any case, so that its coming back is a change of what was read.
    if let file, (try? environment.texts.text(of: file)) == nil, !FileSystem.exists(file) {
      let place = Place(file: environment.shownPath(file))
      throw DiagnosticList([Diagnostic(WatchIssue.projectFileGone, at: place)])
    }
    var project = try Commands.load(inputs, overrides, environment)
    if let output { project.output = output }
    return project
  }
}
