import DataFormats
import Diagnostics
import Export
import Files
import Foundation
import OutputTransactions
import Projects

/// `feedproof verify`: checks the files of a project or an output against its lists.
package struct VerifyRun {
  let environment: Environment
  let folder: URL

  package init(environment: Environment, folder: URL) {
    self.environment = environment
    self.folder = folder
  }

  /// The differences between the list and the files.
  package struct Account: Encodable {
    /// The number of files that match their list.
    var good = 0
    var missing: [String] = []
    /// Files whose content differs from the list.
    var changed: [String] = []
    /// Inputs that aren't listed.
    var unlisted: [String] = []
    /// Unreadable files, folders and lists.
    var unread: [String] = []
    /// Inputs outside of the project's folder, which don't move with it.
    var outside: [String] = []

    /// How to fix each kind of fault.
    var hints: [String] = []

    /// Whether every listed file is present and unchanged.
    package var isSound: Bool { missing.isEmpty && changed.isEmpty && unread.isEmpty }
  }

  /// - Throws: `Diagnostic` if the folder has nothing to verify, or another process is changing it.
  package func run() throws -> Account {
    var account = Account()
    guard FileSystem.isFolder(folder) else {
      throw Diagnostic(
        VerifyIssue.noFolder(exists: FileSystem.exists(folder)), at: Place(file: environment.shownPath(folder)))
    }
    var outputs = [(url: folder, name: "")]
    var isKnown = false
    let shownFolder = environment.shownPath(folder).isEmpty ? "." : environment.shownPath(folder)
    let lock = try FolderLock(FileTree(folder.path), .shared, shown: shownFolder)
    defer { withExtendedLifetime(lock) {} }
    if FileSystem.exists(folder.appendingPathComponent(ProjectFile.name)) {
      let project = try Project.load(inputs: [folder.path], overrides: ProjectOverrides(), environment: environment)
      isKnown = checkInputs(of: project, &account)
      outputs = [(project.output, shown(project.output))]
    }
    for (url, name) in outputs where OutputFolderMarkers.areIn(url) {
      isKnown = true
      let lock = try Self.lock(url)
      check(outputAt: url, name, &account)
      withExtendedLifetime(lock) {}
    }
    account.hints += account.cures(in: ShellWord.quoted(shownFolder.hasPrefix("-") ? "./\(shownFolder)" : shownFolder))
    guard isKnown else { throw Diagnostic(VerifyIssue.nothing, at: Place(file: environment.shownPath(folder))) }
    return account
  }

  /// Locks an output so that no run changes it meanwhile. Returns nil if it can't be locked, for example on a read-only
  /// disk.
  private static func lock(_ output: URL) throws -> OutputLock? {
    do {
      return try OutputLock.look(at: output)
    } catch let diagnostic as Diagnostic where diagnostic.kind != .busy {
      return nil
    }
  }

  private func shown(_ url: URL) -> String {
    let (base, path) = (folder.standardizedFileURL.path, url.standardizedFileURL.path)
    return path.hasPrefix(base + "/") ? String(path.dropFirst(base.count + 1)) : path
  }

  /// - Returns: Whether the project has a list of inputs.
  private func checkInputs(of project: Project, _ account: inout Account) -> Bool {
    for url in project.feeds + project.photos where shown(url).hasPrefix("/") && url.path != folder.path {
      account.outside.append(shown(url))
    }
    do {
      let tree = try FileTree(folder.path)
      guard let listed = try InputList(writtenIn: tree) else { return false }
      if listed.unread > 0 { account.unread.append(InputList.file.text) }
      let (files, closed) = InputList.files(in: tree)
      account.unread += closed.map(\.text).sorted()
      for (path, digest) in listed.digests.sorted(by: { $0.key.text < $1.key.text })
      where !closed.contains(where: path.isWithin) {
        account.check(path, in: tree, named: path.text, as: digest.hex)
      }
      account.unlisted += files.filter { listed.digests[$0] == nil }.map(\.text).sorted()
    } catch {
      account.unread.append(InputList.file.text)
    }
    return true
  }

  /// Checks an output, and each feed and chat in it if it contains several.
  private func check(outputAt url: URL, _ name: String, _ account: inout Account) {
    do {
      let tree = try FileTree(url.path)
      for parent in ["feeds", "chats"] {
        for inner in try tree.entries(of: RelativePath.checked(parent)) where inner.kind == .folder {
          let own = url.appendingPathComponent(inner.path.text)
          guard OutputFolderMarkers.areIn(own) else { continue }
          check(outputAt: own, Self.joined(name, inner.path.text), &account)
        }
      }
      try check(tree: tree, name, &account)
    } catch {
      account.unread.append(name.isEmpty ? "." : name)
    }
  }

  private static func joined(_ folder: String, _ path: String) -> String { folder.isEmpty ? path : "\(folder)/\(path)" }

  /// The files that a manifest of any version lists apart from its posts.
  private struct ListedFiles: Decodable {
    var segments: [Manifest.Segment]?
    var feedPictures: [Manifest.Picture]
  }

  /// Checks listed files by digest. Other files that Feedproof wrote only need to exist.
  private func check(tree: FileTree, _ name: String, _ account: inout Account) throws {
    var digests: [RelativePath: String] = [:]
    if let data = try tree.data("manifest.json") {
      func add(_ path: String, _ digest: String) { RelativePath(path).map { digests[$0] = digest } }
      do {
        let manifest = try JSONDecoder().decode(ListedFiles.self, from: data)
        for picture in manifest.feedPictures { add(picture.path, picture.sha256) }
        for segment in manifest.segments ?? [] { add(segment.path, segment.sha256) }
        try ManifestFiles.forEachPost(of: Manifest.Post.self, in: tree) { post in
          for picture in post.pictures + post.pages { add(picture.path, picture.sha256) }
          for original in (post.originals ?? []) + (post.photos ?? []) { add(original.path, original.sha256) }
        }
      } catch is DecodingError {
        account.unread.append(Self.joined(name, "manifest.json"))
        return
      }
    }
    try Ledger(of: tree).forEachPath { path in
      account.check(path, in: tree, named: Self.joined(name, path.text), as: digests.removeValue(forKey: path))
    }
    for (path, digest) in digests.sorted(by: { $0.key.text < $1.key.text }) {
      account.check(path, in: tree, named: Self.joined(name, path.text), as: digest)
    }
  }
}

extension VerifyRun.Account {
  /// - Parameter digest: The expected SHA-256. Nil if the file only needs to exist.
  fileprivate mutating func check(_ path: RelativePath, in tree: FileTree, named name: String, as digest: String?) {
    guard tree.stamp(of: path)?.kind == .file else { return missing.append(name) }
    guard let digest else { return good += 1 }
    guard let found = try? tree.digest(of: path).hex else { return unread.append(name) }
    if found == digest { good += 1 } else { changed.append(name) }
  }
}

extension VerifyRun.Account {
  /// The command or action that fixes each kind of fault.
  ///
  /// - Parameter folder: The project's folder, quoted for a shell.
  fileprivate func cures(in folder: String) -> [String] {
    let (inputs, copies) = ("\(InputList.inputs)/", "an interrupted add left partial copies")
    func isCopy(_ path: String) -> Bool {
      var parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      return path.hasPrefix(inputs) && parts.popFirst().flatMap { PartialName($0.utf8) } != nil
    }
    let listed = (missing + changed).filter { $0.hasPrefix(inputs) }
    let made = (missing + changed).contains { !$0.hasPrefix(inputs) }
    var cures: [String] = []
    if (missing + changed + unlisted).contains(where: isCopy) {
      cures.append("\(copies): feedproof add --to \(folder) moves them out of inputs and removes their lines")
    }
    if listed.contains(where: { !isCopy($0) }) {
      cures.append(
        "restore missing and changed inputs from a backup; after an intended change, delete their lines from "
          + "\(InputList.file), then run feedproof add --to \(folder)")
    }
    if unlisted.contains(where: { !isCopy($0) }) {
      cures.append("feedproof add --to \(folder) adds the missing lines to the list")
    }
    if unread.contains(InputList.file.text) {
      cures.append("\(InputList.file) has lines that can't be read: delete them, then run feedproof add --to \(folder)")
    }
    if made { cures.append("feedproof export \(folder) --force rewrites the output") }
    return cures
  }
}

extension VerifyRun.Account: CustomStringConvertible {
  package var description: String {
    let lines =
      missing.map { "missing: \($0)" } + changed.map { "changed: \($0)" } + unread.map { "can't be read: \($0)" }
      + unlisted.map { "not listed: \($0)" } + outside.map { "outside the folder: \($0)" }
    let total = good == 1 ? "1 file matches the list" : "\(good) files match the list"
    return (lines + hints.map { "hint: \($0)" } + [total]).map { "\($0)\n" }.joined()
  }
}

/// The reason nothing can be verified.
package enum VerifyIssue: Issue, Hashable {
  /// The given path is a file, or does not exist.
  case noFolder(exists: Bool)
  case nothing

  package var text: IssueText {
    switch self {
    case .noFolder(let exists):
      .error(
        "input.missing", exists ? "this is not a folder" : "the folder does not exist",
        hint: "pass a project created by feedproof add, or the output of an export", kind: .usage)
    case .nothing:
      .error(
        "verify.nothing", "the folder has neither inputs.sha256 nor an export's manifest.json",
        hint: "pass a project created by feedproof add, or the output of an export", kind: .usage)
    }
  }
}
