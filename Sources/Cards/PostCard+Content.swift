import Basics
import Drawing

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
