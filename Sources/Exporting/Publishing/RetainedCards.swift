import CivilTime
import Diagnostics
import Drawing
import ExportStore
import Files
import Foundation
import Site

/// Cards of posts that have left the feed and stay in the output, among those of the feed. They are never drawn again:
/// nobody has their posts any more.
struct RetainedCards: Sendable {
  /// All cards in their order.
  private(set) var cards: [Int64]
  private(set) var ids: Set<Int64> = []
  private(set) var names: [String] = []

  /// - Parameter feed: The feed's, in order; all of them are in the store.
  init(_ retained: [DepartedPosts.Card] = [], among feed: [Int64], in store: ExportStore) throws {
    cards = feed
    guard !retained.isEmpty else { return }
    ids = Set(retained.map(\.id))
    names = retained.map(\.name).sorted()
    let dates = try Self.dates(of: feed, store)
    let isRising = zip(dates, dates.dropFirst()).reduce(0) { $0 + ($1.0 < $1.1 ? 1 : $1.0 > $1.1 ? -1 : 0) } > 0
    let own = try zip(retained, Self.dates(of: retained.map(\.id), store)).sorted { first, second in
      let (before, after) = isRising ? (first.1, second.1) : (second.1, first.1)
      return before == after ? first.0.name < second.0.name : before < after
    }
    cards = Self.joined(feed, dates, own.map { ($0.0.id, $0.1) }, isRising: isRising)
  }

  /// Each retained card behind the last one of the feed that is as new, so that what is pinned above stays there.
  private static func joined(
    _ feed: [Int64], _ dates: [Int], _ retained: [(id: Int64, date: Int)], isRising: Bool
  ) -> [Int64] {
    var backwards: [Int64] = []
    backwards.reserveCapacity(feed.count + retained.count)
    var waiting = retained[...]
    for (card, date) in zip(feed, dates).reversed() {
      while let last = waiting.last, isRising ? last.date >= date : last.date <= date {
        backwards.append(last.id)
        waiting.removeLast()
      }
      backwards.append(card)
    }
    backwards += waiting.reversed().map(\.id)
    return backwards.reversed()
  }

  private struct Dated: Decodable { var date: String? }

  /// Seconds since 1970; the distant past of a post without a date, which stands at the end of most feeds.
  private static func dates(of cards: [Int64], _ store: ExportStore) throws -> [Int] {
    var dates: [Int] = []
    dates.reserveCapacity(cards.count)
    for start in stride(from: 0, to: cards.count, by: 256) {
      dates += try store.entries(of: cards[start..<min(start + 256, cards.count)]).map { entry in
        let text = try? JSONDecoder().decode(Dated.self, from: Data(entry.fragments.entry.utf8)).date
        return text.flatMap { $0 }.flatMap(ISO8601Moment.init)?.seconds ?? .min
      }
    }
    return dates
  }

  // MARK: Marks

  /// The entry of a post as a manifest tells of one that has left the feed.
  static func marked(_ entry: ExportStore.Entry) throws -> ExportStore.Entry {
    var (entry, post) = (entry, try post(entry))
    post.removed = true
    entry.fragments.entry = try ManifestText.entry(post)
    entry.fragments.words = SiteEntry.marked(story: entry.fragments.words)
    return entry
  }

  /// As the page has it. Heights are read from the manifest's: the run that drew it may have had its widths in another
  /// order.
  static func siteEntry(_ entry: ExportStore.Entry, widths: [Int]) throws -> SiteEntry {
    let post = try post(entry)
    var entry = entry
    entry.heights = widths.map { width -> StoredHeights in
      let states = post.heights[String(width)] ?? [:]
      let (expanded, collapsed) = (whole(states["expanded"] ?? 0), states["collapsed"].map(whole))
      return StoredHeights(initial: collapsed ?? expanded, extra: collapsed.map { max(1, expanded - $0) } ?? 0)
    }
    return SiteEntry(entry, widths: widths)
  }

  private static func whole(_ points: Double) -> Int { Int(min(max(0, points), 1e6).rounded(.up)) }

  private static func post(_ entry: ExportStore.Entry) throws -> Manifest.Post {
    do {
      return try JSONDecoder().decode(Manifest.Post.self, from: Data(entry.fragments.entry.utf8))
    } catch {
      throw StoreIssue.Fault.corrupt
    }
  }

  /// What a retained card lacks of what is asked for; nil where it has all.
  ///
  /// - Parameter wanted: Without states.
  static func missingVariant(of entry: ExportStore.Entry, _ wanted: [PictureVariant]) throws -> PictureVariant? {
    let paths = Set(try post(entry).pictures.map(\.path))
    return wanted.first { wanted in
      [PictureVariant.State.expanded, .collapsed].allSatisfy { state in
        var variant = wanted
        variant.state = state
        return !paths.contains(variant.path(ofCard: entry.name))
      }
    }
  }
}
