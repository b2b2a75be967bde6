import FeedIngest

/// Which template draws an entry of a feed.
package enum CardRole: String, CaseIterable, Sendable {
  case post, system, event

  package init(_ post: Post) {
    self =
      switch post.kind {
      case .system: .system
      case .event: .event
      case .post, .photos: .post
      }
  }

  package init(_ card: FeedCard) {
    self =
      switch card {
      case .event: .event
      case .post(let card): card.kind == .system ? .system : .post
      }
  }

  /// In the folder of card templates.
  package var file: String { "\(rawValue).yml" }

  /// The view model that the template has to be for.
  package var model: String {
    switch self {
    case .post, .system: PostCard.modelName
    case .event: EventCard.modelName
    }
  }
}

extension Feed {
  /// The templates that its entries need, in the order of the cases; the first one's tokens are the whole feed's.
  package var cardRoles: [CardRole] {
    let needed = Set(posts.map(CardRole.init))
    return CardRole.allCases.filter(needed.contains)
  }
}
