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
