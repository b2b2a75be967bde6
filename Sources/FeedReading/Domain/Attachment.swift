import Basics

/// The kind of an entry's attachment, independent of the service. The raw value is its name in machine-readable output.
package enum MediaKind: String, Hashable, Codable, Sendable, CaseIterable {
  case photo, video, animation, voice, audio, podcast, sticker, file, link, embed, article, poll
  case album, note, page, market, graffiti, playlist, artist, story
  case contact, location, venue, todo, game, invoice, giveaway
  case videoNote = "video_note"
  case liveLocation = "live_location"
  case giveawayResults = "giveaway_results"
  case paidMedia = "paid_media"
  /// A type that this version does not know.
  case unknown

  /// Whether the content is a file.
  package var isFile: Bool {
    switch self {
    case .photo, .video, .videoNote, .animation, .voice, .audio, .podcast, .sticker, .file, .graffiti: true
    case .link, .embed, .article, .poll, .album, .note, .page, .market, .playlist, .artist, .story, .contact, .location,
      .liveLocation, .venue,
      .todo, .game, .invoice, .giveaway, .giveawayResults, .paidMedia, .unknown:
      false
    }
  }

  /// Derives the kind from a file extension, for formats without types.
  package init(fileName: String) {
    let name = fileName.prefix { $0 != "?" && $0 != "#" }
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).last?.lowercased() ?? ""
    self = MediaFileKind(ending: ending).map(Self.init) ?? .file
  }

  /// Derives the kind from a media type such as `image/png`; nil for other types.
  package init?(mediaType: String) {
    guard let family = MediaFileKind(mediaType: mediaType) else { return nil }
    self.init(family)
  }

  private init(_ family: MediaFileKind) {
    self =
      switch family {
      case .image: .photo
      case .video: .video
      case .audio: .audio
      }
  }
}

/// An attachment of a post.
package enum Attachment: Hashable, Sendable {
  case photo(Photo)
  /// Anything shown as a row: video, link, document, poll, …
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

/// A photo in all the sizes that the feed offers.
package struct Photo: Hashable, Sendable {
  package struct Source: Hashable, Sendable {
    package var url: String
    /// Pixels; nil if the feed doesn't give them.
    package var width: Int?
    package var height: Int?

    package init(url: String, width: Int? = nil, height: Int? = nil) {
      self.url = url
      self.width = width
      self.height = height
    }

    /// Whether the file may be a static sticker, judging by the address's extension.
    package var mayBeSticker: Bool { ImageFormat(fileName: url)?.isForStickers == true }
  }

  package var sources: [Source]
  /// The original's pixels, if the feed gives them separately from the sizes.
  package var width: Int?
  package var height: Int?
  /// A caption, or an alternative text for people who can't see the photo.
  package var description: String?
  /// The focal point that stays visible when the photo is cropped.
  package var focus: Focus?

  /// A point of an image: -1 at its left and bottom edge, 1 at its right and top edge.
  package struct Focus: Hashable, Sendable {
    package var x: Double
    package var y: Double

    /// - Returns: Nil if a number is outside -1…1.
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

  /// The width in pixels of the widest size, or else of the original; nil if unknown.
  package var pixelWidth: Int? {
    sources.compactMap(\.width).filter { $0 > 0 }.max() ?? width.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Width ÷ height of the largest size that has both, or else of the original; nil if unknown.
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

/// An attachment shown as a compact row.
package struct AttachmentItem: Hashable, Sendable {
  /// The content that determines the row's icon and wording.
  package enum Content: Hashable, Sendable {
    /// Seconds; nil if unknown. A live stream has no duration.
    case video(duration: Int?, isLive: Bool)
    /// A round video message.
    case videoNote(duration: Int?)
    /// A silent video that plays in a loop.
    case animation(duration: Int?)
    case link(url: WebAddress?)
    /// A preview of a web page below a message.
    case embed(url: WebAddress?)
    /// The size in bytes; `fileExtension` without the dot, in lowercase.
    case document(size: Int?, fileExtension: String?)
    case poll(Poll)
    case audio(artist: String?, duration: Int?)
    /// A voice message.
    case voice(duration: Int?)
    case podcast(duration: Int?)
    case article
    case market(price: String?)
    case sticker
    case graffiti
    /// The number of photos.
    case album(count: Int?)
    case note
    case page
    /// Content without details other than its kind.
    case plain(MediaKind)
    /// A type that this version does not know; shown by its name.
    case unknown

    /// Whether the item is a link to a page.
    package var isLink: Bool {
      switch self {
      case .link, .embed: true
      default: false
      }
    }

    /// The page that a link leads to; nil for other items, and if linking there isn't allowed.
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
      /// Whether the feed's owner chose it.
      package var isChosen: Bool
      /// Emoji images in the text.
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

      /// 0…100; nil if either number is unknown or there are no voters.
      static func rate(_ votes: Int?, of voters: Int?) -> Double? {
        guard let votes, let voters, votes >= 0, voters > 0 else { return nil }
        return min(100, Double(votes) / Double(voters) * 100)
      }
    }

    package var answers: [Answer]
    package var votes: Int?
    package var isAnonymous: Bool
    /// Whether voting has ended.
    package var isClosed: Bool
    /// The number of voters, if the feed counts them separately from the votes.
    package var voters: Int?
    /// Whether a voter may choose several answers.
    package var allowsSeveral: Bool
    /// When voting ends or ended, in seconds since 1970; nil if unknown.
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
  /// Empty if the feed gives none; the view model then supplies a word.
  package var title: String
  /// A caption, host or artist: any second line that the feed provides.
  package var caption: String?
  package var url: WebAddress?
  package var preview: Photo?
  /// The file itself, if there is one (a video, a piece of music).
  package var file: File?
  /// Whether the service shows the item in a row, however large its image is.
  package var isCompact = false
  /// Whether the export was made without the file.
  package var isLeftOut = false
  /// Whether the item is an app that runs inside the feed.
  package var isWebApp = false

  /// A file that an attachment plays or opens.
  package struct File: Hashable, Sendable {
    package var url: String
    /// Pixels; nil if unknown or not applicable.
    package var width: Int?
    package var height: Int?
    /// An alternative text for people who can't see or hear it.
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
