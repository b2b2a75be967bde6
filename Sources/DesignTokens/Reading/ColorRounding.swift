import Foundation

/// Decides whether a number and a hex digit pair are the same color channel, written with different precision.
enum ColorRounding {
  /// Half the distance between two values of 8 bits.
  private static let halfStep = 0.5 / 255
  /// For numbers that binary floating point can't represent exactly.
  private static let slack = 1e-6

  /// - Parameters:
  ///   - numbers: 0…1, as the token's file writes them.
  ///   - hex: 0…1, multiples of 1/255.
  /// - Returns: Whether rounding or truncating the numbers, or rounding the values that they round themselves, gives the hex
  ///   digits.
  static func agree(_ numbers: [Double], _ hex: [Double]) -> Bool {
    let rounding = writtenRounding(of: numbers)
    return zip(numbers, hex).allSatisfy { abs($0 - $1) <= max(2 * halfStep, halfStep + rounding) + slack }
  }

  /// - Parameter converted: Converted from another color space. Channels outside 0…1 are mapped into sRGB by tools in
  ///   different ways, and agree with any digits.
  static func agree(converted: Double, _ hex: Double) -> Bool {
    // Converted values carry the rounding of three numbers and of the tool's own matrices.
    !(0...1).contains(converted) || abs(converted - hex) <= 4 * halfStep
  }

  /// Half a unit of the last decimal of the number with the most. Tools write 2 to 6 decimals; fewer are exact numbers such
  /// as 0.5.
  private static func writtenRounding(of numbers: [Double]) -> Double {
    let decimals = numbers.filter { $0 != $0.rounded() }.map { number in
      let text = "\(number)"
      guard !text.contains("e"), let point = text.firstIndex(of: ".") else { return Int.max }
      return text.distance(from: point, to: text.endIndex) - 1
    }
    guard let most = decimals.max(), most <= 5 else { return 0 }
    return 0.5 * pow(10, -Double(max(2, most)))
  }
}

/// Converts colors of the color spaces that are other notations of sRGB (CSS Color Module Level 4, sections 7, 8 and 10.3).
/// Colors of wider spaces have no single counterpart in sRGB: their hex is the fallback that a designer chose.
enum ColorSpaceConversion {
  /// - Returns: Gamma-encoded channels, which may lie outside 0…1; nil for a wider color space.
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

  private static func encoded(_ linear: Double) -> Double {
    let size = abs(linear)
    let value = size <= 0.0031308 ? 12.92 * size : 1.055 * pow(size, 1 / 2.4) - 0.055
    return linear < 0 ? -value : value
  }
}
