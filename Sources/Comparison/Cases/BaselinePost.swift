import FeedReading

/// All cases of one post. Its cards are laid out and its photos decoded only once.
struct BaselinePost: Sendable {
  var placed: PostInFeed
  /// Index into the run's renderers: posts of mockups may come from other projects.
  var renderer: Int
  /// nil compares all of the project's images of the post with their baselines.
  var mockups: [Mockup]?

  var post: Post { placed.post }
}
