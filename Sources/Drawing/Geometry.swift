/// A position in points. The y axis points down, as on screen.
package struct Point: Hashable, Codable, Sendable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  package static let zero = Point(x: 0, y: 0)

  package static func + (left: Point, right: Point) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }
}

/// An extent in points. Either side may be infinite in a size range, never in a finished layout.
package struct Size: Hashable, Codable, Sendable {
  package var width: Double
  package var height: Double

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  package static let zero = Size(width: 0, height: 0)
}

/// A rectangle in points.
package struct Rect: Hashable, Codable, Sendable {
  package var origin: Point
  package var size: Size

  package init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  package static let zero = Rect(origin: .zero, size: .zero)

  package var minX: Double { origin.x }
  package var minY: Double { origin.y }
  package var maxX: Double { origin.x + size.width }
  package var maxY: Double { origin.y + size.height }
  package var width: Double { size.width }
  package var height: Double { size.height }
  package var center: Point { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }
  package var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

  package func offset(by delta: Point) -> Rect { Rect(origin: origin + delta, size: size) }

  /// Positive insets make the rectangle smaller; sides never become negative.
  package func inset(by insets: EdgeInsets) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top,
      width: max(0, width - insets.left - insets.right), height: max(0, height - insets.top - insets.bottom))
  }

  package func intersects(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}

/// Distances from the four edges, in points. An infinite inset takes whatever space is left on its side.
package struct EdgeInsets: Hashable, Codable, Sendable {
  package var top: Double
  package var left: Double
  package var bottom: Double
  package var right: Double

  package init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}

/// Where lines begin and rows do.
package enum LayoutDirection: String, Codable, Sendable, CaseIterable {
  case leftToRight = "ltr"
  case rightToLeft = "rtl"

  /// 1 or -1: which way x grows on the way from the start to the end.
  package var sign: Double { self == .leftToRight ? 1 : -1 }
}

extension EdgeInsets {
  /// With its left and right side in each other's place.
  package var mirrored: EdgeInsets { EdgeInsets(top: top, left: right, bottom: bottom, right: left) }
}

extension CornerRadii {
  /// With its left and right corners in each other's place.
  package var mirrored: CornerRadii {
    CornerRadii(topLeft: topRight, topRight: topLeft, bottomRight: bottomLeft, bottomLeft: bottomRight)
  }
}

/// The radii of a box's corners, in points.
package struct CornerRadii: Hashable, Codable, Sendable {
  package var topLeft: Double
  package var topRight: Double
  package var bottomRight: Double
  package var bottomLeft: Double

  package init(topLeft: Double = 0, topRight: Double = 0, bottomRight: Double = 0, bottomLeft: Double = 0) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  package init(all radius: Double) {
    self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
  }

  /// From the top left corner clockwise.
  package var all: [Double] { [topLeft, topRight, bottomRight, bottomLeft] }

  package func map(_ change: (Double) -> Double) -> CornerRadii {
    CornerRadii(
      topLeft: change(topLeft), topRight: change(topRight), bottomRight: change(bottomRight),
      bottomLeft: change(bottomLeft))
  }

  /// As they fit into a box: where two are more than a side, all become smaller together (CSS Backgrounds 3, 5.5).
  package func fitted(into size: Size) -> CornerRadii {
    let radii = map { max(0, $0) }
    let sides = [
      (size.width, radii.topLeft + radii.topRight), (size.height, radii.topRight + radii.bottomRight),
      (size.width, radii.bottomRight + radii.bottomLeft), (size.height, radii.bottomLeft + radii.topLeft),
    ]
    let share = sides.reduce(1.0) { $1.1 > $1.0 ? min($0, max(0, $1.0) / $1.1) : $0 }
    return share < 1 ? radii.map { $0 * share } : radii
  }
}

/// An outline in points.
package enum Shape: Hashable, Codable, Sendable {
  case rectangle(Rect)
  /// The radius is clamped to half the shorter side when drawn.
  case rounded(Rect, radius: Double)
  /// Corners of several radii, which fit into the box when they are drawn (`CornerRadii.fitted`).
  case cornered(Rect, CornerRadii)
  case ellipse(Rect)
  case path(Path, bounds: Rect)

  package var bounds: Rect {
    switch self {
    case .rectangle(let rect), .rounded(let rect, radius: _), .cornered(let rect, _), .ellipse(let rect),
      .path(_, bounds: let rect):
      rect
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
    map { Point(x: $0.x * scale + origin.x, y: $0.y * scale + origin.y) }
  }

  fileprivate func map(_ map: (Point) -> Point) -> Path {
    Path(
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
  /// Whether it points somewhere along the line, and so the other way where lines run from right to left.
  package var turns: Bool

  package init(name: String, viewBox: Double, layers: [Layer], turns: Bool = false) {
    self.name = name
    self.viewBox = viewBox
    self.layers = layers
    self.turns = turns
  }

  /// As it is drawn where lines run so.
  package func turned(to direction: LayoutDirection) -> Icon {
    guard turns, direction == .rightToLeft else { return self }
    var icon = self
    for index in layers.indices {
      icon.layers[index].path = layers[index].path.map { Point(x: viewBox - $0.x, y: $0.y) }
    }
    return icon
  }
}
