import Drawing

/// A part of a card whose content is not compared.
package struct CaseMask: Hashable, Sendable {
  package enum Area: Hashable, Sendable {
    /// A box, by its path or the end of it. The content of the box and its descendants is hidden; their frames are
    /// compared.
    case box(String)
    /// A rectangle in points. Its pixels are not compared, nor are boxes that lie more than half inside.
    case region(Rect)
  }

  package var area: Area
  package var reason: String

  package init(_ area: Area, reason: String) {
    (self.area, self.reason) = (area, reason)
  }

  /// A name for messages: `card/avatar`, `0 12 40 40`.
  package var name: String {
    switch area {
    case .box(let name): name
    case .region(let rect): [rect.minX, rect.minY, rect.width, rect.height].map(points).joined(separator: " ")
    }
  }

  /// Returns the hidden areas of a card in points.
  package func frames(in layout: LayoutRecord) -> [Rect] {
    switch area {
    case .box(let name): layout.boxes.filter { $0.path.isCalled(name) }.map(\.frame)
    case .region(let rect): [rect]
    }
  }
}

extension [CaseMask] {
  /// Returns both sides without the hidden parts. A box that leaves a region is compared.
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
  /// Whether the name is the box's path or the end of it.
  func isCalled(_ name: String) -> Bool { self == name || hasSuffix("/\(name)") }
}

extension BoxRecord {
  /// The record with only its frame.
  fileprivate var blank: BoxRecord {
    var box = BoxRecord(path: path, frame: frame)
    box.item = item
    return box
  }
}

extension Rect {
  /// Whether more than half of it is inside: regions are drawn by hand.
  fileprivate func isWithin(_ other: Rect) -> Bool {
    let across = min(maxX, other.maxX) - max(minX, other.minX)
    let down = min(maxY, other.maxY) - max(minY, other.minY)
    return across > 0 && down > 0 && across * down * 2 > width * height
  }
}
