import Basics
import Diagnostics
import Drawing
import FeedSources
import Files
import Foundation
import OutputTransactions
import Projects
import RunSupport
import Site

/// The treatment of removed posts: posts in an output folder that the feed lacks.
package enum RemovedPostPolicy: Sendable {
  /// Deletes them; those that an earlier run kept stay. Posts of another feed aren't touched.
  case leave
  /// Keeps them, marked as removed.
  case keep
  /// Deletes everything that isn't in the feed.
  case replace
}

/// Removed posts: posts in an output folder that its feed, or the joined shards, no longer have.
struct RemovedPosts {
  typealias Card = (id: Int64, name: String)

  /// Sorted by name, since workers finish in any order.
  private(set) var cards: [Card] = []
  /// The number of published posts, including these.
  private(set) var published = 0
  /// The feed of the last run.
  private let last: PublishedFeed?

  /// - Parameters:
  ///   - published: The number of posts in the folder; nil if `kept` are published cards.
  ///   - names: Calls its argument with the id of each post of the feed; not called if no post can have been removed.
  init(
    besides kept: Set<Int64>, of published: Int? = nil, in store: ExportStore, _ folder: String,
    names: ((String) -> Void) throws -> Void
  ) throws {
    last = PublishedFeed(in: folder)
    let others = try store.published(besides: kept).filter { !$0.name.contains("/") }
    guard !others.isEmpty else { return }
    var left = Set(others.map(\.name))
    try names { left.remove($0) }
    cards = others.filter { left.contains($0.name) }.sorted { first, second in
      (first.name.utf8.count, first.name) < (second.name.utf8.count, second.name)
    }
    self.published = published ?? others.count + kept.count
  }

  /// Returns the removed posts without those that the feed has but doesn't show.
  func besides(_ ids: [String]) -> RemovedPosts {
    guard !ids.isEmpty else { return self }
    var others = self
    let ids = Set(ids)
    others.cards.removeAll { ids.contains($0.name) }
    return others
  }

  /// The removed posts that an earlier run kept.
  private var keptBefore: Set<String> { Set(last?.removed ?? []) }

  // MARK: Another feed

  /// The minimum fraction (1/n) of disappearing posts by authors of the new feed for it to count as the same feed.
  private static let sharedPart = 3
  private static let exampleCount = 3
  /// The maximum number of posts whose authors are checked.
  private static let sample = 512

  /// Returns the error if the folder holds another feed: one with another source and other authors, most of whose posts
  /// would disappear. Returns nil for the same feed, however much it changed.
  ///
  /// - Parameter feeds: The source of the new feed, as in `PublishedFeed`.
  func replacement(of feeds: [String], _ store: ExportStore, authors: () throws -> Set<String>) throws -> OutputIssue? {
    let known = keptBefore
    let vanishing = cards.filter { !known.contains($0.name) }
    guard vanishing.count * 2 > published - known.count, Set(last?.feeds ?? []).isDisjoint(with: feeds) else {
      return nil
    }
    let sample = vanishing.prefix(Self.sample).map(\.id)
    let before = try Self.authors(of: sample, store)
    let now = try authors()
    guard before.count(where: now.contains) * Self.sharedPart < before.count else { return nil }
    return .otherFeed(
      first: vanishing.prefix(Self.exampleCount).map(\.name), count: vanishing.count, posts: published)
  }

  private struct Entry: Decodable { var author: String }

  /// Returns author names as in manifests.
  static func authors(of cards: [Int64], _ store: ExportStore) throws -> [String] {
    try cards.inSteps.flatMap { step in
      try store.texts(of: step).compactMap { text in
        try? JSONDecoder().decode(Entry.self, from: Data(text.entry.utf8)).author
      }
    }
  }
}

extension Array {
  /// Slices small enough to be in memory at a time.
  var inSteps: [ArraySlice<Element>] {
    stride(from: 0, to: count, by: 256).map { self[$0..<Swift.min($0 + 256, count)] }
  }
}

extension RemovedPosts {
  /// Returns the removed posts to keep; their images must be unchanged and complete for the request.
  ///
  /// - Parameters:
  ///   - screens: The requested widths, scales and themes, as variants without states.
  ///   - isDrawn: Whether drawings are requested instead of images.
  /// - Throws: `Diagnostic` if some were drawn for other screens, or the output is a conversation's.
  func retained(
    _ policy: RemovedPostPolicy, for screens: [ImageVariant], isDrawn: Bool, isChat: Bool, _ store: ExportStore,
    _ tree: FileTree, report: (Diagnostic) -> Void
  ) throws -> [Card] {
    if isChat, policy == .keep { throw Diagnostic(RemovedPostIssue.conversation) }
    let wanted =
      switch policy {
      case _ where isChat: [Card]()
      case .leave: cards.filter { [known = keptBefore] in known.contains($0.name) }
      case .keep: cards
      case .replace: [Card]()
      }
    var (kept, lacking) = ([Card](), [(name: String, screen: String)]())
    for step in wanted.inSteps {
      let texts = try store.texts(of: step.map(\.id))
      for (card, (text, stored)) in zip(step, zip(texts, try store.cards(step.map(\.name)))) {
        guard let stored, stored.files.allSatisfy({ $0.found(at: $0.path, in: tree) != nil }) else {
          report(Diagnostic(RemovedPostIssue.picturesLost, at: .json(card.name)))
          continue
        }
        if let screen = try KeptRemovedCards.missingVariant(of: text, screens, isDrawn: isDrawn) {
          lacking.append((card.name, screen.name))
        }
        kept.append(card)
      }
    }
    if let first = lacking.first {
      throw Diagnostic(RemovedPostIssue.otherScreens(count: lacking.count, first: first.name, lacks: first.screen))
    }
    return kept
  }
}

extension ImageVariant {
  /// Returns all screens of cards, without states.
  static func screens(_ widths: [Int], _ scales: [Int], _ themes: [String]) -> [ImageVariant] {
    widths.flatMap { width in
      scales.flatMap { scale in themes.map { ImageVariant(width: width, scale: scale, theme: $0) } }
    }
  }

  static func screens(of project: Project) -> [ImageVariant] {
    screens(project.widths, project.scales, project.themes)
  }
}

/// Removed posts that stay in the output, merged with the cards of the feed. They are never drawn again, since the
/// posts no longer exist.
struct KeptRemovedCards: Sendable {
  /// All cards in order.
  private(set) var cards: [Int64]
  private(set) var ids: Set<Int64> = []
  private(set) var names: [String] = []

  init(_ retained: [RemovedPosts.Card] = [], among feed: [Int64], in store: ExportStore) throws {
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

  /// Inserts each removed card after the last card of the feed that is at least as new, so that pinned posts stay on
  /// top.
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

  /// Returns seconds since 1970; the distant past for a post without a date, which most feeds have at their end.
  private static func dates(of cards: [Int64], _ store: ExportStore) throws -> [Int] {
    try cards.inSteps.flatMap { step in
      try store.texts(of: step).map { $0.page?.search.moment.flatMap(ISO8601Moment.init)?.seconds ?? .min }
    }
  }

  /// Returns the published text of a removed post.
  static func marked(_ text: StoredCardText) throws -> StoredCardText {
    var post = try post(text)
    post.removed = true
    return StoredCardText(name: text.name, entry: try post.text, page: text.page?.marked)
  }

  private static func post(_ text: StoredCardText) throws -> Manifest.Post {
    do {
      return try JSONDecoder().decode(Manifest.Post.self, from: Data(text.entry.utf8))
    } catch {
      throw StoreIssue.Fault.corrupt
    }
  }

  /// Returns a requested variant that a removed card lacks; nil if it is complete.
  static func missingVariant(
    of text: StoredCardText, _ wanted: [ImageVariant], isDrawn: Bool
  ) throws -> ImageVariant? {
    if isDrawn { return wanted.first { text.page?[$0.width]?.drawn == nil } }
    let paths = Set(try post(text).pictures.map(\.path))
    return wanted.first { wanted in
      [ImageVariant.State.expanded, .collapsed].allSatisfy { state in
        var variant = wanted
        variant.state = state
        return !paths.contains(variant.path(ofCard: text.name))
      }
    }
  }
}
