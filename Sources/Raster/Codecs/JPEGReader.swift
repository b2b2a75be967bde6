import CImageCodecs
import Pixels

enum JPEGReader {
  /// Blocks of eight by eight pixels that all scans may have together: a hundred scans of fifty million pixels, fifty of a
  /// hundred million.
  static let blockLimit = 400_000_000

  static func header(of bytes: [UInt8]) throws(ImageError) -> ImageHeader {
    var stored = fp_jpeg_header()
    let report = bytes.withUnsafeBufferPointer { fp_jpeg_read_header($0.baseAddress, $0.count, &stored) }
    let size = PixelSize(width: Int(stored.width), height: Int(stored.height))
    _ = try report.notes(.jpeg, size: size)
    let metadata = JPEGMetadata(bytes)
    return ImageHeader(
      format: .jpeg, storedSize: size, orientation: metadata.orientation,
      notes: metadata.hasColorProfile ? [.colorProfileIgnored] : [], decoderBytes: Int(clamping: stored.decoder_bytes))
  }

  /// `target` is in stored pixels, before any turning.
  static func decode(
    _ bytes: [UInt8], _ header: ImageHeader, covering target: PixelSize?, blockLimit: Int = JPEGReader.blockLimit
  ) throws(ImageError) -> (Bitmap, [ImageNote]) {
    let eighths = eighths(of: header.storedSize, covering: target)
    let size = reduced(header.storedSize, eighths: eighths)
    return try Bitmap.decoded(.jpeg, size) { pixels in
      bytes.withUnsafeBufferPointer {
        fp_jpeg_decode(
          $0.baseAddress, $0.count, Int32(eighths), UInt32(size.width), UInt32(size.height),
          UInt64(header.decoderBytes), UInt64(blockLimit), pixels)
      }
    }
  }

  /// The smallest scale that covers the target on both axes; the whole picture where none does.
  ///
  /// Never seven eighths: without vector code of its own in libjpeg-turbo, it costs half as much again as the whole.
  static func eighths(of size: PixelSize, covering target: PixelSize?) -> Int {
    guard let target else { return 8 }
    return [1, 2, 3, 4, 5, 6].first { reduced(size, eighths: $0).covers(target) } ?? 8
  }

  /// The size that `decode` gives.
  static func reduced(_ size: PixelSize, covering target: PixelSize?) -> PixelSize {
    reduced(size, eighths: eighths(of: size, covering: target))
  }

  /// libjpeg rounds reduced sizes up.
  private static func reduced(_ size: PixelSize, eighths: Int) -> PixelSize {
    PixelSize(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
  }
}
