import Cards
import Diagnostics
import FeedReading
import Foundation
import Projects

/// Facts about a feed as a whole, needed for its page, its manifest and the choice of templates; collected while its
/// posts are read.
package struct FeedFacts: Sendable {
  package private(set) var count = 0
  /// Seconds since 1970; nil if no post has a date.
  package private(set) var newestDate: Int?
  /// As for the newest.
  package private(set) var oldestDate: Int?
  package var firstAuthor: Author? { order == .date ? newestAuthor ?? leadingAuthor : leadingAuthor }
  /// The title in the feed's files; nil if there is none or they don't agree.
  package var title: String? { titles.count == 1 ? titles.first : nil }
  private var titles: Set<String> = []
  /// Whether its posts are by several authors.
  package private(set) var hasSeveralAuthors = false
  /// How many posts their service does not show to everyone.
  package private(set) var restricted = AudienceCounts()
  /// How many posts the project's `visibility` leaves out.
  package private(set) var leftOutByAudience = AudienceCounts()
  /// Content of the sources that no card shows.
  package var notShown = NotShownContent()
  /// Nil if all content is shown.
  package var notShownContent: NotShownContent? { notShown.isEmpty ? nil : notShown }
  /// The number of posts for the people they name; nil for none.
  package var directCount: Int? { restricted.direct > 0 ? restricted.direct : nil }
  /// The number of posts for followers or friends; nil for none.
  package var followersOnlyCount: Int? { restricted.followersOnly > 0 ? restricted.followersOnly : nil }
  /// The number of posts that their service has not published; nil for none.
  package var unpublishedCount: Int? { restricted.unpublished > 0 ? restricted.unpublished : nil }
  private var leadingAuthor: Author?
  private var newestAuthor: Author?
  /// The order in which posts are shown.
  let order: FeedOrder
  private var roles: Set<CardRole> = []
  /// The services of its posts.
  package private(set) var services: Set<Service> = []
  package var service: Service?
  /// For a conversation.
  package var chat: ChatFacts?
  /// The cursor of the page after the last one.
  package var nextFrom: String?
  /// The ids of posts skipped because of their date, and how many of them have no date.
  package private(set) var leftOut: (ids: [String], undated: Int) = ([], 0)
  /// The dates of these posts in seconds since 1970; nil if none has one.
  private(set) var leftOutDates: ClosedRange<Int>?
  /// The diagnostics of reading it.
  package var tally = DiagnosticTally()

  package struct ChatFacts: Sendable {
    package let name: String
    package let service: ChatService
    /// Without day headers.
    package let messageCount: Int
    /// The position of each day header among the feed's entries, with the day's number since 1970.
    package let days: [(place: Int, day: Int)]
    /// The position of the unread marker.
    package let unread: Int?

    /// The day of an entry, in days since 1970; nil if there is no day header above it, and for a day header itself.
    package func day(at place: Int) -> Int? {
      guard let last = days.last(where: { $0.place <= place }), last.place < place else { return nil }
      return last.day
    }

    init(name: String, service: ChatService, posts: [Post]) {
      self.name = name
      self.service = service
      var (count, days, unread) = (0, [(place: Int, day: Int)](), Int?.none)
      for (place, post) in posts.enumerated() {
        switch post.kind {
        case .separator(.day(let day)): days.append((place, day))
        case .separator(.unread): unread = place
        default: count += 1
        }
      }
      (messageCount, self.days, self.unread) = (count, days, unread)
    }
  }

  init(order: FeedOrder = .feed) {
    self.order = order
  }

  package init(_ posts: [Post]) {
    self.init()
    for post in posts { add(post) }
  }

  package var diagnostics: [Diagnostic] { tally.diagnostics }

  /// The templates that its entries need, in the order of the cases; the tokens of the first one apply to the whole feed.
  package var cardRoles: [CardRole] {
    CardRole.stock.filter(roles.contains)
      + roles.subtracting(CardRole.stock).sorted { ($0.model, $0.file) < ($1.model, $1.file) }
  }

  private static let year = 366 * 86_400

  /// Whether more than a year lies between its oldest and newest post. False for conversations, which have day headers.
  package var spansYears: Bool {
    guard chat == nil, let oldestDate, let newestDate else { return false }
    return newestDate.subtractingReportingOverflow(oldestDate).partialValue > Self.year
  }

  /// Whether a part of it is a complete export of an account or channel: it looks back, instead of showing news.
  package internal(set) var isArchive = false

  /// Whether it contains only events.
  package var areEvents: Bool { roles == [.event] }

  /// Whether its posts are from several services, so that each names its own.
  package var hasSeveralServices: Bool { services.count > 1 }

  mutating func add(title: String?) {
    guard let title = title?.trimmingCharacters(in: .whitespacesAndNewlines), !title.isEmpty else { return }
    titles.insert(title)
  }

  package mutating func add(_ post: Post) {
    if count == 0 { leadingAuthor = post.author }
    if post.author.recordedName != leadingAuthor?.recordedName { hasSeveralAuthors = true }
    count += 1
    restricted.add(post.audience)
    roles.insert(CardRole(post))
    if let service = post.service { services.insert(service) }
    if let date = post.date { oldestDate = min(date, oldestDate ?? date) }
    guard let date = post.date, date > newestDate ?? .min else { return }
    (newestDate, newestAuthor) = (date, post.author)
  }

  /// Counts a post that the project's `visibility` leaves out.
  mutating func leaveOutByAudience(_ post: Post) { leftOutByAudience.add(post.audience) }

  mutating func leaveOut(_ post: Post) {
    leftOut.ids.append(post.id)
    guard let date = post.date else { return leftOut.undated += 1 }
    leftOutDates = min(date, leftOutDates?.lowerBound ?? date)...max(date, leftOutDates?.upperBound ?? date)
  }
}

/// The numbers of posts that their service does not show to everyone.
package struct AudienceCounts: Hashable, Sendable {
  package private(set) var unpublished = 0
  package private(set) var direct = 0
  package private(set) var followersOnly = 0

  package init() {}

  var isEmpty: Bool { self == AudienceCounts() }
  package var total: Int { unpublished + direct + followersOnly }

  mutating func add(_ audience: Post.Audience) {
    switch audience {
    case .nobody: unpublished += 1
    case .mentioned: direct += 1
    case .followers: followersOnly += 1
    case .everyone: break
    }
  }

  /// "2 direct posts and 1 followers-only post"
  var inWords: String {
    [(direct, "direct post"), (followersOnly, "followers-only post"), (unpublished, "unpublished post")]
      .filter { $0.0 > 0 }.map { $0.0.counted($0.1) }.joined(separator: " and ")
  }
}

extension Post.Kind {
  /// The service's name for the item.
  package var name: String {
    switch self {
    case .post: "post"
    case .event: "event"
    case .photos(let type), .system(_, let type): type
    case .message(let message):
      switch message.form {
      case .words, .deleted, .undecryptable: "message"
      case .notice: "service"
      }
    case .separator(.day): "day"
    case .separator(.unread): "unread"
    case .record(let record): record.type
    }
  }
}
