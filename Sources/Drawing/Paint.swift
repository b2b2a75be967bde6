/// An sRGB colour, not premultiplied; every component is in 0…1.
package struct Color: Hashable, Codable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double

  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// From 0xRRGGBB.
  package init(rgb: UInt32, alpha: Double = 1) {
    self.init(
      red: Double((rgb >> 16) & 0xFF) / 255, green: Double((rgb >> 8) & 0xFF) / 255, blue: Double(rgb & 0xFF) / 255,
      alpha: alpha)
  }

  package static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
  package static let black = Color(rgb: 0x000000)
  package static let white = Color(rgb: 0xFFFFFF)

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
package enum Paint: Hashable, Codable, Sendable {
  case solid(Color)
  case linearGradient(LinearGradient)
  case radialGradient(RadialGradient)
}

/// A gradient along a line given in the unit square of the shape's bounding box: (0, 0) top left, (1, 1) bottom right.
package struct LinearGradient: Hashable, Codable, Sendable {
  package struct Stop: Hashable, Codable, Sendable {
    /// 0…1 along the line.
    package var offset: Double
    package var color: Color

    package init(offset: Double, color: Color) {
      self.offset = offset
      self.color = color
    }
  }

  package var stops: [Stop]
  package var start: Point
  package var end: Point

  /// From top to bottom by default.
  package init(stops: [Stop], start: Point = Point(x: 0, y: 0), end: Point = Point(x: 0, y: 1)) {
    self.stops = stops
    self.start = start
    self.end = end
  }
}

/// A gradient from a point outward, given in the unit square of the shape's bounding box.
package struct RadialGradient: Hashable, Codable, Sendable {
  package var stops: [LinearGradient.Stop]
  package var center: Point
  /// Where the last colour is reached, and how far it is to the other side: the ends of an ellipse's two half axes.
  package var end: Point
  package var side: Point

  /// As large as the box by default.
  package init(
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
package struct Shadow: Hashable, Codable, Sendable {
  package var offset: Point
  /// The design tools' blur radius in points; the Gaussian's σ is half of it.
  package var blur: Double
  /// Grows (or shrinks) the shape before it is blurred, in points.
  package var spread: Double
  package var color: Color

  package init(offset: Point, blur: Double, spread: Double = 0, color: Color) {
    self.offset = offset
    self.blur = blur
    self.spread = spread
    self.color = color
  }
}

/// How a line is broken.
package struct Dashes: Hashable, Codable, Sendable {
  package enum Cap: String, Hashable, Codable, Sendable, CaseIterable { case butt, round, square }

  /// Dashes and gaps in turn, in points; at least one is above 0.
  package var lengths: [Double]
  package var cap: Cap

  package init(_ lengths: [Double], cap: Cap = .butt) {
    self.lengths = lengths
    self.cap = cap
  }
}
