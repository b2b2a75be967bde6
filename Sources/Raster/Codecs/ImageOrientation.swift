import Basics

/// The rotation that turns a stored image upright: the values of EXIF tag 0x0112 (EXIF 2.32, 4.6.4 A).
package enum ImageOrientation: Int, Hashable, Sendable, CaseIterable {
  case upright = 1
  case mirrored = 2
  case upsideDown = 3
  case flipped = 4
  /// Stored rows are the columns of the upright image from the left, each from the top.
  case transposed = 5
  /// Stored rows are columns from the right, each from the top: rotate clockwise to display.
  case turnedLeft = 6
  /// Stored rows are columns from the right, each from the bottom.
  case transversed = 7
  /// Stored rows are columns from the left, each from the bottom.
  case turnedRight = 8

  /// Whether width and height are swapped.
  package var isTransposed: Bool { rawValue >= 5 }

  /// Returns the stored image turned upright.
  package func upright(_ stored: Bitmap) -> Bitmap {
    guard self != .upright, stored.width > 0, stored.height > 0 else { return stored }
    let size = isTransposed ? stored.size.transposed : stored.size
    let walk = walk(over: stored.size)
    let turned = Bitmap.filled(size) { target in
      target.withMemoryRebound(to: UInt32.self, capacity: size.width * size.height) { target in
        stored.bytes.withUnsafeBytes { source in
          ImageOrientation.copy(source, along: walk, into: target, size)
        }
      }
    }
    return turned?.bitmap ?? stored
  }

  /// The position in the stored image of the upright image's first pixel, and the pixel steps for the next one in x and
  /// in y.
  private struct PixelSteps {
    var start: Int
    var right: Int
    var down: Int
  }

  private func walk(over stored: PixelSize) -> PixelSteps {
    let row = stored.width
    let lastRow = (stored.height - 1) * row
    let lastColumn = row - 1
    return switch self {
    case .upright: PixelSteps(start: 0, right: 1, down: row)
    case .mirrored: PixelSteps(start: lastColumn, right: -1, down: row)
    case .upsideDown: PixelSteps(start: lastRow + lastColumn, right: -1, down: -row)
    case .flipped: PixelSteps(start: lastRow, right: 1, down: -row)
    case .transposed: PixelSteps(start: 0, right: row, down: 1)
    case .turnedLeft: PixelSteps(start: lastRow, right: -row, down: 1)
    case .transversed: PixelSteps(start: lastRow + lastColumn, right: -row, down: -1)
    case .turnedRight: PixelSteps(start: lastColumn, right: row, down: -1)
    }
  }

  /// Copies in square tiles, so that cache lines that the rotation reads across are fully used before they are evicted.
  private static func copy(
    _ source: UnsafeRawBufferPointer, along walk: PixelSteps, into target: UnsafeMutablePointer<UInt32>,
    _ size: PixelSize
  ) {
    let side = 32
    for top in stride(from: 0, to: size.height, by: side) {
      for left in stride(from: 0, to: size.width, by: side) {
        for y in top..<min(top + side, size.height) {
          for x in left..<min(left + side, size.width) {
            let index = walk.start + x * walk.right + y * walk.down
            target[y * size.width + x] = source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
          }
        }
      }
    }
  }
}
