import Diagnostics
import Files
import Foundation
import Projects

/// Films as a project file names them: scenes by their names, scripts by their paths.
package struct FilmSelection: Sendable {
  package let scenes: [FilmScene]
  package let scripts: [FilmScript]

  package init(scenes: [FilmScene], scripts: [FilmScript]) throws(Diagnostic) {
    (self.scenes, self.scripts) = (scenes, scripts)
    try FilmScripts.checkNames(scripts, besides: scenes.map(\.rawValue))
  }

  /// - Throws: `DiagnosticList`, `Diagnostic`, where a script can't be read.
  package init(named names: [String], in project: Project, environment: Environment) throws {
    let files = names.filter { FilmScene(rawValue: $0) == nil }
      .map {
        $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : project.folder.appendingPathComponent($0).standardizedFileURL
      }
    try self.init(
      scenes: names.compactMap(FilmScene.init(rawValue:)).uniqued(),
      scripts: FilmScripts.read(files.uniqued(), in: project, environment: environment))
  }

  package var isEmpty: Bool { scenes.isEmpty && scripts.isEmpty }
  package var count: Int { scenes.count + scripts.count }
  /// Posts that have to be there.
  package var postNames: [String] { scripts.flatMap(\.postNames).uniqued() }

  /// - Parameter post: Of the scene `expand`.
  /// - Throws: `FilmIssue`.
  package func scripts(for source: FilmSource, post: String? = nil) throws(FilmIssue) -> [FilmScript] {
    var made: [FilmScript] = []
    for scene in scenes { made.append(try scene.script(for: source.feed, on: source.screen, post: post)) }
    return made + scripts
  }
}
