import Diagnostics
import FeedIngest

/// What a feed's page and manifest say of the feed as a whole; gathered while its posts pass by.
struct FeedFacts: Sendable {
  private(set) var count = 0
  /// Whether it has nothing but events.
  private(set) var areEvents = false
  private(set) var firstAuthor: String?
  var nextFrom: String?
  /// Of reading it.
  var diagnostics: [Diagnostic] = []

  mutating func add(_ post: Post) {
    if count == 0 { firstAuthor = post.author.shownName }
    areEvents = (count == 0 || areEvents) && CardRole(post) == .event
    count += 1
  }

  init() {}

  init(_ feed: Feed) {
    for post in feed.posts { add(post) }
    (nextFrom, diagnostics) = (feed.nextFrom, feed.diagnostics)
  }
}
