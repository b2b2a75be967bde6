import Names
import Pixels

/// A format that is decoded. To add one: its type, a line in `ImageCodecs.all`, and where its files are new, its row in
/// `ImageFormat`.
package protocol ImageCodec: Sendable {
  static var format: ImageFormat { get }
  /// What decodes it; the version is that of the build or, better, the one that runs.
  static var library: (name: String, version: String) { get }

  /// Reads the header alone, from a file's beginning.
  static func header(of bytes: [UInt8]) throws(ImageError) -> ImageHeader

  /// The size that `decode` gives: the smallest that it can give with `target`'s pixels on both axes, or the whole.
  static func reduced(_ size: PixelSize, covering target: PixelSize?) -> PixelSize

  /// Decodes to `.bgraPremultiplied`, as stored.
  ///
  /// - Parameter target: In stored pixels, before any turning.
  static func decode(
    _ bytes: [UInt8], _ header: ImageHeader, covering target: PixelSize?
  ) throws(ImageError) -> (Bitmap, [ImageNote])

  /// Decodes the whole picture to `.rgba`, upright, every stored value as it is.
  static func decodeExactly(_ bytes: [UInt8], _ header: ImageHeader) throws(ImageError) -> (Bitmap, [ImageNote])
}

extension ImageCodec {
  package static func reduced(_ size: PixelSize, covering target: PixelSize?) -> PixelSize { size }

  package static func decodeExactly(
    _ bytes: [UInt8], _ header: ImageHeader
  ) throws(ImageError) -> (Bitmap, [ImageNote]) {
    let (stored, notes) = try decode(bytes, header, covering: nil)
    return (header.orientation.upright(stored).converted(to: .rgba), notes)
  }
}

/// The formats that are decoded.
package enum ImageCodecs {
  package static let all: [any ImageCodec.Type] = [JPEGCodec.self, PNGCodec.self, WebPCodec.self]

  /// Nil of a format that is not decoded.
  package static subscript(format: ImageFormat) -> (any ImageCodec.Type)? { all.first { $0.format == format } }

  /// `JPEG, PNG and WebP`, or with another word before the last.
  static func names(_ word: String) -> String {
    let names = all.map { $0.format.rawValue }
    return names.count < 2
      ? names.joined() : names.dropLast().joined(separator: ", ") + " \(word) \(names[names.count - 1])"
  }
}

/// What a picture file says of itself before anything is decoded.
package struct ImageHeader: Hashable, Sendable {
  package let format: ImageFormat
  /// As stored.
  package let storedSize: PixelSize
  package let orientation: ImageOrientation
  package let notes: [ImageNote]
  /// Bytes that the decoder takes beside the picture: coefficients of a progressive JPEG, a lossless WebP's own pixels,
  /// rows on their way.
  package let decoderBytes: Int

  /// As shown, upright.
  package var size: PixelSize { orientation.isTransposed ? storedSize.transposed : storedSize }

  /// Bytes that decoding takes at its peak, the file's own apart; nil where the size overflows.
  ///
  /// - Parameter target: As for `ImageDecoder.decode`.
  package func decodingBytes(covering target: PixelSize?) -> Int? {
    let target = orientation.isTransposed ? target?.transposed : target
    let size = ImageCodecs[format]?.reduced(storedSize, covering: target) ?? storedSize
    guard let picture = Bitmap.byteCount(width: size.width, height: size.height) else { return nil }
    // Turning it upright takes a second picture, when the decoder has let go of its own.
    let beside = orientation == .upright ? decoderBytes : max(decoderBytes, picture)
    let (sum, overflow) = picture.addingReportingOverflow(beside)
    return overflow ? nil : sum
  }
}
