import Basics
import Drawing

/// The view model of a message.
package struct MessageCard: Hashable, Encodable, Sendable {
  /// The color of an author's name: the same for all of an author's messages.
  package enum Tint: String, Encodable, Sendable, CaseIterable { case red, orange, violet, green, cyan, blue, pink }

  package var id: String
  /// The author's name, even if the card doesn't show it.
  package var author: String
  package var isOutgoing: Bool
  /// Whether the message is the first or last of a run: messages of one author without a pause. The first shows the
  /// name, the last the avatar and the tail.
  package var isFirst: Bool
  package var isLast: Bool
  /// Shown above the first message of a run, if names are needed to tell authors apart.
  package var name: RichText?
  package var tint: Tint
  /// Whether there is room for avatars next to the bubbles.
  package var hasFaces: Bool
  /// Next to the last message of a run.
  package var face: Face?
  package var bubble: Bubble
  package var reactions: [Reaction]

  package struct Face: Hashable, Encodable, Sendable {
    package var initials: String?
    package var tint: Tint
  }

  package struct Reaction: Hashable, Encodable, Sendable {
    package var symbol: String
    /// Nil if there is only one.
    package var count: String?
    /// "👍, 2 reactions"
    package var spoken: String
  }

  /// The message's content with its time.
  package struct Bubble: Hashable, Encodable, Sendable {
    /// "12:34", "edited 12:34"; empty if unknown.
    package var time: String
    /// "Forwarded from Anna"
    package var forward: String?
    package var reply: Reply?
    package var body: RichText?
    /// One to three emoji and nothing else, drawn large.
    package var emoji: String?
    /// An image without a bubble.
    package var sticker: PostCard.PhotoModel?
    package var photo: PostCard.PhotoModel?
    package var album: Album?
    package var videos: [PostCard.Video] = []
    package var voice: Voice?
    package var polls: [PostCard.Poll] = []
    package var links: [PostCard.Link] = []
    package var rows: [PostCard.Row] = []
    /// Link cards below the text, one per linked page.
    package var previews: [PostCard.Row] = []
    /// "Message deleted"
    package var absence: String?

    /// Whether the bubble shows anything besides text, polls and link cards.
    var hasMedia: Bool {
      sticker != nil || photo != nil || album != nil || !videos.isEmpty || voice != nil || !rows.isEmpty
        || !previews.isEmpty
    }

    /// Whether all content is drawn without a bubble.
    package var isBare: Bool { emoji != nil || sticker != nil }

    /// Whether photos are the only content, so that the time is drawn over them. A video's poster already shows the
    /// duration.
    package var isPicture: Bool {
      (photo != nil || album != nil) && carriesNothing && body == nil && voice == nil && previews.isEmpty
        && absence == nil && reply == nil && forward == nil
    }
  }

  package struct Reply: Hashable, Encodable, Sendable {
    package var name: String?
    package var text: String
    package var tint: Tint
    /// `#message-17`; nil if the message is not in the conversation.
    package var target: LinkTarget?
  }

  /// Several photos in rows; the cells of a row have the same height.
  package struct Album: Hashable, Encodable, Sendable {
    package struct Row: Hashable, Encodable, Sendable {
      /// Height ÷ width.
      package var ratio: Double
      package var cells: [Cell]
    }

    package struct Cell: Hashable, Encodable, Sendable {
      package var image: ImageReference
      /// The share of the row's width, 0…1.
      package var share: Double
    }

    package var rows: [Row]

    /// Makes rows of two and three photos; each row's height keeps the photos' aspect ratios.
    ///
    /// - Parameter aspects: Width ÷ height of each photo.
    init(_ images: [ImageReference], aspects: [Double]) {
      var rest = Array(zip(images, aspects.map(\.clampedAspect)))[...]
      rows = Self.rowCounts(of: rest.count).map { count in
        let own = rest.prefix(count)
        rest = rest.dropFirst(count)
        let sum = own.reduce(0) { $0 + $1.1 }
        return Row(ratio: 1 / sum, cells: own.map { Cell(image: $0.0, share: $0.1 / sum) })
      }
    }

    /// Rows of three, preceded by rows of two if the count is not divisible by three: 2, 3, 2 2, 2 3, 3 3, 2 2 3, …
    static func rowCounts(of count: Int) -> [Int] {
      guard count > 1 else { return count == 1 ? [1] : [] }
      let twos = count % 3 == 0 ? 0 : count % 3 == 2 ? 1 : 2
      return Array(repeating: 2, count: twos) + Array(repeating: 3, count: (count - 2 * twos) / 3)
    }
  }

  /// A voice message, as a row of bars.
  package struct Voice: Hashable, Encodable, Sendable {
    /// "0:14"; nil if unknown.
    package var duration: String?
    /// The loudness of each bar, 0…1.
    package var levels: [Double]
    /// "Voice message"
    package var title: String
  }
}

/// A line between messages: a day, an event, or the unread marker.
package struct NoticeCard: Hashable, Encodable, Sendable {
  package enum Kind: String, Encodable, Sendable { case service, day, unread }

  package var id: String
  package var kind: Kind
  package var text: RichText
  /// `#message-17`: the message that the notice is about, if the conversation contains it.
  package var target: LinkTarget?
}

// MARK: Fields

extension MessageCard: CardModel {
  package static let modelName = "message"

  /// A message has one state: it is always shown in full.
  package static let fields: FieldList<MessageCard> = [
    .flag("isOutgoing", \.isOutgoing), .flag("isFirst", \.isFirst), .flag("isLast", \.isLast),
    .text("name", as: .name, \.name), .tints(\.tint), .flag("hasFaces", \.hasFaces), .record("face", \.face),
    .record("bubble") { SidedBubble(bubble: $0.bubble, isOutgoing: $0.isOutgoing) }, .list("reactions", \.reactions),
  ]

  private struct SidedBubble: CardRecord {
    let bubble: Bubble
    let isOutgoing: Bool

    static let fields: FieldList<SidedBubble> = [
      .flag("isOutgoing", \.isOutgoing), CardField(fieldsOf: Bubble.fields) { ($0.bubble, $1) },
    ]
  }
}

extension CardField {
  /// A flag with the tint's name, since templates choose the colors.
  static func tints(_ get: @escaping @Sendable (Record) -> MessageCard.Tint) -> CardField {
    let names = MessageCard.Tint.allCases.map { ($0.rawValue, CardSchema.flag) }
    return CardField("tints", .record(Dictionary(uniqueKeysWithValues: names))) { record, _ in
      .record([get(record).rawValue: .flag(true)])
    }
  }
}

extension MessageCard.Face: CardRecord {
  package static let fields: FieldList<Self> = [.text("initials", as: .avatar, \.initials), .tints(\.tint)]
}

extension MessageCard.Reaction: CardRecord {
  package static let item: BoxRole.Item? = .counter(kind: "kind", spoken: "spoken")
  package static let fields: FieldList<Self> = [
    .text("kind") { _ in "reaction" }, .text("symbol", \.symbol), .text("count", \.count), .text("spoken", \.spoken),
  ]
}

extension MessageCard.Bubble: AttachmentRecord {
  package static let fields: FieldList<Self> = [
    .flag("isBare", \.isBare), .flag("isPicture", \.isPicture),
    .text("time", as: .date) { $0.time.isEmpty ? nil : $0.time }, .text("forward", \.forward),
    .list("replies") { $0.reply.map { [$0] } ?? [] }, .text("text", as: .body, \.body),
    .text("emoji", as: .body, \.emoji), .record("sticker", of: PostCard.PhotoModel.plain, \.sticker),
    .record("photo", of: PostCard.PhotoModel.plain, \.photo), .record("album", \.album), .record("voice", \.voice),
    lists,
    .record("previews") { $0.previews.isEmpty ? nil : Previews(rows: $0.previews) }, .text("absence", \.absence),
  ]

  private struct Previews: CardRecord {
    let rows: [PostCard.Row]

    static let fields: FieldList<Previews> = [.list("rows", \.rows)]
  }
}

extension MessageCard.Reply: CardRecord {
  package static let item: BoxRole.Item? = .row(target: nil)
  package static let fields: FieldList<Self> = [
    .text("name", \.name), .text("text", \.text), .tints(\.tint), .target(\.target),
  ]
}

extension MessageCard.Album: CardRecord {
  package static let fields: FieldList<Self> = [.list("rows", \.rows), .veils]
}

extension MessageCard.Album.Row: CardRecord {
  package static let fields: FieldList<Self> = [.number("ratio", \.ratio), .list("cells", \.cells)]
}

extension MessageCard.Album.Cell: CardRecord {
  package static let fields: FieldList<Self> = [
    .image("image", as: .photo, isHideable: true, \.image), .number("share", \.share),
  ]
}

extension MessageCard.Voice: CardRecord {
  package static let fields: FieldList<Self> = [
    .text("duration", \.duration), .text("title", \.title), .list("levels") { $0.levels.map(Level.init) },
  ]

  private struct Level: CardRecord {
    let level: Double

    static let fields: FieldList<Level> = [.number("level", \.level)]
  }
}

extension NoticeCard: CardModel {
  package static let modelName = "notice"

  package static let fields: FieldList<NoticeCard> = [
    .list("lines") { [Line(text: $0.text, target: $0.target)] }
  ]

  private struct Line: CardRecord {
    let text: RichText
    let target: LinkTarget?

    static let item: BoxRole.Item? = .row(target: nil)
    static let fields: FieldList<Line> = [.text("text", \.text), .target(\.target)]
  }
}

extension Double {
  /// Width ÷ height of an album photo or a sticker, limited so that it is neither too narrow nor too flat.
  var clampedAspect: Double { isFinite ? Swift.min(Swift.max(self, 0.6), 2.2) : 1 }
}
