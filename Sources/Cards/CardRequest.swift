/// What is asked of a feed's cards beside their design and their language. Whoever makes cards is given all of it.
package struct CardRequest: Hashable, Sendable {
  /// IANA name.
  package var timeZone = "UTC"
  /// Seconds since 1970; nil takes the newest post's date, so that a card never changes by itself.
  package var now: Int?
  package var dates = DateStyle.auto
  /// A search query whose words are marked in texts; nil marks nothing.
  package var highlight: String?
  /// The viewer's picture in the screen's header, an address as in a feed; nil draws the placeholder.
  package var viewer: String?

  package init() {}
}

/// How cards write dates.
package enum DateStyle: String, CaseIterable, Sendable {
  /// Absolute where a feed spans more than a year, else relative.
  case auto
  /// "yesterday at 9:05 AM": as seen from the newest post, or from the moment that the project says.
  case relative
  /// Day, month, year and time of each.
  case absolute
}
