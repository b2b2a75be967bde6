/// Input that can't be played.
public enum TimelineIssue: Error, Equatable, Sendable {
  /// An event before the previous one, or at an invalid time; seconds.
  case time(Double, after: Double)
  /// A viewport that is empty or has invalid numbers.
  case viewport(height: Double, insetTop: Double, insetBottom: Double)
  case itemNumber(ItemID)
  case height(Double, of: ItemID)
  case gap(Double, of: ItemID)
  case duplicateItem(ItemID)
  case noSuchItem(ItemID)
  /// A resize with a number of heights that differs from the number of items.
  case heightCount(Int, items: Int)
  /// A drag without points, or whose points are not sorted by time.
  case drag
  /// A length or velocity that is not usable for scrolling.
  case amount(Double)
}

extension TimelineIssue: CustomStringConvertible {
  public var description: String {
    switch self {
    case .time(let time, let last):
      "the event at \(time) s precedes an event at \(last) s; sort the events by time"
    case .viewport(let height, let top, let bottom):
      "a viewport \(height) pt high with insets of \(top) and \(bottom) has no visible area"
    case .itemNumber(let item): "an item's number must be from 0 to \(ItemID.numbers.upperBound), not \(item.number)"
    case .height(let height, let item):
      "item \(item.number): the height must be from 0 to \(Int(ColumnItem.heights.upperBound)) points, not \(height)"
    case .gap(let gap, let item):
      "item \(item.number): the gap must be from 0 to \(Int(ColumnItem.gaps.upperBound)) points, not \(gap)"
    case .duplicateItem(let item): "item \(item.number) occurs twice"
    case .noSuchItem(let item): "item \(item.number) does not exist"
    case .heightCount(let count, let items): "\(count) heights were given for \(items) items"
    case .drag: "a drag needs points in the order of their times"
    case .amount(let amount): "\(amount) is not a scroll distance"
    }
  }
}
