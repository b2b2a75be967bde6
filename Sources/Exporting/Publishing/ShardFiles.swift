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
  static let folder = "shard"
  static let run = OutputMarks.shardRun
  static let cards = "\(folder)/cards.ndjson"

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
  }

  /// A card, or a picture of the feed.
  struct Card: Codable {
    struct File: Codable {
      var path: String
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
    _ publication: Publication, _ part: ExportPart, to update: some OutputUpdate, from store: ExportStore
  ) throws {
    let designs = try store.designs()
    let all = publication.cards + publication.pictures.map(\.id)
    try update.write(cards) { sink in
      for start in stride(from: 0, to: all.count, by: 32) {
        let ids = all[start..<min(start + 32, all.count)]
        let entries = try store.entries(of: ids)
        for (index, (entry, known)) in zip(entries, try store.cards(entries.map(\.name))).enumerated() {
          guard let known else { throw StoreIssue.Fault.corrupt }
          let place = start + index < part.places.count ? part.places[start + index] : nil
          try sink.write(try JSONText.line(Card(entry, known, at: place)) + "\n")
        }
      }
    }
    let run = Run(
      record: part.record, posts: part.places.count, feedPictures: publication.pictures.count, frame: part.frame,
      designs: Dictionary(
        designs.map { ($0.key.hex, $0.value.parts) }, uniquingKeysWith: { first, _ in first }))
    try update.write(Self.run) { try $0.write(try JSONText.pretty(run)) }
  }
}

extension ShardFiles.Card {
  fileprivate init(_ entry: ExportStore.Entry, _ known: StoredCard, at place: Int?) {
    self.init(
      place: place, name: entry.name, content: known.key.content, photos: known.key.photos, design: known.key.design,
      stamp: known.stamp, diagnostics: known.diagnostics, heights: entry.heights.map { [$0.initial, $0.extra] },
      files: known.files.map { File(path: $0.path, bytes: $0.bytes, modified: $0.modified, sha256: $0.sha256) },
      entry: entry.story.entry, words: entry.story.words,
      layouts: entry.story.layouts.map { Layout(width: $0.width, places: $0.places, boxes: $0.boxes) })
  }

  /// - Parameter files: As they are where the card comes to.
  package func card(_ files: [StoredFile]) -> NewCard {
    NewCard(
      name: name, key: CardKey(content: content, photos: photos, design: design), stamp: stamp,
      diagnostics: diagnostics, files: files,
      heights: heights.filter { $0.count == 2 }.map { StoredHeights(initial: $0[0], extra: $0[1]) },
      story: CardStory(
        entry: entry, words: words,
        layouts: layouts.map { CardStory.Layout(width: $0.width, places: $0.places, boxes: $0.boxes) }))
  }
}
