import CardRendering
import CardTemplates
import Cards
import DataFormats
import Diagnostics
import FeedReading
import FeedSources
import Files
import Foundation
import OutputTransactions
import Projects

/// `feedproof init`: creates a project that uses the built-in design.
///
/// A given feed is not copied; the project refers to it by path. Photos next to it are found, and later runs of
/// `feedproof fetch` can update it. Without a feed, the project gets a small sample.
package struct InitRun {
  let environment: Environment
  let folder: URL
  /// Feeds as named on the command line.
  package let from: [String]
  /// A file of the user's own data. Nil for a service's feed.
  package var records: String?
  /// The optional entries of `.gitattributes`. `.gitignore` is always written.
  package var git: Set<GitAttributes> = []

  package init(
    environment: Environment, folder: URL, from: [String], records: String? = nil, git: Set<GitAttributes> = []
  ) {
    self.environment = environment
    self.folder = folder
    self.from = from
    self.records = records
    self.git = git
  }

  /// A summary of the files and the commands to run next.
  package struct Account: Encodable {
    package var folder: String
    /// Paths in the folder, sorted.
    package var files: [String]
    var feeds: [String]
    /// Commands with their purpose.
    package var next: [Command]

    /// A command to run next.
    package struct Command: Encodable {
      var command: String
      var purpose: String
    }
  }

  private static let (cards, feed): (RelativePath, RelativePath) = ("Cards", "feed")
  private static let projectFile: RelativePath = "feedproof.yml"
  private static let types: RelativePath = "types.yml"
  /// The maximum size of a built-in or existing file, in bytes.
  private static let sizeLimit = 64 << 20

  /// - Throws: `RunFailure`. In that case nothing was created or changed.
  package func run() throws -> Account {
    let own = try records.map { try RecordsProject(environment.url($0), shown: $0) }
    try checkFeeds()
    var files = try own.map { try proposed($0) } ?? []
    let given = records.map { [$0] } ?? from
    let feeds = given.isEmpty ? [Self.feed.text] : given.map { environment.url($0).path(from: folder) }
    if given.isEmpty { files += try sample() }
    let text = NewProjectFile(
      feeds: feeds, cards: own == nil ? nil : Self.cards.text, types: own == nil ? nil : Self.types.text,
      language: Language(spokenBy: environment.variables)
    ).text
    let (added, missing) = forGit()
    files += added
    files.append((Self.projectFile, Data(text.utf8)))
    let shown = environment.shownPath(folder)
    try locked(shown.isEmpty ? "." : shown) {
      try check(files)
      try write(files)
    }
    let name = shown.isEmpty ? "." : shown
    return Account(
      folder: shown, files: files.map(\.path.text).sorted(), feeds: feeds,
      next: (askingForOwner(in: name).map { [$0] } ?? []) + next(name, missing))
  }

  /// Returns the command that names the user in the project file, if a given chat doesn't tell who made its export.
  private func askingForOwner(in shown: String) -> Account.Command? {
    guard !from.isEmpty,
      let project = try? Project.load(inputs: [folder.path], overrides: ProjectOverrides(), environment: environment)
    else { return nil }
    var question: Diagnostic?
    _ = try? FoundFeed.all(in: FeedFiles.find(of: project)) { if $0.code == "chat.me" { question = $0 } }
    guard let question, let people = question.hint?.split(separator: ": ").last else { return nil }
    return .init(
      command: "printf '%s\\n' 'me: \"NAME\"' >> \(ShellWord.path(shown))/\(Self.projectFile.text)",
      purpose: "puts your messages on the right; NAME is one of \(people)")
  }

  /// - Parameter missing: Lines for files that exist without them.
  private func next(_ folder: String, _ missing: [NewFile]) -> [Account.Command] {
    let word = ShellWord.path(folder)
    let lines = missing.map { file in
      let text = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").map { ShellWord.quoted(String($0)) }
      return Account.Command(
        command: "printf '%s\\n' \(text.joined(separator: " ")) >> \(word)/\(file.path)",
        purpose: "adds missing lines to your file")
    }
    let driver = Account.Command(
      command: "git config merge.feedproof.driver 'feedproof merge-baseline %O %A %B'",
      purpose: "once in each clone: lets Git merge baselines of two branches")
    return lines + (git.contains(.merging) ? [driver] : []) + [
      .init(command: "feedproof export \(word)", purpose: "writes the site; open \(folder)/output/index.html"),
      .init(command: "feedproof watch \(word) --open", purpose: "shows the site and updates it after each change"),
      .init(command: "feedproof compare \(word)", purpose: "reports what changed since the approval"),
    ] + (from.isEmpty && records == nil ? [Self.keeping(in: word == "." ? "my-archive" : "\(word)-archive")] : [])
  }

  /// The command for users who have exports to archive.
  private static func keeping(in folder: String) -> Account.Command {
    .init(
      command: "feedproof add EXPORT --to \(folder)",
      purpose: "creates an archive project from your own exports")
  }

  private typealias NewFile = (path: RelativePath, bytes: Data)

  // MARK: Project files

  /// The files for Git: rendered output is ignored, and baselines get the requested merge driver and LFS rules.
  ///
  /// - Returns: Files to create, and existing files that lack some of the lines.
  private func forGit() -> (added: [NewFile], missing: [NewFile]) {
    var files: [NewFile] = [(".gitignore", Data("output/\n".utf8))]
    let lines = GitAttributes.allCases.filter(git.contains).map { "\($0.line)\n" }
    if !lines.isEmpty { files.append((".gitattributes", Data(lines.joined().utf8))) }
    guard let tree = try? FileTree(folder.path) else { return (files, []) }
    let missing = files.filter { file in
      guard let there = try? tree.data(file.path, limit: Self.sizeLimit) else { return false }
      return !Set(file.bytes.split(separator: UInt8(ascii: "\n")))
        .isSubset(of: there.split(separator: UInt8(ascii: "\n")))
    }
    return (files.filter { tree.stamp(of: $0.path) == nil }, missing)
  }

  private var resources: URL { environment.resourceFolder }

  /// The file of types for the user's own data, and a first template for each type.
  private func proposed(_ own: RecordsProject) throws -> [NewFile] {
    let stock = DesignFiles(ownCards: [], ownTokens: [], environment: environment)
    let source = TemplateSource.read(
      TemplateFile(name: CardRole.post.file, contents: try stock.card(CardRole.post.file))
    ).0
    let templates = own.templates(tokens: source?.tokens ?? []).compactMap { name, text -> NewFile? in
      RelativePath(found: Array(name.utf8), in: Self.cards).map { ($0, Data(text.utf8)) }
    }
    return [(Self.types, Data(own.types.utf8))] + templates
  }

  private func sample() throws -> [NewFile] {
    try files(of: resources.appendingPathComponent("Templates/Project/feed"), at: Self.feed)
  }

  /// All files of a folder and its subfolders, except hidden ones.
  private func files(of source: URL, at target: RelativePath) throws -> [NewFile] {
    var found: [NewFile] = []
    for name in try names(in: source) where !name.hasPrefix(".") {
      guard let path = RelativePath(found: Array(name.utf8), in: target) else { continue }
      let file = source.appendingPathComponent(name)
      found += FileSystem.isFolder(file) ? try files(of: file, at: path) : [(path, try data(of: file))]
    }
    return found
  }

  private func names(in folder: URL) throws -> [String] {
    do throws(FileError) {
      return try FileSystem.names(in: folder)
    } catch {
      throw Diagnostic(DesignIssue.resourcesMissing(path: folder.path))
    }
  }

  private func data(of file: URL) throws -> Data {
    do throws(FileError) {
      return try RegularFile(file).data(limit: Self.sizeLimit)
    } catch {
      throw error.unreadable(as: file.path)
    }
  }

  /// Reads the feeds. A feed that can't be shown fails here, before anything is created.
  private func checkFeeds() throws {
    guard !from.isEmpty else { return }
    for path in from where FileSystem.exists(environment.url(path).appendingPathComponent(ProjectFile.name)) {
      throw Diagnostic(InitIssue.fromProject, at: Place(file: path))
    }
    let project = try Project.load(inputs: from, overrides: ProjectOverrides(), environment: environment)
    _ = try FoundFeed.all(in: FeedFiles.find(of: project)) { diagnostic in
      if diagnostic.severity == .error { StandardStream.error.write("\(diagnostic)\n") }
    }
  }

  // MARK: Writing

  /// Locks the folder, so that no other `init` or `add` creates a project in it meanwhile. If the body fails, removes a
  /// folder that was created here and is empty.
  private func locked(_ shown: String, _ body: () throws -> Void) throws {
    let isNew = FileStamp(folder.path, following: true) == nil
    let tree: FileTree
    do throws(FileError) { tree = try FileTree(making: folder.path) } catch { throw error.diagnostic }
    let lock = try FolderLock(tree, shown: shown)
    defer { withExtendedLifetime(lock) {} }
    do {
      try body()
    } catch {
      if isNew { FileSystem.removeFolder(folder.path) }
      throw error
    }
  }

  /// Checks that no existing file is in the way. A run that was killed, or stopped by a full disk, leaves some of these
  /// files and no project file; such a folder is completed.
  ///
  /// - Throws: `Diagnostic` if anything else has a name that the project needs.
  private func check(_ files: [NewFile]) throws {
    guard let tree = try? FileTree(folder.path) else { return }
    let own = Dictionary(files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    let tops = files.compactMap(\.path.names.first).uniqued().compactMap { RelativePath(found: Array($0)) }
    let isWhole = tree.stamp(of: Self.projectFile) != nil
    let taken = try tops.filter { top in
      guard let kind = tree.stamp(of: top)?.kind else { return false }
      return try isWhole || kind != .folder || !isLeft(top, of: own, in: tree)
    }
    guard taken.isEmpty else {
      throw Diagnostic(InitIssue.taken(taken.map(\.text).sorted()), at: Place(file: environment.shownPath(folder)))
    }
  }

  /// Whether a folder contains only files of an interrupted run, complete or partial.
  private func isLeft(_ top: RelativePath, of own: [RelativePath: Data], in tree: FileTree) throws -> Bool {
    var isLeft = true
    try tree.walk(from: top) { path, step in
      guard case .file(let kind) = step else { return }
      let isOurs = try own[path].map { try kind == .file && tree.data(path, limit: Self.sizeLimit) == $0 } ?? false
      isLeft = isLeft && (isOurs || PartialName(path.name) != nil)
    }
    return isLeft
  }

  /// Writes the project file last, so that a folder with a project file is complete. If a write fails, removes the
  /// files that were written.
  private func write(_ files: [NewFile]) throws {
    let output = OutputFolder(folder)
    let tree = try? FileTree(folder.path)
    let isNew = files.allSatisfy { $0.path.parent.map { tree?.stamp(of: $0) == nil } ?? true }
    var written: [RelativePath] = []
    do {
      for file in files where tree?.stamp(of: file.path) == nil {
        guard try output.write(file.bytes, to: file.path, replacing: false) else {
          throw Diagnostic(InitIssue.taken([file.path.text]), at: Place(file: environment.shownPath(folder)))
        }
        written.append(file.path)
      }
    } catch {
      if let tree = try? FileTree(folder.path) {
        for path in written { try? tree.remove(path) }
        // The file that failed may have left its folder.
        for path in isNew ? files.map(\.path) : written { tree.removeEmptyFolders(above: path) }
      }
      throw error
    }
  }
}

extension InitRun.Account: CustomStringConvertible {
  package var description: String {
    let tops = files.compactMap { $0.split(separator: "/").first.map(String.init) }.uniqued()
    let width = next.map(\.command.count).max() ?? 0
    let commands = next.map { line in
      "  \(line.command)\(String(repeating: " ", count: width - line.command.count))   # \(line.purpose)\n"
    }
    return "created \(folder.isEmpty ? "." : folder): \(tops.joined(separator: ", "))\nnext:\n\(commands.joined())"
  }
}

/// The optional entries of a project's `.gitattributes`.
package enum GitAttributes: CaseIterable, Sendable {
  case merging, largeFiles

  fileprivate var line: String {
    switch self {
    case .merging: "Baselines/**/*.json merge=feedproof"
    case .largeFiles: "Baselines/**/*.png filter=lfs diff=lfs merge=lfs -text"
    }
  }
}

/// The reason a project can't be created.
package enum InitIssue: Issue, Hashable {
  /// Files or folders with these names exist.
  case taken([String])
  /// The input is a project, not a feed.
  case fromProject
  /// An argument is empty, for example because a shell variable has no value.
  case nameless
  /// The user's data is not JSON, or has no entries.
  case noRecords

  package var text: IssueText {
    switch self {
    case .taken(let names):
      .error(
        "init.taken", "this folder already contains \(names.joined(separator: ", ")), which would be overwritten",
        hint: "choose another folder", kind: .output)
    case .fromProject:
      .error(
        "init.from-project", "the folder is a project, not a feed",
        hint: "name the feed's files, or copy the project's folder", kind: .usage)
    case .noRecords:
      .error(
        "init.no-records", "the file contains no list of entries",
        hint: "pass a JSON file with a list of objects, or newline-delimited JSON", kind: .usage)
    case .nameless:
      .error(
        "init.no-name", "the name of the folder or feed is empty", hint: "for the current folder, use .", kind: .usage
      )
    }
  }
}
