import Files
import Foundation

/// The folder that CI servers use to find files attached to cases in a JUnit report.
enum AttachmentFolder {
  /// Returns the path of an attachment folder. GitLab expects paths relative to the project folder, which are paths of
  /// the job's artifacts; Jenkins expects absolute ones. Elsewhere, paths inside the working folder are relative to it.
  ///
  /// - Returns: A path with a trailing slash.
  static func path(of folder: URL, _ environment: Environment) -> String {
    let path = folder.standardizedFileURL.path
    let variables = environment.variables
    if let project = variables["CI_PROJECT_DIR"], !project.isEmpty {
      return within(URL(fileURLWithPath: project), path) ?? "\(path)/"
    }
    if variables["JENKINS_URL"] != nil || variables["WORKSPACE"] != nil { return "\(path)/" }
    return within(environment.workingFolder, path) ?? "\(path)/"
  }

  private static func within(_ base: URL, _ path: String) -> String? {
    let base = base.standardizedFileURL.path
    let prefix = base.hasSuffix("/") ? base : "\(base)/"
    return path.hasPrefix(prefix) ? "\(path.dropFirst(prefix.count))/" : nil
  }
}
