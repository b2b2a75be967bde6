import Basics
import CImageCodecs

package struct DecodedImage: Hashable, Sendable {
  /// The pixels in `.bgraPremultiplied`, upright.
  package let bitmap: Bitmap
  /// The full size of the image as displayed. The bitmap is smaller if a reduced one was sufficient.
  package let fullSize: PixelSize
  package let notes: [ImageNote]
}

/// Decodes image files to bitmaps. Color values are interpreted as sRGB whatever the file's profile.
package enum ImageDecoder {
  /// The maximum number of pixels according to the header: 200 million, twice as many as the largest phone cameras
  /// produce.
  package static let pixelLimit = 200_000_000
  /// The number of pixels that a side may have: a decoder's rows and columns have costs of their own.
  package static let sideLimit = 100_000

  /// Reads only the header. The beginning of the file, up to the first pixels, is enough; `ImageError.corrupt` may mean
  /// that more bytes are needed.
  package static func header(of bytes: [UInt8]) throws(ImageError) -> ImageHeader {
    guard !bytes.isEmpty else { throw .empty }
    guard let format = ImageFormat(of: bytes) else { throw .unrecognized }
    return try codec(of: format).header(of: bytes)
  }

  /// Decodes the image, or a reduced version that still covers `target` on both axes.
  ///
  /// JPEG is reduced in eighths during decoding (DCT scaling), WebP by its own rescaler. PNG can't be reduced. A
  /// truncated file yields the rows that could be decoded and an `ImageNote.truncated`, or an error if there isn't a
  /// single row.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of pixels of the image.
  ///   - memory: The maximum number of bytes for decoding, not counting the file itself. Nothing is allocated if more
  ///     would be needed.
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

  /// Decodes the image for a comparison: `.rgba`, every stored value unchanged, including the colors of transparent
  /// pixels.
  ///
  /// A partially readable image is an error: comparing half an image would prove nothing.
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

  /// Returns the notes of a decoder call that produced an image; throws if it produced none.
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
  /// Returns the image that a C decoder writes and the decoder's report; throws if there is no image.
  ///
  /// A header may claim any size. If decoding fails, the memory of the image is never touched.
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

  /// Returns a bitmap whose bytes are all written by `fill`, and the result of `fill`; nil if the size overflows.
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
