import Diagnostics
import Digests
import ExportStore
import Files
import Foundation
import OutputFolders
import Runs

/// Reads one shard's output folder, and brings its cards into the store of the whole, a few of them in memory at a time.
/// Nothing in the folder is trusted: files are regular files inside of it, and numbers are what they can be.
struct ShardReader {
  /// The folder as the command line names it.
  let name: String
  let run: ShardFiles.Run
  private let tree: FileTree

  private static let batchSize = 64
  /// More than the words of any run; a line of cards is one card's.
  private static let runLimit = 1 << 28
  private static let lineLimit = 1 << 28

  /// - Throws: `Diagnostic` where the folder is none of a shard.
  init(_ folder: URL, name: String) throws {
    self.name = name
    let data: Data?
    do throws(FileError) {
      tree = try FileTree(folder.path)
      data = try tree.data(ShardFiles.run, limit: Self.runLimit)
    } catch {
      throw Self.failure(error.code == ENOENT ? .noShard : .notRegular(ShardFiles.run.text), in: name)
    }
    guard let data else { throw Self.failure(.noShard, in: name) }
    guard let run = try? JSONDecoder().decode(ShardFiles.Run.self, from: data), run.isSound else {
      throw Self.failure(.unreadableList(ShardFiles.run.text), in: name)
    }
    self.run = run
  }

  /// - Parameter body: Gets each card with its id in the store, in order.
  /// - Throws: `Diagnostic`, `FileError`, `StoreIssue.Fault`, and what `body` throws.
  func read(into store: ExportStore, of output: FileTree, _ body: (ShardFiles.Card, Int64) throws -> Void) throws {
    let designs = Dictionary(
      run.designs.compactMap { entry in Digest(hex: entry.key).map { ($0, DesignComponents(entry.value)) } },
      uniquingKeysWith: { first, _ in first })
    var waiting: [ShardFiles.Card] = []
    var counts = (posts: 0, pictures: 0)
    func save() throws {
      let ids = try store.save(try waiting.map { $0.card(try stage($0.files, in: output)) }, designs: designs)
      for (card, id) in zip(waiting, ids) { try body(card, id) }
      waiting.removeAll(keepingCapacity: true)
    }
    try forEachCard { card in
      if card.place == nil { counts.pictures += 1 } else { counts.posts += 1 }
      waiting.append(card)
      if waiting.count >= Self.batchSize { try save() }
    }
    try save()
    guard counts.posts == run.posts, counts.pictures == run.feedPictures else {
      throw failure(.otherLength(ShardFiles.cards.text))
    }
  }

  private func forEachCard(_ body: (ShardFiles.Card) throws -> Void) throws {
    guard let file = try opened(ShardFiles.cards) else { throw failure(.missingFile(ShardFiles.cards.text)) }
    var lines = FileLines(file, limit: Self.lineLimit)
    while let line = try? lines.next() {
      guard let card = try? JSONDecoder().decode(ShardFiles.Card.self, from: Data(line)),
        card.isSound(in: run)
      else { throw failure(.unreadableList("\(ShardFiles.cards):\(lines.number)")) }
      try body(card)
    }
  }

  /// - Returns: Nil where there is no such file.
  private func opened(_ path: RelativePath) throws -> RegularFile? {
    do throws(FileError) {
      return try tree.open(path)
    } catch {
      throw failure(error.code == nil ? .notRegular(path.text) : .missingFile(path.text))
    }
  }

  // MARK: Pictures

  /// Gives the pictures their second names, or copies them where the file system has none to give.
  private func stage(_ files: [ShardFiles.Card.File], in output: FileTree) throws -> [StoredFile] {
    try files.map { file in
      let target = StateFolder.staged / file.path
      guard let source = try opened(file.path) else { throw failure(.missingFile(file.path.text)) }
      let stamp = source.stamp
      guard stamp.size == file.bytes else { throw failure(.otherFile(file.path.text)) }
      // Of a run that was killed.
      try output.remove(target)
      if try !link(file.path, stamp, to: target, in: output) { try copy(source, file, to: target, in: output) }
      guard let staged = output.stamp(of: target) else { throw FileError(output.place(of: target), .system(ENOENT)) }
      return StoredFile(path: file.path.text, bytes: file.bytes, modified: staged.modified, sha256: file.sha256)
    }
  }

  /// - Returns: Whether the second name is there, and is that of the file that was looked at.
  private func link(
    _ path: RelativePath, _ stamp: FileStamp, to target: RelativePath, in output: FileTree
  ) throws(FileError) -> Bool {
    do throws(FileError) {
      try tree.link(path, in: output, as: target)
    } catch {
      // What the output has in the way is not to be written through.
      if error.code == nil { throw error }
      return false
    }
    if output.stamp(of: target)?.isSameFile(as: stamp) == true { return true }
    try output.remove(target)
    return false
  }

  private func copy(
    _ source: RegularFile, _ file: ShardFiles.Card.File, to target: RelativePath, in output: FileTree
  ) throws {
    guard let bytes = try? source.data(limit: file.bytes), Digest(of: bytes) == file.sha256 else {
      throw failure(.otherFile(file.path.text))
    }
    let sink = try output.create(target)
    try sink.write(bytes)
    try sink.flush()
  }

  private func failure(_ issue: MergeIssue) -> Diagnostic { Self.failure(issue, in: name) }

  private static func failure(_ issue: MergeIssue, in name: String) -> Diagnostic {
    Diagnostic(issue, at: Place(file: name))
  }
}
