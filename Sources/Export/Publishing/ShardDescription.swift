import Basics
import Diagnostics
import Files
import Foundation
import OutputTransactions
import Projects
import RunSupport
import Site

/// The description of the whole export in a shard's log.
struct ShardDescription: Codable, Sendable {
  /// The published data of the whole besides its posts.
  var frame: PublicationFrame
  /// The components of the cards' designs.
  var designs: [String: [String: Digest]]
  /// The source of the feed; nil for a shard of an earlier version.
  var feeds: [String]?
  /// The number of the feed's posts that their service shows only to the people they name, and only to followers or
  /// friends; nil for none.
  var direct: Int?
  var followersOnly: Int?
  /// The number of its posts that their service has not published; nil for none.
  var unpublished: Int?
  /// Content of the feed's sources that no card shows; nil for none.
  var notShown: NotShownContent?
}

extension Publication {
  /// Writes the log of a shard: cards in feed order, then feed images, which have no position.
  func writeLog(of shard: ExportShard, to update: some OutputUpdate, from store: ExportStore) throws {
    let designs = Dictionary(
      try store.designs().map { ($0.key.hex, $0.value.digests) }, uniquingKeysWith: { first, _ in first })
    let part = ShardDescription(
      frame: shard.frame, designs: designs, feeds: origin.feeds, direct: shard.direct,
      followersOnly: shard.followersOnly, unpublished: shard.unpublished, notShown: shard.notShown)
    let all = cards + pictures.map(\.id)
    try PartLog.write(shard.record, part, to: { try update.write($0, $1) }) { log in
      for start in stride(from: 0, to: all.count, by: 32) {
        let ids = all[start..<min(start + 32, all.count)]
        let texts = try store.texts(of: ids)
        for (index, (text, known)) in zip(texts, try store.cards(texts.map(\.name))).enumerated() {
          let place = start + index < shard.places.count ? shard.places[start + index] : nil
          guard let known else { throw StoreIssue.Fault.corrupt }
          let card = NewCard(
            text, key: known.key, stamp: known.stamp, diagnostics: known.diagnostics, files: known.files)
          try log.add(try JSONText.line(card), at: place)
        }
      }
    }
  }
}

// MARK: Checks

// Logs come from other machines, so all numbers are checked before use.

extension ShardDescription {
  /// More than the posts of any feed.
  private static let counts = 0...(1 << 50)

  var isSound: Bool {
    frame.isSound && [direct, followersOnly, unpublished].allSatisfy { $0.map(Self.counts.contains) ?? true }
      && (notShown?.counts.values.allSatisfy(Self.counts.contains) ?? true)
  }
}

extension PublicationFrame {
  /// Whether numbers are in the ranges of a project; widths, scales and themes are unique; and pages exist if needed.
  var isSound: Bool {
    let options = manifest.options
    let screens = site.widths.map(\.screen)
    let lengths = site.widths.map(\.card) + [site.cardGap, site.cardRadius]
    let paths = (pages ?? []).map { RelativePath($0.path) }
    return options.widths.allSatisfy(Project.widthRange.contains)
      && options.scales.allSatisfy(Project.scaleRange.contains)
      && !site.themes.isEmpty && screens == options.widths && site.encoding == options.encoding ?? .png
      && options.widths.isUnique
      && options.scales.isUnique && options.themes.isUnique
      && lengths.allSatisfy { (0...100_000).contains($0) } && !paths.isEmpty && paths.isUnique
      && paths.allSatisfy { $0.map(Self.isPage) ?? false }
  }

  private static func isPage(_ path: RelativePath) -> Bool {
    [PageFile.page, .missing].map(\.path).contains(path.text) || path.isWithin("site") && path != "site"
  }
}

extension NewCard {
  /// Points; beyond the height of any card, but small enough to add up without overflow.
  private static let heights = 0...10_000_000

  func isSound(isPicture: Bool, in frame: PublicationFrame) -> Bool {
    guard isPicture == (text.page == nil), Self.isJSON(text.entry), files.map(\.path).isUnique,
      files.allSatisfy({ $0.bytes >= 0 && ($0.path.isWithin("cards") || $0.path.isWithin("feed")) })
    else { return false }
    guard let page = text.page else { return true }
    return RelativePath(text.name) != nil && !text.name.contains("/") && page.id == text.name
      && page.layouts.map(\.width).sorted() == frame.site.widths.map(\.screen).sorted()
      && page.layouts.allSatisfy { ($0.drawn.map(DrawnCardLayout.isSound) ?? false) == frame.site.isDrawn }
      && page.layouts.allSatisfy {
        Self.heights.contains($0.initial) && Self.heights.contains($0.extra) && Self.isJSON($0.places)
          && $0.hasSoundBoxes
      } && Self.isJSON(page.story)
  }

  private static func isJSON(_ text: String) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil
  }
}

extension Array where Element: Hashable {
  fileprivate var isUnique: Bool { Set(self).count == count }
}
