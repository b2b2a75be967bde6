import Drawing

/// The first step's result: an element's size within one range, and where its children stand in it.
///
/// An object, because the same measurement is kept for its range, used by its parent and placed in the end.
final class Measurement: Sendable {
  let node: LayoutNode
  /// Whole device pixels.
  let size: Size
  let children: PlacedChildren
  let baselines: Baselines
  let text: TextMeasurement?
  /// What could not be had as asked within this range.
  let facts: [LayoutProblem.Fact]

  init(
    _ node: LayoutNode, size: Size, children: PlacedChildren = .none, baselines: Baselines = .none,
    text: TextMeasurement? = nil, facts: [LayoutProblem.Fact] = []
  ) {
    self.node = node
    self.size = size
    self.children = children
    self.baselines = baselines
    self.text = text
    self.facts = facts
  }
}

/// A measured child and its place in its parent, not yet rounded: positions are rounded once they are absolute.
struct PlacedChild: Sendable {
  let measurement: Measurement
  let origin: Point

  init(_ measurement: Measurement, at origin: Point = .zero) {
    self.measurement = measurement
    self.origin = origin
  }

  /// The child's baselines in the parent's coordinates.
  var baselines: Baselines { measurement.baselines.offset(by: origin.y) }
}

/// The y of the first and of the last line of text in an element; nil where it has no text.
struct Baselines: Hashable, Sendable {
  var first: Double?
  var last: Double?

  static let none = Baselines(first: nil, last: nil)

  func offset(by delta: Double) -> Baselines {
    Baselines(first: first.map { $0 + delta }, last: last.map { $0 + delta })
  }
}

/// A measured element's children in drawing order. One child, as most rules have, needs no array.
enum PlacedChildren: Sendable {
  case none
  case one(PlacedChild)
  case several([PlacedChild])
}

extension PlacedChildren: RandomAccessCollection, ExpressibleByArrayLiteral {
  init(_ children: [PlacedChild]) {
    self = children.isEmpty ? .none : .several(children)
  }

  init(arrayLiteral children: PlacedChild...) {
    self.init(children)
  }

  var startIndex: Int { 0 }

  var endIndex: Int {
    switch self {
    case .none: 0
    case .one: 1
    case .several(let children): children.count
    }
  }

  subscript(index: Int) -> PlacedChild {
    switch self {
    case .several(let children): return children[index]
    case .one(let child):
      precondition(index == 0, "an element of one child has no other")
      return child
    case .none: preconditionFailure("an element without children has none")
    }
  }
}
