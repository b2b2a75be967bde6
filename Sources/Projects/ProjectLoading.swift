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
    if inputs.isEmpty, !FileSystem.exists(environment.url(ProjectFile.name)) {
      throw DiagnosticList([Diagnostic(ProjectIssue.inputMissing)])
    }
    let inputs = inputs.isEmpty ? ["."] : inputs
    let urls = inputs.map(environment.url)
    for (path, url) in zip(inputs, urls) where !FileSystem.exists(url) {
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

  /// The project file that the command line's inputs mean, where there is one.
  package static func file(of inputs: [String], in environment: Environment) -> URL? {
    file(of: (inputs.isEmpty ? ["."] : inputs).map(environment.url))
  }

  private static func file(of urls: [URL]) -> URL? {
    guard urls.count == 1, let url = urls.first else { return nil }
    let file = url.lastPathComponent == ProjectFile.name ? url : url.appendingPathComponent(ProjectFile.name)
    return FileSystem.exists(file) ? file : nil
  }

  private static func projectFile(of urls: [URL], _ environment: Environment) throws(DiagnosticList) -> Project? {
    guard let file = file(of: urls) else { return nil }
    let text: String
    do throws(FileError) {
      text = try environment.texts.text(of: file)
    } catch {
      throw DiagnosticList([error.unreadable(as: environment.shownPath(file))])
    }
    return try ProjectFile.read(text, in: file.deletingLastPathComponent(), called: environment.shownPath(file))
  }

  private static func bare(_ urls: [URL], _ environment: Environment) -> Project {
    let folder =
      urls.first.map { FileSystem.isFolder($0) ? $0 : $0.deletingLastPathComponent() } ?? environment.workingFolder
    return Project(
      folder: folder, feeds: urls, output: environment.workingFolder.appendingPathComponent("output"))
  }
}
