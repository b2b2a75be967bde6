import Foundation

/// Decides whether a number and a hex digit pair are the same color channel, written with different precision.
enum ColorRounding {
  /// Half the distance between two values of 8 bits.
  private static let halfStep = 0.5 / 255
  /// For numbers that binary floating point can't represent exactly.
  private static let slack = 1e-6

  /// - Parameters:
  ///   - number: 0…1, as the token's file writes it.
  ///   - hex: 0…1, a multiple of 1/255.
  /// - Returns: Whether rounding the number, or the value that the number itself rounds, gives the hex digits.
  static func agree(_ number: Double, _ hex: Double) -> Bool {
    abs(number - hex) <= halfStep + writtenRounding(of: number) + slack
  }

  /// - Parameter converted: Converted from another color space. Channels outside 0…1 are mapped into sRGB by tools in
  ///   different ways, and agree with any digits.
  static func agree(converted: Double, _ hex: Double) -> Bool {
    // Converted values carry the rounding of three numbers and of the tool's own matrices.
    !(0...1).contains(converted) || abs(converted - hex) <= 4 * halfStep
  }

  /// Half a unit of the number's last decimal. Tools write 2 to 6 decimals; fewer are exact numbers such as 0.5.
  private static func writtenRounding(of number: Double) -> Double {
    let text = "\(number)"
    guard !text.contains("e"), let point = text.firstIndex(of: "."), number != number.rounded() else { return 0 }
    let decimals = text.distance(from: point, to: text.endIndex) - 1
    return decimals > 5 ? 0 : 0.5 * pow(10, -Double(max(2, decimals)))
  }
}

/// Converts colors to sRGB (CSS Color Module Level 4, sections 6 to 10).
enum ColorSpaceConversion {
  /// - Returns: Gamma-encoded sRGB channels, which may lie outside 0…1; nil for a color space that is not converted.
  static func sRGB(_ numbers: [Double], in space: String) -> [Double]? {
    guard numbers.count == 3 else { return nil }
    let (first, second, third) = (numbers[0], numbers[1], numbers[2])
    switch space {
    case "srgb-linear": return numbers.map(encoded)
    case "hsl": return hsl(first, second / 100, third / 100)
    case "hwb":
      let (white, black) = (second / 100, third / 100)
      if white + black >= 1 { return Array(repeating: white / (white + black), count: 3) }
      return hsl(first, 1, 0.5).map { $0 * (1 - white - black) + white }
    case "display-p3": return sRGB(displayP3: numbers.map(decoded))
    case "oklab": return sRGB(oklab: first, second, third)
    case "oklch": return sRGB(oklab: first, second * cos(third * .pi / 180), second * sin(third * .pi / 180))
    default: return nil
    }
  }

  private static func hsl(_ hue: Double, _ saturation: Double, _ lightness: Double) -> [Double] {
    [0.0, 8, 4].map { offset in
      let position = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      let k = position < 0 ? position + 12 : position
      return lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(k - 3, 9 - k, 1))
    }
  }

  private static func sRGB(displayP3 linear: [Double]) -> [Double] {
    // The product of CSS Color 4's matrices from P3 to XYZ D65 and from that to sRGB.
    let matrix = [
      [1.2249401762805587, -0.22494017628055996, 0], [-0.042056954709688163, 1.0420569547096881, 0],
      [-0.019637554590334432, -0.078636045550631889, 1.0982736001409663],
    ]
    return matrix.map { row in encoded(zip(row, linear).reduce(0) { $0 + $1.0 * $1.1 }) }
  }

  private static func sRGB(oklab lightness: Double, _ a: Double, _ b: Double) -> [Double] {
    let long = pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3)
    let medium = pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3)
    let short = pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3)
    return [
      4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
      -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
      -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    ].map(encoded)
  }

  private static func encoded(_ linear: Double) -> Double {
    let size = abs(linear)
    let value = size <= 0.0031308 ? 12.92 * size : 1.055 * pow(size, 1 / 2.4) - 0.055
    return linear < 0 ? -value : value
  }

  private static func decoded(_ encoded: Double) -> Double {
    let size = abs(encoded)
    let value = size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
    return encoded < 0 ? -value : value
  }
}
