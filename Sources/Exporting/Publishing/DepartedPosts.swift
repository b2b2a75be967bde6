import CivilTime
import Diagnostics
import Digests
import Drawing
import ExportStore
import FeedSources
import Files
import Foundation
import OutputFolders
import Projects
import Runs
import Site

/// What becomes of posts that an output folder holds and the feed has no more.
package enum DeparturePolicy: Sendable {
  /// They leave the folder; those that an earlier run kept stay. Another feed's are not touched.
  case leave
  /// They stay in the folder, marked.
  case keep
  /// The folder holds the feed and nothing else from now on.
  case replace
}

/// Posts that an output folder holds and that its feed, or the joined shards, have no more.
struct DepartedPosts {
  typealias Card = (id: Int64, name: String)

  /// By their names: workers finish in any order.
  private(set) var cards: [Card] = []
  /// Posts that were published, these among them.
  private(set) var published = 0
  /// What the last run left in the folder.
  private let last: PublishedFeed?

  /// - Parameters:
  ///   - published: Posts that the folder holds; nil where `kept` are published cards.
  ///   - names: Calls its argument with the id of each post of the feed; not called where nothing can have departed.
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

  /// Without posts that the feed has and does not show.
  func besides(_ ids: [String]) -> DepartedPosts {
    guard !ids.isEmpty else { return self }
    var others = self
    let ids = Set(ids)
    others.cards.removeAll { ids.contains($0.name) }
    return others
  }

  /// Of which an earlier run kept those that had left the feed by then.
  private var keptBefore: Set<String> { Set(last?.removed ?? []) }

  // MARK: Another feed

  /// How many of the posts that would vanish have to be by authors of the new feed, so that it is the same feed.
  private static let sharedPart = 3
  private static let exampleCount = 3
  /// Posts that are looked at for their authors.
  private static let sample = 512

  /// What is said where the folder holds another feed: one that was read elsewhere, with other authors, and most of whose
  /// posts would vanish. Nil of the same feed, however far it has moved on.
  ///
  /// - Parameter feeds: Where the new feed is read, as `PublishedFeed` has it.
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

  /// As manifests name them.
  static func authors(of cards: [Int64], _ store: ExportStore) throws -> [String] {
    try cards.inSteps.flatMap { step in
      try store.texts(of: step).compactMap { text in
        try? JSONDecoder().decode(Entry.self, from: Data(text.entry.utf8)).author
      }
    }
  }
}

extension Array {
  /// As many at once as may be in memory.
  var inSteps: [ArraySlice<Element>] {
    stride(from: 0, to: count, by: 256).map { self[$0..<Swift.min($0 + 256, count)] }
  }
}

extension DepartedPosts {
  /// Those that stay: of each the pictures are looked at, and it has all that is asked for.
  ///
  /// - Parameters:
  ///   - screens: Widths, scales and themes that are asked for, as variants without states.
  ///   - isDrawn: Whether drawings are asked for, in place of pictures.
  /// - Throws: `Diagnostic` where some were drawn for other screens, or the output is a conversation's.
  func retained(
    _ policy: DeparturePolicy, for screens: [PictureVariant], isDrawn: Bool, isChat: Bool, _ store: ExportStore,
    _ tree: FileTree, report: (Diagnostic) -> Void
  ) throws -> [Card] {
    if isChat, policy == .keep { throw Diagnostic(DepartureIssue.conversation) }
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
          report(Diagnostic(DepartureIssue.picturesLost, at: .json(card.name)))
          continue
        }
        if let screen = try RetainedCards.missingVariant(of: text, screens, isDrawn: isDrawn) {
          lacking.append((card.name, screen.name))
        }
        kept.append(card)
      }
    }
    if let first = lacking.first {
      throw Diagnostic(DepartureIssue.otherScreens(count: lacking.count, first: first.name, lacks: first.screen))
    }
    return kept
  }
}

extension PictureVariant {
  /// All that cards are drawn for, without states.
  static func screens(_ widths: [Int], _ scales: [Int], _ themes: [String]) -> [PictureVariant] {
    widths.flatMap { width in
      scales.flatMap { scale in themes.map { PictureVariant(width: width, scale: scale, theme: $0) } }
    }
  }

  static func screens(of project: Project) -> [PictureVariant] {
    screens(project.widths, project.scales, project.themes)
  }
}

/// Cards of posts that have left the feed and stay in the output, among those of the feed. They are never drawn again:
/// nobody has their posts any more.
struct RetainedCards: Sendable {
  /// All cards in their order.
  private(set) var cards: [Int64]
  private(set) var ids: Set<Int64> = []
  private(set) var names: [String] = []

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

  /// Seconds since 1970; the distant past of a post without a date, which stands at the end of most feeds.
  private static func dates(of cards: [Int64], _ store: ExportStore) throws -> [Int] {
    try cards.inSteps.flatMap { step in
      try store.texts(of: step).map { $0.page?.search.moment.flatMap(ISO8601Moment.init)?.seconds ?? .min }
    }
  }

  /// What is published of a post that has left the feed.
  static func marked(_ text: CardText) throws -> CardText {
    var post = try post(text)
    post.removed = true
    return CardText(name: text.name, entry: try post.text, page: text.page?.marked)
  }

  private static func post(_ text: CardText) throws -> Manifest.Post {
    do {
      return try JSONDecoder().decode(Manifest.Post.self, from: Data(text.entry.utf8))
    } catch {
      throw StoreIssue.Fault.corrupt
    }
  }

  /// What a retained card lacks of what is asked for; nil where it has all.
  static func missingVariant(
    of text: CardText, _ wanted: [PictureVariant], isDrawn: Bool
  ) throws -> PictureVariant? {
    if isDrawn { return wanted.first { text.page?[$0.width]?.drawn == nil } }
    let paths = Set(try post(text).pictures.map(\.path))
    return wanted.first { wanted in
      [PictureVariant.State.expanded, .collapsed].allSatisfy { state in
        var variant = wanted
        variant.state = state
        return !paths.contains(variant.path(ofCard: text.name))
      }
    }
  }
}
