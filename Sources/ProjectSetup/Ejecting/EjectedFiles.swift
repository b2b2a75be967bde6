import Diagnostics
import Files
import Foundation
import RunSupport

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

  /// Reads the record of the ejected files that a project still has.
  ///
  /// - Throws: `Diagnostic` if the record can't be read.
  package static func read(in project: URL) throws -> EjectedFiles {
    guard FileSystem.exists(project.appendingPathComponent(name.text)) else { return EjectedFiles() }
    let data = try FileTree(project.path).data(name, limit: 1 << 20) ?? Data()
    guard var record = try? JSONDecoder().decode(EjectedFiles.self, from: data) else {
      throw Diagnostic(EjectIssue.unreadableRecord, at: Place(file: name.text))
    }
    record.files.removeAll { !FileSystem.exists(project.appendingPathComponent($0.path)) }
    return record
  }

  /// The files whose built-in versions have changed.
  func outdated(_ environment: Environment) -> [Entry] {
    files.filter { entry in digest(of: entry, environment).map { $0 != entry.sha256 } ?? false }
  }

  /// The files whose built-in versions no longer exist.
  func withdrawn(_ environment: Environment) -> [Entry] { files.filter { digest(of: $0, environment) == nil } }

  /// The digest of the built-in file; nil if there is none.
  private func digest(of entry: Entry, _ environment: Environment) -> String? {
    let source = environment.resourceFolder.appendingPathComponent(entry.source)
    return (try? RegularFile(source).data(limit: EjectRun.sizeLimit)).map { Digest(of: $0).hex }
  }

  /// Notes for the run of a project.
  package static func notes(of project: URL, _ environment: Environment) -> [Diagnostic] {
    let record: EjectedFiles
    do { record = try read(in: project) } catch { return RunFailure(stopping: error).diagnostics }
    let changed = record.outdated(environment) + record.withdrawn(environment)
    return changed.isEmpty ? [] : [Diagnostic(EjectIssue.outdated(changed.map(\.path)))]
  }
}

/// A problem with ejected files.
enum EjectIssue: Issue, Hashable {
  case noProject
  case unknown(String, near: String?)
  case taken([String])
  case notEditable(key: String, value: String)
  case outdated([String])
  case unreadableRecord

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
        hint: "edit the file in the project, or move it first", kind: .output)
    case .notEditable(let key, let value):
      .error(
        "eject.not-editable", "feedproof.yml can't be edited automatically", hint: "add the line \(key): \(value)",
        kind: .input)
    case .unreadableRecord:
      .error(
        "eject.unreadable-record", "the record of ejected files can't be read",
        hint: "restore it from version control, or delete it; feedproof eject --check then reports no files",
        kind: .input)
    case .outdated(let paths):
      .note(
        "eject.outdated", "Feedproof has newer versions of ejected files: \(paths.counted(most: 3))",
        hint: "run feedproof eject --check")
    }
  }
}
