import Pixels

/// What a picture file says of itself before anything is decoded.
package struct ImageHeader: Hashable, Sendable {
  package let format: ImageFormat
  /// As stored.
  package let storedSize: PixelSize
  package let orientation: ImageOrientation
  package let notes: [ImageNote]

  /// As shown, upright.
  package var size: PixelSize { orientation.isTransposed ? storedSize.transposed : storedSize }
}

package struct DecodedImage: Hashable, Sendable {
  /// `.bgraPremultiplied`, upright.
  package let bitmap: Bitmap
  /// The whole picture's size as shown; the bitmap is smaller where a reduced one was enough.
  package let fullSize: PixelSize
  package let notes: [ImageNote]
}

/// Picture files to bitmaps. Colour values are taken as sRGB whatever profile the file has.
package enum ImageDecoder {
  /// Pixels that a picture may have by its own header: 200 million, twice what the largest cameras of phones make.
  package static let pixelLimit = 200_000_000

  /// Reads the header alone.
  package static func header(of bytes: [UInt8]) throws(ImageError) -> ImageHeader {
    guard !bytes.isEmpty else { throw .empty }
    guard let format = ImageFormat(of: bytes) else { throw .unrecognized }
    switch format {
    case .jpeg: return try JPEGReader.header(of: bytes)
    case .png: return try PNGReader.header(of: bytes)
    case .webp: return try WebPReader.header(of: bytes)
    default: throw .unsupported(format.rawValue)
    }
  }

  /// Decodes the picture, or a reduced one that still has at least `target`'s pixels on both axes.
  ///
  /// JPEG is reduced in eighths while it is decoded (DCT scaling), WebP by its own rescaler; PNG has no such way. A file
  /// that ends or breaks off gives what there is and an `ImageNote.truncated`; an error where there is not a single row.
  package static func decode(
    _ bytes: [UInt8], covering target: PixelSize? = nil, limit: Int = pixelLimit
  ) throws(ImageError) -> DecodedImage {
    let header = try header(of: bytes)
    guard let area = header.storedSize.area, area <= limit else { throw .tooLarge(header.size, limit: limit) }
    let storedTarget = header.orientation.isTransposed ? target?.transposed : target
    let stored: (bitmap: Bitmap, notes: [ImageNote]) =
      switch header.format {
      case .jpeg: try JPEGReader.decode(bytes, header, covering: storedTarget)
      case .png: try PNGReader.decode(bytes, header)
      default: try WebPReader.decode(bytes, header, covering: storedTarget)
      }
    return DecodedImage(
      bitmap: header.orientation.upright(stored.bitmap), fullSize: header.size, notes: header.notes + stored.notes)
  }
}
