/// The view model of one entry of a feed, whichever it is.
package enum FeedCard: Hashable, Sendable {
  case post(PostCard)
  case event(EventCard)

  package var id: String {
    switch self {
    case .post(let card): card.id
    case .event(let card): card.id
    }
  }

  package func value(in state: CardState) -> CardValue {
    switch self {
    case .post(let card): card.value(in: state)
    case .event(let card): card.value(in: state)
    }
  }

  /// The text that a collapsed card cuts; nil for a card of one state.
  package var body: PostCard.Body? {
    if case .post(let card) = self { card.body } else { nil }
  }

  /// Who or what the card is of: the author's name, the event's title.
  package var title: String {
    switch self {
    case .post(let card): card.header.name.string
    case .event(let card): card.title.string
    }
  }
}

extension FeedCard: Encodable {
  /// As the card itself: nothing tells of the enum.
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .post(let card): try card.encode(to: encoder)
    case .event(let card): try card.encode(to: encoder)
    }
  }
}
