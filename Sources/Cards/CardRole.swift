import FeedIngest

/// Which template draws an entry of a feed.
package enum CardRole: String, CaseIterable, Sendable {
  case post, system, event, message, service, unread
  case dateHeader = "date-header"

  package init(_ post: Post) {
    self =
      switch post.kind {
      case .system: .system
      case .event: .event
      case .post, .photos: .post
      case .message(let message):
        switch message.form {
        case .words, .deleted: .message
        case .notice: .service
        }
      case .separator(.day): .dateHeader
      case .separator(.unread): .unread
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
      }
  }

  /// In the folder of card templates.
  package var file: String { "\(rawValue).yml" }

  /// The view model that the template has to be for.
  package var model: String {
    switch self {
    case .post, .system: PostCard.modelName
    case .event: EventCard.modelName
    case .message: MessageCard.modelName
    case .service, .unread, .dateHeader: NoticeCard.modelName
    }
  }
}
