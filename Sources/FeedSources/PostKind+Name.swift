import FeedIngest

extension Post.Kind {
  /// The service's name for the item.
  package var name: String {
    switch self {
    case .post: "post"
    case .event: "event"
    case .photos(let type), .system(_, let type): type
    }
  }
}
