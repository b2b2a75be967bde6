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
