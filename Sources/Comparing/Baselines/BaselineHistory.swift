import Diagnostics
import Digests
import Files
import Foundation
import OutputFolders

/// When and why baselines became what they are: what git keeps of their files.
package struct BaselineHistory: Encodable, Sendable {
  /// A commit that changed a baseline.
  package struct Change: Encodable, Sendable {
    /// All digits of the commit's name.
    package var commit: String
    package var author: String
    /// ISO 8601.
    package var date: String
    package var subject: String
    /// Pixels; nil where the commit took the baseline away, or left what can't be read.
    package var width: Int?
    package var height: Int?
    package var sha256: String?
    /// Why the case was not as before, in words, as it was approved.
    package var causes: [String]
    /// Where the picture was written; nil where git has none, or nobody asked.
    package var picture: String?
  }

  package struct Case: Encodable, Sendable {
    package var id: String
    /// The newest first.
    package var changes: [Change]
    /// There are older ones.
    package var isCut: Bool
  }

  package private(set) var cases: [Case] = []

  private let store: BaselineStore
  private let pictures: URL?

  private enum CodingKeys: String, CodingKey { case cases }

  /// - Parameters:
  ///   - pattern: The id of a case or of a post, or a pattern over either.
  ///   - most: Changes of each case.
  ///   - pictures: A folder for the pictures as git has them; nil writes none.
  /// - Throws: `Diagnostic` where git is not there, keeps nothing of the baselines, or knows no such case.
  package init(of pattern: String, in store: BaselineStore, most: Int, pictures: URL?) throws {
    (self.store, self.pictures) = (store, pictures)
    guard try git(["rev-parse", "--git-dir"]).status == 0 else {
      throw Diagnostic(HistoryIssue.noRepository, at: Place(file: store.url.path))
    }
    let asked = CasePattern(pattern)
    var ids = store.ids { id in asked.matches(case: id, of: id.split(separator: "/").dropLast().joined(separator: "/"))
    }
    // One that is gone has a history all the same.
    if ids.isEmpty, RelativePath("\(pattern).json") != nil { ids = [pattern] }
    for id in ids {
      let found = try changes(of: id, most: most + 1)
      if found.isEmpty { continue }
      cases.append(Case(id: id, changes: Array(found.prefix(most)), isCut: found.count > most))
    }
    guard !cases.isEmpty else {
      throw Diagnostic(HistoryIssue.noHistory(pattern, known: store.ids { _ in true }))
    }
  }

  private func git(_ arguments: [String]) throws -> ChildProcess {
    do throws(FileError) {
      let run = try ChildProcess.run(
        "git", ["--no-pager", "--literal-pathspecs", "--no-optional-locks", "-C", store.url.path] + arguments)
      // What `env` and shells say of a program that is not there.
      guard run.status != 127 else { throw FileError("git", .system(ENOENT)) }
      return run
    } catch {
      throw error.isMissing ? Diagnostic(HistoryIssue.noGit) : error.diagnostic
    }
  }

  private func changes(of id: String, most: Int) throws -> [Change] {
    let file = "\(id).json"
    let log = try git(["log", "-n\(most)", "--format=%H%x1f%an%x1f%aI%x1f%s%x1e", "--", file])
    return try String(decoding: log.output, as: UTF8.self).split(separator: "\u{1E}").compactMap { line in
      let parts = line.drop { $0.isNewline }.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(
        String.init)
      guard parts.count == 4 else { return nil }
      var change = Change(commit: parts[0], author: parts[1], date: parts[2], subject: parts[3], causes: [])
      guard let bytes = try contents(of: file, at: parts[0]),
        let record = try? JSONDecoder().decode(BaselineRecord.self, from: bytes)
      else { return change }
      (change.width, change.height, change.sha256) = (record.width, record.height, record.sha256)
      change.causes = record.causes ?? []
      change.picture = try pictures.flatMap { try save(id, record, at: parts[0], in: $0) }
      return change
    }
  }

  /// Nil where the commit has no such file.
  private func contents(of file: String, at commit: String) throws -> Data? {
    let blob = try git(["cat-file", "blob", "\(commit):./\(file)"])
    return blob.status == 0 ? blob.output : nil
  }

  /// - Returns: The picture's path; nil where git has another one, or a pointer to one.
  private func save(_ id: String, _ record: BaselineRecord, at commit: String, in folder: URL) throws -> String? {
    guard let png = try contents(of: BaselineStore.pictureName(of: id), at: commit),
      Digest(of: png).hex == record.sha256,
      let path = RelativePath("\(id)-\(commit.prefix(10)).png")
    else { return nil }
    _ = try OutputFolder(folder).write(png, to: path)
    return folder.appendingPathComponent(path.text).path
  }

  /// For people.
  package var text: String {
    cases.map { entry in
      let changes = entry.changes.map { change -> String in
        let size =
          change.width.flatMap { width in change.height.map { "\(width) × \($0) pixels" } } ?? "no baseline any more"
        let head = "  \(change.date.prefix(10)) \(change.commit.prefix(10)) \(PlainText.piece(change.author)), \(size)"
        let why = change.causes.map { "    \(PlainText.piece($0))" }
        let said = ["    commit: \(PlainText.piece(change.subject))"]
        return ([head] + why + said + (change.picture.map { ["    \(PlainText.piece($0))"] } ?? []))
          .joined(separator: "\n")
      }
      return ([PlainText.piece(entry.id)] + changes + (entry.isCut ? ["  and older ones: --most says how many"] : []))
        .joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }
}

/// Why there is no history to tell.
enum HistoryIssue: Issue, Hashable {
  case noGit
  case noRepository
  case noHistory(String, known: [String])

  static var kind: Diagnostic.Kind { .usage }

  var text: IssueText {
    switch self {
    case .noGit: .error("history.no-git", "git is not there to be asked", hint: "install git")
    case .noRepository:
      .error(
        "history.no-repository", "the baselines are in no git repository",
        hint: "commit them: docs/ci.md says which baselines to keep there")
    case .noHistory(let pattern, let known):
      .error(
        "history.no-case", "git knows no baseline of \"\(pattern)\"",
        hint: nearest(to: pattern, among: known).map { "did you mean \"\($0)\"?" }
          ?? "commit the baseline first, or give a case's id, as feedproof compare names them")
    }
  }
}
