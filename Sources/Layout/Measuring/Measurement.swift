import Drawing

/// The result of the first step: an element's size within one range, and the positions of its children in it.
///
/// A class, because a measurement is cached, used by its parent, and finally placed.
package final class Measurement: Sendable {
  let node: LayoutNode
  /// In whole device pixels.
  package let size: Size
  let children: PlacedChildren
  let baselines: Baselines
  let text: TextMeasurement?
  /// The requests that could not be met within this range.
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

/// A measured child with its position in its parent. Positions are rounded only once they are absolute.
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

/// The y coordinates of the first and the last line of text in an element; nil if it has no text.
struct Baselines: Hashable, Sendable {
  var first: Double?
  var last: Double?

  static let none = Baselines(first: nil, last: nil)

  func offset(by delta: Double) -> Baselines {
    Baselines(first: first.map { $0 + delta }, last: last.map { $0 + delta })
  }
}

/// A measured element's children in drawing order. A single child, as most rules have, needs no array.
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
