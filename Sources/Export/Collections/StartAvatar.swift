import Basics
import FeedReading
import FeedSources
import Files
import Raster

/// The picture of a feed's only author, as a small square for the start page.
struct StartAvatar {
  /// Pixels: an avatar is 36 points wide.
  private static let side = 108
  private static let quality = 86
  private static let memoryLimit = 64 << 20

  /// The path relative to the start page. The name changes with the image.
  let path: RelativePath
  let bytes: [UInt8]

  /// Returns nil if the feed has several authors, or if the author's picture is missing or unreadable.
  init?(of facts: FeedFacts, in files: PhotoFiles) {
    guard facts.chat == nil, !facts.hasSeveralAuthors, let avatar = facts.firstAuthor?.avatar else { return nil }
    let pictures = avatar.sources.lazy.compactMap { Self.picture(at: $0.url, in: files) }
    guard let picture = pictures.first, let square = picture.centeredSquare else { return nil }
    let side = min(Self.side, square.width)
    guard
      let bytes = try? WebPEncoder.picture(
        Resampler.scale(square, toWidth: side, height: side), .lossy(Self.quality)),
      let path = RelativePath("tiles/\(Digest(of: bytes).hex.prefix(16)).webp")
    else { return nil }
    (self.path, self.bytes) = (path, bytes)
  }

  /// Reads the avatar that an earlier run has written; nil if it is missing.
  init?(at path: RelativePath, in output: FileTree) {
    guard let data = try? output.data(path, limit: Self.memoryLimit) else { return nil }
    (self.path, bytes) = (path, [UInt8](data))
  }

  private static func picture(at url: String, in files: PhotoFiles) -> Bitmap? {
    guard let place = files.location(of: url) else { return nil }
    let bytes: [UInt8]?
    if case .inline(let own) = place {
      bytes = own
    } else if let file = try? place.open(), file.stamp.size <= PhotoFiles.sizeLimit {
      bytes = try? file.bytes(first: file.stamp.size)
    } else {
      bytes = nil
    }
    let target = PixelSize(width: side, height: side)
    return bytes.flatMap { try? ImageDecoder.decode($0, covering: target, memory: memoryLimit).bitmap }
  }
}

extension Bitmap {
  /// The largest square in the bitmap's middle; nil if the bitmap is empty.
  fileprivate var centeredSquare: Bitmap? {
    let side = min(width, height)
    guard side > 0 else { return nil }
    let (top, pixel) = ((height - side) / 2, stride / width)
    let left = (width - side) / 2 * pixel
    var rows: [UInt8] = []
    rows.reserveCapacity(side * side * pixel)
    for row in top..<top + side {
      rows += bytes[(row * stride + left)..<(row * stride + left + side * pixel)]
    }
    return Bitmap(width: side, height: side, format: format, bytes: rows)
  }
}
