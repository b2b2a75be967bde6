import Diagnostics
import ExportStore
import FeedSources
import Files
import Foundation
import OutputFolders
import Runs

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
  ///   - kept: Cards that the feed still has.
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

  /// Of which an earlier run kept those that had left the feed by then.
  private var keptBefore: Set<String> { Set(last?.removed ?? []) }

  /// Those that stay in the folder.
  func retained(_ policy: DeparturePolicy) -> [Card] {
    switch policy {
    case .leave: cards.filter { keptBefore.contains($0.name) }
    case .keep: cards
    case .replace: []
    }
  }

  // MARK: Another feed

  /// How many of the posts that would vanish have to be by authors of the new feed, so that it is the same feed.
  private static let sharedPart = 3
  private static let exampleCount = 3
  /// Posts that are looked at for their authors.
  private static let sample = 512

  private struct Entry: Decodable { var author: String }

  /// What is said where the folder holds another feed: one that was read elsewhere, with other authors, and most of whose
  /// posts would vanish. Nil of the same feed, however far it has moved on.
  ///
  /// - Parameters:
  ///   - feeds: Where the new feed is read, as `PublishedFeed` has it.
  ///   - authors: Those of the new feed.
  func replacement(of feeds: [String], _ store: ExportStore, authors: () throws -> Set<String>) throws -> OutputIssue? {
    let known = keptBefore
    let vanishing = cards.filter { !known.contains($0.name) }
    guard vanishing.count * 2 > published - known.count, Set(last?.feeds ?? []).isDisjoint(with: feeds) else {
      return nil
    }
    let sample = vanishing.prefix(Self.sample).map(\.id)
    let before = try store.entries(of: sample).compactMap { entry in
      try? JSONDecoder().decode(Entry.self, from: Data(entry.fragments.entry.utf8)).author
    }
    let now = try authors()
    guard before.count(where: now.contains) * Self.sharedPart < before.count else { return nil }
    return .otherFeed(
      first: vanishing.prefix(Self.exampleCount).map(\.name), count: vanishing.count, posts: published)
  }
}
