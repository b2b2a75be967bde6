/// How cards write dates.
package enum DateStyle: String, CaseIterable, Sendable {
  /// "yesterday at 9:05 AM": as seen from the newest post, or from the moment that the project says.
  case relative
  /// Day, month, year and time of each.
  case absolute
}
