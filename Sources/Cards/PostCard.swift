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
    /// The author's content warning; if present, the text is covered and the photo blurred.
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
  struct CounterRow: CardRecord {
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

    static let fields: FieldList<CounterRow> = [
      .list("leading", \.leading), .list("trailing", \.trailing), .flag("isFull", \.isFull),
      .flag("hasBookmarks", \.hasBookmarks),
      column("answers", .replies, .comments), column("shares", .reposts, .boosts),
      column("likes", .likes, .favourites, .reactions), column("views", .views), column("bookmarks", .bookmarks),
    ]
  }
}
