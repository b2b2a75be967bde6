/// An sRGB colour, not premultiplied; every component is in 0…1.
public struct Color: Hashable, Codable, Sendable {
  /// 0 to 1.
  public var red: Double
  /// 0 to 1.
  public var green: Double
  /// 0 to 1.
  public var blue: Double
  /// 0, nothing to be seen, to 1.
  public var alpha: Double

  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// From 0xRRGGBB.
  public init(rgb: UInt32, alpha: Double = 1) {
    self.init(
      red: Double((rgb >> 16) & 0xFF) / 255, green: Double((rgb >> 8) & 0xFF) / 255, blue: Double(rgb & 0xFF) / 255,
      alpha: alpha)
  }

  /// Nothing to be seen.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
  /// #000000
  public static let black = Color(rgb: 0x000000)
  /// #FFFFFF
  public static let white = Color(rgb: 0xFFFFFF)

  /// `#RRGGBB`, with two more digits where something shows through.
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

/// What a shape is filled with.
public enum Paint: Hashable, Codable, Sendable {
  case solid(Color)
  case linearGradient(LinearGradient)
  case radialGradient(RadialGradient)
}

/// A gradient along a line given in the unit square of the shape's bounding box: (0, 0) top left, (1, 1) bottom right.
public struct LinearGradient: Hashable, Codable, Sendable {
  /// A colour at a place of the line.
  public struct Stop: Hashable, Codable, Sendable {
    /// 0…1 along the line.
    public var offset: Double
    /// Between two stops colours are mixed as they stand in sRGB.
    public var color: Color

    public init(offset: Double, color: Color) {
      self.offset = offset
      self.color = color
    }
  }

  /// In the order of their offsets; at least one.
  public var stops: [Stop]
  /// Where the line begins, in shares of the box's sides.
  public var start: Point
  /// Where the line ends, in shares of the box's sides.
  public var end: Point

  /// From top to bottom by default.
  public init(stops: [Stop], start: Point = Point(x: 0, y: 0), end: Point = Point(x: 0, y: 1)) {
    self.stops = stops
    self.start = start
    self.end = end
  }
}

/// A gradient from a point outward, given in the unit square of the shape's bounding box.
public struct RadialGradient: Hashable, Codable, Sendable {
  /// In the order of their offsets, from the centre outward; at least one.
  public var stops: [LinearGradient.Stop]
  /// In shares of the box's sides.
  public var center: Point
  /// Where the last colour is reached, and how far it is to the other side: the ends of an ellipse's two half axes.
  public var end: Point
  /// The end of the other half axis, in shares of the box's sides.
  public var side: Point

  /// As large as the box by default.
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

/// A shadow as design tools define it, outside of a shape or inside.
public struct Shadow: Hashable, Codable, Sendable {
  /// Points from the shape; down and to the right count up.
  public var offset: Point
  /// The design tools' blur radius in points; the Gaussian's σ is half of it.
  public var blur: Double
  /// Grows (or shrinks) the shape before it is blurred, in points.
  public var spread: Double
  /// What the shadow is at its darkest.
  public var color: Color

  public init(offset: Point, blur: Double, spread: Double = 0, color: Color) {
    self.offset = offset
    self.blur = blur
    self.spread = spread
    self.color = color
  }
}

/// How a line is broken.
public struct Dashes: Hashable, Codable, Sendable {
  /// How each dash ends, after SVG's `stroke-linecap`.
  public enum Cap: String, Hashable, Codable, Sendable, CaseIterable { case butt, round, square }

  /// Dashes and gaps in turn, in points; at least one is above 0.
  public var lengths: [Double]
  /// How each dash ends.
  public var cap: Cap

  public init(_ lengths: [Double], cap: Cap = .butt) {
    self.lengths = lengths
    self.cap = cap
  }
}
