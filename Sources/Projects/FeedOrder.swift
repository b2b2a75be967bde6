/// In which order posts are shown.
package enum FeedOrder: String, CaseIterable, Sendable {
  /// As the feed has them.
  case feed
  /// The newest first; those without a date at the end, as the feed has them.
  case date
}
