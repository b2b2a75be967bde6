import Pixels

/// A picture as its pixels: what a snapshot of a view, or a file that was read, comes to.
public struct Picture: Hashable, Sendable {
  package let bitmap: Bitmap

  /// - Parameter rgba: Four bytes a pixel, rows from the top without anything between them; colour not premultiplied, sRGB.
  /// - Throws: `PictureError` where there are more or less of them than the sides say.
  public init(width: Int, height: Int, rgba: [UInt8]) throws(PictureError) {
    guard let bitmap = Bitmap(width: width, height: height, format: .rgba, bytes: rgba) else {
      throw .bytes(rgba.count, width: width, height: height)
    }
    self.bitmap = bitmap
  }

  /// Pixels, 0 or more.
  public var width: Int { bitmap.width }
  /// Pixels, 0 or more.
  public var height: Int { bitmap.height }
  /// `width * height * 4` bytes.
  public var rgba: [UInt8] { bitmap.bytes }
}

/// Why pixels are no picture.
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// So many bytes were given for a picture of these sides, which may be negative or beyond what can be counted.
  case bytes(Int, width: Int, height: Int)

  public var description: String {
    switch self {
    case .bytes(let count, let width, let height):
      "\(count) bytes are no picture of \(width) × \(height) pixels of four bytes"
    }
  }
}
