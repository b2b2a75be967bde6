import Drawing
import FeedIngest
import Names

/// Everything that a post's card shows, ready to be arranged: strings are formatted, markup is parsed, states decided.
@dynamicMemberLookup
package struct PostCard: Hashable, Encodable, Sendable {
  /// How the card looks, by its own media.
  package enum Kind: String, Encodable, Sendable { case text, photo, carousel, video, system }

  package var id: String
  package var kind: Kind
  package var header: Header
  package var content = Content()
  /// What the post quotes: one at most.
  package var quotes: [Quote] = []
  /// Nearest first.
  package var reposts: [Repost] = []
  /// Empty for items that nobody can like (system cards).
  package var counters: [Counter] = []
  /// What readers answered with, each kind with its number, where the feed tells them apart; nil where it does not.
  package var reactions: [MessageCard.Reaction]?
  /// The whole post in one line, for cards that show no more of it.
  package var summary: RichText?
  /// Who put another's post into the feed, above its header.
  package var boost: Line?
  /// What the post answers.
  package var reply: Line?
  /// What document the post was read from: services can have templates of their own.
  package var service: Service?

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

  package typealias BodyPlace = Cards.BodyPlace

  /// The texts that a collapsed card may cut, in the order of the card.
  package var bodies: [(place: BodyPlace, body: Body)] {
    let inside = reposts.enumerated().compactMap { index, repost in
      repost.body.map { (BodyPlace.repost(index), $0) }
    }
    return (content.body.map { [(.own, $0)] } ?? []) + inside
  }

  /// Who a post is by, and when.
  package struct Header: Hashable, Encodable, Sendable {
    package var name: RichText
    /// "сегодня в 9:05", with "реклама", "закреплено" or "изменено" where that is so; empty where nobody knows.
    package var date: String
    /// How long ago, as short as can be: "5h", "2d", "May 2"; nil where nobody knows.
    package var age: String?
    package var avatar: ImageReference?
    /// What stands for the avatar where it can't be had: "АС"; nil where the name has no letter.
    package var initials: String?
    package var isPinned = false
    /// "@anna@example.social"
    package var handle: String?
  }

  /// A line of its own that says how a post came here or what it answers.
  package struct Line: Hashable, Encodable, Sendable {
    /// Name in the icon set.
    package var icon: String
    /// "Anna boosted"; the name leads to a page where there is one.
    package var text: RichText
    /// Who passed it on, by name alone; nil of an answer.
    package var by: RichText?
    /// "Forwarded from Anna", of whose post it is; nil of an answer.
    package var origin: RichText?
  }

  /// A post that is quoted, in a few lines.
  package struct Quote: Hashable, Encodable, Sendable {
    /// Nil where the quoted post can't be shown.
    package var header: Header?
    package var text: RichText?
    /// What hides it, in its author's words; nothing else of it is shown then.
    package var warning: RichText?
    /// The first picture, whatever their number.
    package var photo: ImageReference?
    /// What it carries beside, in a word: "Video".
    package var note: String?
    /// Why it can't be shown.
    package var absence: String?
    /// Its page.
    package var target: LinkTarget?
  }

  /// A post inside another one, which reposts it.
  @dynamicMemberLookup
  package struct Repost: Hashable, Encodable, Sendable {
    package var header: Header
    /// How many steps it stands in from the first one, which it is a repost of.
    package var steps = 0
    package var content = Content()
    /// Its page.
    package var target: LinkTarget?

    /// `repost.body` is `repost.content.body`.
    package subscript<Value>(dynamicMember path: WritableKeyPath<Content, Value>) -> Value {
      get { content[keyPath: path] }
      set { content[keyPath: path] = newValue }
    }
  }

  /// A counter as it is shown.
  package struct Counter: Hashable, Encodable, Sendable {
    /// Where it stands: what readers do with a post comes first, what is only counted at the card's other edge.
    package enum Group: String, Encodable, Sendable { case leading, trailing }

    /// What it counts; no two of a card are of one kind. The counter's box is called so.
    package var kind: String
    /// Name in the icon set.
    package var icon: String
    /// "1.2K"; nil where the feed gives no number, and the icon stands alone.
    package var label: String?
    /// What a screen reader says: "1,234 likes"; nil with the label.
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
    .text("summary", \.summary), .image("thumbnail", \.thumbnail),
  ]

  /// - Parameter places: Texts that a collapsed card cuts; nil cuts all of them.
  package func value(in state: CardState, cutting places: Set<BodyPlace>?) -> CardValue {
    value(CardView(state: state, cutPlaces: places))
  }
}

extension PostCard.Header: CardRecord {
  package static let fields: FieldList<Self> = [
    .text("name", as: .name, \.name), .text("handle", \.handle),
    .text("date", as: .date) { $0.date.isEmpty ? nil : $0.date }, .text("age", as: .date, \.age),
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
  /// As many counters as stand at distances of their own on the narrowest screen. More of them share the row.
  private static let mostApart = 4

  /// Counters in two groups.
  struct CounterRow: CardRecord {
    let isFull, hasBookmarks: Bool
    let leading, trailing: [Place]

    init(_ counters: [Counter]) {
      isFull = counters.count > PostCard.mostApart
      hasBookmarks = counters.contains { $0.kind == Post.Counter.Kind.bookmarks.rawValue }
      func places(_ group: Counter.Group) -> [Place] {
        let members = counters.filter { $0.group == group }
        return members.enumerated().map { Place(counter: $1, isLast: $0 == members.count - 1) }
      }
      (leading, trailing) = (places(.leading), places(.trailing))
    }

    struct Place: CardRecord {
      let counter: Counter
      let isLast: Bool

      static let item: BoxRole.Item? = .counter(kind: "kind", spoken: "spoken")
      static let fields: FieldList<Place> = [
        .text("kind", \.counter.kind), .icon("icon", \.counter.icon), .text("label", \.counter.label),
        .text("spoken", \.counter.spoken), .flag("isLast", \.isLast),
      ]
    }

    static let fields: FieldList<CounterRow> = [
      .list("leading", \.leading), .list("trailing", \.trailing), .flag("isFull", \.isFull),
      .flag("hasBookmarks", \.hasBookmarks),
    ]
  }
}
