import Diagnostics
import Files
import Foundation

/// The record of a project's ejected files: `.ejected.json`, which belongs under version control.
package struct EjectedFiles: Codable {
  static let name: RelativePath = ".ejected.json"

  package struct Entry: Codable {
    /// The path in the project.
    package var path: String
    /// The path of the built-in file, relative to the folder of Templates and Mockups.
    var source: String
    /// The SHA-256 of the built-in file when it was copied.
    var sha256: String
  }

  var files: [Entry] = []

  init() {}

  /// Returns nil if the project has no ejected files, or the record can't be read.
  package init?(of project: URL) {
    guard let data = try? FileTree(project.path).data(Self.name, limit: 1 << 20),
      let files = try? JSONDecoder().decode(EjectedFiles.self, from: data)
    else { return nil }
    self = files
  }

  /// The files that still exist in the project and whose built-in versions have changed.
  package func outdated(_ environment: Environment) -> [Entry] {
    files.filter { entry in
      let source = environment.resourceFolder.appendingPathComponent(entry.source)
      guard let data = try? RegularFile(source).data(limit: EjectRun.sizeLimit) else { return false }
      return Digest(of: data).hex != entry.sha256
    }
  }

  /// Notes for the run of a project.
  package static func notes(of project: URL, _ environment: Environment) -> [Diagnostic] {
    let outdated = EjectedFiles(of: project)?.outdated(environment) ?? []
    return outdated.isEmpty ? [] : [Diagnostic(EjectIssue.outdated(outdated.map(\.path)))]
  }
}

/// A problem with ejected files.
enum EjectIssue: Issue, Hashable {
  case noProject
  case unknown(String, near: String?)
  case taken([String])
  case notEditable(key: String, value: String)
  case outdated([String])

  static var kind: Diagnostic.Kind { .usage }

  var text: IssueText {
    switch self {
    case .noProject:
      .error(
        "eject.no-project", "the folder has no feedproof.yml",
        hint: "run feedproof init first, or name the project's folder with -C")
    case .unknown(let name, let near):
      .error(
        "eject.unknown", "no built-in template is named \"\(name)\"",
        hint: near.map { "did you mean \"\($0)\"?" } ?? "run feedproof eject to list the names")
    case .taken(let paths):
      .error(
        "eject.taken", "\(paths.counted(most: 5)) already exist\(paths.count == 1 ? "s" : "")",
        hint: "edit the file in the project, or move it away first", kind: .output)
    case .notEditable(let key, let value):
      .error(
        "eject.not-editable", "feedproof.yml can't be edited automatically", hint: "add the line \(key): \(value)",
        kind: .input)
    case .outdated(let paths):
      .note(
        "eject.outdated", "built-in versions of ejected files have changed: \(paths.counted(most: 3))",
        hint: "run feedproof eject --check")
    }
  }
}
