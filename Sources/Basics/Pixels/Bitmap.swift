/// A bitmap in memory as a value: rows from the top, no padding, four bytes per pixel.
package struct Bitmap: Hashable, Sendable {
  package enum Format: Hashable, Sendable {
    /// Bytes R, G, B, A; color not premultiplied. Used in files and comparisons.
    case rgba
    /// Bytes B, G, R, A; color premultiplied by alpha. Used by the painter.
    case bgraPremultiplied
  }

  /// Pixels.
  package let width: Int
  package let height: Int
  package let format: Format
  /// `width * height * 4` bytes.
  package var bytes: [UInt8]

  /// Returns nil if a side is negative, the byte count overflows, or it differs from the number of `bytes`.
  package init?(width: Int, height: Int, format: Format, bytes: [UInt8]) {
    guard let count = Bitmap.byteCount(width: width, height: height), count == bytes.count else { return nil }
    self.width = width
    self.height = height
    self.format = format
    self.bytes = bytes
  }

  /// The number of bytes from one row to the next.
  package var stride: Int { width * 4 }

  /// The number of bytes of a bitmap with this size; nil if a side is negative or the count overflows.
  package static func byteCount(width: Int, height: Int) -> Int? {
    guard width >= 0, height >= 0 else { return nil }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow else { return nil }
    let (bytes, tooLarge) = pixels.multipliedReportingOverflow(by: 4)
    return tooLarge ? nil : bytes
  }

  /// The bitmap in another format; unchanged if it already has that format.
  package func converted(to wanted: Format) -> Bitmap {
    guard wanted != format else { return self }
    var converted = bytes
    switch wanted {
    case .bgraPremultiplied:
      Bitmap.exchangeRedAndBlue(&converted)
      AlphaArithmetic.premultiply(&converted)
    case .rgba:
      Bitmap.straighten(&converted)
      Bitmap.exchangeRedAndBlue(&converted)
    }
    return Bitmap(width: width, height: height, format: wanted, bytes: converted) ?? self
  }

  /// Exchanges the first and third byte of each four-byte pixel.
  package static func exchangeRedAndBlue(_ pixels: inout [UInt8]) {
    pixels.withUnsafeMutableBufferPointer { bytes in
      for i in Swift.stride(from: 0, to: bytes.count, by: 4) { bytes.swapAt(i, i + 2) }
    }
  }

  private static func straighten(_ pixels: inout [UInt8]) {
    AlphaArithmetic.straightColors.withUnsafeBufferPointer { table in
      pixels.withUnsafeMutableBufferPointer { bytes in
        for i in Swift.stride(from: 0, to: bytes.count, by: 4) where bytes[i + 3] != 255 {
          let row = Int(bytes[i + 3]) << 8
          bytes[i] = table[row | Int(bytes[i])]
          bytes[i + 1] = table[row | Int(bytes[i + 1])]
          bytes[i + 2] = table[row | Int(bytes[i + 2])]
        }
      }
    }
  }
}

/// Converts between premultiplied and straight color, rounding to nearest in both directions.
///
/// With both roundings exact, premultiplied → straight → premultiplied restores the same bytes.
package enum AlphaArithmetic {
  /// `color * alpha / 255`, rounded, without a division.
  package static func premultiplied(_ color: UInt8, alpha: UInt8) -> UInt8 {
    let product = UInt32(color) * UInt32(alpha) + 128
    return UInt8(truncatingIfNeeded: (product + (product >> 8)) >> 8)
  }

  /// `color * 255 / alpha`, rounded; 0 if alpha is 0, and at most 255 if the color exceeds its alpha.
  package static func straight(_ color: UInt8, alpha: UInt8) -> UInt8 {
    straightColors[Int(alpha) << 8 | Int(color)]
  }

  /// `straight` for every color, 256 entries for each alpha.
  package static let straightColors: [UInt8] = {
    var table = [UInt8](repeating: 0, count: 256 * 256)
    for alpha in 1..<256 {
      for color in 0..<256 {
        table[alpha << 8 | color] = UInt8(min(255, (color * 255 + alpha / 2) / alpha))
      }
    }
    return table
  }()

  /// Premultiplies four-byte pixels with alpha last, in place.
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
