import CardDrawing
import Diagnostics
import Drawing
import ExportStore
import Files
import Foundation
import Runs

/// Cards of several shards on their way to becoming one feed: ids in the store, never the cards.
struct JoinedCards {
  /// How many there are to be; it comes from a file, and nothing is made as large as it says.
  private let total: Int
  private var ids: [Int: Int64] = [:]
  private(set) var names: Set<String> = []
  private var feed: [String: FeedPicture.Outcome] = [:]
  private(set) var files = 0

  init(total: Int) {
    self.total = total
  }

  /// - Returns: What is said of an item of the feed.
  mutating func add(_ card: ShardFiles.Card, _ id: Int64, from folder: String) throws -> [Diagnostic] {
    files += card.files.count
    let stored = StoredDiagnostics.read(card.diagnostics)
    guard names.insert(card.name).inserted else {
      throw Diagnostic(MergeIssue.doubledItem(card.name, folders: [folder]))
    }
    guard let place = card.place else {
      guard let entry = try? JSONDecoder().decode(Manifest.Picture.self, from: Data(card.entry.utf8)) else {
        throw Diagnostic(MergeIssue.unreadableList(ShardFiles.cards.text), at: Place(file: folder))
      }
      feed[card.name] = FeedPicture.Outcome(id: id, entry: entry, diagnostics: stored, isDrawn: true)
      return []
    }
    guard ids.updateValue(id, forKey: place) == nil else {
      throw Diagnostic(MergeIssue.doubledItem(card.name, folders: [folder]))
    }
    return stored
  }

  /// The ids in the feed's order.
  ///
  /// - Throws: `Diagnostic` where one is missing.
  func inOrder() throws -> [Int64] {
    // Each place is one of the whole, and no two are the same.
    if ids.count == total { return ids.sorted { $0.key < $1.key }.map(\.value) }
    let missing = (0..<total).lazy.filter { ids[$0] == nil }.prefix(20)
    throw Diagnostic(MergeIssue.missingItems(count: total - ids.count, first: Array(missing)))
  }

  /// In the order in which a run draws them.
  func feedPictures(of frame: PublicationFrame) throws -> [FeedPicture.Outcome] {
    let options = frame.manifest.options
    return try options.themes.flatMap { theme in
      try options.widths.flatMap { width in
        try options.scales.map { scale in
          let encoding = options.encoding ?? .png
          let path = PictureVariant(width: width, scale: scale, theme: theme, encoding: encoding).pathOfFeed
          guard let picture = feed[path] else {
            throw Diagnostic(MergeIssue.missingFile(path))
          }
          return picture
        }
      }
    }
  }
}
