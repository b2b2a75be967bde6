/// A position in points. The y axis points down, as on screen.
public struct Point: Hashable, Codable, Sendable {
  /// Points to the right.
  public var x: Double
  /// Points down.
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The top left corner.
  public static let zero = Point(x: 0, y: 0)

  package static func + (left: Point, right: Point) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }
}

/// A size in points. Either side may be infinite in a size range, but not in a finished layout.
public struct Size: Hashable, Codable, Sendable {
  /// Points, 0 or more.
  public var width: Double
  /// Points, 0 or more.
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The empty size.
  public static let zero = Size(width: 0, height: 0)
}

/// A rectangle in points.
public struct Rect: Hashable, Codable, Sendable {
  /// The top left corner.
  public var origin: Point
  /// Both sides, 0 or more.
  public var size: Size

  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from its top left corner and its sides, in points.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// An empty rectangle at the origin.
  public static let zero = Rect(origin: .zero, size: .zero)

  /// The left edge.
  public var minX: Double { origin.x }
  /// The top edge.
  public var minY: Double { origin.y }
  /// The right edge.
  public var maxX: Double { origin.x + size.width }
  /// The bottom edge.
  public var maxY: Double { origin.y + size.height }
  /// The width in points.
  public var width: Double { size.width }
  /// The height in points.
  public var height: Double { size.height }
  package var center: Point { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }
  package var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

  /// The rectangle moved by an offset.
  public func offset(by delta: Point) -> Rect { Rect(origin: origin + delta, size: size) }

  /// The rectangle reduced by positive insets; sides never become negative.
  public func inset(by insets: EdgeInsets) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top,
      width: max(0, width - insets.left - insets.right), height: max(0, height - insets.top - insets.bottom))
  }

  package func intersects(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}

/// Distances from the four edges, in points. An infinite inset takes the remaining space on its side.
public struct EdgeInsets: Hashable, Codable, Sendable {
  /// Points; may be negative or infinite.
  public var top: Double
  /// Points; may be negative or infinite.
  public var left: Double
  /// Points; may be negative or infinite.
  public var bottom: Double
  /// Points; may be negative or infinite.
  public var right: Double

  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// The same inset on each side.
  public init(all inset: Double) {
    self.init(top: inset, left: inset, bottom: inset, right: inset)
  }
}

/// The direction in which lines and rows run.
public enum LayoutDirection: String, Codable, Sendable, CaseIterable {
  case leftToRight = "ltr"
  case rightToLeft = "rtl"

  /// 1 or -1: the direction in which x grows from start to end.
  package var sign: Double { self == .leftToRight ? 1 : -1 }
}

extension EdgeInsets {
  /// The insets with left and right exchanged.
  package var mirrored: EdgeInsets { EdgeInsets(top: top, left: right, bottom: bottom, right: left) }
}

extension CornerRadii {
  /// The radii with left and right corners exchanged.
  package var mirrored: CornerRadii {
    CornerRadii(topLeft: topRight, topRight: topLeft, bottomRight: bottomLeft, bottomLeft: bottomRight)
  }
}

/// The radii of a box's corners, in points.
public struct CornerRadii: Hashable, Codable, Sendable {
  /// Points, 0 or more.
  public var topLeft: Double
  /// Points, 0 or more.
  public var topRight: Double
  /// Points, 0 or more.
  public var bottomRight: Double
  /// Points, 0 or more.
  public var bottomLeft: Double

  public init(topLeft: Double = 0, topRight: Double = 0, bottomRight: Double = 0, bottomLeft: Double = 0) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// The same radius at each corner.
  public init(all radius: Double) {
    self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
  }

  /// Clockwise from the top left corner.
  package var all: [Double] { [topLeft, topRight, bottomRight, bottomLeft] }

  package func map(_ change: (Double) -> Double) -> CornerRadii {
    CornerRadii(
      topLeft: change(topLeft), topRight: change(topRight), bottomRight: change(bottomRight),
      bottomLeft: change(bottomLeft))
  }

  /// The radii reduced to fit a box: if two exceed a side, all shrink in proportion (CSS Backgrounds 3, 5.5).
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
public enum Shape: Hashable, Codable, Sendable {
  case rectangle(Rect)
  /// The radius is limited to half the shorter side when drawn.
  case rounded(Rect, radius: Double)
  /// Corners with separate radii, reduced to fit the box when drawn (`CornerRadii.fitted`).
  case cornered(Rect, CornerRadii)
  case ellipse(Rect)
  case path(Path, bounds: Rect)

  /// The bounding box.
  public var bounds: Rect {
    switch self {
    case .rectangle(let rect), .rounded(let rect, radius: _), .cornered(let rect, _), .ellipse(let rect),
      .path(_, bounds: let rect):
      rect
    }
  }
}

/// Lines and Bézier curves in points.
public struct Path: Hashable, Codable, Sendable {
  /// One path command.
  public enum Element: Hashable, Codable, Sendable {
    case move(Point)
    case line(Point)
    case curve(control1: Point, control2: Point, to: Point)
    case close
  }

  /// In drawing order.
  public var elements: [Element]

  public init(_ elements: [Element] = []) {
    self.elements = elements
  }

  /// The path scaled first, then moved.
  package func scaled(by scale: Double, movedTo origin: Point) -> Path {
    map { Point(x: $0.x * scale + origin.x, y: $0.y * scale + origin.y) }
  }

  /// The path of a glyph that leans to the right by a fraction of its height.
  package func slanted(by slant: Double?) -> Path {
    guard let slant else { return self }
    return map { Point(x: $0.x - $0.y * slant, y: $0.y) }
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

/// An icon of filled and stroked paths in a square of `viewBox` units, tinted when drawn.
public struct Icon: Hashable, Codable, Sendable {
  /// One path of an icon.
  public struct Layer: Hashable, Codable, Sendable {
    /// In view box units, from the square's top left corner.
    public var path: Path
    /// The stroke width in view box units (round caps and joins); nil fills the path by the even-odd rule.
    public var strokeWidth: Double?

    public init(path: Path, strokeWidth: Double? = nil) {
      self.path = path
      self.strokeWidth = strokeWidth
    }
  }

  /// The icon's name, for information only.
  public var name: String
  /// The square's side in its own units, greater than 0.
  public var viewBox: Double
  /// The first one is at the bottom.
  public var layers: [Layer]
  /// Whether the icon points along the line, and is mirrored in right-to-left layouts.
  public var turns: Bool

  public init(name: String, viewBox: Double, layers: [Layer], turns: Bool = false) {
    self.name = name
    self.viewBox = viewBox
    self.layers = layers
    self.turns = turns
  }

  /// The icon for a layout direction.
  package func turned(to direction: LayoutDirection) -> Icon {
    guard turns, direction == .rightToLeft else { return self }
    var icon = self
    for index in layers.indices {
      icon.layers[index].path = layers[index].path.map { Point(x: viewBox - $0.x, y: $0.y) }
    }
    return icon
  }
}
