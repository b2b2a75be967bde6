import Diagnostics
import Digests
import Drawing
import Foundation
import Pixels
import Raster
import Runs

/// An encoded picture, not yet written.
package struct DrawnPicture {
  package var variant: PictureVariant
  package var width: Int
  package var height: Int
  /// The file, in the variant's encoding.
  package var bytes: [UInt8]
  /// What was encoded.
  package var bitmap: Bitmap
}

extension CardRenderer {
  /// - Throws: `Diagnostic`, about the input where the canvas is too large to be drawn.
  package func draw(
    _ list: DisplayList, of variant: PictureVariant, images: PostPictures
  ) throws -> DrawnPicture {
    // A card that came out without a height is still a picture, of one row.
    let pixel = 1 / Double(variant.scale)
    let size = Size(width: max(list.size.width, pixel), height: max(list.size.height, pixel))
    // The canvas, and the same pixels as rows to be compressed.
    let pixels = size.width * size.height * Double(variant.scale * variant.scale)
    let needed = pixels * encoder.bytesPerPixel(variant.encoding)
    let bytes = needed < Double(Int32.max) ? Int(needed) : Int(Int32.max)
    do {
      return try images.share.holding(bytes) {
        let bitmap = try painter.paint(
          DisplayList(size: size, commands: list.commands), scale: Double(variant.scale),
          images: images.at(scale: variant.scale))
        let file = try encoder.encode(bitmap, showing: list, of: variant)
        return DrawnPicture(variant: variant, width: bitmap.width, height: bitmap.height, bytes: file, bitmap: bitmap)
      }
    } catch let error as ImageError {
      throw Diagnostic(error)
    }
  }
}

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
