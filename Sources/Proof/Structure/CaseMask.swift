import Drawing

/// A part of a card of which is not compared what it shows.
package struct CaseMask: Hashable, Sendable {
  package enum Area: Hashable, Sendable {
    /// By its path or the end of it. What the box and those in it show is hidden; where they stand is compared.
    case box(String)
    /// In points. No pixel in it is compared, nor any box of which more than half lies in it.
    case region(Rect)
  }

  package var area: Area
  package var reason: String

  package init(_ area: Area, reason: String) {
    (self.area, self.reason) = (area, reason)
  }

  /// For people: `card/avatar`, `0 12 40 40`.
  package var name: String {
    switch area {
    case .box(let name): name
    case .region(let rect): [rect.minX, rect.minY, rect.width, rect.height].map(points).joined(separator: " ")
    }
  }

  /// What is hidden of a card, in points.
  package func frames(in layout: LayoutRecord) -> [Rect] {
    switch area {
    case .box(let name): layout.boxes.filter { $0.path.isCalled(name) }.map(\.frame)
    case .region(let rect): [rect]
    }
  }
}

extension [CaseMask] {
  /// Both sides as far as they are compared. A box that leaves a region is compared.
  package func hiding(
    _ reference: LayoutRecord, _ actual: LayoutRecord
  ) -> (reference: LayoutRecord, actual: LayoutRecord) {
    guard !isEmpty else { return (reference, actual) }
    let all = reference.boxes + actual.boxes
    var (blank, gone): (Set<String>, Set<String>) = ([], [])
    for mask in self {
      switch mask.area {
      case .box(let name):
        let hidden = all.filter { $0.path.isCalled(name) }.map(\.path).uniqued()
        blank.formUnion(all.map(\.path).filter { path in hidden.contains { path.isWithin($0) } })
      case .region(let rect):
        let outside = Set(all.filter { !$0.frame.isWithin(rect) }.map(\.path))
        gone.formUnion(all.map(\.path).filter { !outside.contains($0) })
      }
    }
    func hidden(_ layout: LayoutRecord) -> LayoutRecord {
      var layout = layout
      layout.boxes = layout.boxes.filter { !gone.contains($0.path) }.map { blank.contains($0.path) ? $0.blank : $0 }
      return layout
    }
    return (hidden(reference), hidden(actual))
  }
}

extension String {
  /// Of a box's path: whether the name is it, or the end of it.
  func isCalled(_ name: String) -> Bool { self == name || hasSuffix("/\(name)") }
}

extension BoxRecord {
  /// Where it stands, and no more.
  fileprivate var blank: BoxRecord {
    var box = BoxRecord(path: path, frame: frame)
    box.item = item
    return box
  }
}

extension Rect {
  /// More than half of it: regions are drawn by hand.
  fileprivate func isWithin(_ other: Rect) -> Bool {
    let across = min(maxX, other.maxX) - max(minX, other.minX)
    let down = min(maxY, other.maxY) - max(minY, other.minY)
    return across > 0 && down > 0 && across * down * 2 > width * height
  }
}
