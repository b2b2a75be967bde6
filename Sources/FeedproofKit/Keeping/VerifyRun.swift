import Diagnostics
import Digests
import Exporting
import Files
import Foundation
import OutputFolders
import Projects
import Runs

/// `feedproof verify`: whether a folder holds all that it says it does.
struct VerifyRun {
  let environment: Environment
  let folder: URL

  struct Account: Encodable {
    /// That are there as they are listed.
    var good = 0
    var missing: [String] = []
    /// With other bytes than those that are listed.
    var changed: [String] = []
    /// That lie among the inputs, and that no list has.
    var unlisted: [String] = []
    /// Lists that can't be read.
    var unread: [String] = []
    /// What the project asks for from outside of its folder, which does not move with it.
    var outside: [String] = []

    var isSound: Bool { missing.isEmpty && changed.isEmpty && unread.isEmpty }
  }

  /// - Throws: `Diagnostic` where there is nothing that could be proved.
  func run() throws -> Account {
    var account = Account()
    guard FileSystem.isFolder(folder) else {
      throw Diagnostic(ProjectIssue.noSuchInput, at: Place(file: environment.shownPath(folder)))
    }
    var outputs = [(url: folder, name: "")]
    var isKnown = false
    if FileSystem.exists(folder.appendingPathComponent(ProjectFile.name)) {
      let project = try Project.load(inputs: [folder.path], overrides: ProjectOverrides(), environment: environment)
      isKnown = try checkInputs(of: project, &account)
      outputs = [(project.output, shown(project.output))]
    }
    for (url, name) in outputs where OutputMarks.areIn(url) {
      isKnown = true
      try check(outputAt: url, name, &account)
    }
    guard isKnown else { throw Diagnostic(VerifyIssue.nothing, at: Place(file: environment.shownPath(folder))) }
    return account
  }

  private func shown(_ url: URL) -> String {
    let (base, path) = (folder.standardizedFileURL.path, url.standardizedFileURL.path)
    return path.hasPrefix(base + "/") ? String(path.dropFirst(base.count + 1)) : path
  }

  /// - Returns: Whether there is a list of them.
  private func checkInputs(of project: Project, _ account: inout Account) throws -> Bool {
    for url in project.feeds + project.photos where shown(url).hasPrefix("/") && url.path != folder.path {
      account.outside.append(shown(url))
    }
    let tree = try FileTree(folder.path)
    guard let listed = try InputList(writtenIn: tree) else { return false }
    if listed.unread > 0 { account.unread.append(InputList.file.text) }
    let there = try InputList(listing: tree).digests
    for (path, digest) in listed.digests.sorted(by: { $0.key.text < $1.key.text }) {
      account.note(path.text, isThere: there[path] != nil, isSame: there[path] == digest)
    }
    account.unlisted += there.keys.filter { listed.digests[$0] == nil }.map(\.text).sorted()
    return true
  }

  /// Of each feed and chat of an output of several, and of the output itself.
  private func check(outputAt url: URL, _ name: String, _ account: inout Account) throws {
    let tree = try FileTree(url.path)
    for parent in ["feeds", "chats"] {
      for inner in try tree.entries(of: RelativePath.checked(parent)) where inner.kind == .folder {
        let own = url.appendingPathComponent(inner.path.text)
        guard OutputMarks.areIn(own) else { continue }
        try check(tree: FileTree(own.path), Self.joined(name, inner.path.text), &account)
      }
    }
    try check(tree: tree, name, &account)
  }

  private static func joined(_ folder: String, _ path: String) -> String { folder.isEmpty ? path : "\(folder)/\(path)" }

  /// What a manifest of any version lists beside its posts.
  private struct Listed: Decodable {
    var segments: [Manifest.Segment]?
    var feedPictures: [Manifest.Picture]
  }

  /// Pictures and files of posts by their digests, all other files of ours by being there.
  private func check(tree: FileTree, _ name: String, _ account: inout Account) throws {
    var digests: [RelativePath: String] = [:]
    if let data = try tree.data("manifest.json") {
      func add(_ path: String, _ digest: String) { RelativePath(path).map { digests[$0] = digest } }
      do {
        let manifest = try JSONDecoder().decode(Listed.self, from: data)
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
      let isThere = tree.stamp(of: path)?.kind == .file
      guard isThere, let digest = digests.removeValue(forKey: path) else {
        return account.note(Self.joined(name, path.text), isThere: isThere, isSame: true)
      }
      account.note(Self.joined(name, path.text), isThere: true, isSame: try tree.digest(of: path).hex == digest)
    }
    for (path, digest) in digests.sorted(by: { $0.key.text < $1.key.text }) {
      let found = tree.stamp(of: path)?.kind == .file ? try tree.digest(of: path).hex : nil
      account.note(Self.joined(name, path.text), isThere: found != nil, isSame: found == digest)
    }
  }
}

extension VerifyRun.Account {
  fileprivate mutating func note(_ path: String, isThere: Bool, isSame: Bool) {
    if !isThere { missing.append(path) } else if isSame { good += 1 } else { changed.append(path) }
  }
}

extension VerifyRun.Account: CustomStringConvertible {
  var description: String {
    let lines =
      missing.map { "missing: \($0)" } + changed.map { "changed: \($0)" } + unread.map { "can't be read: \($0)" }
      + unlisted.map { "not listed: \($0)" } + outside.map { "outside of the folder: \($0)" }
    let total = good == 1 ? "1 file is as it is listed" : "\(good) files are as they are listed"
    return (lines + [total]).map { "\($0)\n" }.joined()
  }
}

/// Why nothing can be proved.
package enum VerifyIssue: Issue, Hashable {
  case nothing

  package var text: IssueText {
    switch self {
    case .nothing:
      .error(
        "verify.nothing", "nothing here lists what the folder has to hold",
        hint: "give a project that feedproof add has made, or the output of an export", kind: .usage)
    }
  }
}
