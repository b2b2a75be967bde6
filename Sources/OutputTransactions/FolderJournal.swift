import Diagnostics
import Files
import Foundation

/// The content of a file at one moment, and which file it was.
package enum FileVersion: Hashable {
  case absent
  case file(Digest, inode: UInt64, modified: Int64)
  /// A link, a folder, a device, or a file that can't be read.
  case other

  /// Whether both have the same bytes, or both are absent. A version of the kind `other` has no known bytes.
  func hasContent(of version: FileVersion) -> Bool {
    switch (self, version) {
    case (.absent, .absent): true
    case (.file(let own, _, _), .file(let digest, _, _)): own == digest
    default: false
    }
  }

  package var text: String {
    switch self {
    case .absent: "-"
    case .other: "?"
    case .file(let digest, let inode, let modified): "\(digest.hex):\(inode):\(modified)"
    }
  }

  init?(text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    switch (text, parts.count) {
    case ("-", _): self = .absent
    case ("?", _): self = .other
    case (_, 3):
      guard let digest = Digest(hex: parts[0]), let inode = UInt64(parts[1]), let modified = Int64(parts[2]) else {
        return nil
      }
      self = .file(digest, inode: inode, modified: modified)
    default: return nil
    }
  }
}

extension FileTree {
  /// The version of the file at a path. Reads all of it; links are not followed.
  package func version(of path: RelativePath) -> FileVersion {
    do throws(FileError) {
      guard let file = try open(path) else { return .absent }
      var digest = RunningDigest()
      try file.forEachPiece { digest.add($0) }
      return .file(digest.finish(), inode: file.stamp.inode, modified: file.stamp.modified)
    } catch {
      return .other
    }
  }
}

/// One step of a change to a folder's files.
package struct JournalStep: Hashable {
  package enum Kind: String {
    /// Moves a rendered file from `.feedproof/staged` to its path.
    case take
    /// Moves a file that was written for this change from `.feedproof/next` to its path.
    case put
    /// Removes a file.
    case drop
    /// Creates a folder for files below it.
    case folder
  }

  var kind: Kind
  var path: RelativePath
  /// The versions of the target before and after the change.
  var before: FileVersion
  package var after: FileVersion

  /// The path of the new file before the step; nil if the step has none.
  package var source: RelativePath? {
    switch kind {
    case .take: StateFolder.staged / path
    case .put: StateFolder.next / path
    case .drop, .folder: nil
    }
  }

  fileprivate var line: [UInt8] {
    Array("\(kind.rawValue)\t\(before.text)\t\(after.text)\t".utf8) + path.bytes + [UInt8(ascii: "\n")]
  }

  fileprivate init?(line: some RandomAccessCollection<UInt8>) {
    let fields = line.split(separator: UInt8(ascii: "\t"), maxSplits: 3, omittingEmptySubsequences: false)
    func text(_ index: Int) -> String { String(decoding: fields[index], as: UTF8.self) }
    guard fields.count == 4, let kind = Kind(rawValue: text(0)), let before = FileVersion(text: text(1)),
      let after = FileVersion(text: text(2)),
      // The names of the state folder's own files are invalid as other paths.
      let path = RelativePath(bytes: fields[3])
        ?? StateFolder.published.first(where: { kind == .put && fields[3].elementsEqual($0.bytes) })
    else { return nil }
    (self.kind, self.path, self.before, self.after) = (kind, path, before, after)
  }

  package init(_ kind: Kind, _ path: RelativePath, before: FileVersion, after: FileVersion) {
    (self.kind, self.path, self.before, self.after) = (kind, path, before, after)
  }
}

/// The list of steps by which one command changes a folder's files, in `.feedproof/journal`. It is complete before the
/// first step and removed after the last one: an existing journal belongs to an interrupted command.
///
///     feedproof-journal 2 undo INODE MODIFIED BORN
///     put    BEFORE    AFTER    PATH
///     end 1 SHA256
///
/// A journal is part of the working tree, where a branch can commit one. Therefore the first line names the identity of
/// an empty file next to the journal, which no checkout, archive or copy can reproduce.
package struct FolderJournal {
  /// How to settle an interrupted change.
  package enum Direction: String {
    /// Restore the earlier versions.
    case undo
    /// Do the remaining steps.
    case finish
  }

  /// The identity of the file next to the journal.
  package struct Mark: Equatable {
    var inode: UInt64
    /// Nanoseconds since 1970.
    var modified: Int64
    var born: Int64

    /// Reads the identity; nil if the file is missing.
    package init?(in tree: FileTree) {
      guard let stamp = tree.stamp(of: StateFolder.journalMark), stamp.kind == .file else { return nil }
      (inode, modified) = (stamp.inode, stamp.modified)
      born = tree.birth(of: StateFolder.journalMark)
    }

    init?(_ words: some Collection<Substring>) {
      let words = Array(words)
      guard words.count == 3, let inode = UInt64(words[0]), let modified = Int64(words[1]), let born = Int64(words[2])
      else { return nil }
      (self.inode, self.modified, self.born) = (inode, modified, born)
    }

    package var text: String { "\(inode) \(modified) \(born)" }
  }

  private static let title = "feedproof-journal"
  private static let version = 2

  let tree: FileTree
  let direction: Direction
  private let file: RegularFile

  /// Reads and checks a folder's journal.
  ///
  /// - Returns: nil if the folder has none.
  /// - Throws: `Diagnostic` if the journal is damaged, has another version, or was not written in this folder;
  ///   `FileError` if it can't be read.
  init?(in tree: FileTree) throws {
    guard let file = try tree.open(StateFolder.journal) else { return nil }
    (self.tree, self.file) = (tree, file)
    func refusal(_ issue: JournalIssue) -> Diagnostic {
      Diagnostic(issue, at: Place(file: tree.place(of: StateFolder.journal)))
    }
    var lines = FileLines(file)
    guard let head = try lines.next() else { throw refusal(.damaged) }
    let words = String(decoding: head, as: UTF8.self).split(separator: " ")
    guard words.first == Self.title[...] else {
      // Earlier versions wrote no first line.
      let isEarlier =
        head.contains(UInt8(ascii: "\t")) && ["take", "put", "drop"].contains { head.starts(with: $0.utf8) }
      throw refusal(isEarlier ? .otherVersion(isNewer: false) : .damaged)
    }
    guard words.count > 1, let number = Int(words[1]) else { throw refusal(.damaged) }
    guard number == Self.version else { throw refusal(.otherVersion(isNewer: number > Self.version)) }
    guard words.count == 6, let direction = Direction(rawValue: String(words[2])), let mark = Mark(words[3...]) else {
      throw refusal(.damaged)
    }
    guard mark == Mark(in: tree) else { throw refusal(.foreign) }
    self.direction = direction
    var digest = RunningDigest()
    digest.add(line: head)
    var count = 0
    while let line = try lines.next() {
      if line.starts(with: "end ".utf8) {
        guard String(decoding: line, as: UTF8.self) == "end \(count) \(digest.finish().hex)", try lines.rest().isEmpty
        else { throw refusal(.damaged) }
        return
      }
      guard JournalStep(line: line) != nil else { throw refusal(.damaged) }
      digest.add(line: line)
      count += 1
    }
    throw refusal(.damaged)
  }

  /// Calls `body` for each step, in order.
  func forEachStep(_ body: (JournalStep) throws -> Void) throws {
    var lines = FileLines(file)
    _ = try lines.next()
    while let line = try lines.next() {
      if let step = JournalStep(line: line) { try body(step) }
    }
  }

  // MARK: Writing

  /// A journal that is being written. It takes effect with `finish`.
  package struct Writer {
    private let tree: FileTree
    private let sink: FileSink
    private var digest = RunningDigest()
    private(set) var count = 0

    /// - Throws: `FileError` or `Diagnostic` if the journal can't be written.
    package init(in tree: FileTree, _ direction: Direction) throws {
      self.tree = tree
      try tree.remove(StateFolder.journalMark)
      try tree.remove(StateFolder.partialJournal)
      try tree.create(StateFolder.journalMark).end()
      guard let mark = Mark(in: tree) else {
        throw FileError(tree.place(of: StateFolder.journalMark), .system(ENOENT))
      }
      sink = try tree.create(StateFolder.partialJournal)
      try write(Array("\(title) \(version) \(direction.rawValue) \(mark.text)\n".utf8))
    }

    private mutating func write(_ bytes: [UInt8]) throws(Diagnostic) {
      bytes.withUnsafeBytes { digest.add($0) }
      try sink.write(bytes)
    }

    package mutating func append(_ step: JournalStep) throws(Diagnostic) {
      try write(step.line)
      count += 1
    }

    /// Writes the last line, syncs the journal to disk, and renames it to its final name.
    package mutating func finish() throws {
      let digest = digest.finish()
      try sink.write("end \(count) \(digest.hex)\n")
      try sink.synchronize()
      try tree.rename(StateFolder.partialJournal, to: StateFolder.journal)
    }
  }
}

extension RunningDigest {
  fileprivate mutating func add(line: ArraySlice<UInt8>) {
    line.withUnsafeBytes { add($0) }
    withUnsafeBytes(of: UInt8(ascii: "\n")) { add($0) }
  }
}
