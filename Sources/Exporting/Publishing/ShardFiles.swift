import Diagnostics
import Digests
import ExportStore
import Files
import Foundation
import OutputFolders
import Runs

/// What a shard's output folder holds for those who join it with the others, beside its pictures and its manifest. None of
/// it is hidden: services that keep folders between jobs leave out what begins with a dot.
///
/// - `shard/run.json`: which part it is, and what the whole publishes beside its posts;
/// - `shard/cards.ndjson`: a line for each card in the feed's order, then one for each picture of the feed.
enum ShardFiles {
  static let run: RelativePath = "shard/run.json"
  static let cards: RelativePath = "shard/cards.ndjson"

  struct Run: Codable {
    static let schemaVersion = 1

    var schema = Run.schemaVersion
    var record: ShardRecord
    /// How many lines of cards there are.
    var posts: Int
    var feedPictures: Int
    var frame: PublicationFrame
    /// What the cards' designs are made of.
    var designs: [String: [String: Digest]]
    /// Where the feed was read; nil of an earlier version's shard.
    var feeds: [String]?
  }

  /// A card, or a picture of the feed.
  struct Card: Codable {
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

    /// In the whole feed, from 0; nil for a picture of the feed.
    var place: Int?
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

  /// Writes both files.
  static func write(
    _ publication: Publication, _ shard: ExportShard, to update: some OutputUpdate, from store: ExportStore
  ) throws {
    let designs = try store.designs()
    let all = publication.cards + publication.pictures.map(\.id)
    try update.write(cards) { sink in
      for start in stride(from: 0, to: all.count, by: 32) {
        let ids = all[start..<min(start + 32, all.count)]
        let entries = try store.entries(of: ids)
        for (index, (entry, known)) in zip(entries, try store.cards(entries.map(\.name))).enumerated() {
          let place = start + index < shard.places.count ? shard.places[start + index] : nil
          guard let known, let card = Card(entry, known, at: place) else { throw StoreIssue.Fault.corrupt }
          try sink.write(try JSONText.line(card) + "\n")
        }
      }
    }
    let run = Run(
      record: shard.record, posts: shard.places.count, feedPictures: publication.pictures.count, frame: shard.frame,
      designs: Dictionary(
        designs.map { ($0.key.hex, $0.value.digests) }, uniquingKeysWith: { first, _ in first }),
      feeds: publication.origin.feeds)
    try update.write(Self.run) { try $0.write(try JSONText.pretty(run)) }
  }
}

extension ShardFiles.Card {
  /// Nil where the store names a file elsewhere.
  fileprivate init?(_ entry: ExportStore.Entry, _ known: StoredCard, at place: Int?) {
    var files: [File] = []
    for file in known.files {
      guard let path = RelativePath(file.path) else { return nil }
      files.append(File(path: path, bytes: file.bytes, modified: file.modified, sha256: file.sha256))
    }
    self.init(
      place: place, name: entry.name, content: known.key.content, photos: known.key.photos, design: known.key.design,
      stamp: known.stamp, diagnostics: known.diagnostics, heights: entry.heights.map { [$0.initial, $0.extra] },
      files: files,
      entry: entry.fragments.entry, words: entry.fragments.words,
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
