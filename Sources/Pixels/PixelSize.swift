/// An extent in whole pixels.
package struct PixelSize: Hashable, Codable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  package static let zero = PixelSize(width: 0, height: 0)

  /// The same extent lying on its side.
  package var transposed: PixelSize { PixelSize(width: height, height: width) }

  package func covers(_ other: PixelSize) -> Bool { width >= other.width && height >= other.height }

  /// Width times height; nil when a side is negative or the product overflows.
  package var area: Int? {
    guard width >= 0, height >= 0 else { return nil }
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? nil : area
  }
}

extension PixelSize: CustomStringConvertible {
  package var description: String { "\(width) × \(height)" }
}

extension Bitmap {
  package var size: PixelSize { PixelSize(width: width, height: height) }
}

extension Bitmap {
  /// Transparent black in the painter's format; 0 × 0 where the size is negative or overflows.
  package init(clear size: PixelSize) {
    let count = Bitmap.byteCount(width: size.width, height: size.height)
    width = count == nil ? 0 : size.width
    height = count == nil ? 0 : size.height
    format = .bgraPremultiplied
    bytes = [UInt8](repeating: 0, count: count ?? 0)
  }
}
