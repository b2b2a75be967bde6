/// A service (or format) that a feed document can come from.
package enum Service: String, Codable, Sendable, CaseIterable {
  case vk
  case mastodon
  case bluesky
  case jsonFeed = "json-feed"
  case activityStreams = "activity-streams"
  case telegram
  case x
  /// Feedproof's own plain JSON of events.
  case events
  /// Conversations, whatever service they were exported from.
  case chat
}
