import Drawing

/// How an element's box is painted, below its content.
public struct BoxDecoration: Sendable {
  /// The shape used for fill, border and clipping.
  public enum Outline: Hashable, Sendable {
    case rectangle
    /// The corner radius in points; limited to half the shorter side.
    case rounded(Double)
    /// Corner radii, reduced to fit the box when drawn.
    case cornered(CornerRadii)
    /// The ellipse inscribed in the box.
    case circle
  }

  /// A line along the inside of the box's edges.
  public struct Border: Hashable, Sendable {
    /// Points, inside the box.
    public var widths: EdgeInsets
    /// The color of all sides.
    public var color: Color
    /// Nil for a solid line.
    public var dashes: Dashes?

    public init(widths: EdgeInsets, color: Color, dashes: Dashes? = nil) {
      self.widths = widths
      self.color = color
      self.dashes = dashes
    }

    public init(width: Double, color: Color, dashes: Dashes? = nil) {
      self.init(widths: EdgeInsets(all: width), color: color, dashes: dashes)
    }
  }

  private struct Values: Hashable, Sendable {
    var outline = Outline.rectangle
    var fill: Paint?
    var shadows: [Shadow] = []
    var innerShadows: [Shadow] = []
    var border: Border?
    var clipsContent = false
    var opacity = 1.0
    var blur = 0.0
  }

  private final class Box: Sendable {
    let values: Values
    init(_ values: Values) { self.values = values }
  }

  /// Values by reference, and nil if nothing is painted, as for most boxes: a decoration is copied with every box.
  private var box: Box?

  private var values: Values {
    get { box?.values ?? Values() }
    set { box = newValue == Values() ? nil : Box(newValue) }
  }

  public init(
    outline: Outline = .rectangle, fill: Paint? = nil, shadow: Shadow? = nil, innerShadows: [Shadow] = [],
    border: Border? = nil, clipsContent: Bool = false, opacity: Double = 1, blur: Double = 0
  ) {
    values = Values(
      outline: outline, fill: fill, shadows: shadow.map { [$0] } ?? [], innerShadows: innerShadows, border: border,
      clipsContent: clipsContent, opacity: opacity, blur: blur)
  }

  /// The shape used for fill, border and clipping.
  public var outline: Outline {
    get { box?.values.outline ?? .rectangle }
    set { values.outline = newValue }
  }
  /// The fill of the outline; nil for none.
  public var fill: Paint? {
    get { box?.values.fill }
    set { values.fill = newValue }
  }
  /// Shadows below the box; the first one is on top.
  public var shadows: [Shadow] {
    get { box?.values.shadows ?? [] }
    set { values.shadows = newValue }
  }
  /// Shadows above the fill and below the border; the first one is on top.
  public var innerShadows: [Shadow] {
    get { box?.values.innerShadows ?? [] }
    set { values.innerShadows = newValue }
  }
  /// Painted above fill and inner shadows; nil for none.
  public var border: Border? {
    get { box?.values.border }
    set { values.border = newValue }
  }
  /// Whether the content (children, image) is clipped to the outline.
  public var clipsContent: Bool {
    get { box?.values.clipsContent ?? false }
    set { values.clipsContent = newValue }
  }
  /// The opacity of the whole element, 0…1.
  public var opacity: Double {
    get { box?.values.opacity ?? 1 }
    set { values.opacity = newValue }
  }

  /// The blur of the whole element in points; twice the Gaussian's σ.
  public var blur: Double {
    get { box?.values.blur ?? 0 }
    set { values.blur = newValue }
  }

  /// Whether the decoration paints anything. An outline alone doesn't.
  var shows: Bool {
    guard let values = box?.values else { return false }
    return values.fill != nil || !values.shadows.isEmpty || !values.innerShadows.isEmpty || values.border != nil
      || values.clipsContent || values.opacity != 1 || values.blur != 0
  }
}

extension BoxDecoration {
  /// Mirrors corners and sides. Shadows and gradients are unchanged, since the light source stays.
  func turned(to direction: LayoutDirection) -> BoxDecoration {
    guard direction == .rightToLeft, let values = box?.values else { return self }
    var turned = self
    if case .cornered(let radii) = values.outline { turned.outline = .cornered(radii.mirrored) }
    if let border = values.border { turned.border?.widths = border.widths.mirrored }
    return turned
  }
}

extension BoxDecoration: Hashable {
  public static func == (left: BoxDecoration, right: BoxDecoration) -> Bool {
    left.box === right.box || left.values == right.values
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// The content of a leaf's box.
public enum Leaf: Hashable, Sendable {
  case text(TextLeaf)
  case image(ImageLeaf)
  case icon(Icon, tint: Paint)
  /// A decoration without content; its size is given by its style.
  case shape
}

/// A text that is broken to fit its box.
public struct TextLeaf: Hashable, Sendable {
  /// How words that don't fit are removed.
  public enum Truncation: String, Sendable, CaseIterable {
    /// An ellipsis at the end of the last line that fits.
    case tail
    /// Whole lines are dropped.
    case clip
  }

  /// The styled text.
  public var text: StyledText
  /// The limit for the whole text, not for each paragraph; nil for no limit.
  public var maxLines: Int?
  /// Applies if `maxLines` or a maximum height removes words.
  public var truncation: Truncation
  /// Whether its width is rounded up to whole points, as in design tools.
  public var hasWholeWidth: Bool

  public init(
    _ text: StyledText, maxLines: Int? = nil, truncation: Truncation = .tail, hasWholeWidth: Bool = false
  ) {
    self.text = text
    self.maxLines = maxLines
    self.truncation = truncation
    self.hasWholeWidth = hasWholeWidth
  }
}

/// An image that fills its box.
public struct ImageLeaf: Hashable, Sendable {
  /// Nil draws the placeholder.
  public var image: ImageReference?
  /// Fills the box's outline if the image is missing or not yet loaded.
  public var placeholder: Paint

  public init(_ image: ImageReference?, placeholder: Paint) {
    self.image = image
    self.placeholder = placeholder
  }
}

// MARK: - Border

extension BoxDecoration.Border {
  /// The border inside a box with `outline`, in whole device pixels.
  func commands(around outline: Shape, on grid: PixelGrid) -> [DrawingCommand] {
    let rect = outline.bounds
    let widths = thickness(in: rect, on: grid)
    guard !rect.isEmpty, widths != EdgeInsets() else { return [] }
    let paint = Paint.solid(color)
    let isEven = [widths.left, widths.bottom, widths.right].allSatisfy { $0 == widths.top }
    if let dashes {
      return isEven
        ? [.dashed(Self.middle(of: outline, widths.top), width: widths.top, dashes, paint)]
        : Self.lines(in: rect, widths).map { .dashed($0.path, width: $0.width, dashes, paint) }
    }
    switch outline {
    case .rectangle, .path: return Self.edges(of: rect, widths).map { .fill(.rectangle($0), paint) }
    case .rounded, .cornered, .ellipse:
      guard isEven else { return [.fill(Self.ring(in: outline, widths), paint)] }
      return [.stroke(Self.middle(of: outline, widths.top), width: widths.top, paint)]
    }
  }

  /// The sides' widths: at least a pixel for a visible line, and at most half of the box.
  private func thickness(in rect: Rect, on grid: PixelGrid) -> EdgeInsets {
    let most = min(rect.width, rect.height) / 2
    func thickness(_ width: Double) -> Double {
      width > 0 && width.isFinite ? min(max(grid.nearest(width), 1 / grid.scale), most) : 0
    }
    return EdgeInsets(
      top: thickness(widths.top), left: thickness(widths.left), bottom: thickness(widths.bottom),
      right: thickness(widths.right))
  }

  /// The path along the middle of a border of equal widths.
  private static func middle(of outline: Shape, _ width: Double) -> Path {
    let half = width / 2
    let rect = outline.bounds.inset(by: EdgeInsets(top: half, left: half, bottom: half, right: half))
    switch outline {
    case .rounded(_, let radius):
      let inner = max(0, radius - half)
      return .rounded(rect, radiusX: inner, radiusY: inner)
    case .cornered(let box, let radii):
      return .rounded(rect, radii.fitted(into: box.size).all.map { Size(width: $0 - half, height: $0 - half) })
    case .ellipse: return .rounded(rect, radiusX: rect.width / 2, radiusY: rect.height / 2)
    case .rectangle, .path: return .rounded(rect, radiusX: 0, radiusY: 0)
    }
  }

  /// Bars that don't overlap: round joins of a stroke would blunt the corners.
  private static func edges(of rect: Rect, _ widths: EdgeInsets) -> [Rect] {
    let sideHeight = rect.height - widths.top - widths.bottom
    let bars = [
      Rect(x: rect.minX, y: rect.minY, width: rect.width, height: widths.top),
      Rect(x: rect.minX, y: rect.minY + widths.top, width: widths.left, height: sideHeight),
      Rect(x: rect.maxX - widths.right, y: rect.minY + widths.top, width: widths.right, height: sideHeight),
      Rect(x: rect.minX, y: rect.maxY - widths.bottom, width: rect.width, height: widths.bottom),
    ]
    return bars.filter { !$0.isEmpty }
  }

  /// A line along each side with a border: top, right, bottom, left.
  private static func lines(in rect: Rect, _ widths: EdgeInsets) -> [(path: Path, width: Double)] {
    let (top, bottom) = (rect.minY + widths.top / 2, rect.maxY - widths.bottom / 2)
    let (left, right) = (rect.minX + widths.left / 2, rect.maxX - widths.right / 2)
    let lines = [
      (Point(x: rect.minX, y: top), Point(x: rect.maxX, y: top), widths.top),
      (Point(x: right, y: rect.minY), Point(x: right, y: rect.maxY), widths.right),
      (Point(x: rect.maxX, y: bottom), Point(x: rect.minX, y: bottom), widths.bottom),
      (Point(x: left, y: rect.maxY), Point(x: left, y: rect.minY), widths.left),
    ]
    return lines.filter { $0.2 > 0 }.map { (Path([.move($0.0), .line($0.1)]), $0.2) }
  }

  /// The area between the outline and the outline inset by each side's width.
  private static func ring(in outline: Shape, _ widths: EdgeInsets) -> Shape {
    let rect = outline.bounds
    let radii: [Size]
    switch outline {
    case .rounded(_, let radius):
      let fitted = min(radius, min(rect.width, rect.height) / 2)
      radii = Array(repeating: Size(width: fitted, height: fitted), count: 4)
    case .cornered(_, let corners):
      radii = corners.fitted(into: rect.size).all.map { Size(width: $0, height: $0) }
    default: radii = Array(repeating: Size(width: rect.width / 2, height: rect.height / 2), count: 4)
    }
    let beside = [
      (widths.left, widths.top), (widths.right, widths.top), (widths.right, widths.bottom),
      (widths.left, widths.bottom),
    ]
    let inner = zip(radii, beside).map { Size(width: $0.width - $1.0, height: $0.height - $1.1) }
    let hole = Path.rounded(rect.inset(by: widths), inner)
    return .path(Path(Path.rounded(rect, radii).elements + hole.elements), bounds: rect)
  }
}

extension Path {
  /// The distance of a quarter circle's control points from its ends, in radii.
  private static let quarterArc = 0.5522847498307936

  /// A rectangle with quarter ellipses as corners; the radii are limited to half the sides.
  fileprivate static func rounded(_ rect: Rect, radiusX: Double, radiusY: Double) -> Path {
    let radius = Size(
      width: min(max(0, radiusX), rect.width / 2), height: min(max(0, radiusY), rect.height / 2))
    return rounded(rect, [radius, radius, radius, radius])
  }

  /// - Parameter radii: Clockwise from the top left corner; a radius of zero on either axis gives a right angle.
  fileprivate static func rounded(_ rect: Rect, _ radii: [Size]) -> Path {
    let radii = radii.map { $0.width > 0 && $0.height > 0 ? $0 : .zero }
    let (left, right, top, bottom) = (rect.minX, rect.maxX, rect.minY, rect.maxY)
    // The distance of the control points from the corner.
    func bend(_ radius: Double) -> Double { radius * (1 - quarterArc) }
    func at(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }
    let (a, b, c, d) = (radii[0], radii[1], radii[2], radii[3])
    return Path([
      .move(at(left + a.width, top)), .line(at(right - b.width, top)),
      .curve(
        control1: at(right - bend(b.width), top), control2: at(right, top + bend(b.height)),
        to: at(right, top + b.height)),
      .line(at(right, bottom - c.height)),
      .curve(
        control1: at(right, bottom - bend(c.height)), control2: at(right - bend(c.width), bottom),
        to: at(right - c.width, bottom)),
      .line(at(left + d.width, bottom)),
      .curve(
        control1: at(left + bend(d.width), bottom), control2: at(left, bottom - bend(d.height)),
        to: at(left, bottom - d.height)),
      .line(at(left, top + a.height)),
      .curve(
        control1: at(left, top + bend(a.height)), control2: at(left + bend(a.width), top),
        to: at(left + a.width, top)),
      .close,
    ])
  }
}
