import Names

/// One item of a feed, whatever the service.
package struct Post: Hashable, Sendable {
  /// What the item is, in the feed's own sense; how it looks is decided by the view model.
  package enum Kind: Hashable, Sendable {
    case post
    /// Photos put on a wall or into an album without a text of their own; `type` is the service's name for that.
    case photos(type: String)
    /// Anything else the feed tells of; `type` is the service's name for it.
    case system(SystemKind, type: String)
    /// An event that is announced.
    case event(Event)
    /// A conversation's.
    case message(Message)
    case separator(Separator)
    /// Of a project's own data.
    case record(Record)
  }

  /// What document it was read from; set as pages are joined.
  package var service: Service?
  /// Stable and unique within the feed, safe as a file name: ASCII letters, digits, `-`, `_`, `.`.
  package var id: String
  package var kind: Kind
  package var author: Author
  /// Seconds since 1970; nil where the feed gives none.
  package var date: Int?
  /// Plain: entities are decoded, markup is turned into the words it shows.
  package var text: String
  /// What its author called it, where the text begins with that: an article's title.
  package var title: String?
  /// When that is which it announces.
  package var dates: EventDates?
  /// What ranges of the text mean: all links, hashtags and mentions in it.
  package var facets: [Facet]
  /// What the text is hidden behind until it is asked for (a content warning).
  package var contentWarning: String?
  /// What the post quotes, shown inside of its card.
  package var quote: Quote?
  /// What the post answers.
  package var reply: ReplyTarget?
  package var attachments: [Attachment]
  /// Nearest first: what is reposted, then what that reposts. Quotes are reposts with a text above.
  package var reposts: [Post]
  /// What the counter of reactions is made of, where the feed says it.
  package var reactions: [ChatEntry.Reaction] = []
  /// In the order in which the service shows them, each kind once.
  package var counters: [Counter]
  package var flags: Flags
  /// The person who signed a community's post.
  package var signer: Author?
  package var place: GeoPlace?
  /// What is shown instead of a post that only subscribers may read.
  package var paywall: String?
  /// People a system item tells of ("added friends"), in feed order.
  package var people: [Author]
  /// The post's page, where the service has one.
  package var permalink: WebAddress?
  /// What earlier exports have of it, the first of them first.
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

  /// A number that stands under a post.
  package struct Counter: Hashable, Sendable {
    /// What is counted. The raw value is its name in manifests and templates.
    package enum Kind: String, Codable, Sendable, CaseIterable {
      case likes, favourites, reactions, comments, replies, reposts, boosts, quotes, bookmarks, views

      /// What services with other words for it count, too: favourites and reactions are likes.
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
    /// Nil where the service shows such a counter and the feed does not give it; never 0 then.
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
    /// Its media are hidden until they are asked for.
    package static let sensitive = Flags(rawValue: 1 << 3)
    /// It only passes on what it reposts: what the service counts of it is counted of that.
    package static let boost = Flags(rawValue: 1 << 4)
    /// It passes a message on, as people do in a chat.
    package static let forward = Flags(rawValue: 1 << 5)
    /// A later export of its conversation has it no more.
    package static let removed = Flags(rawValue: 1 << 6)
    /// Its service shows it to its author's followers or friends alone.
    package static let followersOnly = Flags(rawValue: 1 << 7)
    /// Its service shows it to the people whom it names alone.
    package static let direct = Flags(rawValue: 1 << 8)
  }
}

extension Post {
  /// How many people its service shows a post to.
  package enum Audience: Int, Comparable, Sendable {
    case mentioned, followers, everyone

    package static func < (one: Audience, other: Audience) -> Bool { one.rawValue < other.rawValue }
  }

  /// The smallest audience of it, of what it reposts and of what it quotes.
  package var audience: Audience {
    let own: Audience = flags.contains(.direct) ? .mentioned : flags.contains(.followersOnly) ? .followers : .everyone
    return (reposts + [quote?.post].compactMap { $0 }).reduce(own) { min($0, $1.audience) }
  }
}

extension [Post.Counter] {
  /// The value of the counter that means that, whatever the service calls it; nil where there is none.
  package func value(of meaning: Post.Counter.Meaning) -> Int? { first { $0.kind.meaning == meaning }?.value }
}

/// Where a post says it was made.
package struct GeoPlace: Hashable, Sendable {
  package var title: String?
  /// Degrees; nil where the feed gives none or gives something unreadable.
  package var latitude: Double?
  package var longitude: Double?

  package init(title: String? = nil, latitude: Double? = nil, longitude: Double? = nil) {
    self.title = title
    self.latitude = latitude
    self.longitude = longitude
  }

  /// With its coordinates where both are there and on the globe; nil where nothing is left to say.
  init?(named title: String?, latitude: Double?, longitude: Double?) {
    if let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 {
      self.init(title: title, latitude: latitude, longitude: longitude)
    } else {
      guard let title else { return nil }
      self.init(title: title)
    }
  }
}

/// What a post quotes.
package indirect enum Quote: Hashable, Sendable {
  case post(Post)
  /// The quoted post can't be shown.
  ///
  /// - Parameter url: Where it is or was; nil where the feed does not say.
  case unavailable(Absence, url: WebAddress?)

  package enum Absence: String, Codable, Sendable, CaseIterable {
    case deleted
    /// By its author or by whoever quotes.
    case blocked
    /// Its author took it out of the quote.
    case detached
    /// The feed only names it.
    case notIncluded
  }

  package var post: Post? {
    if case .post(let post) = self { post } else { nil }
  }
}

/// What a post answers.
package struct ReplyTarget: Hashable, Sendable {
  /// The service's id or address of the post; nil where only the person is known.
  package var id: String?
  /// Whom it answers: a name, else a handle with its `@`; nil where the feed does not say.
  package var name: String?
  /// Of the post that is answered.
  package var url: WebAddress?

  package init(id: String? = nil, name: String? = nil, url: WebAddress? = nil) {
    self.id = id
    self.name = name
    self.url = url
  }
}
