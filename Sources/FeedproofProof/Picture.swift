import Basics

/// An image as pixels: a snapshot of a view, or a decoded file.
public struct Picture: Hashable, Sendable {
  package let bitmap: Bitmap

  /// - Parameter rgba: Four bytes a pixel, rows from the top without padding; straight sRGB colors.
  /// - Throws: `CardImageError` if their number doesn't match the size.
  public init(width: Int, height: Int, rgba: [UInt8]) throws(CardImageError) {
    guard let bitmap = Bitmap(width: width, height: height, format: .rgba, bytes: rgba) else {
      throw .bytes(rgba.count, width: width, height: height)
    }
    self.bitmap = bitmap
  }

  /// The width in pixels, at least 0.
  public var width: Int { bitmap.width }
  /// The height in pixels, at least 0.
  public var height: Int { bitmap.height }
  /// The `width * height * 4` bytes of the pixels.
  public var rgba: [UInt8] { bitmap.bytes }
}

/// The reason why pixels don't form an image.
public enum CardImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes doesn't match the size, which may be negative or overflow.
  case bytes(Int, width: Int, height: Int)

  public var description: String {
    switch self {
    case .bytes(let count, let width, let height):
      "\(count) bytes are no picture of \(width) × \(height) pixels of four bytes"
    }
  }
}
