import Drawing
import Pixels
import Raster

/// Bitmaps to files, each in its variant's encoding.
package struct PictureEncoder: Sendable {
  package let png = PNGEncoder()
  /// Of pictures with photos in a lossy encoding, 1 to 100.
  package let photoQuality: Int

  package init(photoQuality: Int) { self.photoQuality = photoQuality }

  /// - Parameters:
  ///   - list: What the bitmap shows.
  /// - Throws: `ImageError`.
  package func encode(
    _ bitmap: Bitmap, showing list: DisplayList, of variant: PictureVariant
  ) throws(ImageError) -> [UInt8] {
    switch variant.encoding {
    case .png: try png.encode(bitmap, scale: Double(variant.scale))
    case .webp: try WebPEncoder.picture(bitmap, quality(of: list))
    }
  }

  /// Letters lose by every lossy encoding, and a text without photos is smaller without; photos are several times larger.
  /// A few small pictures, as an author's or a link's, cost less than the letters would lose.
  package func quality(of list: DisplayList) -> WebPEncoder.Quality {
    list.pictureArea > Self.smallPictures ? .lossy(photoQuality) : .lossless
  }

  /// Square points: 96 × 96.
  package static let smallPictures = 9216.0

  /// Bytes that painting and encoding take at once, for each pixel: the canvas, and its pixels on their way into the file.
  package func bytesPerPixel(_ encoding: PictureEncoding) -> Double {
    switch encoding {
    case .png: 8
    case .webp: 4 + Double(WebPEncoder.bytesPerPixel)
    }
  }
}
