import FeedIngest

/// How each counter looks, what is said of it and where it stands. A counter of another service is a line here, an icon and
/// words.
extension PostCardBuilder {
  func counters(of post: Post) -> [PostCard.Counter] {
    let (counts, words) = (post.counters, strings.accessibility)
    func counter(
      _ kind: String, _ icon: String, _ count: Int?, _ forms: PluralForms, _ group: PostCard.Counter.Group = .leading
    ) -> PostCard.Counter {
      PostCard.Counter(
        kind: kind, icon: icon, label: count.map(counterText), spoken: count.map { strings.counted(max(0, $0), forms) },
        group: group)
    }
    let leading = [
      counter("likes", "like", counts.likes, words.likes),
      counter("comments", "comment", counts.comments, words.comments),
      counter("reposts", "repost", counts.reposts, words.reposts),
    ]
    // Nobody asks to view a post: where the number is not known, there is nothing to show.
    guard counts.views != nil else { return leading }
    return leading + [counter("views", "views", counts.views, words.views, .trailing)]
  }
}
