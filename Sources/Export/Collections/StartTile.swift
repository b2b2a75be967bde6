import Basics
import Files
import Foundation
import Raster

/// A small image of a feed's first cards, or of a conversation's last ones, for the start page.
struct StartTile {
  /// Pixels: a tile is at most 280 points wide.
  private static let width = 560
  private static let quality = 82
  private static let inputLimit = 256 << 20

  /// The path relative to the start page. The name changes with the image.
  let path: RelativePath
  let bytes: [UInt8]

  /// Cuts the tile out of a feed's image.
  ///
  /// - Parameters:
  ///   - image: The path of the feed's image in the output.
  ///   - header: The height above the first card, in the image's pixels.
  ///   - isFromEnd: Whether the tile shows the image's end.
  /// - Returns: Nil if the image is missing or unreadable.
  init?(of image: RelativePath, in output: FileTree, header: Int, isFromEnd: Bool) {
    guard let data = try? output.data(image, limit: Self.inputLimit),
      let whole = try? ImageDecoder.decode([UInt8](data)).bitmap,
      let part = whole.rows(header: header, isFromEnd: isFromEnd)
    else { return nil }
    let width = min(Self.width, part.width)
    let height = part.height * width / part.width
    guard
      let bytes = try? WebPEncoder.picture(
        Resampler.scale(part, toWidth: width, height: height), .lossy(Self.quality)),
      let path = RelativePath("tiles/\(Digest(of: bytes).hex.prefix(16)).webp")
    else { return nil }
    (self.path, self.bytes) = (path, bytes)
  }
}

extension Bitmap {
  /// Returns the rows of a tile with the proportions 4 : 3, fewer if the bitmap has fewer; nil if it has none.
  fileprivate func rows(header: Int, isFromEnd: Bool) -> Bitmap? {
    let top = min(max(0, header), height)
    let count = min(width * 3 / 4, height - top)
    guard count > 0 else { return nil }
    let first = isFromEnd ? height - count : top
    return Bitmap(
      width: width, height: count, format: format, bytes: [UInt8](bytes[(first * stride)..<((first + count) * stride)]))
  }
}
