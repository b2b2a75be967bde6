import Basics

/// An image format that can be decoded. To add one, write its type, list it in `ImageCodecs.all` and, if its files are
/// new, add a row to `ImageFormat`.
package protocol ImageCodec: Sendable {
  static var format: ImageFormat { get }
  /// The decoding library. The version is preferably that of the library at run time, else of the one compiled against.
  static var library: (name: String, version: String) { get }

  /// Reads only the header, from the beginning of a file.
  static func header(of bytes: [UInt8]) throws(ImageError) -> ImageHeader

  /// Returns the size that `decode` produces: the smallest one it can produce that covers `target` on both axes, or the
  /// full size.
  static func reduced(_ size: PixelSize, covering target: PixelSize?) -> PixelSize

  /// Decodes to `.bgraPremultiplied`, in the stored orientation.
  ///
  /// - Parameter target: The minimum size in stored pixels, before any rotation.
  static func decode(
    _ bytes: [UInt8], _ header: ImageHeader, covering target: PixelSize?
  ) throws(ImageError) -> (Bitmap, [ImageNote])

  /// Decodes the full image to `.rgba`, upright, with every stored value unchanged.
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

/// The formats that can be decoded.
package enum ImageCodecs {
  package static let all: [any ImageCodec.Type] = [JPEGCodec.self, PNGCodec.self, WebPCodec.self]

  /// Returns the codec of a format, or nil if the format can't be decoded.
  package static subscript(format: ImageFormat) -> (any ImageCodec.Type)? { all.first { $0.format == format } }

  /// Returns `JPEG, PNG and WebP`, or the same list with another conjunction.
  static func names(_ word: String) -> String {
    let names = all.map { $0.format.rawValue }
    return names.count < 2
      ? names.joined() : names.dropLast().joined(separator: ", ") + " \(word) \(names[names.count - 1])"
  }
}

/// The facts that an image file states before any pixel is decoded.
package struct ImageHeader: Hashable, Sendable {
  package let format: ImageFormat
  /// The size as stored.
  package let storedSize: PixelSize
  package let orientation: ImageOrientation
  package let notes: [ImageNote]
  /// Bytes that the decoder needs in addition to the image: coefficients of a progressive JPEG, a lossless WebP's own
  /// pixels, row buffers.
  package let decoderBytes: Int

  package init(
    format: ImageFormat, storedSize: PixelSize, orientation: ImageOrientation, notes: [ImageNote], decoderBytes: Int
  ) {
    (self.format, self.storedSize, self.orientation, self.notes) = (format, storedSize, orientation, notes)
    self.decoderBytes = decoderBytes
  }

  /// The size as displayed, upright.
  package var size: PixelSize { orientation.isTransposed ? storedSize.transposed : storedSize }

  /// Returns the peak number of bytes that decoding needs, not counting the file itself; nil if the size overflows.
  ///
  /// - Parameter target: As for `ImageDecoder.decode`.
  package func decodingBytes(covering target: PixelSize?) -> Int? {
    let target = orientation.isTransposed ? target?.transposed : target
    let size = ImageCodecs[format]?.reduced(storedSize, covering: target) ?? storedSize
    guard let picture = Bitmap.byteCount(width: size.width, height: size.height) else { return nil }
    // Rotation needs a second image, but only after the decoder has freed its own memory.
    let beside = orientation == .upright ? decoderBytes : max(decoderBytes, picture)
    let (sum, overflow) = picture.addingReportingOverflow(beside)
    return overflow ? nil : sum
  }
}
