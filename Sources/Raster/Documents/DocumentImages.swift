import Basics
import Drawing

/// The images of a document.
package protocol DocumentImages: ImageSource {
  /// Pixels per point of images that are requested as bitmaps.
  var scale: Double { get }

  /// Returns a photo's own file, for a box of this size in points, if it can be embedded unchanged; nil if it has to be
  /// drawn.
  func original(of reference: ImageReference, width: Double, height: Double) -> DocumentJPEG?

  /// Whether the original file is lossless (a drawing, a screenshot), so that the document has to be lossless too.
  func isLossless(_ reference: ImageReference) -> Bool
}

/// A JPEG that every document viewer displays exactly as Feedproof decodes it.
package struct DocumentJPEG: Sendable {
  package let bytes: [UInt8]
  /// The size in pixels.
  package let size: PixelSize
  package let isGrey: Bool

  /// Returns nil for other formats, rotated or CMYK images, more than eight bits, and truncated files.
  package init?(jpeg bytes: [UInt8]) {
    let metadata = JPEGMetadata(bytes)
    guard let header = try? ImageDecoder.header(of: bytes), header.format == .jpeg, header.orientation == .upright,
      metadata.isPlain
    else { return nil }
    // Decoded at the smallest scale to check that the file is complete.
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
