import CImageCodecs
import Pixels

enum PNGReader {
  /// Of memory that libpng and zlib take, for a row of 16-bit values and the one before it.
  private static let bytesPerColumn = 40

  static func header(of bytes: [UInt8]) throws(ImageError) -> ImageHeader {
    let chunks = try chunks(of: bytes)
    var notes: [ImageNote] = []
    if chunks.hasColorProfile { notes.append(.colorProfileIgnored) }
    if let gamma = chunks.gamma, !chunks.hasColorProfile { notes.append(.gammaIgnored(gamma)) }
    return ImageHeader(
      format: .png, storedSize: PixelSize(width: chunks.width, height: chunks.height), orientation: .upright,
      notes: notes, decoderBytes: chunks.width * bytesPerColumn)
  }

  static func decode(_ bytes: [UInt8], _ header: ImageHeader) throws(ImageError) -> (Bitmap, [ImageNote]) {
    var (bitmap, notes) = try decodeStraight(bytes, header)
    if try chunks(of: bytes).hasAlpha { AlphaArithmetic.premultiply(&bitmap.bytes) }
    return (bitmap, notes)
  }

  /// `.rgba`, every colour as it is stored.
  static func decodeExactly(_ bytes: [UInt8], _ header: ImageHeader) throws(ImageError) -> (Bitmap, [ImageNote]) {
    if let quick = PlainPNG(bytes, size: header.storedSize)?.decode() { return (quick, []) }
    var (stored, notes) = try decodeStraight(bytes, header)
    Bitmap.exchangeRedAndBlue(&stored.bytes)
    guard let straight = Bitmap(width: stored.width, height: stored.height, format: .rgba, bytes: stored.bytes) else {
      throw .outOfMemory(header.size)
    }
    return (straight, notes)
  }

  /// B, G, R, A with the colours as they are stored, whatever the bitmap's format says of premultiplying.
  static func decodeStraight(_ bytes: [UInt8], _ header: ImageHeader) throws(ImageError) -> (Bitmap, [ImageNote]) {
    let size = header.storedSize
    return try Bitmap.decoded(.png, size) { pixels in
      bytes.withUnsafeBufferPointer {
        fp_png_decode($0.baseAddress, $0.count, UInt32(size.width), UInt32(size.height), pixels)
      }
    }
  }

  private static func chunks(of bytes: [UInt8]) throws(ImageError) -> PNGChunks {
    guard let chunks = PNGChunks(bytes) else { throw .corrupt(.png, reason: "it has no header chunk") }
    let sides = 1...Int(Int32.max)
    guard sides.contains(chunks.width), sides.contains(chunks.height) else {
      throw .corrupt(.png, reason: "a side of 0 or of more than 2³¹ − 1 pixels")
    }
    return chunks
  }
}
