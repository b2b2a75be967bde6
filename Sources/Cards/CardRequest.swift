/// The options for a feed's cards besides design and language. Every card builder gets all of them.
package struct CardRequest: Hashable, Sendable {
  /// IANA name.
  package var timeZone = "UTC"
  /// Seconds since 1970; nil uses the newest post's date, so that a card never changes by itself.
  package var now: Int?
  package var dates = DateStyle.auto
  /// A search query whose words are marked in texts; nil marks nothing.
  package var highlight: String?
  /// The viewer's avatar in the screen's header, an address as in a feed; nil draws the placeholder.
  package var viewer: String?

  package init() {}
}

/// How cards write dates.
package enum DateStyle: String, CaseIterable, Sendable {
  /// Absolute if a feed spans more than a year, else relative.
  case auto
  /// "yesterday at 9:05 AM": relative to the newest post, or to the moment set by the project.
  case relative
  /// Day, month, year and time.
  case absolute
}
