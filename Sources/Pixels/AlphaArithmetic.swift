/// Going between premultiplied and straight colour, rounded to nearest both ways.
///
/// With both roundings exact, premultiplied → straight → premultiplied gives back the same bytes.
package enum AlphaArithmetic {
  /// `color * alpha / 255`, rounded, without a division.
  package static func premultiplied(_ color: UInt8, alpha: UInt8) -> UInt8 {
    let product = UInt32(color) * UInt32(alpha) + 128
    return UInt8(truncatingIfNeeded: (product + (product >> 8)) >> 8)
  }

  /// `color * 255 / alpha`, rounded; 0 where alpha is 0, and at most 255 where the colour exceeds its alpha.
  package static func straight(_ color: UInt8, alpha: UInt8) -> UInt8 {
    straightColors[Int(alpha) << 8 | Int(color)]
  }

  /// `straight` of every colour, 256 entries for each alpha.
  package static let straightColors: [UInt8] = {
    var table = [UInt8](repeating: 0, count: 256 * 256)
    for alpha in 1..<256 {
      for color in 0..<256 {
        table[alpha << 8 | color] = UInt8(min(255, (color * 255 + alpha / 2) / alpha))
      }
    }
    return table
  }()

  /// Premultiplies pixels of four bytes with alpha last, in place.
  package static func premultiply(_ pixels: inout [UInt8]) {
    pixels.withUnsafeMutableBufferPointer { bytes in
      for i in Swift.stride(from: 0, to: bytes.count & ~3, by: 4) where bytes[i + 3] != 255 {
        let alpha = bytes[i + 3]
        bytes[i] = premultiplied(bytes[i], alpha: alpha)
        bytes[i + 1] = premultiplied(bytes[i + 1], alpha: alpha)
        bytes[i + 2] = premultiplied(bytes[i + 2], alpha: alpha)
      }
    }
  }
}
