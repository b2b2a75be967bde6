import Diagnostics
import Files
import Foundation
import Projects

/// Scripts as files of a project.
package enum FilmScripts {
  /// - Throws: `DiagnosticList`, `Diagnostic`.
  package static func read(_ files: [URL], in project: Project, environment: Environment) throws -> [FilmScript] {
    var (scripts, diagnostics): ([FilmScript], [Diagnostic]) = ([], [])
    for file in files {
      let name = project.name(of: file)
      do {
        let text: String
        do throws(FileError) {
          text = try environment.texts.text(of: file)
        } catch {
          throw DiagnosticList([error.unreadable(as: name)])
        }
        scripts.append(
          try FilmScriptFile.read(text, file: name, name: file.deletingPathExtension().lastPathComponent))
      } catch let list as DiagnosticList {
        diagnostics += list.diagnostics
      }
    }
    guard diagnostics.isEmpty else { throw DiagnosticList(diagnostics) }
    return scripts
  }

  /// Each film has a folder of its own.
  ///
  /// - Throws: `Diagnostic`.
  package static func checkNames(_ scripts: [FilmScript], besides scenes: [String]) throws(Diagnostic) {
    var taken = Set(scenes)
    for script in scripts {
      guard FilmScriptFile.isSound(name: script.name) else {
        throw Diagnostic(
          FilmIssue.value(
            key: "name", expected: "letters, digits, \"-\" and \"_\", up to 60; \"\(script.name)\" is none"))
      }
      guard taken.insert(script.name).inserted else { throw Diagnostic(FilmIssue.nameTaken(script.name)) }
    }
  }
}

extension FilmScript {
  /// Posts that have to be there.
  package var postNames: [String] {
    var names = events.flatMap(\.action.posts)
    if case .post(let name, _) = setting.opening { names.append(name) }
    return names.uniqued()
  }
}
