import Basics
import Diagnostics
import Drawing
import Files
import Foundation
import Raster

/// An image's pixels, encoded as a file on demand.
package struct RenderedImage {
  package let variant: ImageVariant
  package let bitmap: Bitmap
  private let quality: WebPEncoder.Quality
  private let encoder: ImageFileEncoder
  private let share: MemoryBudget.Share

  fileprivate init(
    _ bitmap: Bitmap, of variant: ImageVariant, _ quality: WebPEncoder.Quality, _ renderer: CardRenderer,
    _ share: MemoryBudget.Share
  ) {
    (self.bitmap, self.variant, self.quality, self.share) = (bitmap, variant, quality, share)
    encoder = renderer.encoder
  }

  package var width: Int { bitmap.width }
  package var height: Int { bitmap.height }

  /// The file in the variant's encoding, encoded on each call.
  ///
  /// - Parameter earlier: A file written by this tool, which is reused if it shows the same.
  /// - Throws: `Diagnostic`.
  package func file(earlier: [UInt8]? = nil) throws -> [UInt8] {
    do {
      return try share.holding(bitmap.bytes.count / 4 * Int(encoder.bytesPerPixel(variant.encoding))) {
        try encoder.encode(bitmap, quality, of: variant, earlier: earlier)
      }
    } catch let error as ImageError {
      throw Diagnostic(error)
    }
  }
}

extension Bitmap {
  /// The SHA-256 of size and pixels, as stored. A row equal to the one above is hashed as a marker only: half of a
  /// text's rows are.
  package var digest: Digest {
    var running = RunningDigest()
    withUnsafeBytes(of: (UInt64(width).littleEndian, UInt64(height).littleEndian)) { running.add($0) }
    var repeats = [UInt8](repeating: 0, count: height)
    bytes.withUnsafeBytes { pixels in
      var start = 0
      for row in 0..<height {
        let place = row * stride
        guard row > 0, let base = pixels.baseAddress, memcmp(base + place, base + place - stride, stride) == 0 else {
          continue
        }
        repeats[row] = 1
        running.add(UnsafeRawBufferPointer(rebasing: pixels[start..<place]))
        start = place + stride
      }
      running.add(UnsafeRawBufferPointer(rebasing: pixels[start...]))
    }
    repeats.withUnsafeBytes { running.add($0) }
    return running.finish()
  }
}

extension CardRenderer {
  /// - Throws: `Diagnostic`, an input error if the canvas is too large to be drawn.
  package func draw(
    _ list: DisplayList, of variant: ImageVariant, images: PostImages
  ) throws -> RenderedImage {
    // A card with zero height still becomes an image, with one row.
    let pixel = 1 / Double(variant.scale)
    let size = Size(width: max(list.size.width, pixel), height: max(list.size.height, pixel))
    let needed = size.width * size.height * Double(variant.scale * variant.scale) * 4
    let bytes = needed < Double(Int32.max) ? Int(needed) : Int(Int32.max)
    do {
      let bitmap = try images.share.holding(bytes) {
        try painter.paint(
          DisplayList(size: size, commands: list.commands), scale: Double(variant.scale),
          images: images.at(scale: variant.scale))
      }
      return RenderedImage(bitmap, of: variant, encoder.quality(of: list), self, images.share)
    } catch let error as ImageError {
      throw Diagnostic(error)
    }
  }
}

/// Encodes bitmaps as files, each in its variant's encoding.
package struct ImageFileEncoder: Sendable {
  package let png = PNGEncoder()
  /// The quality of lossy images with photos, 1 to 100.
  package let photoQuality: Int

  package init(photoQuality: Int) { self.photoQuality = photoQuality }

  /// - Throws: `ImageError`.
  package func encode(
    _ bitmap: Bitmap, _ quality: WebPEncoder.Quality, of variant: ImageVariant, earlier: [UInt8]? = nil
  ) throws(ImageError) -> [UInt8] {
    switch variant.encoding {
    case .png: try png.encode(bitmap, scale: Double(variant.scale), earlier: earlier)
    case .webp: try WebPEncoder.picture(bitmap, quality)
    }
  }

  /// Lossy encoding degrades letters, and text without photos is smaller when lossless, while photos are several times
  /// larger. A few small images, such as an avatar or a link's, cost less than the loss in letters.
  package func quality(of list: DisplayList) -> WebPEncoder.Quality {
    list.pictureArea > Self.smallPictures ? .lossy(photoQuality) : .lossless
  }

  /// Square points: 96 × 96.
  package static let smallPictures = 9216.0

  /// The bytes per pixel that painting and encoding need at once: the canvas, and the pixels on their way into the
  /// file.
  package func bytesPerPixel(_ encoding: ImageEncoding) -> Double {
    switch encoding {
    case .png: 8
    case .webp: 4 + Double(WebPEncoder.bytesPerPixel)
    }
  }
}
