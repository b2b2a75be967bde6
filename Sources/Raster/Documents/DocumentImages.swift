import Drawing
import Pixels

/// Where a document's pictures come from.
package protocol DocumentImages: ImageSource {
  /// Pixels a point of the pictures that are asked for as bitmaps.
  var scale: Double { get }

  /// A photo's own file, for a box of so many points, where it can be shown as it is; nil where it has to be drawn.
  func original(of reference: ImageReference, width: Double, height: Double) -> DocumentJPEG?

  /// Whether the picture's own file keeps every pixel (a drawing, a screenshot), so that a document does too.
  func isLossless(_ reference: ImageReference) -> Bool
}

/// A JPEG that every reader of documents shows as Feedproof's own decoder does.
package struct DocumentJPEG: Sendable {
  package let bytes: [UInt8]
  /// Pixels.
  package let size: PixelSize
  package let isGrey: Bool

  /// Nil for other formats, pictures that are turned, four inks, more than eight bits, and files that are not whole.
  package init?(jpeg bytes: [UInt8]) {
    let metadata = JPEGMetadata(bytes)
    guard let header = try? ImageDecoder.header(of: bytes), header.format == .jpeg, header.orientation == .upright,
      metadata.isPlain
    else { return nil }
    // Decoded as small as it goes, to see that all of it is there.
    let check = try? ImageDecoder.decode(bytes, covering: PixelSize(width: 1, height: 1))
    guard let check, !check.notes.contains(where: \.isFlaw) else { return nil }
    (self.bytes, size, isGrey) = (bytes, header.size, metadata.isGrey)
  }
}

extension ImageNote {
  fileprivate var isFlaw: Bool {
    switch self {
    case .truncated, .damaged: true
    case .colorProfileIgnored, .gammaIgnored: false
    }
  }
}
