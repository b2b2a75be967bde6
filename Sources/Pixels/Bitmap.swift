/// A CPU bitmap as a value: rows from the top, no padding, four bytes a pixel.
package struct Bitmap: Hashable, Sendable {
  package enum Format: Hashable, Sendable {
    /// Bytes R, G, B, A; colour not premultiplied. What files hold and comparisons see.
    case rgba
    /// Bytes B, G, R, A; colour premultiplied by alpha. What the painter works on.
    case bgraPremultiplied
  }

  /// Pixels.
  package let width: Int
  package let height: Int
  package let format: Format
  /// `width * height * 4` bytes.
  package var bytes: [UInt8]

  /// Nil when a side is negative, the byte count overflows, or it is not the number of `bytes`.
  package init?(width: Int, height: Int, format: Format, bytes: [UInt8]) {
    guard let count = Bitmap.byteCount(width: width, height: height), count == bytes.count else { return nil }
    self.width = width
    self.height = height
    self.format = format
    self.bytes = bytes
  }

  /// Bytes from one row to the next.
  package var stride: Int { width * 4 }

  /// Bytes of a bitmap of this size; nil when a side is negative or the count overflows.
  package static func byteCount(width: Int, height: Int) -> Int? {
    guard width >= 0, height >= 0 else { return nil }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow else { return nil }
    let (bytes, tooLarge) = pixels.multipliedReportingOverflow(by: 4)
    return tooLarge ? nil : bytes
  }
}
