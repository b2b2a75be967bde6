import Drawing
import FeedIngest

/// Everything that a post's card shows, ready to be arranged: strings are formatted, markup is parsed, states decided.
@dynamicMemberLookup
package struct PostCard: Hashable, Codable, Sendable {
  /// How the card looks, by its own media.
  package enum Kind: String, Codable, Sendable { case text, photo, carousel, video, system }

  package var id: String
  /// What document the post was read from: services can have templates of their own.
  package var service: Service?
  package var kind: Kind
  /// Who put another's post into the feed, above its header.
  package var boost: Line?
  package var header: Header
  /// What the post answers.
  package var reply: Line?
  package var content: Content
  /// What the post quotes: one at most.
  package var quotes: [Quote]
  /// Nearest first.
  package var reposts: [Repost]
  /// Empty for items that nobody can like (system cards).
  package var counters: [Counter]
  /// The whole post in one line, for cards that show no more of it.
  package var summary: RichText?

  package init(
    id: String, kind: Kind, header: Header, content: Content = Content(), quotes: [Quote] = [], reposts: [Repost] = [],
    counters: [Counter] = [], summary: RichText? = nil, boost: Line? = nil, reply: Line? = nil
  ) {
    self.id = id
    self.kind = kind
    self.boost = boost
    self.header = header
    self.reply = reply
    self.content = content
    self.quotes = quotes
    self.reposts = reposts
    self.counters = counters
    self.summary = summary
  }

  /// `card.body` is `card.content.body`.
  package subscript<Value>(dynamicMember path: WritableKeyPath<Content, Value>) -> Value {
    get { content[keyPath: path] }
    set { content[keyPath: path] = newValue }
  }

  /// The first picture of the post, of what it carries or of what it reposts, whatever their number.
  /// Of what is hidden at first it shows a blurred one.
  package var thumbnail: ImageReference? { content.thumbnail ?? reposts.lazy.compactMap(\.content.thumbnail).first }

  /// Whether something of it is hidden until it is asked for, so that it has two states however short it is.
  package var isVeiled: Bool { content.isVeiled || reposts.contains { $0.content.isVeiled } }

  package struct Header: Hashable, Codable, Sendable {
    package var name: RichText
    /// "@anna@example.social"
    package var handle: String?
    /// "сегодня в 9:05", with "реклама", "закреплено" or "изменено" where that is so.
    package var date: String
    package var avatar: ImageReference?
    /// What stands for the avatar where it can't be had: "АС"; nil where the name has no letter.
    package var initials: String?
    package var isPinned: Bool

    package init(
      name: RichText, date: String, avatar: ImageReference? = nil, initials: String? = nil, isPinned: Bool = false,
      handle: String? = nil
    ) {
      self.handle = handle
      self.name = name
      self.initials = initials
      self.date = date
      self.avatar = avatar
      self.isPinned = isPinned
    }
  }

  /// The text and how much of it a collapsed card shows.
  package struct Body: Hashable, Codable, Sendable {
    package var text: RichText
    /// A text of more lines than this has two states.
    package var collapsesAbove: Int
    /// Lines shown when collapsed.
    package var collapsedLines: Int
    /// "Показать полностью…"
    package var showMore: String

    package init(text: RichText, collapsesAbove: Int, collapsedLines: Int, showMore: String) {
      self.text = text
      self.collapsesAbove = collapsesAbove
      self.collapsedLines = collapsedLines
      self.showMore = showMore
    }
  }

  /// Which of a card's texts one is.
  package enum BodyPlace: Hashable, Sendable {
    case own
    /// Of the repost of this number, from 0.
    case repost(Int)

    /// What the role of its box says: which item of each list around.
    package var path: [Int] {
      switch self {
      case .own: []
      case .repost(let index): [index]
      }
    }
  }

  /// The texts that a collapsed card may cut, in the order of the card.
  package var bodies: [(place: BodyPlace, body: Body)] {
    let inside = reposts.enumerated().compactMap { index, repost in
      repost.body.map { (BodyPlace.repost(index), $0) }
    }
    return (content.body.map { [(.own, $0)] } ?? []) + inside
  }

  package struct PhotoModel: Hashable, Codable, Sendable {
    package var image: ImageReference
    /// Height ÷ width of the box, the aspect clamped.
    package var ratio: Double
    /// Points; nil where the photo has pixels enough for any card. A smaller one is not blown up.
    package var maxWidth: Double?

    package init(image: ImageReference, ratio: Double, maxWidth: Double? = nil) {
      self.image = image
      self.ratio = ratio
      self.maxWidth = maxWidth
    }
  }

  package struct Carousel: Hashable, Codable, Sendable {
    package var pages: [ImageReference]
    /// Height ÷ width of every page.
    package var ratio: Double
    /// Shown page, from 0.
    package var current: Int
    /// Pages, by number, whose photo is too small for them and keeps its own size; nil where there are none.
    package var small: [Int: PhotoModel]?

    package init(pages: [ImageReference], ratio: Double, current: Int = 0, small: [Int: PhotoModel]? = nil) {
      self.pages = pages
      self.ratio = ratio
      self.current = current
      self.small = small
    }
  }

  package struct Row: Hashable, Codable, Sendable {
    /// The attachment's type (`video`, `link`, `geo`, `signer`, …).
    package var type: String
    /// Name in the icon set.
    package var icon: String
    package var title: RichText
    package var subtitle: RichText?
    package var preview: ImageReference?
    /// Where a tap leads.
    package var target: String?

    package init(
      type: String, icon: String, title: RichText, subtitle: RichText? = nil, preview: ImageReference? = nil,
      target: String? = nil
    ) {
      self.type = type
      self.icon = icon
      self.title = title
      self.subtitle = subtitle
      self.preview = preview
      self.target = target
    }
  }

  /// A counter as it is shown.
  package struct Counter: Hashable, Codable, Sendable {
    /// Where it stands: what readers do with a post comes first, what is only counted at the card's other edge.
    package enum Group: String, Codable, Sendable { case leading, trailing }

    /// What it counts; no two of a card are of one kind. The counter's box is called so.
    package var kind: String
    /// Name in the icon set.
    package var icon: String
    /// "1.2K"; nil where the feed gives no number, and the icon stands alone.
    package var label: String?
    /// What a screen reader says: "1,234 likes"; nil with the label.
    package var spoken: String?
    package var group: Group

    package init(kind: String, icon: String, label: String? = nil, spoken: String? = nil, group: Group = .leading) {
      self.kind = kind
      self.icon = icon
      self.label = label
      self.spoken = spoken
      self.group = group
    }
  }
}
