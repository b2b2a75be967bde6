import Diagnostics
import Digests
import ExportStore
import Files
import Foundation
import Runs

/// One shard's cards on their way into the store of the whole, a few of them in memory at a time.
struct ShardShelf {
  let folder: URL
  /// As the command line names it.
  let name: String
  let run: ShardFiles.Run
  let store: ExportStore
  /// Where pictures wait to be published.
  let staged: String

  private static let limit = 64

  /// - Parameter tell: Gets each card with its id in the store, in order.
  /// - Throws: `RunFailure`, `Diagnostic`, `StoreIssue.Fault`, and what `tell` throws.
  func take(_ tell: (ShardFiles.Card, Int64) throws -> Void) throws {
    let designs = Dictionary(
      run.designs.compactMap { entry in Digest(hex: entry.key).map { ($0, DesignParts(entry.value)) } },
      uniquingKeysWith: { first, _ in first })
    var waiting: [ShardFiles.Card] = []
    var counts = (posts: 0, pictures: 0)
    func save() throws {
      let ids = try store.save(try waiting.map { $0.card(try stage($0.files)) }, designs: designs)
      for (card, id) in zip(waiting, ids) { try tell(card, id) }
      waiting.removeAll(keepingCapacity: true)
    }
    try forEachCard { card in
      if card.place == nil { counts.pictures += 1 } else { counts.posts += 1 }
      waiting.append(card)
      if waiting.count >= Self.limit { try save() }
    }
    try save()
    guard counts.posts == run.posts, counts.pictures == run.feedPictures else {
      throw failure(.otherLength(ShardFiles.cards))
    }
  }

  private func forEachCard(_ body: (ShardFiles.Card) throws -> Void) throws {
    guard let lines = try? LineReader(folder.appendingPathComponent(ShardFiles.cards)) else {
      throw failure(.missingFile(ShardFiles.cards))
    }
    while let line = try lines.next() {
      guard let card = try? JSONDecoder().decode(ShardFiles.Card.self, from: Data(line)),
        (card.files.map(\.path) + [card.name]).allSatisfy(RelativePath.isInside)
      else { throw failure(.unreadableList("\(ShardFiles.cards):\(lines.line)")) }
      try body(card)
    }
  }

  /// Gives the pictures their second names, or copies them where the file system has none to give.
  private func stage(_ files: [ShardFiles.Card.File]) throws -> [StoredFile] {
    try files.map { file in
      let (source, target) = (folder.appendingPathComponent(file.path).path, "\(staged)/\(file.path)")
      guard let there = FileStamp(source, following: true), there.kind == .file else {
        throw failure(.missingFile(file.path))
      }
      guard there.size == file.bytes else { throw failure(.otherFile(file.path)) }
      try FileCall.makeFolder((target as NSString).deletingLastPathComponent)
      // Of a run that was killed.
      unlink(target)
      if FileCall.link(source, target) != 0 { try copy(source, target, file) }
      guard let stamp = FileStamp(target, following: true) else { throw FileCall.failure(target) }
      return StoredFile(path: file.path, bytes: file.bytes, modified: stamp.modified, sha256: file.sha256)
    }
  }

  private func copy(_ source: String, _ target: String, _ file: ShardFiles.Card.File) throws {
    guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: source), options: .mappedIfSafe),
      Digest(of: bytes) == file.sha256
    else { throw failure(.otherFile(file.path)) }
    let sink = try FileSink(target)
    try sink.write(bytes)
    try sink.flush()
  }

  private func failure(_ issue: MergeIssue) -> Diagnostic {
    Diagnostic(issue, at: Place(file: name))
  }
}
