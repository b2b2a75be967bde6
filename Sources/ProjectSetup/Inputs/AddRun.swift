import Cards
import DataFormats
import Diagnostics
import Files
import Foundation
import OutputTransactions
import Projects
import RunSupport

/// `feedproof add`: adds exports to a project's `inputs` folder, which keeps everything ever added. Exports that it
/// already contains, byte for byte, are skipped.
package struct AddRun {
  let environment: Environment
  let folder: URL
  /// Files and folders as named on the command line.
  let given: [String]

  package init(environment: Environment, folder: URL, given: [String]) {
    self.environment = environment
    self.folder = folder
    self.given = given
  }

  /// A summary of the files that were added.
  package struct Account: Encodable {
    package var folder: String
    /// Whether the project was created.
    var isNew = false
    /// Paths in the project, in the order given.
    var added: [String] = []
    /// Inputs with the same bytes as an export that was given, by their paths in the project.
    var known: [String] = []
    /// Lines removed from `inputs.sha256`: partial copies that no longer exist.
    var dropped: [String] = []
    /// Files and folders moved out of `inputs`, by their new paths in the project.
    var setAside: [String] = []
    /// Losses from the list and the `inputs` folder, and renamed exports.
    package private(set) var warnings: [Diagnostic] = []

    private enum CodingKeys: String, CodingKey { case folder, isNew, added, known, dropped, setAside }

    mutating func warn(_ issue: AddIssue, at path: String) {
      warnings.append(Diagnostic(issue, at: Place(file: folder == "." ? path : "\(folder)/\(path)")))
    }
  }

  private static let projectFile: RelativePath = "feedproof.yml"

  /// Adds the exports. No other `add` can change the project while the returned lock lives: keep it until the export
  /// ends.
  ///
  /// - Throws: `Diagnostic` or `FileError`. Unreadable exports are reported before anything is created. If a later
  ///   export fails, the earlier ones stay and are listed.
  package func run() throws -> (account: Account, lock: FolderLock) {
    let shown = environment.shownPath(folder)
    var account = Account(folder: shown.isEmpty ? "." : shown)
    for path in given where !FileSystem.exists(environment.url(path)) {
      throw Diagnostic(ProjectIssue.noSuchInput, at: Place(file: path))
    }
    let isProject = FileSystem.exists(folder.appendingPathComponent(Self.projectFile.text))
    guard !given.isEmpty || isProject else { throw Diagnostic(AddIssue.nothing, at: Place(file: account.folder)) }
    for path in given where isWithin(environment.url(path)) {
      throw Diagnostic(AddIssue.ownFolder, at: Place(file: path))
    }
    let sources = try given.map { path in try reading(environment.url(path)) { try Source(environment.url(path)) } }
    let tree = try FileTree(making: folder.path)
    let lock = try FolderLock(tree, shown: account.folder)
    try prepare(tree, &account)
    let staging = try AddStaging(in: tree)
    try staging.clear()
    try removePartialLists(in: tree)
    try heal(tree, &account)
    do {
      for source in sources {
        try reading(source.url) {
          if let known = try source.known(in: tree) {
            account.known.append(known.text)
          } else {
            let path = try source.copy(into: tree, through: staging)
            account.added.append(path.text)
            if source.isRenamed { account.warn(.renamed(source.url.lastPathComponent), at: path.text) }
          }
        }
      }
    } catch {
      try? staging.clear()
      try? list(tree, &account)
      throw error
    }
    try staging.clear()
    try list(tree, &account)
    return (account, lock)
  }

  /// Creates the project if it doesn't exist, and its `inputs` folder.
  private func prepare(_ tree: FileTree, _ account: inout Account) throws {
    let inputs = folder.appendingPathComponent(InputList.inputs.text)
    if tree.stamp(of: Self.projectFile) == nil {
      let text = NewProjectFile(
        feeds: [InputList.inputs.text], language: Language(spokenBy: environment.variables),
        timeZone: environment.timeZone, isArchive: true
      ).text
      account.isNew = try OutputFolder(folder).write(Data(text.utf8), to: Self.projectFile, replacing: false)
    } else {
      let project = try Project.load(inputs: [folder.path], overrides: ProjectOverrides(), environment: environment)
      let (own, read) = (folder.standardizedFileURL.path, project.feeds.map(\.standardizedFileURL.path))
      // A project without `feeds:` reads its entire folder.
      guard read.contains(inputs.standardizedFileURL.path) || read.contains(own) else {
        let feeds = read.map { $0.hasPrefix(own + "/") ? String($0.dropFirst(own.count + 1)) : $0 }
        throw Diagnostic(
          AddIssue.readsNoInputs(feeds: YAMLText.scalars(feeds + [InputList.inputs.text])),
          at: Place(file: "\(account.folder)/\(Self.projectFile)"))
      }
    }
    try tree.makeFolder(InputList.inputs)
  }

  /// Removes half-written copies of the list that killed runs left. Only `add` writes the list, under the lock that this
  /// run holds, so none of them is in use, even if another process has got the id in the name by now.
  private func removePartialLists(in tree: FileTree) throws {
    for entry in try tree.entries()
    where entry.kind == .file && PartialName(entry.path.name)?.target == InputList.file.bytes {
      try tree.remove(entry.path)
    }
  }

  private static let setAside: RelativePath = "inputs.set-aside"

  /// Moves partial copies out of `inputs`, where earlier versions left them. They are recognized by name only, so the
  /// user's own files may match; nothing is deleted.
  private func heal(_ tree: FileTree, _ account: inout Account) throws {
    for entry in try tree.entries(of: InputList.inputs) {
      guard let partial = PartialName(entry.path.name), partial.isLeft else { continue }
      let name = Array(entry.path.name.drop { $0 == UInt8(ascii: ".") })
      for number in 1... {
        let numbered = number == 1 ? name : name + Array(" (\(number))".utf8)
        guard let target = RelativePath(found: numbered, in: Self.setAside) else { break }
        guard try tree.renameIfFree(entry.path, to: target) else { continue }
        account.setAside.append(target.text)
        account.warn(.setAside(to: target.text), at: entry.path.text)
        break
      }
    }
  }

  /// Lists new files, and removes the lines of partial copies that no longer exist. Listed files keep their digests:
  /// otherwise a file damaged on disk would be listed as good.
  private func list(_ tree: FileTree, _ account: inout Account) throws {
    var listed = try InputList(writtenIn: tree)?.digests ?? [:]
    for path in listed.keys.sorted(by: { $0.text < $1.text })
    where InputList.isPartialCopy(path) && tree.stamp(of: path) == nil {
      listed[path] = nil
      account.dropped.append(path.text)
      account.warn(.dropped, at: path.text)
    }
    let list = try InputList(listing: tree, besides: listed).text
    if try tree.data(InputList.file) != list { try OutputFolder(folder).write(list, to: InputList.file) }
  }

  /// Reports a failure of a given file as a failure to read it.
  private func reading<Result>(_ given: URL, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as FileError where error.path == given.path || error.path.hasPrefix(given.path + "/") {
      throw error.unreadable(as: environment.shownPath(URL(fileURLWithPath: error.path)))
    }
  }

  private func isWithin(_ url: URL) -> Bool {
    let (path, own) = (FileSystem.resolved(url).path, FileSystem.resolved(folder).path)
    return path == own || path.hasPrefix(own + "/") || own.hasPrefix(path + "/")
  }
}

extension AddRun {
  /// A file or folder to add.
  private struct Source {
    let url: URL
    /// The name in `inputs`.
    let name: [UInt8]
    /// Whether the export was renamed because its name is that of a partial copy or of Feedproof's own folder.
    let isRenamed: Bool
    /// The files with their paths in the folder. The path of a single file is nil.
    let files: [(path: RelativePath?, file: URL)]
    let isFolder: Bool

    /// - Throws: `Diagnostic` or `FileError`, also if one of its files can't be opened.
    init(_ url: URL) throws {
      self.url = url
      let given = Array(url.lastPathComponent.utf8)
      isRenamed = PartialName(given) != nil || given == AddStaging.state.bytes
      isFolder = FileSystem.isFolder(url)
      name = isRenamed ? Self.visible(given, isFolder: isFolder) : given
      guard isFolder else {
        files = [(nil, url)]
        _ = try RegularFile(url)
        return
      }
      var files: [(path: RelativePath?, file: URL)] = []
      let tree = try FileTree(url.path)
      try tree.walk { path, step in
        guard case .file(let kind) = step, !path.name.elementsEqual(".DS_Store".utf8) else { return }
        guard kind == .file else {
          throw Diagnostic(AddIssue.notAFile, at: Place(file: "\(url.lastPathComponent)/\(path.text)"))
        }
        let file = URL(fileURLWithPath: tree.place(of: path))
        _ = try RegularFile(file)
        files.append((path, file))
      }
      self.files = files
    }

    /// The name of a partial copy as that of an input: `.wall.json.partial-7` becomes `wall.partial-7.json`, since a
    /// feed in a folder is read by its ending.
    private static func visible(_ name: [UInt8], isFolder: Bool) -> [UInt8] {
      let dot = UInt8(ascii: ".")
      guard !isFolder, let target = PartialName(name)?.target, let place = target.dropFirst().lastIndex(of: dot) else {
        return Array(name.drop { $0 == dot })
      }
      return Array((target[..<place] + name.dropFirst(1 + target.count) + target[place...]).drop { $0 == dot })
    }

    /// The input with the same content, if there is one.
    func known(in tree: FileTree) throws -> RelativePath? {
      for entry in try tree.entries(of: InputList.inputs) where entry.path != AddStaging.innerState {
        if isFolder, entry.kind == .folder {
          var there: [RelativePath] = []
          try tree.walk(from: entry.path) { path, step in
            if case .file = step { there.append(path) }
          }
          if there.count == files.count, try areSame(in: tree, below: entry.path) { return entry.path }
        } else if !isFolder, entry.kind == .file, try areSame(in: tree, below: entry.path) {
          return entry.path
        }
      }
      return nil
    }

    private func areSame(in tree: FileTree, below top: RelativePath) throws -> Bool {
      let pairs = try files.map { path, file in (other: path.map { top / $0 } ?? top, file: try RegularFile(file)) }
      // Compare sizes first: that is cheap and rules out most files.
      guard pairs.allSatisfy({ tree.stamp(of: $0.other)?.size == $0.file.stamp.size }) else { return false }
      return try pairs.allSatisfy { try tree.digest(of: $0.other) == $0.file.digest() }
    }

    /// Copies the export under a free name. A folder appears whole or not at all.
    func copy(into tree: FileTree, through staging: AddStaging) throws -> RelativePath {
      let staged = try staging.place(for: name)
      for (path, file) in files {
        let sink = try tree.create(path.map { staged / $0 } ?? staged)
        try RegularFile(file).copy(to: sink)
        try sink.end()
      }
      if files.isEmpty { try tree.makeFolder(staged) }
      for number in 1... {
        let target = try Self.path(numbered(number))
        if try tree.renameIfFree(staged, to: target) { return target }
      }
      return staged
    }

    /// Numbers a duplicate as browsers do: `export.zip`, `export (2).zip`. Readers ignore such a number in the chat's
    /// name.
    private func numbered(_ number: Int) -> [UInt8] {
      guard number > 1 else { return name }
      let packed = Array(".tar.gz".utf8)
      let last = name.suffix(packed.count) == packed[...] ? name.count - packed.count : name.lastIndex(of: packed[0])
      let dot = isFolder ? nil : last.flatMap { $0 > 0 ? $0 : nil }
      return Array(name[..<(dot ?? name.count)]) + Array(" (\(number))".utf8) + Array(name[(dot ?? name.count)...])
    }

    private static func path(_ name: [UInt8]) throws -> RelativePath {
      guard let path = RelativePath(found: name, in: InputList.inputs) else {
        throw Diagnostic(FileIssue.unsafePath(String(decoding: name, as: UTF8.self)))
      }
      return path
    }
  }
}

extension AddRun.Account: CustomStringConvertible {
  package var description: String {
    let made = isNew ? ["created \(folder)/feedproof.yml"] : []
    let healed = setAside.map { "moved a partial copy to \(folder)/\($0)" } + dropped.map { "no longer listed: \($0)" }
    let lines =
      made + healed + added.map { "added \(folder)/\($0)" } + known.map { "\(folder)/\($0) was already added" }
    return lines.map { "\($0)\n" }.joined()
  }
}

/// The reason an export isn't added, or a problem with the inputs.
package enum AddIssue: Issue, Hashable {
  /// The export contains the project, or the project the export.
  case ownFolder
  /// The project doesn't read `inputs`. `feeds` is the setting that would add it.
  case readsNoInputs(feeds: String)
  /// A link, pipe or device in a folder.
  case notAFile
  /// A listed input is missing. With a reason, it exists but can't be read.
  case gone(String?)
  /// The list contains a partial copy that doesn't exist.
  case goneCopy
  /// No export was given, and the folder is not a project.
  case nothing
  /// No project is named, and the working folder is none.
  case noProject
  /// An input was renamed. The value is the export's original name.
  case renamed(String)
  /// An input that looks like a partial copy was moved to this path in the project.
  case setAside(to: String)
  /// The line of a missing partial copy was removed from the list.
  case dropped

  package var text: IssueText {
    switch self {
    case .ownFolder:
      .error(
        "add.own-folder", "the export is inside the project, or the project is inside the export",
        hint: "pass an export that is outside of the project", kind: .usage)
    case .readsNoInputs(let feeds):
      .error(
        "add.no-inputs", "the project's feeds do not include the folder inputs",
        hint: "set feeds: \(feeds) in feedproof.yml; or pass a new folder to --to, which feedproof add creates",
        kind: .usage)
    case .notAFile:
      .error(
        "add.not-a-file", "this is not a regular file and can't be added",
        hint: "remove it from the folder, or unpack it",
        kind: .input)
    case .nothing:
      .error(
        "add.nothing", "no export was given, and this folder is not a project",
        hint: "pass an export: feedproof add EXPORT --to FOLDER", kind: .usage)
    case .noProject:
      .error(
        "add.no-project", "no project was given, and the working folder is not a project", hint: "add --to FOLDER",
        kind: .usage)
    case .renamed(let name):
      .warning(
        "add.renamed",
        "\(name) was added under this name, because Feedproof reserves names like \(name) for temporary files",
        kind: .input)
    case .setAside(let place):
      .warning(
        "add.set-aside", "this looks like a partial copy of an interrupted add; it was moved to \(place)",
        hint: "delete it if you have added the export since; otherwise rename it and add it again",
        kind: .input)
    case .dropped:
      .warning(
        "add.dropped-line", "inputs.sha256 listed this partial copy of an interrupted add; the line was removed",
        hint: "add the export again if it is missing", kind: .input)
    case .goneCopy:
      .warning(
        "input.gone-copy", "inputs.sha256 lists this partial copy of an interrupted add, but the file does not exist",
        hint: "to remove the line, run feedproof add --to FOLDER with this project's folder", kind: .input)
    case .gone(let reason):
      .warning(
        "input.gone",
        "inputs.sha256 lists this file, but " + (reason.map { "it can't be read: \($0)" } ?? "it does not exist"),
        hint: reason == nil
          ? "restore it; if you deleted it on purpose, remove its line from inputs.sha256"
          : "check its permissions; feedproof verify lists all such files", kind: .input)
    }
  }
}
