/// A size in whole pixels.
package struct PixelSize: Hashable, Codable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  package static let zero = PixelSize(width: 0, height: 0)

  /// The size with width and height exchanged.
  package var transposed: PixelSize { PixelSize(width: height, height: width) }

  package func covers(_ other: PixelSize) -> Bool { width >= other.width && height >= other.height }

  /// Width times height; nil if a side is negative or the product overflows.
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
  /// Transparent black in the painter's format; 0 × 0 if the size is negative or overflows.
  package init(clear size: PixelSize) {
    let count = Bitmap.byteCount(width: size.width, height: size.height)
    width = count == nil ? 0 : size.width
    height = count == nil ? 0 : size.height
    format = .bgraPremultiplied
    bytes = [UInt8](repeating: 0, count: count ?? 0)
  }

  /// The smallest rectangle that contains every differing pixel of two bitmaps with the same size and format; nil if
  /// they are equal.
  package func difference(from other: Bitmap) -> PixelRect? {
    guard size == other.size, format == other.format else { return PixelRect(size) }
    let stride = stride
    return bytes.withUnsafeBytes { own in
      other.bytes.withUnsafeBytes { others in
        let differs = { (row: Int) in
          let start = row * stride
          return !own[start..<(start + stride)].elementsEqual(others[start..<(start + stride)])
        }
        guard let top = (0..<height).first(where: differs), let bottom = (top..<height).last(where: differs) else {
          return nil
        }
        var (left, right) = (width, 0)
        for row in top...bottom {
          let start = row * stride
          let same = { (x: Int) in
            own.loadUnaligned(fromByteOffset: start + x * 4, as: UInt32.self)
              == others.loadUnaligned(fromByteOffset: start + x * 4, as: UInt32.self)
          }
          left = (0..<left).first { !same($0) } ?? left
          if let last = (right..<width).last(where: { !same($0) }) { right = last + 1 }
        }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top + 1)
      }
    }
  }
}

/// A rectangle of whole pixels. Sides are never negative.
public struct PixelRect: Hashable, Codable, Sendable {
  /// Columns from the left.
  public var x: Int
  /// Rows from the top.
  public var y: Int
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, max(0, width), max(0, height))
  }

  /// - Parameters:
  ///   - right: The first column outside.
  ///   - bottom: The first row outside.
  package init(left: Int, top: Int, right: Int, bottom: Int) {
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  package init(_ size: PixelSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

  package var right: Int { x + width }
  package var bottom: Int { y + height }
  package var columns: Range<Int> { x..<right }
  package var rows: Range<Int> { y..<bottom }
  package var isEmpty: Bool { width == 0 || height == 0 }

  package func isInside(_ size: PixelSize) -> Bool {
    x >= 0 && y >= 0 && x <= size.width - width && y <= size.height - height
  }

  package func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      left: max(x, other.x), top: max(y, other.y), right: min(right, other.right), bottom: min(bottom, other.bottom))
  }

  /// The smallest rectangle that contains both; empty ones are ignored.
  package func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      left: min(x, other.x), top: min(y, other.y), right: max(right, other.right), bottom: max(bottom, other.bottom))
  }
}
