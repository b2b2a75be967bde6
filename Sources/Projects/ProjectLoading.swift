import Diagnostics
import Files
import Foundation

extension Project {
  /// The project that the command line's inputs and flags mean.
  ///
  /// One folder with a `feedproof.yml` is a project; anything else is a list of feed files and folders, with defaults.
  /// - Throws: `DiagnosticList` with everything that is wrong in the project file or the flags.
  package static func load(
    inputs: [String], overrides: ProjectOverrides, environment: Environment
  ) throws(DiagnosticList) -> Project {
    if inputs.isEmpty, !FileManager.default.fileExists(atPath: environment.url(ProjectFile.name).path) {
      throw DiagnosticList([Diagnostic(ProjectIssue.inputMissing)])
    }
    let inputs = inputs.isEmpty ? ["."] : inputs
    let urls = inputs.map(environment.url)
    for (path, url) in zip(inputs, urls) where !FileManager.default.fileExists(atPath: url.path) {
      throw DiagnosticList([Diagnostic(ProjectIssue.noSuchInput, at: Place(file: path))])
    }
    var project = try projectFile(of: urls, environment) ?? bare(urls, environment)
    do {
      project = try overrides.apply(to: project, environment: environment)
    } catch {
      throw DiagnosticList([error])
    }
    return project
  }

  private static func projectFile(of urls: [URL], _ environment: Environment) throws(DiagnosticList) -> Project? {
    guard urls.count == 1, let url = urls.first else { return nil }
    let file = url.lastPathComponent == ProjectFile.name ? url : url.appendingPathComponent(ProjectFile.name)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    do {
      let text = try String(contentsOf: file, encoding: .utf8)
      return try ProjectFile.read(text, in: file.deletingLastPathComponent(), called: environment.shownPath(file))
    } catch let list as DiagnosticList {
      throw list
    } catch {
      throw DiagnosticList([
        Diagnostic(FileIssue.unreadable(reason: reason(error)), at: Place(file: environment.shownPath(file)))
      ])
    }
  }

  private static func bare(_ urls: [URL], _ environment: Environment) -> Project {
    let folder = urls.first.map { isFolder($0) ? $0 : $0.deletingLastPathComponent() } ?? environment.workingFolder
    return Project(
      folder: folder, feeds: urls, output: environment.workingFolder.appendingPathComponent("output"))
  }
}
