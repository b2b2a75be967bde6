/// An outline in points.
package enum Shape: Hashable, Codable, Sendable {
  case rectangle(Rect)
  /// The radius is clamped to half the shorter side when drawn.
  case rounded(Rect, radius: Double)
  case ellipse(Rect)
  case path(Path, bounds: Rect)

  package var bounds: Rect {
    switch self {
    case .rectangle(let rect), .rounded(let rect, radius: _), .ellipse(let rect), .path(_, bounds: let rect): rect
    }
  }
}

/// Lines and Bézier curves in points.
package struct Path: Hashable, Codable, Sendable {
  package enum Element: Hashable, Codable, Sendable {
    case move(Point)
    case line(Point)
    case curve(control1: Point, control2: Point, to: Point)
    case close
  }

  package var elements: [Element]

  package init(_ elements: [Element] = []) {
    self.elements = elements
  }

  /// Scaled first, then moved.
  package func scaled(by scale: Double, movedTo origin: Point) -> Path {
    func map(_ point: Point) -> Point { Point(x: point.x * scale + origin.x, y: point.y * scale + origin.y) }
    return Path(
      elements.map { element in
        switch element {
        case .move(let point): .move(map(point))
        case .line(let point): .line(map(point))
        case .curve(let control1, let control2, let end):
          .curve(control1: map(control1), control2: map(control2), to: map(end))
        case .close: .close
        }
      })
  }
}

/// A picture made of filled and stroked paths in a square of `viewBox` units, tinted when it is drawn.
package struct Icon: Hashable, Codable, Sendable {
  package struct Layer: Hashable, Codable, Sendable {
    package var path: Path
    /// The pen's width in view box units (round caps and joins); nil fills the path by the even-odd rule.
    package var strokeWidth: Double?

    package init(path: Path, strokeWidth: Double? = nil) {
      self.path = path
      self.strokeWidth = strokeWidth
    }
  }

  package var name: String
  package var viewBox: Double
  package var layers: [Layer]

  package init(name: String, viewBox: Double, layers: [Layer]) {
    self.name = name
    self.viewBox = viewBox
    self.layers = layers
  }
}
