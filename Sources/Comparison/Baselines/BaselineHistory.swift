import Diagnostics
import Files
import Foundation
import OutputTransactions

/// The changes of baselines and their reasons, as git stores them.
package struct BaselineHistory: Encodable, Sendable {
  /// A commit that changed a baseline.
  package struct Change: Encodable, Sendable {
    /// The full hash of the commit.
    package var commit: String
    package var author: String
    /// The author's date in ISO 8601.
    package var date: String
    package var subject: String
    /// The width in pixels; nil if the commit removed the baseline, or its record can't be read.
    package var width: Int?
    package var height: Int?
    package var sha256: String?
    /// The causes of the change, recorded with the approval.
    package var causes: [String]
    /// The path of the saved image; nil if git has no image or none was requested.
    package var picture: String?
  }

  /// The changes of one baseline.
  package struct Entry: Encodable, Sendable {
    package var id: String
    /// The changes, newest first.
    package var changes: [Change]
    /// Whether older changes are omitted.
    package var isCut: Bool
  }

  package private(set) var cases: [Entry] = []

  private let store: BaselineStore
  private let repository: GitRepository
  private let pictures: URL?

  private enum CodingKeys: String, CodingKey { case cases }

  /// Which cases to look up.
  package enum Selection: Sendable {
    /// The id of one case.
    case id(String)
    /// The id of a case or of a post, or a pattern over either.
    case pattern(String)
  }

  /// - Parameters:
  ///   - project: The folder of the project file.
  ///   - most: The largest number of changes per case.
  ///   - variables: The environment of the process.
  ///   - seconds: The time limit for each git command.
  ///   - pictures: The folder for images from git; nil writes none.
  ///   - unreadable: Called for each folder whose baselines a pattern can't find.
  /// - Throws: `Diagnostic` if git is missing, git refuses the repository, or it has no such case.
  package init(
    of selection: Selection, in store: BaselineStore, project: URL, most: Int, variables: [String: String],
    seconds: Double = GitRepository.seconds, pictures: URL? = nil, unreadable: (Diagnostic) -> Void
  ) throws {
    (self.store, self.pictures) = (store, pictures)
    do throws(GitError) {
      repository = try GitRepository(tracking: store.url, of: project, variables: variables, seconds: seconds)
    } catch {
      throw Diagnostic(error)
    }
    let (ids, asked) = Self.ids(selection, in: store, unreadable)
    for id in ids {
      let found = try changes(of: id, most: most + 1)
      if found.isEmpty { continue }
      cases.append(Entry(id: id, changes: Array(found.prefix(most)), isCut: found.count > most))
    }
    guard !cases.isEmpty else {
      throw Diagnostic(HistoryIssue.noHistory(asked, known: store.ids(unreadable: { _ in }, where: { _ in true })))
    }
  }

  private static func ids(
    _ selection: Selection, in store: BaselineStore, _ unreadable: (Diagnostic) -> Void
  ) -> (ids: [String], asked: String) {
    switch selection {
    case .id(let id): return (RelativePath("\(id).json") == nil ? [] : [id], id)
    case .pattern(let pattern):
      let asked = CasePattern(pattern)
      let ids = store.ids(unreadable: unreadable) { id in
        asked.matches(case: id, of: id.split(separator: "/").dropLast().joined(separator: "/"))
      }
      // A removed baseline has a history too.
      return (ids.isEmpty && RelativePath("\(pattern).json") != nil ? [pattern] : ids, pattern)
    }
  }

  /// The largest sizes of a commit list, of a baseline's record, and of an image, in bytes.
  private static let (logLimit, recordLimit, pictureLimit) = (16 << 20, 64 << 20, 256 << 20)

  /// Subjects and names can contain any character except NUL.
  private static let format = "--format=%H%x00%an%x00%aI%x00%s"

  private func changes(of id: String, most: Int) throws -> [Change] {
    let file = repository.path(of: "\(id).json", in: store.url)
    let log = try git(
      [
        "log", "-z", "-n\(most)", "--no-show-signature", "--no-patch", "--no-ext-diff", "--no-textconv", "--no-notes",
        "--no-color", "--no-decorate", Self.format, "--", file,
      ], limit: Self.logLimit)
    guard log.status == 0 else {
      // A branch without a commit has no history.
      if try git(["rev-parse", "--quiet", "--verify", "HEAD"], limit: 1 << 16).status != 0 { return [] }
      throw Diagnostic(
        HistoryIssue.gitFailed(reason: GitRepository.message(of: log)), at: Place(file: repository.root))
    }
    let fields = String(decoding: log.output, as: UTF8.self).split(separator: "\0", omittingEmptySubsequences: false)
      .map(String.init)
    return try stride(from: 0, to: fields.count - 3, by: 4).compactMap { start in
      let fields = fields[start..<start + 4].map { $0 }
      guard fields[0].utf8.count >= 40, fields[0].utf8.allSatisfy("0123456789abcdef".utf8.contains) else { return nil }
      var change = Change(commit: fields[0], author: fields[1], date: fields[2], subject: fields[3], causes: [])
      guard let bytes = try contents(of: file, at: change.commit, limit: Self.recordLimit),
        let record = try? JSONDecoder().decode(BaselineRecord.self, from: bytes)
      else { return change }
      (change.width, change.height, change.sha256) = (record.width, record.height, record.sha256)
      change.causes = record.causes ?? []
      change.picture = try pictures.flatMap { try save(id, record, at: change.commit, in: $0) }
      return change
    }
  }

  private func git(_ arguments: [String], limit: Int) throws(Diagnostic) -> ChildProcess {
    do throws(GitError) {
      return try repository.run(arguments, limit: limit)
    } catch {
      throw Diagnostic(error)
    }
  }

  /// Returns nil if the commit has no such file.
  ///
  /// - Throws: `Diagnostic` if the commit has it, and this clone lacks its bytes.
  private func contents(of file: String, at commit: String, limit: Int) throws -> Data? {
    let blob = try git(["cat-file", "blob", "\(commit):\(file)"], limit: limit)
    if blob.status == 0 { return blob.output }
    let entry = try git(["ls-tree", "-z", "--full-tree", commit, "--", file], limit: 1 << 20)
    guard entry.status == 0, entry.output.isEmpty || !entry.output.contains(Data(" blob ".utf8)) else {
      throw Diagnostic(HistoryIssue.notFetched(commit: String(commit.prefix(10))), at: Place(file: repository.root))
    }
    return nil
  }

  /// - Returns: The image's path; nil if git has another image, or a pointer to one.
  private func save(_ id: String, _ record: BaselineRecord, at commit: String, in folder: URL) throws -> String? {
    let name = repository.path(of: BaselineStore.pictureName(of: id), in: store.url)
    guard let png = try contents(of: name, at: commit, limit: Self.pictureLimit), Digest(of: png).hex == record.sha256,
      let path = RelativePath("\(id)-\(commit.prefix(10)).png")
    else { return nil }
    _ = try OutputFolder(folder).write(png, to: path)
    return folder.appendingPathComponent(path.text).path
  }

  /// The history as text for people.
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

/// Why no history is available.
package enum HistoryIssue: Issue, Hashable {
  case noGit
  case noRepository
  /// git can't or must not read the repository.
  case refused(reason: String)
  case gitFailed(reason: String)
  /// The clone lacks the objects of a commit.
  case notFetched(commit: String)
  case noHistory(String, known: [String])

  package static var kind: Diagnostic.Kind { .usage }

  package var text: IssueText {
    switch self {
    case .noGit: .error("history.no-git", "git is not installed", hint: "install git")
    case .noRepository:
      .error(
        "history.no-repository", "the baselines are not in a git repository",
        hint: "commit them (feedproof help baselines)")
    case .refused(let reason):
      .error(
        "history.refused", "the repository is not trusted: \(reason)",
        hint: "if you trust its owner, add the folder to git's safe.directory; otherwise remove its .git")
    case .gitFailed(let reason):
      .error("history.git-failed", "git failed: \(reason)", hint: "check the repository: git fsck")
    case .notFetched(let commit):
      .error(
        "history.not-fetched", "this clone lacks a baseline of commit \(commit), and Feedproof does not fetch it",
        hint: "fetch all objects: git fetch --refetch --no-filter")
    case .noHistory(let pattern, let known):
      .error(
        "history.no-case", "git contains no baseline for \"\(pattern)\"",
        hint: nearest(to: pattern, among: known).map { "did you mean \"\($0)\"?" }
          ?? "commit the baseline first, or pass the id of a case as printed by feedproof compare")
    }
  }
}

extension Diagnostic {
  fileprivate init(_ error: GitError) {
    let issue: HistoryIssue =
      switch error.fact {
      case .noGit: .noGit
      case .noRepository: .noRepository
      case .refused(let reason): .refused(reason: reason)
      case .failed(let reason): .gitFailed(reason: reason)
      }
    if let folder = error.folder {
      self.init(issue, at: Place(file: folder))
    } else {
      self.init(issue)
    }
  }
}
