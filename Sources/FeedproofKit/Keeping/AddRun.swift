import Cards
import CheckedSources
import Diagnostics
import Files
import Foundation
import Projects
import Runs

/// `feedproof add`: puts exports into a project's `inputs`, where all that was ever added stays. What is there already,
/// byte for byte, is not put there again.
struct AddRun {
  let environment: Environment
  let folder: URL
  /// Files and folders as the command line names them.
  let given: [String]

  struct Account: Encodable {
    var folder: String
    /// Whether the project was made.
    var isNew = false
    /// Paths in the project, in the order given.
    var added: [String] = []
    /// What was given and is there already, by its path in the project.
    var known: [String] = []
  }

  private static let projectFile: RelativePath = "feedproof.yml"

  /// - Throws: `Diagnostic` or `FileError`. What can't be read is found before anything is made; what was added before stays,
  ///   and is listed.
  func run() throws -> Account {
    let shown = environment.shownPath(folder)
    var account = Account(folder: shown.isEmpty ? "." : shown)
    for path in given where !FileSystem.exists(environment.url(path)) {
      throw Diagnostic(ProjectIssue.noSuchInput, at: Place(file: path))
    }
    let inputs = folder.appendingPathComponent(InputList.inputs.text)
    for path in given where isWithin(environment.url(path)) {
      throw Diagnostic(AddIssue.ownFolder, at: Place(file: path))
    }
    let sources = try given.map { path in try reading(environment.url(path)) { try Source(environment.url(path)) } }
    let tree = try FileTree(making: folder.path)
    if tree.stamp(of: Self.projectFile) == nil {
      let text = NewProjectFile(
        feeds: [InputList.inputs.text], cards: nil, tokens: [], language: Language(spokenBy: environment.variables),
        timeZone: environment.timeZone, isArchive: true
      ).text
      account.isNew = try OutputFolder(folder).write(Data(text.utf8), to: Self.projectFile, replacing: false)
    } else {
      let project = try Project.load(inputs: [folder.path], overrides: ProjectOverrides(), environment: environment)
      let (own, read) = (folder.standardizedFileURL.path, project.feeds.map(\.standardizedFileURL.path))
      // A project without the key reads all of its folder.
      guard read.contains(inputs.standardizedFileURL.path) || read.contains(own) else {
        let feeds = read.map { $0.hasPrefix(own + "/") ? String($0.dropFirst(own.count + 1)) : $0 }
        throw Diagnostic(
          AddIssue.readsNoInputs(feeds: YAMLText.scalars(feeds + [InputList.inputs.text])),
          at: Place(file: "\(account.folder)/\(Self.projectFile)"))
      }
    }
    try tree.makeFolder(InputList.inputs)
    // What one that was killed has left half copied.
    for entry in try tree.entries(of: InputList.inputs) where PartialName(entry.path.name)?.isLeft == true {
      try tree.removeAll(entry.path)
    }
    do {
      for source in sources {
        try reading(source.url) {
          if let known = try source.known(in: tree) {
            account.known.append(known.text)
          } else {
            account.added.append(try source.copy(into: tree).text)
          }
        }
      }
    } catch {
      try? list(tree)
      throw error
    }
    try list(tree)
    return account
  }

  private func list(_ tree: FileTree) throws {
    // What is listed keeps its digest: a disk that spoiled it would be believed otherwise.
    let listed = try InputList(writtenIn: tree)?.digests ?? [:]
    let list = try InputList(listing: tree, besides: listed).text
    if try tree.data(InputList.file) != list { try OutputFolder(folder).write(list, to: InputList.file) }
  }

  /// What goes wrong with a file that is given goes wrong in reading it.
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
  /// A file or a folder that is to be added.
  private struct Source {
    let url: URL
    let name: [UInt8]
    /// Paths in the folder, or nil for a file by itself, with the files.
    let files: [(path: RelativePath?, file: URL)]
    let isFolder: Bool

    /// - Throws: Where one of its files can't be opened, too.
    init(_ url: URL) throws {
      self.url = url
      name = Array(url.lastPathComponent.utf8)
      isFolder = FileSystem.isFolder(url)
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

    /// What is among the inputs and holds the same.
    func known(in tree: FileTree) throws -> RelativePath? {
      for entry in try tree.entries(of: InputList.inputs) {
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
      // Sizes tell most of them apart, and cost nothing.
      guard pairs.allSatisfy({ tree.stamp(of: $0.other)?.size == $0.file.stamp.size }) else { return false }
      return try pairs.allSatisfy { try tree.digest(of: $0.other) == $0.file.digest() }
    }

    /// Under a name that nothing has; a folder comes whole or not at all.
    func copy(into tree: FileTree) throws -> RelativePath {
      let partial = try Self.path(PartialName(for: name).bytes)
      let output = OutputFolder(URL(fileURLWithPath: tree.path))
      try tree.removeAll(partial)
      do {
        for (path, file) in files {
          let file = try RegularFile(file)
          let place = path.map { partial / $0 } ?? partial
          let isWritten = try output.write(to: place, replacing: true) { sink in try file.copy(to: sink) }
          guard isWritten else { throw Diagnostic(FileIssue.unsafePath(place.text)) }
        }
      } catch {
        try? tree.removeAll(partial)
        throw error
      }
      if files.isEmpty { try tree.makeFolder(partial) }
      for number in 1... {
        let target = try Self.path(numbered(number))
        if try tree.renameIfFree(partial, to: target) { return target }
      }
      return partial
    }

    /// `export.zip`, `export (2).zip`, …: as browsers do, whose numbers are no part of what the chat in it is called.
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
  var description: String {
    let made = isNew ? ["made \(folder)/feedproof.yml"] : []
    let lines = made + added.map { "added \(folder)/\($0)" } + known.map { "\(folder)/\($0) is there already" }
    return lines.map { "\($0)\n" }.joined()
  }
}

/// Why nothing is added.
package enum AddIssue: Issue, Hashable {
  /// What is given lies in the project, or the project in it.
  case ownFolder
  /// The project is read from elsewhere; `feeds` is what the file would say to read `inputs`, too.
  case readsNoInputs(feeds: String)
  /// A link, a pipe or a device in a folder.
  case notAFile
  /// An input that is listed and not there, or can't be read: why.
  case gone(String?)

  package var text: IssueText {
    switch self {
    case .ownFolder:
      .error(
        "add.own-folder", "this lies in the project, or the project in it",
        hint: "give what was downloaded, from outside of the project", kind: .usage)
    case .readsNoInputs(let feeds):
      .error(
        "add.no-inputs", "the project does not read its folder inputs",
        hint: "change one line of it: feeds: \(feeds); or give --to a folder that is not there yet, and add makes it",
        kind: .usage)
    case .notAFile:
      .error(
        "add.not-a-file", "this is no regular file, and can't be kept", hint: "give the folder without it, or unpacked",
        kind: .input)
    case .gone(let reason):
      .warning(
        "input.gone",
        "inputs.sha256 lists this, and " + (reason.map { "it can't be read: \($0)" } ?? "it is not there"),
        hint: reason == nil
          ? "put it back; where you have removed it on purpose, take its line out of inputs.sha256"
          : "check who may read it; feedproof verify tells of all of them", kind: .input)
    }
  }
}
