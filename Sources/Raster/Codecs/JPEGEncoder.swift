import Basics
import CImageCodecs
import Foundation

/// Encodes opaque bitmaps as JPEG. For one build of libjpeg, the same bitmap always produces the same bytes.
package enum JPEGEncoder {
  /// The maximum side length in pixels that libjpeg accepts.
  private static let longestSide = 65_500

  /// - Parameters:
  ///   - bitmap: The pixels; alpha is ignored.
  ///   - quality: 1 to 100. Chroma is not subsampled.
  package static func encode(_ bitmap: Bitmap, quality: Int) throws(ImageError) -> [UInt8] {
    let sides = 1...longestSide
    guard sides.contains(bitmap.width), sides.contains(bitmap.height) else { throw .unencodable(.jpeg, bitmap.size) }
    let pixels = bitmap.converted(to: .bgraPremultiplied)
    var file: UnsafeMutablePointer<UInt8>?
    var count = 0
    defer { free(file) }
    let report = pixels.bytes.withUnsafeBufferPointer {
      fp_jpeg_encode(
        $0.baseAddress, UInt32(bitmap.width), UInt32(bitmap.height), Int32(min(100, max(1, quality))), &file, &count)
    }
    guard report.status == FP_COMPLETE, let file else { throw .outOfMemory(bitmap.size) }
    return Array(UnsafeBufferPointer(start: file, count: count))
  }
}
