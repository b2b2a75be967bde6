/// An sRGB color, not premultiplied; every component is in 0…1.
public struct Color: Hashable, Codable, Sendable {
  /// 0 to 1.
  public var red: Double
  /// 0 to 1.
  public var green: Double
  /// 0 to 1.
  public var blue: Double
  /// 0 (transparent) to 1.
  public var alpha: Double

  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates a color from 0xRRGGBB.
  public init(rgb: UInt32, alpha: Double = 1) {
    self.init(
      red: Double((rgb >> 16) & 0xFF) / 255, green: Double((rgb >> 8) & 0xFF) / 255, blue: Double(rgb & 0xFF) / 255,
      alpha: alpha)
  }

  /// Transparent.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
  /// #000000
  public static let black = Color(rgb: 0x000000)
  /// #FFFFFF
  public static let white = Color(rgb: 0xFFFFFF)

  /// `#RRGGBB`, with two more digits if it is not opaque.
  package var hex: String {
    func byte(_ component: Double) -> String {
      let value = Int((min(1, max(0, component)) * 255).rounded())
      let digits = String(value, radix: 16, uppercase: true)
      return digits.count < 2 ? "0\(digits)" : digits
    }
    let opaque = "#\(byte(red))\(byte(green))\(byte(blue))"
    return byte(alpha) == "FF" ? opaque : opaque + byte(alpha)
  }
}

/// The fill of a shape.
public enum Paint: Hashable, Codable, Sendable {
  case solid(Color)
  case linearGradient(LinearGradient)
  case radialGradient(RadialGradient)
}

/// A gradient along a line in the unit square of the shape's bounding box: (0, 0) is the top left corner, (1, 1) the
/// bottom right one.
public struct LinearGradient: Hashable, Codable, Sendable {
  /// A color at a position of the line.
  public struct Stop: Hashable, Codable, Sendable {
    /// 0…1 along the line.
    public var offset: Double
    /// Between two stops, colors are interpolated in sRGB.
    public var color: Color

    public init(offset: Double, color: Color) {
      self.offset = offset
      self.color = color
    }
  }

  /// In order of their offsets; at least one.
  public var stops: [Stop]
  /// The start of the line, relative to the box's sides.
  public var start: Point
  /// The end of the line, relative to the box's sides.
  public var end: Point

  /// The default is from top to bottom.
  public init(stops: [Stop], start: Point = Point(x: 0, y: 0), end: Point = Point(x: 0, y: 1)) {
    self.stops = stops
    self.start = start
    self.end = end
  }
}

/// A gradient outward from a point, in the unit square of the shape's bounding box.
public struct RadialGradient: Hashable, Codable, Sendable {
  /// In order of their offsets, from the center outward; at least one.
  public var stops: [LinearGradient.Stop]
  /// Relative to the box's sides.
  public var center: Point
  /// The end of an ellipse's first semi-axis, at which the last color is reached.
  public var end: Point
  /// The end of the second semi-axis, relative to the box's sides.
  public var side: Point

  /// The default is as large as the box.
  public init(
    stops: [LinearGradient.Stop], center: Point = Point(x: 0.5, y: 0.5), end: Point = Point(x: 1, y: 0.5),
    side: Point = Point(x: 0.5, y: 1)
  ) {
    self.stops = stops
    self.center = center
    self.end = end
    self.side = side
  }
}

/// A shadow as defined in design tools, outside or inside a shape.
public struct Shadow: Hashable, Codable, Sendable {
  /// Points from the shape; positive is down and to the right.
  public var offset: Point
  /// The blur radius of design tools in points; the Gaussian's σ is half of it.
  public var blur: Double
  /// The growth (or reduction) of the shape before it is blurred, in points.
  public var spread: Double
  /// The color of the shadow at its darkest.
  public var color: Color

  public init(offset: Point, blur: Double, spread: Double = 0, color: Color) {
    self.offset = offset
    self.blur = blur
    self.spread = spread
    self.color = color
  }
}

/// The pattern of a dashed line.
public struct Dashes: Hashable, Codable, Sendable {
  /// The shape of each dash's ends, as in SVG's `stroke-linecap`.
  public enum Cap: String, Hashable, Codable, Sendable, CaseIterable { case butt, round, square }

  /// Alternating dashes and gaps, in points; at least one is greater than 0.
  public var lengths: [Double]
  /// The shape of each dash's ends.
  public var cap: Cap

  public init(_ lengths: [Double], cap: Cap = .butt) {
    self.lengths = lengths
    self.cap = cap
  }
}
