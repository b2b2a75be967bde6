import FeedReading

/// The view model of any entry of a feed.
package enum FeedCard: Hashable, Sendable {
  case post(PostCard)
  case event(EventCard)
  case message(MessageCard)
  case notice(NoticeCard)
  case record(RecordCard)

  package var id: String {
    switch self {
    case .post(let card): card.id
    case .event(let card): card.id
    case .message(let card): card.id
    case .notice(let card): card.id
    case .record(let card): card.id
    }
  }

  /// - Parameter places: The texts that a collapsed card truncates; nil truncates all of them.
  package func value(in state: CardState, cutting places: Set<BodyPlace>? = nil) -> CardValue {
    switch self {
    case .post(let card): card.value(in: state, cutting: places)
    case .event(let card): card.value(in: state)
    case .message(let card): card.value(in: state)
    case .notice(let card): card.value(in: state)
    case .record(let card): card.value()
    }
  }

  /// The texts that a collapsed card may truncate; empty for a card with one state.
  package var bodies: [(place: BodyPlace, body: PostCard.Body)] {
    if case .post(let card) = self { card.bodies } else { [] }
  }

  /// The service that the entry was read from; nil if the card doesn't depend on it.
  package var service: Service? {
    if case .post(let card) = self { card.service } else { nil }
  }

  /// Whether the card hides content until the reader reveals it.
  package var isVeiled: Bool {
    if case .post(let card) = self { card.isVeiled } else { false }
  }

  /// Whether the card shows an entry of custom data.
  package var isOwnData: Bool { if case .record = self { true } else { false } }

  /// The card's subject: the author's name or the event's title.
  package var title: String {
    switch self {
    case .post(let card): card.header.name.withoutPictures
    case .event(let card): card.title.string
    case .message(let card): card.author
    case .notice(let card): card.text.string
    case .record(let card): card.title?.string ?? card.type
    }
  }
}

extension FeedCard: Encodable {
  /// Encodes the card itself, without a trace of the enum.
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .post(let card): try card.encode(to: encoder)
    case .event(let card): try card.encode(to: encoder)
    case .message(let card): try card.encode(to: encoder)
    case .notice(let card): try card.encode(to: encoder)
    case .record(let card): try card.encode(to: encoder)
    }
  }
}

extension FeedCard {
  /// Returns the card's first words, so that a person recognizes it without its ID: from the post's own text, or else
  /// its reposts, or else its first row. On one line, with an ellipsis for the rest. Nil if the card has no words.
  ///
  /// - Parameter limit: The maximum number of characters, not counting the ellipsis.
  package func opening(limit: Int = 48) -> String? {
    let texts: [String?] =
      switch self {
      case .post(let card):
        card.bodies.map(\.body.text.string) + [card.summary?.string] + card.rows.map(\.title.string)
      case .event(let card): [card.description?.string]
      case .message(let card):
        [card.bubble.body?.string, card.bubble.emoji, card.bubble.absence] + card.bubble.rows.map(\.title.string)
      case .notice(let card): [card.text.string]
      case .record(let card): [card.title?.string] + card.values.words
      }
    let words = texts.lazy.compactMap { $0?.split(whereSeparator: \.isWhitespace) }.first { !$0.isEmpty }
    guard let words else { return nil }
    var opening = ""
    for word in words {
      let longer = opening.isEmpty ? String(word) : "\(opening) \(word)"
      // Cut a word that is longer than the limit.
      if longer.count > limit { return (opening.isEmpty ? String(word.prefix(limit)) : opening) + " …" }
      opening = longer
    }
    return opening
  }
}

/// The template that draws an entry of a feed.
package enum CardRole: Hashable, Sendable {
  case post, system, event, message, service, unread, dateHeader
  /// A custom record type; `template` is a file in the templates folder.
  case record(type: String, template: String)

  /// The built-in roles, in order of precedence for tokens.
  package static let stock: [CardRole] = [.post, .system, .event, .message, .service, .unread, .dateHeader]

  package init(_ post: Post) {
    self =
      switch post.kind {
      case .system: .system
      case .event: .event
      case .post, .photos: .post
      case .message(let message):
        switch message.form {
        case .words, .deleted, .undecryptable: .message
        case .notice: .service
        }
      case .separator(.day): .dateHeader
      case .separator(.unread): .unread
      case .record(let record): .record(type: record.type, template: record.template)
      }
  }

  package init(_ card: FeedCard) {
    self =
      switch card {
      case .event: .event
      case .message: .message
      case .notice(let card):
        switch card.kind {
        case .service: .service
        case .day: .dateHeader
        case .unread: .unread
        }
      case .post(let card): card.kind == .system ? .system : .post
      case .record(let card): .record(type: card.type, template: card.template)
      }
  }

  /// The template's path in the folder of card templates.
  package var file: String {
    switch self {
    case .post: "post.yml"
    case .system: "system.yml"
    case .event: "event.yml"
    case .message: "message.yml"
    case .service: "service.yml"
    case .unread: "unread.yml"
    case .dateHeader: "date-header.yml"
    case .record(_, let template): template
    }
  }

  /// The view model that the template must declare.
  package var model: String {
    switch self {
    case .post, .system: PostCard.modelName
    case .event: EventCard.modelName
    case .message: MessageCard.modelName
    case .service, .unread, .dateHeader: NoticeCard.modelName
    case .record(let type, _): type
    }
  }
}
