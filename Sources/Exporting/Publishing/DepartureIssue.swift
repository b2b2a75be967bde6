import Diagnostics

/// Why posts that left the feed can't stay in an output.
enum DepartureIssue: Issue, Hashable {
  /// They were drawn at other widths, scales or themes; `lacks` is one that is asked for: `414@2x-dark`.
  case otherScreens(count: Int, first: String, lacks: String)
  /// Its pictures are no longer there, or no longer those that were drawn.
  case picturesLost
  /// A part of an export does not know what the whole's output holds.
  case shard
  case conversation
}
