import FeedIngest

/// The view model of one entry of a feed, whichever it is.
package enum FeedCard: Hashable, Sendable {
  case post(PostCard)
  case event(EventCard)
  case message(MessageCard)
  case notice(NoticeCard)

  package var id: String {
    switch self {
    case .post(let card): card.id
    case .event(let card): card.id
    case .message(let card): card.id
    case .notice(let card): card.id
    }
  }

  /// - Parameter places: Texts that a collapsed card cuts; nil cuts all of them.
  package func value(in state: CardState, cutting places: Set<PostCard.BodyPlace>? = nil) -> CardValue {
    switch self {
    case .post(let card): card.value(in: state, cutting: places)
    case .event(let card): card.value(in: state)
    case .message(let card): card.value(in: state)
    case .notice(let card): card.value(in: state)
    }
  }

  /// The texts that a collapsed card may cut; none for a card of one state.
  package var bodies: [(place: PostCard.BodyPlace, body: PostCard.Body)] {
    if case .post(let card) = self { card.bodies } else { [] }
  }

  /// What document it was read from; nil where nothing depends on it.
  package var service: Service? {
    if case .post(let card) = self { card.service } else { nil }
  }

  /// Whether something is hidden until it is asked for.
  package var isVeiled: Bool {
    if case .post(let card) = self { card.isVeiled } else { false }
  }

  /// Who or what the card is of: the author's name, the event's title.
  package var title: String {
    switch self {
    case .post(let card): card.header.name.string
    case .event(let card): card.title.string
    case .message(let card): card.author
    case .notice(let card): card.text.string
    }
  }
}

extension FeedCard: Encodable {
  /// As the card itself: nothing tells of the enum.
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .post(let card): try card.encode(to: encoder)
    case .event(let card): try card.encode(to: encoder)
    case .message(let card): try card.encode(to: encoder)
    case .notice(let card): try card.encode(to: encoder)
    }
  }
}
