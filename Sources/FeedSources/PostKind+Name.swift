import FeedIngest

extension Post.Kind {
  /// The service's name for the item.
  package var name: String {
    switch self {
    case .post: "post"
    case .event: "event"
    case .photos(let type), .system(_, let type): type
    case .message(let message):
      switch message.form {
      case .words, .deleted: "message"
      case .notice: "service"
      }
    case .separator(.day): "day"
    case .separator(.unread): "unread"
    }
  }
}
