/// A running transition of the content: `rest` points of the change are still to come.
///
/// The column has its final heights at once, and the offset matches them. A transition tells how much of the change is
/// not visible yet: content beyond it, as seen from the anchor, is shifted, and the anchor is not.
package struct Transition: Equatable, Sendable {
  enum Subject: Equatable, Sendable {
    /// An item that changed its height.
    case height(ItemID)
    /// Consecutive new items. A growing window reveals them at their final positions.
    case inserted(first: ItemID, last: ItemID)
    /// New items at the outer edge, which need no window.
    case appeared(first: ItemID, last: ItemID)
    /// Deleted items that were visible, with the item that they were above; nil for the end.
    case deleted([DeletedItem], before: ItemID?)
  }

  struct DeletedItem: Equatable, Sendable {
    let id: ItemID
    /// The distance from the top of the deleted run.
    let top: Double
    let height: Double
  }

  var subject: Subject
  /// The total change of the content's height, including gaps; negative if it shrinks.
  let growth: Double
  /// Whether it is above the anchor and therefore pushes the content above it.
  let isAbove: Bool
  let start: Double

  static let duration = 0.25
  var end: Double { start + Self.duration }

  func progress(at time: Double) -> Double { TimingCurve.easeInOut.value(at: (time - start) / Self.duration) }

  /// The part of the growth that is still to come.
  func rest(at time: Double) -> Double { Points.snapped(growth * (1 - progress(at: time))) }
}

/// The distance of items from their final positions, by index.
struct ItemShifts {
  /// The shift of all items before the first step.
  private(set) var base = 0.0
  /// Each step adds a shift from its index on.
  private(set) var steps: [(index: Int, amount: Double)] = []

  init(_ transitions: [Transition], at time: Double, in column: Column) {
    for transition in transitions {
      let rest = transition.rest(at: time)
      switch transition.subject {
      case .appeared: continue
      case .height(let id):
        // The item itself is attached by its bottom if it pushes the content above it, otherwise by its top.
        if let index = column.index(of: id) {
          push(rest, isAbove: transition.isAbove, first: index + 1, last: index + 1)
        }
      case .inserted(let first, let last):
        guard let first = column.index(of: first), let last = column.index(of: last) else { continue }
        push(rest, isAbove: transition.isAbove, first: first, last: last + 1)
      case .deleted(_, let before):
        let index = before.flatMap { column.index(of: $0) } ?? column.count
        push(rest, isAbove: transition.isAbove, first: index, last: index)
      }
    }
    steps.sort { $0.index < $1.index }
  }

  /// Shifts the content above `first` down by the rest, or the content from `last` on up.
  private mutating func push(_ rest: Double, isAbove: Bool, first: Int, last: Int) {
    if isAbove {
      base += rest
      steps.append((first, -rest))
    } else {
      steps.append((last, -rest))
    }
  }

  func shift(at index: Int) -> Double {
    steps.reduce(base) { $1.index <= index ? $0 + $1.amount : $0 }
  }
}
