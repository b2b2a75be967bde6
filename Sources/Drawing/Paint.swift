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

/// A drop shadow as design tools define it.
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
