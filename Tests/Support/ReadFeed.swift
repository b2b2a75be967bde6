import Diagnostics
import FeedReading

/// The result of reading a feed's documents.
package struct ReadFeed: Sendable {
  /// nil if no document is a feed.
  package let feed: Feed?
  /// All diagnostics, page by page; the feed has the same.
  package let diagnostics: [Diagnostic]
  /// The documents' names, in the display order of their posts.
  package let pageOrder: [String]

  package init(feed: Feed?, diagnostics: [Diagnostic], pageOrder: [String]) {
    self.feed = feed
    self.diagnostics = diagnostics
    self.pageOrder = pageOrder
  }
}

extension FeedReader {
  /// Reads documents as one feed: pages in order (see `PageOrder`), every post once.
  ///
  /// Never throws: an unreadable part becomes a diagnostic, and reading continues.
  package static func read(_ documents: [FeedDocument]) -> ReadFeed {
    join(documents.map { page(from: $0) })
  }

  /// Joins pages that were already read, in any order.
  package static func join(_ pages: [FeedPage]) -> ReadFeed {
    // Pages that are not feeds have no cursor, and must not be taken for the last page of a feed.
    let (feeds, failures) = (pages.filter { $0.service != nil }, pages.filter { $0.service == nil })
    let ordered = PageOrder.order(of: feeds.map(\.mark)).map { feeds[$0] }
    var join = FeedJoin()
    var posts: [Post] = []
    var joined = DiagnosticTally()
    for page in ordered {
      let next = join.append(page)
      posts += next.posts
      joined.add(next.diagnostics)
    }
    if posts.isEmpty, let first = ordered.first, !joined.holdsErrors { joined.add(emptyFeed(in: first.mark.file)) }
    var tally = DiagnosticTally()
    for page in failures { tally.add(page.diagnostics) }
    tally.add(joined)
    let diagnostics = tally.diagnostics
    let feed = join.service.map {
      Feed(service: $0, posts: posts, nextFrom: join.nextFrom, diagnostics: diagnostics)
    }
    return ReadFeed(feed: feed, diagnostics: diagnostics, pageOrder: ordered.map(\.mark.file))
  }
}
