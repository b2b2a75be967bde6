import CImageCodecs
import Names
import Pixels

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
  /// The number of pixels that a side may have: a decoder's rows and columns have costs of their own.
  package static let sideLimit = 100_000

  /// Reads the header alone. The file's beginning is enough, as far as the first pixels; `ImageError.corrupt` may mean
  /// that more of it is needed.
  package static func header(of bytes: [UInt8]) throws(ImageError) -> ImageHeader {
    guard !bytes.isEmpty else { throw .empty }
    guard let format = ImageFormat(of: bytes) else { throw .unrecognized }
    return try codec(of: format).header(of: bytes)
  }

  /// Decodes the picture, or a reduced one that still has at least `target`'s pixels on both axes.
  ///
  /// JPEG is reduced in eighths while it is decoded (DCT scaling), WebP by its own rescaler; PNG has no such way. A file
  /// that ends or breaks off gives what there is and an `ImageNote.truncated`; an error where there is not a single row.
  ///
  /// - Parameters:
  ///   - limit: Pixels that the picture may have.
  ///   - memory: Bytes that decoding may take, the file's own apart. Nothing is taken where more would be needed.
  package static func decode(
    _ bytes: [UInt8], covering target: PixelSize? = nil, limit: Int = pixelLimit, memory: Int = .max
  ) throws(ImageError) -> DecodedImage {
    let header = try header(of: bytes)
    try checkSides(of: header)
    guard let area = header.storedSize.area, area <= limit, let need = header.decodingBytes(covering: target) else {
      throw .tooLarge(header.size, limit: limit)
    }
    guard need <= memory else { throw .overMemory(bytes: need, limit: memory) }
    let storedTarget = header.orientation.isTransposed ? target?.transposed : target
    let (stored, notes) = try codec(of: header.format).decode(bytes, header, covering: storedTarget)
    return DecodedImage(
      bitmap: header.orientation.upright(stored), fullSize: header.size, notes: header.notes + notes)
  }

  private static func checkSides(of header: ImageHeader) throws(ImageError) {
    let longest = max(header.size.width, header.size.height)
    guard longest <= sideLimit else { throw .sideTooLong(header.size, limit: sideLimit) }
  }

  /// Decodes the picture for a comparison: `.rgba`, every stored value as it is, also where nothing shows through.
  ///
  /// What could not be read whole is an error here: a comparison of half a picture would prove nothing.
  package static func decodeExactly(_ bytes: [UInt8], limit: Int = pixelLimit) throws(ImageError) -> Bitmap {
    let header = try header(of: bytes)
    try checkSides(of: header)
    guard let area = header.storedSize.area, area <= limit else { throw .tooLarge(header.size, limit: limit) }
    let (bitmap, notes) = try codec(of: header.format).decodeExactly(bytes, header)
    for note in notes {
      switch note {
      case .truncated, .damaged: throw .corrupt(header.format, reason: note.message)
      case .colorProfileIgnored, .gammaIgnored: continue
      }
    }
    return bitmap
  }

  private static func codec(of format: ImageFormat) throws(ImageError) -> any ImageCodec.Type {
    guard let codec = ImageCodecs[format] else { throw .unsupported(format.rawValue) }
    return codec
  }
}

extension fp_report {
  var text: String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// What a call that gave a picture has to say; throws where it gave none.
  func notes(_ format: ImageFormat, size: PixelSize) throws(ImageError) -> [ImageNote] {
    switch status {
    case FP_COMPLETE where ended_early:
      return [.truncated(rows: Int(rows), height: size.height, reason: text)]
    case FP_COMPLETE: return warnings > 0 ? [.damaged(count: Int(warnings), first: text)] : []
    case FP_PARTIAL: return [.truncated(rows: Int(rows), height: size.height, reason: text)]
    case FP_UNSUPPORTED: throw .unsupported("such \(format.rawValue)")
    case FP_EXCESSIVE: throw .excessive(format, reason: text)
    case FP_NO_MEMORY: throw .outOfMemory(size)
    default: throw .corrupt(format, reason: text)
    }
  }
}

extension Bitmap {
  /// A picture that a C decoder writes, and what it says of it; throws where there is none.
  ///
  /// A header may promise any size: no byte of a picture that then fails is ever touched.
  static func decoded(
    _ format: ImageFormat, _ size: PixelSize, by decode: (UnsafeMutablePointer<UInt8>) -> fp_report
  ) throws(ImageError) -> (Bitmap, [ImageNote]) {
    guard let count = byteCount(width: size.width, height: size.height) else { throw .outOfMemory(size) }
    var report: fp_report?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      let ended = decode(start)
      report = ended
      initialized = ended.status == FP_COMPLETE || ended.status == FP_PARTIAL ? count : 0
    }
    guard let report else { throw .outOfMemory(size) }
    let notes = try report.notes(format, size: size)
    guard let bitmap = Bitmap(width: size.width, height: size.height, format: .bgraPremultiplied, bytes: bytes) else {
      throw .outOfMemory(size)
    }
    return (bitmap, notes)
  }

  /// A bitmap whose bytes `fill` writes, every one of them, and what `fill` returned; nil when the size overflows.
  static func filled<Result>(
    _ size: PixelSize, by fill: (UnsafeMutablePointer<UInt8>) -> Result
  ) -> (bitmap: Bitmap, result: Result)? {
    guard let count = byteCount(width: size.width, height: size.height) else { return nil }
    var result: Result?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      result = fill(start)
      initialized = count
    }
    guard let result,
      let bitmap = Bitmap(width: size.width, height: size.height, format: .bgraPremultiplied, bytes: bytes)
    else { return nil }
    return (bitmap, result)
  }
}
