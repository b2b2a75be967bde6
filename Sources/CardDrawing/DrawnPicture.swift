import Diagnostics
import Digests
import Drawing
import Foundation
import Pixels
import Raster
import Runs

/// An encoded picture, not yet written.
package struct DrawnPicture {
  package var place: PictureVariant
  package var width: Int
  package var height: Int
  package var png: [UInt8]
  /// What was encoded.
  package var bitmap: Bitmap
}

extension Studio {
  /// - Throws: `Diagnostic`, about the input where the canvas is too large to be drawn.
  package func draw(
    _ list: DisplayList, at place: PictureVariant, images: PostPictures
  ) throws -> DrawnPicture {
    // A card that came out without a height is still a picture, of one row.
    let pixel = 1 / Double(place.scale)
    let size = Size(width: max(list.size.width, pixel), height: max(list.size.height, pixel))
    // The canvas, and the same pixels as rows to be compressed.
    let pixels = size.width * size.height * Double(place.scale * place.scale)
    let bytes = Int(min(pixels * 8, Double(Int32.max)))
    do {
      return try images.share.holding(bytes) {
        let bitmap = try painter.paint(
          DisplayList(size: size, commands: list.commands), scale: Double(place.scale),
          images: images.at(scale: place.scale))
        let png = try encoder.encode(bitmap, scale: Double(place.scale))
        return DrawnPicture(place: place, width: bitmap.width, height: bitmap.height, png: png, bitmap: bitmap)
      }
    } catch let error as ImageError {
      throw Diagnostic(error)
    }
  }
}
