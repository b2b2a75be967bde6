/// What can't be played.
package enum TimelineIssue: Error, Equatable, Sendable {
  /// An event before the one that came last, or at no time at all; seconds.
  case time(Double, after: Double)
  /// A viewport that shows nothing, or whose numbers are none.
  case viewport(height: Double, insetTop: Double, insetBottom: Double)
  case itemNumber(ItemID)
  case height(Double, of: ItemID)
  case gap(Double, of: ItemID)
  case duplicateItem(ItemID)
  case noSuchItem(ItemID)
  /// A resize that gives other heights than the column has items.
  case heightCount(Int, items: Int)
  /// A drag without points, or whose points aren't in the order of their times.
  case drag
  /// A length or velocity that isn't a number one could scroll by.
  case amount(Double)
}
