import Basics
import Drawing
import FeedReading

/// The view model of a post: strings are formatted, markup is parsed, states are decided.
@dynamicMemberLookup
package struct PostCard: Hashable, Encodable, Sendable {
  /// The card's look, determined by the post's own media.
  package enum Kind: String, Encodable, Sendable { case text, photo, carousel, video, system }

  package var id: String
  package var kind: Kind
  package var header: Header
  package var content = Content()
  /// The quoted post; at most one.
  package var quotes: [Quote] = []
  /// Nearest first.
  package var reposts: [Repost] = []
  /// Empty for items without likes (system cards).
  package var counters: [Counter] = []
  /// The readers' reactions, each kind with its count; nil if the feed doesn't distinguish kinds.
  package var reactions: [MessageCard.Reaction]?
  /// A one-line summary of the post, for compact cards.
  package var summary: RichText?
  /// The line above the header that says who boosted the post.
  package var boost: Line?
  /// The line that says what the post replies to.
  package var reply: Line?
  /// The event of a system card in a line; nil for a post.
  package var notice: RichText?
  /// The day above the first post of a day, if the design separates days.
  package var day: String?
  /// The service that the post was read from: services can have their own templates.
  package var service: Service?

  package init(
    id: String, kind: Kind, header: Header, content: Content = Content(), quotes: [Quote] = [], reposts: [Repost] = [],
    counters: [Counter] = [], reactions: [MessageCard.Reaction]? = nil, summary: RichText? = nil, boost: Line? = nil,
    reply: Line? = nil, notice: RichText? = nil, day: String? = nil, service: Service? = nil
  ) {
    (self.id, self.kind, self.header, self.content, self.quotes) = (id, kind, header, content, quotes)
    (self.reposts, self.counters, self.reactions, self.summary) = (reposts, counters, reactions, summary)
    (self.boost, self.reply, self.notice, self.day, self.service) = (boost, reply, notice, day, service)
  }

  /// `card.body` is `card.content.body`.
  package subscript<Value>(dynamicMember path: WritableKeyPath<Content, Value>) -> Value {
    get { content[keyPath: path] }
    set { content[keyPath: path] = newValue }
  }

  /// The first image of the post, its attachments or its reposts. It is blurred if hidden at first.
  package var thumbnail: ImageReference? { content.thumbnail ?? reposts.lazy.compactMap(\.content.thumbnail).first }

  /// Whether anything is hidden until the reader reveals it. Such a card has two states, however short it is.
  package var isVeiled: Bool { content.isVeiled || reposts.contains { $0.content.isVeiled } }

  package typealias BodyPlace = Cards.BodyPlace

  /// The texts that a collapsed card may truncate, in the order of the card.
  package var bodies: [(place: BodyPlace, body: Body)] {
    let inside = reposts.enumerated().compactMap { index, repost in
      repost.body.map { (BodyPlace.repost(index), $0) }
    }
    return (content.body.map { [(.own, $0)] } ?? []) + inside
  }

  /// A post's author and date.
  package struct Header: Hashable, Encodable, Sendable {
    package var name: RichText
    /// "сегодня в 9:05", with "реклама", "закреплено" or "изменено" if applicable; empty if unknown.
    package var date: String
    /// The age in its shortest form: "5h", "2d", "May 2"; nil if unknown.
    package var age: String?
    package var avatar: ImageReference?
    /// The avatar's placeholder: "АС"; nil if the name has no letter.
    package var initials: String?
    package var isPinned = false
    /// "@anna@example.social"
    package var handle: String?
    /// "Anna, edited 9:05 AM": the signature and the time without the day; nil if the date is unknown.
    package var stamp: String?
  }

  /// A line above a post that says who boosted it or what it replies to.
  package struct Line: Hashable, Encodable, Sendable {
    /// The icon's name in the icon set.
    package var icon: String
    /// "Anna boosted"; the name links to the author's page if known.
    package var text: RichText
    /// The name of the person who boosted it; nil for replies.
    package var by: RichText?
    /// "Forwarded from Anna", the original author; nil for replies.
    package var origin: RichText?
  }

  /// A quoted post, in a few lines.
  package struct Quote: Hashable, Encodable, Sendable {
    /// Nil if the quoted post can't be shown.
    package var header: Header?
    package var text: RichText?
    /// The author's content warning; if present, nothing else of the quote is shown.
    package var warning: RichText?
    /// The first photo, if there is any.
    package var photo: ImageReference?
    /// A word for other attachments: "Video".
    package var note: String?
    /// Why the post can't be shown.
    package var absence: String?
    /// The post's page.
    package var target: LinkTarget?
  }

  /// A reposted post inside another post.
  @dynamicMemberLookup
  package struct Repost: Hashable, Encodable, Sendable {
    package var header: Header
    /// The indentation level relative to the first repost.
    package var steps = 0
    package var content = Content()
    /// The post's page.
    package var target: LinkTarget?

    /// `repost.body` is `repost.content.body`.
    package subscript<Value>(dynamicMember path: WritableKeyPath<Content, Value>) -> Value {
      get { content[keyPath: path] }
      set { content[keyPath: path] = newValue }
    }
  }

  /// A counter with its icon and label.
  package struct Counter: Hashable, Encodable, Sendable {
    /// The counter's side: actions come first, plain counts are at the card's other edge.
    package enum Group: String, Encodable, Sendable { case leading, trailing }

    /// The kind of counter; unique within a card. Also the name of its box.
    package var kind: String
    /// The icon's name in the icon set.
    package var icon: String
    /// "1.2K"; nil if the feed gives no number, so that only the icon is shown.
    package var label: String?
    /// The text for screen readers: "1,234 likes"; nil if the label is nil.
    package var spoken: String?
    package var group = Group.leading
  }
}

// MARK: Fields

extension PostCard: CardModel {
  package static let modelName = "post"

  package static let fields: FieldList<PostCard> = [
    .record("author", \.header), .record("boost", \.boost), .record("reply", \.reply), .content(\.content),
    CardField("quotes", .list(Quote.schema)) { card, view in
      guard !card.quotes.isEmpty, card.content.isOpen(in: view.state) else { return nil }
      var view = view
      view.veil = card.content.veil(in: view.state)
      return .list(card.quotes.map { $0.value(view) })
    },
    CardField("reposts", .list(Repost.schema)) { card, view in
      guard !card.reposts.isEmpty, card.content.isOpen(in: view.state) else { return nil }
      var view = view
      return .list(
        card.reposts.enumerated().map { index, repost in
          view.place = .repost(index)
          return repost.value(view)
        })
    },
    .list("reactions") { $0.reactions ?? [] },
    .record("counters") { $0.counters.isEmpty ? nil : CounterRow($0.counters) },
    .text("summary", \.summary), .image("thumbnail", \.thumbnail), .text("notice", \.notice), .text("day", \.day),
  ]

  /// - Parameter places: The texts that a collapsed card truncates; nil truncates all of them.
  package func value(in state: CardState, cutting places: Set<BodyPlace>?) -> CardValue {
    value(CardVisibility(state: state, cutPlaces: places))
  }
}

extension PostCard.Header: CardRecord {
  package static let fields: FieldList<Self> = [
    .text("name", as: .name, \.name), .text("handle", \.handle),
    .text("date", as: .date) { $0.date.isEmpty ? nil : $0.date }, .text("age", as: .date, \.age),
    .text("stamp", as: .date, \.stamp),
    .image("avatar", as: .avatar, \.avatar),
    .text("initials", \.initials), .flag("isPinned", \.isPinned),
  ]
}

extension PostCard.Line: CardRecord {
  package static let fields: FieldList<Self> = [
    .icon("icon", \.icon), .text("text", \.text), .text("by", as: .name, \.by), .text("origin", \.origin),
  ]
}

extension PostCard.Quote: CardRecord {
  package static let item: BoxRole.Item? = .quote(target: nil)
  package static let fields: FieldList<Self> = [
    .record("author", \.header), .text("text", \.text), .text("warning", \.warning),
    .image("photo", as: .photo, isHideable: true, \.photo), .text("note", \.note), .text("absence", \.absence),
    .target(\.target),
  ]
}

extension PostCard.Repost: CardRecord {
  package static let item: BoxRole.Item? = .quote(target: nil)
  package static let fields: FieldList<Self> = [
    .record("author", \.header), .content(\.content),
    CardField("text", .text) { repost, view in
      repost.content.isOpen(in: view.state) ? repost.content.body.map { .text($0.text) } : nil
    },
    .list("steps") { Array(repeating: Step(), count: max(0, $0.steps)) }, .target(\.target),
  ]

  private struct Step: CardRecord {
    static let fields: FieldList<Step> = []
  }
}

extension PostCard {
  /// The maximum number of counters that keep their own spacing on the narrowest screen. More than that share the row
  /// evenly.
  private static let mostApart = 4

  /// The counters in two groups.
  package struct CounterRow: CardRecord {
    let isFull, hasBookmarks: Bool
    let leading, trailing: [Place]
    /// All counters, by what readers do.
    let all: [Place]

    init(_ counters: [Counter]) {
      isFull = counters.count > PostCard.mostApart
      hasBookmarks = counters.contains { $0.kind == Post.Counter.Kind.bookmarks.rawValue }
      func places(_ group: Counter.Group) -> [Place] {
        let members = counters.filter { $0.group == group }
        return members.enumerated().map { Place(counter: $1, isLast: $0 == members.count - 1) }
      }
      (leading, trailing) = (places(.leading), places(.trailing))
      all = leading + trailing
    }

    /// The counters of some kinds, which have the same column in a design with fixed columns.
    private static func column(_ name: String, _ kinds: Post.Counter.Kind...) -> CardField<CounterRow> {
      let kinds = kinds.map(\.rawValue)
      return .list(name) { row in row.all.filter { kinds.contains($0.counter.kind) } }
    }

    struct Place: CardRecord {
      let counter: Counter
      let isLast: Bool

      static let item: BoxRole.Item? = .counter(kind: "kind", spoken: "spoken")
      static let fields: FieldList<Place> = [
        .text("kind", \.counter.kind), .icon("icon", \.counter.icon), .text("label", \.counter.label),
        // In every language, a counter of nothing is "0".
        .text("positive") { $0.counter.label == "0" ? nil : $0.counter.label },
        .text("spoken", \.counter.spoken), .flag("isLast", \.isLast),
      ]
    }

    package static let fields: FieldList<CounterRow> = [
      .list("leading", \.leading), .list("trailing", \.trailing), .flag("isFull", \.isFull),
      .flag("hasBookmarks", \.hasBookmarks),
      column("answers", .replies, .comments), column("shares", .reposts, .boosts),
      column("likes", .likes, .favourites, .reactions), column("views", .views), column("bookmarks", .bookmarks),
    ]
  }
}

// MARK: - Content

extension PostCard {
  /// A post's text and attachments, for the card's own post or for a repost.
  package struct Content: Hashable, Encodable, Sendable {
    package var body: Body?
    /// A single photo, as wide as the card.
    package var photo: PhotoModel?
    package var carousel: Carousel?
    /// Shown as posters; further videos are rows.
    package var videos: [Video] = []
    /// An image at its own size, without a frame.
    package var sticker: PhotoModel?
    package var voice: MessageCard.Voice?
    package var polls: [Poll] = []
    /// Link cards of pages that the post links to.
    package var links: [Link] = []
    /// Other attachments, place, signer, paywall: one compact row each.
    package var rows: [Row] = []
    /// Hides everything else until the reader opens it.
    package var warning: Warning?
    /// The label that reveals blurred images: "Show"; nil if nothing is hidden.
    package var veil: String?

    package init(
      body: Body? = nil, photo: PhotoModel? = nil, carousel: Carousel? = nil, videos: [Video] = [],
      sticker: PhotoModel? = nil, voice: MessageCard.Voice? = nil, polls: [Poll] = [], links: [Link] = [],
      rows: [Row] = [], warning: Warning? = nil, veil: String? = nil
    ) {
      (self.body, self.photo, self.carousel, self.videos, self.sticker) = (body, photo, carousel, videos, sticker)
      (self.voice, self.polls, self.links, self.rows, self.warning) = (voice, polls, links, rows, warning)
      self.veil = veil
    }

    /// Whether content is hidden until the reader reveals it.
    package var isVeiled: Bool { warning != nil || veil != nil }

    /// The first image; blurred if it is hidden at first.
    package var thumbnail: ImageReference? { isVeiled ? picture?.blurred : picture }

    private var picture: ImageReference? {
      if let photo { return photo.image }
      if let page = carousel?.pages.first { return page }
      if let video = videos.first { return video.poster }
      return sticker?.image ?? rows.lazy.compactMap(\.preview).first ?? links.lazy.compactMap(\.image).first
    }

    /// Whether the content behind a warning is visible in a state.
    func isOpen(in state: CardState) -> Bool { warning == nil || state != .collapsed }

    /// The label on hidden images in a state; nil if they are visible.
    func veil(in state: CardState) -> String? { state == .collapsed ? veil : nil }
  }

  /// The content warning that hides a post until the reader opens it.
  package struct Warning: Hashable, Encodable, Sendable {
    package var text: RichText
    /// The label that opens it: "Show".
    package var show: String
  }

  /// The text, and how much of it a collapsed card shows.
  package struct Body: Hashable, Encodable, Sendable {
    /// The author's title above the text; nil if there is no title, or no text below it.
    package var title: RichText?
    package var text: RichText
    /// A text with more lines than this has two states.
    package var collapsesAbove: Int
    /// The number of lines shown when collapsed.
    package var collapsedLines: Int
    /// "Показать полностью…"
    package var showMore: String
  }

  package struct PhotoModel: Hashable, Encodable, Sendable {
    package var image: ImageReference
    /// Height ÷ width of the box, with the aspect ratio limited.
    package var ratio: Double
    /// The maximum width in points; nil if the photo has enough pixels for any card. A smaller photo is not enlarged.
    package var maxWidth: Double?
  }

  package struct Carousel: Hashable, Encodable, Sendable {
    package var pages: [ImageReference]
    /// Height ÷ width of every page.
    package var ratio: Double
    /// The index of the visible page, from 0.
    package var current = 0
    /// Pages, by index, whose photo is too small for the page and keeps its own size; nil if there are none.
    package var small: [Int: PhotoModel]?

    /// Whether there are more page dots at the usual size than fit on the narrowest screen.
    package var isLong: Bool { pages.count > 16 }
  }

  /// A video or an animation: a poster as wide as the card, and its title.
  package struct Video: Hashable, Encodable, Sendable {
    package var poster: ImageReference
    /// Height ÷ width of the poster, limited as for photos.
    package var ratio: Double
    /// The label in the poster's corner: "10:14", "прямой эфир"; nil if the duration is unknown.
    package var badge: String?
    /// Nil if the feed gives none.
    package var title: RichText?
    package var subtitle: RichText?
    /// The link target.
    package var target: LinkTarget?
  }

  /// A poll with its question and all answers.
  package struct Poll: Hashable, Encodable, Sendable {
    /// Nil if the feed gives none.
    package var question: RichText?
    /// "Анонимный опрос · 1 387 голосов · завершён"
    package var note: String
    /// When voting ends: "closes May 21 at 3:05 PM".
    package var closing: String?
    /// "433 votes · closed"; nil if nothing is known.
    package var standing: String?
    /// As `standing`, in the words of services that publish results: "433 votes · Final results".
    package var result: String?
    package var options: [Option]

    package struct Option: Hashable, Encodable, Sendable {
      package var title: RichText
      /// The share of the votes, 0…1, which is the length of the bar; nil if the votes are unknown.
      package var share: Double?
      /// "51 %"; nil if the share is nil.
      package var percent: String?
      /// "702", "1,3K"; nil if unknown.
      package var votes: String?
      /// Whether the option has votes, and no option has more.
      package var isLeader = false
      /// Whether the feed's owner chose this option.
      package var isChosen = false
      /// The leader of a closed poll.
      package var isWinner = false
      /// The text for screen readers: "Рыба: 15 %, 203 голоса".
      package var spoken: String
    }
  }

  /// A link card: the metadata of a linked page.
  package struct Link: Hashable, Encodable, Sendable {
    package var title: RichText
    package var text: RichText?
    /// "example.org"
    package var host: String?
    package var image: ImageReference?
    /// Height ÷ width of an image that spans the card; nil if a small image is next to the text.
    package var ratio: Double?
    package var target: LinkTarget?
  }

  /// An attachment shown in one or two lines.
  package struct Row: Hashable, Encodable, Sendable {
    /// The attachment's type (`video`, `link`, `geo`, `signer`, …).
    package var type: String
    /// The icon's name in the icon set.
    package var icon: String
    package var title: RichText
    package var subtitle: RichText?
    package var preview: ImageReference?
    /// The link target.
    package var target: LinkTarget?
  }
}

// MARK: Fields

extension CardField {
  /// Includes the content's fields in the record that contains it.
  static func content(_ get: @escaping @Sendable (Record) -> PostCard.Content) -> CardField {
    CardField(fieldsOf: PostCard.Content.fields) { (get($0), $1) }
  }
}

extension PostCard.Content: AttachmentRecord {
  /// Only the warning is visible until it is opened; images may also be hidden.
  package static let fields: FieldList<Self> = [
    CardField("warnings", .list(PostCard.Warning.schema)) { content, view in
      content.warning.map { .list([$0.value(view)]) }
    },
    CardField(fieldsOf: opened) { content, view in
      guard content.isOpen(in: view.state) else { return nil }
      var view = view
      view.veil = content.veil(in: view.state)
      return (content, view)
    },
  ]

  private static let opened: FieldList<Self> = [
    .record("body", \.body), .record("photo", \.photo), .record("carousel", \.carousel),
    .record("grid", \.carousel?.grid), .record("album", \.carousel?.album),
    .record("sticker", of: PostCard.PhotoModel.plain, \.sticker), .record("voice", \.voice), lists,
    // For designs that sign a post next to its time.
    .list("unsignedRows") { content in content.rows.filter { $0.type != CardBuilder.signerRow } },
  ]
}

extension PostCard.Warning: CardRecord {
  package static let item: BoxRole.Item? = .reveal(label: "show")
  package static let fields: FieldList<Self> = [
    .text("text", \.text),
    CardField("show", .text) { warning, view in view.state == .collapsed ? .string(warning.show) : nil },
  ]
}

extension PostCard.Body: CardRecord {
  /// Without a line limit, the whole text is shown.
  package static let fields: FieldList<Self> = [
    .text("title", \.title), .text("text", as: .body, \.text),
    CardField("isCut", .flag) { _, view in .flag(view.isCut) },
    CardField("visibleLines", .number) { body, view in view.isCut ? .number(Double(body.collapsedLines)) : nil },
    CardField("showMore", .text(.showMore)) { body, view in view.isCut ? .string(body.showMore) : nil },
  ]
}

extension PostCard.PhotoModel: CardRecord {
  /// The parts that are never hidden.
  static let plain: FieldList<Self> = [
    .image("image", as: .photo, isHideable: true, \.image), .number("ratio", \.ratio), .number("maxWidth", \.maxWidth),
  ]
  package static let fields: FieldList<Self> = [CardField(fieldsOf: plain) { ($0, $1) }, .veils]
}

extension PostCard.Carousel: CardRecord {
  package static let fields: FieldList<Self> = [
    .number("ratio", \.ratio), .flag("isLong", \.isLong),
    .list("pages") { carousel in
      carousel.pages.enumerated().map { index, image in
        Page(image: image, isCurrent: index == carousel.current, small: carousel.small?[index])
      }
    },
  ]

  private struct Page: CardRecord {
    let image: ImageReference
    let isCurrent: Bool
    let small: PostCard.PhotoModel?

    static let item: BoxRole.Item? = .page
    static let fields: FieldList<Page> = [
      .image("image", as: .photo, isHideable: true, \.image), .flag("isCurrent", \.isCurrent),
      .record("small", \.small),
      .veils,
    ]
  }
}

extension PostCard.Carousel {
  /// The photos as a grid, for designs without carousels.
  fileprivate var grid: Grid { Grid(photos: pages) }

  /// The photos in rows, where each keeps its aspect ratio.
  fileprivate var album: MessageCard.Album {
    MessageCard.Album(pages, aspects: pages.map { $0.candidates.lazy.compactMap(\.aspect).first ?? 1 })
  }

  fileprivate struct Grid: CardRecord {
    /// The maximum number of photos in the grid.
    static let limit = 4

    let photos: [ImageReference]

    static let fields: FieldList<Grid> = [
      .flag("isPair") { $0.photos.count == 2 }, .flag("isTrio") { $0.photos.count == 3 },
      .flag("isFull") { $0.photos.count >= limit },
      .list("photos") { grid in
        let beyond = grid.photos.count - limit
        return grid.photos.prefix(limit).enumerated().map { index, image in
          Cell(image: image, beyond: beyond > 0 && index == limit - 1 ? "+\(beyond)" : nil)
        }
      },
      .veils,
    ]

    private struct Cell: CardRecord {
      let image: ImageReference
      let beyond: String?

      static let fields: FieldList<Cell> = [
        .image("image", as: .photo, isHideable: true, \.image), .text("beyond", \.beyond),
      ]
    }
  }
}

extension ImageReference.Candidate {
  /// Width ÷ height.
  fileprivate var aspect: Double? {
    guard let width, let height, width > 0, height > 0 else { return nil }
    return Double(width) / Double(height)
  }
}

extension PostCard.Video: CardRecord {
  package static let item: BoxRole.Item? = .row(target: nil)
  package static let fields: FieldList<Self> = [
    .image("image", isHideable: true, \.poster), .number("ratio", \.ratio), .text("badge", \.badge),
    .text("title", \.title), .text("subtitle", \.subtitle), .target(\.target), .veils,
  ]
}

extension PostCard.Poll: CardRecord {
  package static let fields: FieldList<Self> = [
    .text("question", \.question), .text("note", \.note), .text("closing", \.closing), .text("standing", \.standing),
    .text("result", \.result), .list("options", \.options),
  ]
}

extension PostCard.Poll.Option: CardRecord {
  package static let item: BoxRole.Item? = .answer(spoken: "spoken")
  package static let fields: FieldList<Self> = [
    .text("title", \.title), .number("share", \.share), .text("percent", \.percent), .text("votes", \.votes),
    .flag("isLeader", \.isLeader), .flag("isChosen", \.isChosen), .flag("isWinner", \.isWinner),
    .text("spoken", \.spoken),
  ]
}

extension PostCard.Link: CardRecord {
  package static let item: BoxRole.Item? = .row(target: nil)
  package static let fields: FieldList<Self> = [
    .text("title", \.title), .text("text", \.text), .text("host", \.host), .image("image", isHideable: true, \.image),
    .number("ratio", \.ratio), .target(\.target),
  ]
}

extension PostCard.Row: CardRecord {
  package static let item: BoxRole.Item? = .row(target: nil)
  package static let fields: FieldList<Self> = [
    .text("type", \.type), .icon("icon", \.icon), .text("title", \.title), .text("subtitle", \.subtitle),
    .image("preview", isHideable: true, \.preview), .flag("isPlace") { $0.type == CardBuilder.placeRow },
    .target(\.target),
  ]
}
