import FeedIngest

/// How each counter looks, what is said of it and where it stands. Another counter needs a line here, an icon and
/// words (docs/architecture.md).
extension CardBuilder {
  func counters(of post: Post) -> [PostCard.Counter] {
    let hasReplies = post.counters.contains { $0.kind == .replies }
    return post.counters.compactMap { counter in
      let isOfViews = counter.kind == .views
      // Nobody asks to view a post: where the number is not known, there is nothing to show.
      if isOfViews, counter.value == nil { return nil }
      return PostCard.Counter(
        kind: counter.kind.rawValue, icon: Self.icon(of: counter.kind, besideReplies: hasReplies),
        label: counter.value.map(strings.counter),
        spoken: counter.value.map { strings.counted(max(0, $0), strings.accessibility.forms(of: counter.kind)) },
        group: isOfViews ? .trailing : .leading)
    }
  }

  /// Beside the arrow of replies, another one that points the other way would be read as its opposite.
  static func icon(of kind: Post.Counter.Kind, besideReplies: Bool) -> String {
    kind == .reposts && besideReplies ? Post.Counter.Kind.boosts.icon : kind.icon
  }
}

extension Post.Counter.Kind {
  /// Its name in the icon set.
  package var icon: String {
    switch self {
    case .likes: "like"
    case .reactions: "reaction"
    case .favourites: "favourite"
    case .comments: "comment"
    case .replies: "reply"
    case .reposts: "repost"
    case .boosts: "boost"
    case .quotes: "quote"
    case .views: "views"
    }
  }
}
