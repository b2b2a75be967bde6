import Diagnostics
import Files
import Foundation
import Projects
import Runs

/// What `feedproof serve` shows, and whose baselines it may write.
struct ServedProject {
  /// The output folder.
  var output: URL
  /// Nil where nothing can be approved.
  var project: Project?

  /// A project folder means its output. For another folder it is the project that was asked for, else the nearest
  /// folder above whose project file says that this is its output. A report is never asked: it may come from elsewhere,
  /// and what it says must not decide which folder is written into.
  ///
  /// - Parameters:
  ///   - folder: As the command line names it; nil is this folder where it is a project, else `output`.
  ///   - asked: A project as `feedproof compare` takes it.
  /// - Throws: `RunFailure` when there is nothing to show, or the project can't be read.
  static func find(_ folder: String?, asked: String?, environment: Environment) throws -> ServedProject {
    let folder = environment.url(folder ?? (isProject(environment.workingFolder) ? "." : "output"))
    var found: ServedProject
    if let asked {
      let project = try Commands.load([asked], ProjectOverrides(), environment)
      found = ServedProject(output: isProject(folder) ? project.output : folder, project: project)
    } else if isProject(folder) {
      let project = try Commands.load([folder.path], ProjectOverrides(), environment)
      found = ServedProject(output: project.output, project: project)
    } else {
      found = ServedProject(output: folder, project: owner(of: folder, environment))
    }
    found.output = FileSystem.resolved(found.output).standardizedFileURL
    guard FileSystem.isFolder(found.output) else {
      throw Diagnostic(ReviewingIssue.nothingToShow, at: Place(file: found.output.path))
    }
    return found
  }

  private static func isProject(_ folder: URL) -> Bool {
    FileSystem.exists(folder.appendingPathComponent(ProjectFile.name))
  }

  private static func owner(of output: URL, _ environment: Environment) -> Project? {
    let wanted = FileSystem.resolved(output).standardizedFileURL.path
    var folder = URL(fileURLWithPath: wanted).deletingLastPathComponent()
    while true {
      if isProject(folder), let project = try? Commands.load([folder.path], ProjectOverrides(), environment),
        FileSystem.resolved(project.output).standardizedFileURL.path == wanted
      {
        return project
      }
      guard folder.path != "/" else { return nil }
      folder.deleteLastPathComponent()
    }
  }
}
