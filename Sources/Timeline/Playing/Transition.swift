/// A change of the content that is on its way on the screen: `rest` points of it are still to come.
///
/// The column has its final heights at once, and the offset is made for them. A transition tells by how much what is on
/// the screen is not there yet: what lies beyond it, seen from the anchor, is shifted, and the anchor is not.
struct Transition: Equatable, Sendable {
  enum Subject: Equatable, Sendable {
    /// An item whose height was another.
    case height(ItemID)
    /// Items that came one after the other. Their final places show through a window that opens.
    case inserted(first: ItemID, last: ItemID)
    /// Items that came where nothing lies beyond: they need no window.
    case appeared(first: ItemID, last: ItemID)
    /// Items that went, of those that were on the screen; above which item they were, or at the end.
    case deleted([Ghost], before: ItemID?)
  }

  struct Ghost: Equatable, Sendable {
    let id: ItemID
    /// From the top of what went together with it.
    let top: Double
    let height: Double
  }

  var subject: Subject
  /// What was added to the content's height in the end, gaps included: below 0 where it shrank.
  let growth: Double
  /// Whether it lies above the anchor, and pushes what is above it.
  let isAbove: Bool
  let start: Double

  static let duration = 0.25
  var end: Double { start + Self.duration }

  func progress(at time: Double) -> Double { TimingCurve.easeInOut.value(at: (time - start) / Self.duration) }

  /// How much of the growth is not there yet.
  func rest(at time: Double) -> Double { Points.snapped(growth * (1 - progress(at: time))) }
}

/// By how much items stand elsewhere than in the end, by their index.
struct Shifts {
  /// The shift of all items above the first step.
  private(set) var base = 0.0
  /// From an index on, a shift more than above it.
  private(set) var steps: [(index: Int, amount: Double)] = []

  init(_ transitions: [Transition], at time: Double, in column: Column) {
    for transition in transitions {
      let rest = transition.rest(at: time)
      switch transition.subject {
      case .appeared: continue
      case .height(let id):
        // The item itself hangs by its bottom where it pushes what is above it, and by its top where not.
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

  /// What lies above `first` is still lower by the rest, or what lies from `last` on still higher.
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
