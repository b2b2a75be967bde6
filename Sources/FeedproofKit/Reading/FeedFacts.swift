import Diagnostics
import FeedIngest

/// What a feed's page, its manifest and the choice of templates ask of the feed as a whole; gathered while its posts pass
/// by.
struct FeedFacts: Sendable {
  private(set) var count = 0
  /// Seconds since 1970; nil where no post has a date.
  private(set) var newestDate: Int?
  private(set) var firstAuthor: String?
  private var roles: Set<CardRole> = []
  var service: Service?
  /// The cursor of the page after the last one.
  var nextFrom: String?
  /// Of reading it.
  var tally = DiagnosticTally()

  var diagnostics: [Diagnostic] { tally.diagnostics }

  /// The templates that its entries need, in the order of the cases; the first one's tokens are the whole feed's.
  var cardRoles: [CardRole] { CardRole.allCases.filter(roles.contains) }

  /// Whether it has nothing but events.
  var areEvents: Bool { roles == [.event] }

  mutating func add(_ post: Post) {
    if count == 0 { firstAuthor = post.author.shownName }
    count += 1
    roles.insert(CardRole(post))
    if let date = post.date { newestDate = max(newestDate ?? date, date) }
  }

  mutating func add(_ joined: (posts: [Post], diagnostics: DiagnosticTally)) {
    for post in joined.posts { add(post) }
    tally.add(joined.diagnostics)
  }
}
