import Drawing
import Names

extension PostCard {
  /// What a post says and carries, whether the card is its own or it stands as a repost on another's.
  package struct Content: Hashable, Encodable, Sendable {
    package var body: Body?
    /// One photo, over the card's full width.
    package var photo: PhotoModel?
    package var carousel: Carousel?
    /// Shown by a poster; further ones are rows.
    package var videos: [Video] = []
    /// A picture that stands by itself, in its own size.
    package var sticker: PhotoModel?
    package var voice: MessageCard.Voice?
    package var polls: [Poll] = []
    /// Pages that the post leads to.
    package var links: [Link] = []
    /// Other attachments, place, signer, paywall: a compact row each.
    package var rows: [Row] = []
    /// Until it is opened, nothing but this is shown of the rest.
    package var warning: Warning?
    /// What shows the pictures, which are blurred until then: "Show"; nil where nothing is to be hidden.
    package var veil: String?

    /// Whether something is hidden until it is asked for.
    package var isVeiled: Bool { warning != nil || veil != nil }

    /// The first of the pictures, whatever their number; of what is hidden at first, blurred.
    package var thumbnail: ImageReference? { isVeiled ? picture?.blurred : picture }

    private var picture: ImageReference? {
      if let photo { return photo.image }
      if let page = carousel?.pages.first { return page }
      if let video = videos.first { return video.poster }
      return sticker?.image ?? rows.lazy.compactMap(\.preview).first ?? links.lazy.compactMap(\.image).first
    }

    /// Whether what a warning stands before is there to be seen.
    func isOpen(in state: CardState) -> Bool { warning == nil || state != .collapsed }

    /// The word on pictures that are hidden in a state; nil where they are not.
    func veil(in state: CardState) -> String? { state == .collapsed ? veil : nil }
  }

  /// What a post is hidden behind until it is asked for.
  package struct Warning: Hashable, Encodable, Sendable {
    package var text: RichText
    /// What asks for it: "Show".
    package var show: String
  }

  /// The text and how much of it a collapsed card shows.
  package struct Body: Hashable, Encodable, Sendable {
    /// What the author called it, above the text; nil where nothing is below it, and of what has no title.
    package var title: RichText?
    package var text: RichText
    /// A text of more lines than this has two states.
    package var collapsesAbove: Int
    /// Lines shown when collapsed.
    package var collapsedLines: Int
    /// "Показать полностью…"
    package var showMore: String
  }

  package struct PhotoModel: Hashable, Encodable, Sendable {
    package var image: ImageReference
    /// Height ÷ width of the box, the aspect clamped.
    package var ratio: Double
    /// Points; nil where the photo has pixels enough for any card. A smaller one is not blown up.
    package var maxWidth: Double?
  }

  package struct Carousel: Hashable, Encodable, Sendable {
    package var pages: [ImageReference]
    /// Height ÷ width of every page.
    package var ratio: Double
    /// Shown page, from 0.
    package var current = 0
    /// Pages, by number, whose photo is too small for them and keeps its own size; nil where there are none.
    package var small: [Int: PhotoModel]?

    /// More pages than marks of the usual size stand beside each other on the narrowest screen.
    package var isLong: Bool { pages.count > 16 }
  }

  /// A video or an animation: its poster over the card's width, and what it is called.
  package struct Video: Hashable, Encodable, Sendable {
    package var poster: ImageReference
    /// Height ÷ width of the poster, bounded as a photo's.
    package var ratio: Double
    /// In the poster's corner: "10:14", "прямой эфир"; nil where nobody knows how long it is.
    package var badge: String?
    /// Nil where the feed gives none.
    package var title: RichText?
    package var subtitle: RichText?
    /// Where a tap leads.
    package var target: LinkTarget?
  }

  /// A poll in full: what is asked, and all that can be answered.
  package struct Poll: Hashable, Encodable, Sendable {
    /// Nil where the feed gives none.
    package var question: RichText?
    /// "Анонимный опрос · 1 387 голосов · завершён"
    package var note: String
    /// When voting ends: "closes May 21 at 3:05 PM".
    package var closing: String?
    package var options: [Option]

    package struct Option: Hashable, Encodable, Sendable {
      package var title: RichText
      /// Of the votes, 0…1: how long the bar is; nil where nobody knows the votes.
      package var share: Double?
      /// "51 %"; nil with the share.
      package var percent: String?
      /// "702", "1,3K"; nil where nobody knows them.
      package var votes: String?
      /// None has more votes, and it has some.
      package var isLeader = false
      /// By whose feed it is.
      package var isChosen = false
      /// The leader of a poll that is closed.
      package var isWinner = false
      /// What a screen reader says: "Рыба: 15 %, 203 голоса".
      package var spoken: String
    }
  }

  /// What a page that a post leads to says of itself.
  package struct Link: Hashable, Encodable, Sendable {
    package var title: RichText
    package var text: RichText?
    /// "example.org"
    package var host: String?
    package var image: ImageReference?
    /// Height ÷ width of the picture over the card's whole width; nil where it stands small beside the words.
    package var ratio: Double?
    package var target: LinkTarget?
  }

  /// An attachment that is told in one line or two.
  package struct Row: Hashable, Encodable, Sendable {
    /// The attachment's type (`video`, `link`, `geo`, `signer`, …).
    package var type: String
    /// Name in the icon set.
    package var icon: String
    package var title: RichText
    package var subtitle: RichText?
    package var preview: ImageReference?
    /// Where a tap leads.
    package var target: LinkTarget?
  }
}

// MARK: Fields

extension CardField {
  /// Content as fields of the record that has it.
  static func content(_ get: @escaping @Sendable (Record) -> PostCard.Content) -> CardField {
    CardField(fieldsOf: PostCard.Content.fields) { (get($0), $1) }
  }
}

extension PostCard.Content: CarryingRecord {
  /// Behind a warning there is nothing else to be seen, and pictures may be hidden.
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
  /// The whole text has no line limit.
  package static let fields: FieldList<Self> = [
    .text("title", \.title), .text("text", as: .body, \.text),
    CardField("isCut", .flag) { _, view in .flag(view.isCut) },
    CardField("visibleLines", .number) { body, view in view.isCut ? .number(Double(body.collapsedLines)) : nil },
    CardField("showMore", .text(.showMore)) { body, view in view.isCut ? .string(body.showMore) : nil },
  ]
}

extension PostCard.PhotoModel: CardRecord {
  /// What is never hidden.
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
  /// Its photos beside and below each other, for designs in which no pages are turned.
  fileprivate var grid: Grid { Grid(photos: pages) }

  /// The same in rows, where each keeps its shape.
  fileprivate var album: MessageCard.Album {
    MessageCard.Album(pages, aspects: pages.map { $0.candidates.lazy.compactMap(\.aspect).first ?? 1 })
  }

  fileprivate struct Grid: CardRecord {
    /// As many as have a place.
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
    .text("question", \.question), .text("note", \.note), .text("closing", \.closing), .list("options", \.options),
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
    .image("preview", isHideable: true, \.preview), .target(\.target),
  ]
}
