import Files
import Foundation

/// How CI servers find the files that a JUnit report attaches to its cases.
enum AttachmentFolder {
  /// GitLab takes paths from the folder of the project on, which are paths of the job's artifacts; Jenkins takes whole ones.
  /// Elsewhere they start at the working folder, where they lie in it.
  ///
  /// - Returns: With a slash at its end.
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
