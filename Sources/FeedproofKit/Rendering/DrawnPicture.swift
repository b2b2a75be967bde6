import Diagnostics
import Digests
import Drawing
import ExportStore
import Foundation
import Pixels
import Raster

/// An encoded picture, not yet written.
struct DrawnPicture {
  var place: Manifest.Picture.Place
  var width: Int
  var height: Int
  var png: [UInt8]
  /// What was encoded.
  var bitmap: Bitmap

  /// Writes the picture where it waits to be published at `path`.
  ///
  /// - Throws: `RunFailure`.
  func stage(_ path: String, in output: OutputFolder) throws -> (entry: Manifest.Picture, file: StoredFile) {
    let stamp: FileStamp
    do {
      stamp = try output.put(png, at: "\(OwnFolder.staged)/\(path)")
    } catch {
      throw RunFailure(.unwritableOutput, error)
    }
    let digest = Digest(of: png)
    let entry = Manifest.Picture(
      path: path, width: width, height: height, screenWidth: place.screenWidth, scale: place.scale, theme: place.theme,
      state: place.state, bytes: png.count, sha256: digest.hex)
    return (entry, StoredFile(path: path, bytes: png.count, modified: stamp.modified, sha256: digest))
  }
}

extension Manifest.Picture {
  /// Which of a card's pictures this is.
  struct Place {
    var screenWidth: Int
    var scale: Int
    var theme: String
    var state: String?

    /// `375@2x-light-expanded.png`
    var fileName: String {
      ["\(screenWidth)@\(scale)x", theme, state].compactMap { $0 }.joined(separator: "-") + ".png"
    }
  }
}

extension Studio {
  /// - Throws: `RunFailure` when the canvas is too large to be drawn.
  func draw(
    _ list: DisplayList, at place: Manifest.Picture.Place, images: PostPictures
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
    } catch let diagnostic as Diagnostic {
      throw RunFailure(diagnostic.code.hasPrefix("font.") ? .environment : .brokenInput, diagnostic)
    } catch let error as ImageError {
      throw RunFailure(.brokenInput, Diagnostic(error))
    }
  }
}
