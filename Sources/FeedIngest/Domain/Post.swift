/// One item of a feed, whatever the service.
package struct Post: Hashable, Sendable {
  /// What the item is, in the feed's own sense; how it looks is decided by the view model.
  package enum Kind: Hashable, Sendable {
    case post
    /// Photos put on a wall or into an album without a text of their own (`wall_photo`, `photo`).
    case photos(type: String)
    /// Anything else the feed tells of, by the service's name for it (`friend`, `photo_tag`, `note`, …).
    case system(type: String)
    /// An event that is announced.
    case event(Event)
  }

  /// Stable and unique within the feed, safe as a file name: ASCII letters, digits, `-`, `_`, `.`.
  package var id: String
  package var kind: Kind
  package var author: Author
  /// Seconds since 1970; nil where the feed gives none.
  package var date: Int?
  /// Decoded (entities, `<br>`), the service's own inline markup still in it.
  package var text: String
  package var textMarkup: TextMarkup
  /// Links and mentions that the service gives apart from the text (facets, entities).
  package var facets: [Facet]
  /// What the text is hidden behind until it is asked for (a content warning).
  package var contentWarning: String?
  package var attachments: [Attachment]
  /// Nearest first: what is reposted, then what that reposts. Quotes are reposts with a text above.
  package var reposts: [Post]
  package var counters: Counters
  package var flags: Flags
  /// The person who signed a community's post.
  package var signer: Author?
  package var place: GeoPlace?
  /// What is shown instead of a post that only subscribers may read.
  package var paywall: String?
  /// People a system item tells of ("added friends"), in feed order.
  package var people: [Author]
  /// The post's page, where the service has one.
  package var permalink: String?

  package init(
    id: String, kind: Kind = .post, author: Author, date: Int? = nil, text: String = "",
    textMarkup: TextMarkup = .plain, facets: [Facet] = [], contentWarning: String? = nil,
    attachments: [Attachment] = [], reposts: [Post] = [], counters: Counters = Counters(), flags: Flags = [],
    signer: Author? = nil, place: GeoPlace? = nil, paywall: String? = nil, people: [Author] = [],
    permalink: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.author = author
    self.date = date
    self.text = text
    self.textMarkup = textMarkup
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
  }

  /// Counters that the feed does not give are nil, never 0.
  package struct Counters: Hashable, Sendable {
    package var likes: Int?
    package var comments: Int?
    package var reposts: Int?
    package var views: Int?

    package init(likes: Int? = nil, comments: Int? = nil, reposts: Int? = nil, views: Int? = nil) {
      self.likes = likes
      self.comments = comments
      self.reposts = reposts
      self.views = views
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
  }
}

/// How inline markup is written in a post's text.
package enum TextMarkup: String, Codable, Sendable {
  /// URLs, #hashtags and @mentions are found in the text; nothing else is markup.
  case plain
  /// As plain, and `[id1|Name]`, `[club1|Name]`, `[https://…|Title]`, `#tag@community`.
  case vk
}

/// A link, hashtag or mention that the service gives beside the text.
package struct Facet: Hashable, Sendable {
  package enum Target: Hashable, Sendable {
    case link(String)
    case hashtag(String)
    case mention(String)
  }

  /// UTF-8 offsets into the decoded text.
  package var range: Range<Int>
  package var target: Target

  package init(range: Range<Int>, target: Target) {
    self.range = range
    self.target = target
  }
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
}
