import CardRendering
import Diagnostics
import Drawing
import Files
import Foundation
import OutputTransactions
import RunSupport

/// The cards of several shards, imported into the store of the whole, a few at a time in memory.
struct JoinedCards {
  /// The store's ids in feed order.
  private(set) var ids: [Int64] = []
  private(set) var names: Set<String> = []
  private(set) var files = 0
  private var feed: [String: FeedImage.Outcome] = [:]

  private static let batchSize = 64

  /// - Parameter output: The staging folder for images.
  /// - Throws: `Diagnostic`, `FileError`, `StoreIssue.Fault`, and the errors of `advance`.
  init(
    _ parts: JoinedParts<ShardDescription>, into store: ExportStore, of output: FileTree,
    report: (Diagnostic) -> Void, advance: (String) throws -> Void
  ) throws {
    var designs: [Digest: DesignComponents] = [:]
    for (name, digests) in parts.parts.flatMap(\.whole.designs) {
      if let name = Digest(hex: name), designs[name] == nil { designs[name] = DesignComponents(digests) }
    }
    var waiting: [(card: NewCard, place: Int?, part: Part<ShardDescription>)] = []
    func save() throws {
      for index in waiting.indices {
        waiting[index].card.files = try waiting[index].part.stage(waiting[index].card.files, in: output)
      }
      for (next, id) in zip(waiting, try store.save(waiting.map(\.card), designs: designs)) {
        let diagnostics = try add(next.card, id, isPicture: next.place == nil, from: next.part)
        diagnostics.forEach(report)
        if next.place != nil { try advance(next.card.text.name) }
      }
      waiting.removeAll(keepingCapacity: true)
    }
    try parts.forEach(NewCard.self) { card, place, part in
      guard card.isSound(isPicture: place == nil, in: part.whole.frame) else {
        throw part.failure(.unreadableList(PartLog.items.text))
      }
      waiting.append((card, place, part))
      if waiting.count >= Self.batchSize { try save() }
    }
    try save()
  }

  private mutating func add(
    _ card: NewCard, _ id: Int64, isPicture: Bool, from part: Part<ShardDescription>
  ) throws -> [Diagnostic] {
    files += card.files.count
    guard names.insert(card.text.name).inserted else {
      throw Diagnostic(MergeIssue.doubledItem(card.text.name, folders: [part.name]))
    }
    guard isPicture else {
      ids.append(id)
      return card.diagnostics
    }
    guard let entry = try? JSONDecoder().decode(Manifest.Picture.self, from: Data(card.text.entry.utf8)) else {
      throw part.failure(.unreadableList(PartLog.items.text))
    }
    feed[card.text.name] = FeedImage.Outcome(id: id, entry: entry, diagnostics: card.diagnostics, isDrawn: true)
    return []
  }

  /// Returns feed images in drawing order.
  func feedPictures(of frame: PublicationFrame) throws -> [FeedImage.Outcome] {
    let options = frame.manifest.options
    let variants = ImageVariant.ofFeed(
      options.widths, options.scales, options.themes, options.encoding ?? .png, isDrawn: frame.site.isDrawn)
    return try variants.map { variant in
      guard let picture = feed[variant.pathOfFeed] else {
        throw Diagnostic(MergeIssue.missingFile(variant.pathOfFeed))
      }
      return picture
    }
  }
}

extension Part<ShardDescription> {
  /// Hard-links images, or copies them if the file system has no hard links.
  fileprivate func stage(_ files: [StoredFile], in output: FileTree) throws -> [StoredFile] {
    try files.map { file in
      let target = StateFolder.staged / file.path
      guard let source = try open(file.path) else { throw failure(.missingFile(file.path.text)) }
      let stamp = source.stamp
      guard stamp.size == file.bytes else { throw failure(.otherFile(file.path.text)) }
      // Left by a run that was killed.
      try output.remove(target)
      if try !link(file.path, stamp, to: target, in: output) { try copy(source, file, to: target, in: output) }
      guard let staged = output.stamp(of: target) else { throw FileError(output.place(of: target), .system(ENOENT)) }
      return StoredFile(path: file.path, bytes: file.bytes, modified: staged.modified, sha256: file.sha256)
    }
  }

  /// - Returns: Whether the link exists and refers to the checked file.
  private func link(
    _ path: RelativePath, _ stamp: FileStamp, to target: RelativePath, in output: FileTree
  ) throws(FileError) -> Bool {
    do throws(FileError) {
      try tree.link(path, in: output, as: target)
    } catch {
      // Don't write through an obstacle in the output.
      if error.code == nil { throw error }
      return false
    }
    if output.stamp(of: target)?.isSameFile(as: stamp) == true { return true }
    try output.remove(target)
    return false
  }

  private func copy(
    _ source: RegularFile, _ file: StoredFile, to target: RelativePath, in output: FileTree
  ) throws {
    guard let bytes = try? source.data(limit: file.bytes), Digest(of: bytes) == file.sha256 else {
      throw failure(.otherFile(file.path.text))
    }
    let sink = try output.create(target)
    try sink.write(bytes)
    try sink.flush()
  }
}
