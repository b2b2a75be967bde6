import Basics

/// An item of a feed of any service.
package struct Post: Hashable, Sendable {
  /// The kind of item in the feed; the view model decides how it looks.
  package enum Kind: Hashable, Sendable {
    case post
    /// Photos posted on a wall or in an album without text; `type` is the service's name for it.
    case photos(type: String)
    /// Any other news; `type` is the service's name for it.
    case system(SystemKind, type: String)
    /// An announced event.
    case event(Event)
    /// An entry of a conversation.
    case message(Message)
    case separator(Separator)
    /// An entry of custom data.
    case record(Record)
  }

  /// The service of the source document; set when pages are joined.
  package var service: Service?
  /// Stable, unique within the feed, and safe as a file name: ASCII letters, digits, `-`, `_`, `.`.
  package var id: String
  package var kind: Kind
  package var author: Author
  /// Seconds since 1970; nil if the feed gives none.
  package var date: Int?
  /// Plain text: entities are decoded and markup is converted.
  package var text: String
  /// The author's title, if the text begins with it: an article's title.
  package var title: String?
  /// The dates of the event that it announces.
  package var dates: EventDates?
  /// The meanings of ranges in the text: all links, hashtags and mentions.
  package var facets: [Facet]
  /// The content warning that hides the text.
  package var contentWarning: String?
  /// Emoji images in the content warning; all facets are of kind `emoji`.
  package var warningEmoji: [Facet] = []
  /// The quoted post, shown inside the card.
  package var quote: Quote?
  /// The post or person that is replied to.
  package var reply: ReplyTarget?
  package var attachments: [Attachment]
  /// The index of the photo that a carousel shows first; nil for the first one.
  package var firstPhoto: Int?
  /// Nearest first: the reposted post, then the post that it reposts. Quotes are reposts with a text above.
  package var reposts: [Post]
  /// The breakdown of the reactions counter, if the feed gives it.
  package var reactions: [ChatEntry.Reaction] = []
  /// In the order in which the service shows them; each kind once.
  package var counters: [Counter]
  package var flags: Flags
  /// The person who signed a community's post.
  package var signer: Author?
  package var place: GeoPlace?
  /// The text shown instead of a post for subscribers only.
  package var paywall: String?
  /// The people in a system item ("added friends"), in feed order.
  package var people: [Author]
  /// The post's page, if the service has one.
  package var permalink: WebAddress?
  /// Versions in earlier exports, oldest first.
  package var earlier: [EarlierVersion] = []

  package init(
    id: String, kind: Kind = .post, author: Author, date: Int? = nil, text: String = "",
    facets: [Facet] = [], contentWarning: String? = nil, attachments: [Attachment] = [], reposts: [Post] = [],
    counters: [Counter] = [], flags: Flags = [], signer: Author? = nil, place: GeoPlace? = nil, paywall: String? = nil,
    people: [Author] = [], permalink: WebAddress? = nil, quote: Quote? = nil, reply: ReplyTarget? = nil
  ) {
    self.id = id
    self.kind = kind
    self.author = author
    self.date = date
    self.text = text
    self.facets = facets
    self.contentWarning = contentWarning
    self.attachments = attachments
    self.reposts = reposts
    self.counters = counters
    self.flags = flags
    self.signer = signer
    self.place = place
    self.paywall = paywall
    self.people = people
    self.permalink = permalink
    self.quote = quote
    self.reply = reply
  }

  /// A number below a post.
  package struct Counter: Hashable, Sendable {
    /// The kind of counter. The raw value is its name in manifests and templates.
    package enum Kind: String, Codable, Sendable, CaseIterable {
      case likes, favourites, reactions, comments, replies, reposts, boosts, quotes, bookmarks, views

      /// The common meaning across services with different words: favorites and reactions are likes.
      package var meaning: Meaning {
        switch self {
        case .likes, .favourites, .reactions: .likes
        case .comments, .replies: .comments
        case .reposts, .boosts: .reposts
        case .quotes: .quotes
        case .bookmarks: .bookmarks
        case .views: .views
        }
      }
    }

    package enum Meaning: Sendable { case likes, comments, reposts, quotes, bookmarks, views }

    package var kind: Kind
    /// Nil, not 0, if the service shows such a counter but the feed doesn't give its value.
    package var value: Int?

    package init(_ kind: Kind, _ value: Int?) {
      self.kind = kind
      self.value = value
    }
  }

  package struct Flags: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    package static let pinned = Flags(rawValue: 1 << 0)
    package static let ad = Flags(rawValue: 1 << 1)
    package static let edited = Flags(rawValue: 1 << 2)
    /// The media are hidden until the reader reveals them.
    package static let sensitive = Flags(rawValue: 1 << 3)
    /// The post only passes on its repost, to which all the service's counters apply.
    package static let boost = Flags(rawValue: 1 << 4)
    /// The post forwards a message, as in a chat.
    package static let forward = Flags(rawValue: 1 << 5)
    /// A later export of the conversation lacks the post.
    package static let removed = Flags(rawValue: 1 << 6)
    /// Its service shows it to its author's followers or friends alone.
    package static let followersOnly = Flags(rawValue: 1 << 7)
    /// Its service shows it to the people whom it names alone.
    package static let direct = Flags(rawValue: 1 << 8)
    /// Its service has not published it: a post for later, or one that a community has not accepted.
    package static let unpublished = Flags(rawValue: 1 << 9)
  }
}

extension Post {
  /// How many people its service shows a post to.
  package enum Audience: Int, Comparable, Sendable {
    case nobody, mentioned, followers, everyone

    package static func < (one: Audience, other: Audience) -> Bool { one.rawValue < other.rawValue }
  }

  /// The smallest audience of it, of what it reposts and of what it quotes.
  package var audience: Audience {
    let own: Audience =
      flags.contains(.unpublished)
      ? .nobody : flags.contains(.direct) ? .mentioned : flags.contains(.followersOnly) ? .followers : .everyone
    return (reposts + [quote?.post].compactMap { $0 }).reduce(own) { min($0, $1.audience) }
  }
}

extension [Post.Counter] {
  /// The value of the counter with a meaning, whatever the service calls it; nil if there is none.
  package func value(of meaning: Post.Counter.Meaning) -> Int? { first { $0.kind.meaning == meaning }?.value }
}

/// The place that a post names as its location.
package struct GeoPlace: Hashable, Sendable {
  package var title: String?
  /// Degrees; nil if missing or unreadable.
  package var latitude: Double?
  package var longitude: Double?

  package init(title: String? = nil, latitude: Double? = nil, longitude: Double? = nil) {
    self.title = title
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Keeps the coordinates if both are given and valid; returns nil if nothing is left.
  init?(named title: String?, latitude: Double?, longitude: Double?) {
    if let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 {
      self.init(title: title, latitude: latitude, longitude: longitude)
    } else {
      guard let title else { return nil }
      self.init(title: title)
    }
  }
}

/// The quote of a post.
package indirect enum Quote: Hashable, Sendable {
  case post(Post)
  /// The quoted post can't be shown.
  ///
  /// - Parameter url: Its current or former address; nil if unknown.
  case unavailable(Absence, url: WebAddress?)

  package enum Absence: String, Codable, Sendable, CaseIterable {
    case deleted
    /// Blocked by its author or by the quoting author.
    case blocked
    /// The account that the feed belongs to has muted its author.
    case muted
    /// Its author detached it from the quote.
    case detached
    /// Its author has not approved the quote yet.
    case pending
    /// Its author did not allow the quote.
    case rejected
    /// The feed only names it.
    case notIncluded
  }

  package var post: Post? {
    if case .post(let post) = self { post } else { nil }
  }

  /// Whether the text's own line with the address of the quoted post is left out: the post is shown, or its author is
  /// blocked or muted.
  var hidesAddress: Bool {
    switch self {
    case .post, .unavailable(.blocked, _), .unavailable(.muted, _): true
    case .unavailable: false
    }
  }
}

/// The post or person that a post replies to.
package struct ReplyTarget: Hashable, Sendable {
  /// The service's id or address of the post; nil if only the person is known.
  package var id: String?
  /// The name of the person, or else the handle with its `@`; nil if unknown.
  package var name: String?
  /// The address of the post that is replied to.
  package var url: WebAddress?

  package init(id: String? = nil, name: String? = nil, url: WebAddress? = nil) {
    self.id = id
    self.name = name
    self.url = url
  }
}
