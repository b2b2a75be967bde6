import Digests
import ExportStore
import Files
import Foundation
import OutputFolders
import Projects
import Runs

/// What a shard's log says of the export that it is a part of.
struct ExportedPart: Codable, Sendable {
  /// What the whole publishes beside its posts.
  var frame: PublicationFrame
  /// What the cards' designs are made of.
  var designs: [String: [String: Digest]]
  /// Where the feed was read; nil of an earlier version's shard.
  var feeds: [String]?
}

/// An item of a shard's log: a card, or a picture of the feed, which has no place in it.
struct LoggedCard: Codable {
  struct File: Codable {
    var path: RelativePath
    var bytes: Int
    var modified: Int64
    var sha256: Digest
  }

  struct Layout: Codable {
    var width: Int
    var places: String
    var boxes: String
  }

  var name: String
  var content: Digest
  var photos: Digest
  var design: Digest
  var stamp: Digest?
  /// As the store keeps them.
  var diagnostics: String?
  /// Pairs of the height that is shown at first and what expanding adds, by width.
  var heights: [[Int]]
  var files: [File]
  var entry: String
  var words: String
  var layouts: [Layout]
}

extension Publication {
  /// Writes the log of a shard: cards in the feed's order, then pictures of the feed.
  func writeLog(of shard: ExportShard, to update: some OutputUpdate, from store: ExportStore) throws {
    let designs = Dictionary(
      try store.designs().map { ($0.key.hex, $0.value.digests) }, uniquingKeysWith: { first, _ in first })
    let part = ExportedPart(frame: shard.frame, designs: designs, feeds: origin.feeds)
    let all = cards + pictures.map(\.id)
    try PartLog.write(shard.record, part, to: { try update.write($0, $1) }) { log in
      for start in stride(from: 0, to: all.count, by: 32) {
        let ids = all[start..<min(start + 32, all.count)]
        let entries = try store.entries(of: ids)
        for (index, (entry, known)) in zip(entries, try store.cards(entries.map(\.name))).enumerated() {
          let place = start + index < shard.places.count ? shard.places[start + index] : nil
          guard let known, let card = LoggedCard(entry, known) else { throw StoreIssue.Fault.corrupt }
          try log.add(try JSONText.line(card), at: place)
        }
      }
    }
  }
}

extension LoggedCard {
  /// Nil where the store names a file elsewhere.
  fileprivate init?(_ entry: ExportStore.Entry, _ known: StoredCard) {
    var files: [File] = []
    for file in known.files {
      guard let path = RelativePath(file.path) else { return nil }
      files.append(File(path: path, bytes: file.bytes, modified: file.modified, sha256: file.sha256))
    }
    self.init(
      name: entry.name, content: known.key.content, photos: known.key.photos, design: known.key.design,
      stamp: known.stamp, diagnostics: known.diagnostics, heights: entry.heights.map { [$0.initial, $0.extra] },
      files: files, entry: entry.fragments.entry, words: entry.fragments.words,
      layouts: entry.fragments.layouts.map { Layout(width: $0.width, places: $0.places, boxes: $0.boxes) })
  }

  /// - Parameter files: As they are where the card comes to.
  func card(_ files: [StoredFile]) -> NewCard {
    NewCard(
      name: name, key: CardKey(content: content, photos: photos, design: design), stamp: stamp,
      diagnostics: diagnostics, files: files,
      heights: heights.filter { $0.count == 2 }.map { StoredHeights(initial: $0[0], extra: $0[1]) },
      fragments: CardFragments(
        entry: entry, words: words,
        layouts: layouts.map { CardFragments.Layout(width: $0.width, places: $0.places, boxes: $0.boxes) }))
  }
}

// MARK: Checks

// Logs come from other machines: a number in them decides nothing before it was checked.

extension PublicationFrame {
  /// Numbers as a project may have them, each width, scale and theme once, and pages where pages are.
  var isSound: Bool {
    let options = manifest.options
    let screens = site.widths.map(\.screen)
    let lengths = site.widths.map(\.card) + [site.cardGap, site.cardRadius]
    let paths = (pages ?? []).map { RelativePath($0.path) }
    return options.widths.allSatisfy(Project.widthRange.contains)
      && options.scales.allSatisfy(Project.scaleRange.contains)
      && screens == options.widths && site.encoding == options.encoding ?? .png && options.widths.isUnique
      && options.scales.isUnique && options.themes.isUnique
      && lengths.allSatisfy { (0...100_000).contains($0) } && !paths.isEmpty && paths.isUnique
      && paths.allSatisfy { $0.map { $0 == "index.html" || $0.isWithin("site") && $0 != "site" } ?? false }
  }
}

extension LoggedCard {
  /// Points that no card's height comes near, and that many cards' add up to without overflow.
  private static let heights = 0...10_000_000

  /// - Parameters:
  ///   - isPicture: Of the feed.
  ///   - frame: What is published with it.
  func isSound(isPicture: Bool, in frame: PublicationFrame) -> Bool {
    guard isPicture || RelativePath(name) != nil && !name.contains("/"),
      heights.count == (isPicture ? 0 : frame.site.widths.count),
      heights.allSatisfy({ $0.count == 2 && $0.allSatisfy(Self.heights.contains) })
    else { return false }
    return files.allSatisfy { $0.bytes >= 0 && ($0.path.isWithin("cards") || $0.path.isWithin("feed")) }
      && files.map(\.path).isUnique && ([entry] + (isPicture ? [] : [words])).allSatisfy(Self.isJSON)
      && layouts.allSatisfy { Self.isJSON($0.places) && Self.isJSON($0.boxes) }
  }

  private static func isJSON(_ text: String) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil
  }
}

extension Array where Element: Hashable {
  fileprivate var isUnique: Bool { Set(self).count == count }
}
