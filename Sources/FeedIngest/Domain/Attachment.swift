import Names

/// What something is that an entry carries, whichever service it is from. The raw value is its name where programs are
/// told of it.
package enum MediaKind: String, Hashable, Codable, Sendable, CaseIterable {
  case photo, video, animation, voice, audio, podcast, sticker, file, link, embed, article, poll
  case album, note, page, market, graffiti
  case contact, location, venue, todo, game, invoice, giveaway
  case videoNote = "video_note"
  case liveLocation = "live_location"
  case giveawayResults = "giveaway_results"
  case paidMedia = "paid_media"
  /// A type that this version does not know.
  case unknown

  /// Whether it is something that lies in a file.
  package var isFile: Bool {
    switch self {
    case .photo, .video, .videoNote, .animation, .voice, .audio, .podcast, .sticker, .file, .graffiti: true
    case .link, .embed, .article, .poll, .album, .note, .page, .market, .contact, .location, .liveLocation, .venue,
      .todo, .game, .invoice, .giveaway, .giveawayResults, .paidMedia, .unknown:
      false
    }
  }

  /// By a file's ending, where a format has no type.
  package init(fileName: String) {
    let name = fileName.prefix { $0 != "?" && $0 != "#" }
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).last?.lowercased() ?? ""
    self = MediaFamily(ending: ending).map(Self.init) ?? .file
  }

  /// By a media type such as `image/png`; nil of any other.
  package init?(mediaType: String) {
    guard let family = MediaFamily(mediaType: mediaType) else { return nil }
    self.init(family)
  }

  private init(_ family: MediaFamily) {
    self =
      switch family {
      case .image: .photo
      case .video: .video
      case .audio: .audio
      }
  }
}

/// Something a post carries beside its text.
package enum Attachment: Hashable, Sendable {
  case photo(Photo)
  /// Anything that is shown as a row: video, link, doc, poll, …
  case item(AttachmentItem)

  /// The service's name for the type, e.g. `photo`, `video`.
  package var type: String {
    switch self {
    case .photo: "photo"
    case .item(let item): item.type
    }
  }

  package var kind: MediaKind {
    switch self {
    case .photo: .photo
    case .item(let item): item.content.kind
    }
  }

  package var photo: Photo? {
    if case .photo(let photo) = self { photo } else { nil }
  }
}

/// A picture in all the sizes that the feed offers.
package struct Photo: Hashable, Sendable {
  package struct Source: Hashable, Sendable {
    package var url: String
    /// Pixels; nil where the feed does not say.
    package var width: Int?
    package var height: Int?

    package init(url: String, width: Int? = nil, height: Int? = nil) {
      self.url = url
      self.width = width
      self.height = height
    }

    /// Whether it may be a sticker that does not move, by what its address ends on.
    package var mayBeSticker: Bool { ImageFormat(fileName: url)?.isForStickers == true }
  }

  package var sources: [Source]
  /// The original's pixels, where the feed gives them apart from the sizes.
  package var width: Int?
  package var height: Int?
  /// A caption or a description for people who can't see it.
  package var description: String?
  /// What stays in sight where the photo is cut.
  package var focus: Focus?

  /// A point of a picture: -1 at its left and bottom edge, 1 at its right and top edge.
  package struct Focus: Hashable, Sendable {
    package var x: Double
    package var y: Double

    /// - Returns: Nil where a number is not within -1…1.
    package init?(x: Double, y: Double) {
      guard (-1...1).contains(x), (-1...1).contains(y) else { return nil }
      self.x = x
      self.y = y
    }
  }

  package init(
    sources: [Source], width: Int? = nil, height: Int? = nil, description: String? = nil, focus: Focus? = nil
  ) {
    self.sources = sources
    self.focus = focus
    self.width = width
    self.height = height
    self.description = description
  }

  /// Pixels across: of the widest size, else of the original; nil where the feed does not say.
  package var pixelWidth: Int? {
    sources.compactMap(\.width).filter { $0 > 0 }.max() ?? width.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Width ÷ height: of the largest size that has both, else of the original; nil where the feed does not say.
  package var aspect: Double? {
    let known = sources.compactMap { source -> (Int, Int)? in
      guard let width = source.width, let height = source.height, width > 0, height > 0 else { return nil }
      return (width, height)
    }
    if let best = known.max(by: { Double($0.0) * Double($0.1) < Double($1.0) * Double($1.1) }) {
      return Double(best.0) / Double(best.1)
    }
    guard let width, let height, width > 0, height > 0 else { return nil }
    return Double(width) / Double(height)
  }
}

/// An attachment that is shown as a compact row.
package struct AttachmentItem: Hashable, Sendable {
  /// What the row's icon and wording depend on.
  package enum Content: Hashable, Sendable {
    /// Seconds; nil where unknown. A live stream has no duration.
    case video(duration: Int?, isLive: Bool)
    /// A round one, as people speak to each other.
    case videoNote(duration: Int?)
    /// Without sound, played over and over.
    case animation(duration: Int?)
    case link(url: WebAddress?)
    /// What a service shows of a page below a message.
    case embed(url: WebAddress?)
    /// Bytes; `fileExtension` without the dot, lower case.
    case document(size: Int?, fileExtension: String?)
    case poll(Poll)
    case audio(artist: String?, duration: Int?)
    /// What somebody says.
    case voice(duration: Int?)
    case podcast(duration: Int?)
    case article
    case market(price: String?)
    case sticker
    case graffiti
    /// How many photos.
    case album(count: Int?)
    case note
    case page
    /// What says nothing more of itself than what it is.
    case plain(MediaKind)
    /// A type that this version does not know; shown by its name.
    case unknown

    /// Whether it stands for a page, wherever that is.
    package var isLink: Bool {
      switch self {
      case .link, .embed: true
      default: false
      }
    }

    /// The page that a link leads to; nil of anything else, and where no link may lead there.
    package var page: WebAddress? {
      switch self {
      case .link(let url), .embed(let url): url
      default: nil
      }
    }

    package var kind: MediaKind {
      switch self {
      case .video: .video
      case .videoNote: .videoNote
      case .animation: .animation
      case .link: .link
      case .embed: .embed
      case .document: .file
      case .poll: .poll
      case .audio: .audio
      case .voice: .voice
      case .podcast: .podcast
      case .article: .article
      case .market: .market
      case .sticker: .sticker
      case .graffiti: .graffiti
      case .album: .album
      case .note: .note
      case .page: .page
      case .plain(let kind): kind
      case .unknown: .unknown
      }
    }
  }

  package struct Poll: Hashable, Sendable {
    package struct Answer: Hashable, Sendable {
      package var text: String
      package var votes: Int?
      /// 0…100.
      package var rate: Double?
      /// By whose feed it is.
      package var isChosen: Bool
      /// Words of the text that pictures stand for.
      package var emoji: [Facet]

      package init(
        text: String, votes: Int? = nil, rate: Double? = nil, isChosen: Bool = false, emoji: [Facet] = []
      ) {
        self.emoji = emoji
        self.text = text
        self.votes = votes
        self.rate = rate
        self.isChosen = isChosen
      }

      /// 0…100; nil where one of both is unknown, or nobody has voted.
      static func rate(_ votes: Int?, of voters: Int?) -> Double? {
        guard let votes, let voters, votes >= 0, voters > 0 else { return nil }
        return min(100, Double(votes) / Double(voters) * 100)
      }
    }

    package var answers: [Answer]
    package var votes: Int?
    package var isAnonymous: Bool
    /// Nobody can vote any more.
    package var isClosed: Bool
    /// How many people voted, where the feed counts them apart from the votes.
    package var voters: Int?
    /// A voter may choose several answers.
    package var allowsSeveral: Bool
    /// When voting ends or ended: seconds since 1970; nil where the feed does not say.
    package var closesAt: Int?

    package init(
      answers: [Answer] = [], votes: Int? = nil, isAnonymous: Bool = false, isClosed: Bool = false, voters: Int? = nil,
      allowsSeveral: Bool = false, closesAt: Int? = nil
    ) {
      self.voters = voters
      self.allowsSeveral = allowsSeveral
      self.closesAt = closesAt
      self.answers = answers
      self.votes = votes
      self.isAnonymous = isAnonymous
      self.isClosed = isClosed
    }
  }

  /// The service's name for the type.
  package var type: String
  package var content: Content
  /// Empty where the feed gives none; the view model finds a word then.
  package var title: String
  /// A caption, a host, an artist: whatever second line the feed itself offers.
  package var caption: String?
  package var url: WebAddress?
  package var preview: Photo?
  /// Of the file itself, where it is one (a video, a piece of music).
  package var file: File?
  /// The service shows it in one row, however large its picture is.
  package var isCompact = false
  /// It is a file that its export was made without.
  package var isLeftOut = false
  /// It runs inside of a feed.
  package var isWebApp = false

  /// A file that an attachment plays or opens.
  package struct File: Hashable, Sendable {
    package var url: String
    /// Pixels; nil where the feed does not say, or where it has none.
    package var width: Int?
    package var height: Int?
    /// For people who can't see or hear it.
    package var description: String?

    package init(url: String, width: Int? = nil, height: Int? = nil, description: String? = nil) {
      self.url = url
      self.width = width
      self.height = height
      self.description = description
    }
  }

  package init(
    type: String, content: Content, title: String = "", caption: String? = nil, url: WebAddress? = nil,
    preview: Photo? = nil, file: File? = nil
  ) {
    self.file = file
    self.type = type
    self.content = content
    self.title = title
    self.caption = caption
    self.url = url
    self.preview = preview
  }
}
