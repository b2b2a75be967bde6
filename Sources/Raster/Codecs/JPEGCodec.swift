import Basics
import CImageCodecs

package enum JPEGCodec: ImageCodec {
  package static let format = ImageFormat.jpeg
  package static var library: (name: String, version: String) { ("libjpeg", String(cString: fp_libjpeg_version())) }

  /// The maximum number of 8 × 8 pixel blocks in all scans together: a hundred scans of fifty million pixels, or fifty
  /// of a hundred million.
  package static let blockLimit = 400_000_000

  package static func header(of bytes: [UInt8]) throws(ImageError) -> ImageHeader {
    var stored = fp_jpeg_header()
    let report = bytes.withUnsafeBufferPointer { fp_jpeg_read_header($0.baseAddress, $0.count, &stored) }
    let size = PixelSize(width: Int(stored.width), height: Int(stored.height))
    _ = try report.notes(.jpeg, size: size)
    let metadata = JPEGMetadata(bytes)
    return ImageHeader(
      format: .jpeg, storedSize: size, orientation: metadata.orientation,
      notes: metadata.hasColorProfile ? [.colorProfileIgnored] : [], decoderBytes: Int(clamping: stored.decoder_bytes))
  }

  package static func decode(
    _ bytes: [UInt8], _ header: ImageHeader, covering target: PixelSize?
  ) throws(ImageError) -> (Bitmap, [ImageNote]) {
    try decode(bytes, header, covering: target, blockLimit: blockLimit)
  }

  package static func decode(
    _ bytes: [UInt8], _ header: ImageHeader, covering target: PixelSize?, blockLimit: Int
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

  /// Returns the smallest scale that covers the target on both axes, or the full scale if none does.
  ///
  /// Seven eighths is never used: libjpeg-turbo has no vector code for it, so it costs 1.5 times as much as full size.
  package static func eighths(of size: PixelSize, covering target: PixelSize?) -> Int {
    guard let target else { return 8 }
    return [1, 2, 3, 4, 5, 6].first { reduced(size, eighths: $0).covers(target) } ?? 8
  }

  package static func reduced(_ size: PixelSize, covering target: PixelSize?) -> PixelSize {
    reduced(size, eighths: eighths(of: size, covering: target))
  }

  /// libjpeg rounds reduced sizes up.
  private static func reduced(_ size: PixelSize, eighths: Int) -> PixelSize {
    PixelSize(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
  }
}

/// The facts in a JPEG's application segments. Read here, with bounds checks, rather than by the decoding library.
struct JPEGMetadata: Hashable {
  var orientation = ImageOrientation.upright
  var hasColorProfile = false
  /// Eight bits a channel, one or three channels, baseline or progressive: the kind that every JPEG reader decodes
  /// alike.
  var isPlain = false
  var isGrey = false

  /// Reads the segments before the first scan; malformed segments are skipped.
  init(_ bytes: [UInt8]) {
    var position = 2
    while let segment = JPEGMetadata.segment(in: bytes, from: &position) {
      let payload = bytes[segment.payload]
      if segment.marker == 0xE1, payload.starts(with: Array("Exif\0\0".utf8)) {
        orientation = ExifOrientation.read(from: payload.dropFirst(6)) ?? orientation
      } else if segment.marker == 0xE2, payload.starts(with: Array("ICC_PROFILE\0".utf8)) {
        hasColorProfile = true
      } else if (0xC0...0xC2).contains(segment.marker), payload.count >= 6 {
        let channels = payload[payload.startIndex + 5]
        isPlain = payload.first == 8 && [1, 3].contains(channels)
        isGrey = channels == 1
      }
    }
  }

  /// Returns the next segment that has a length; nil at the first scan, at the end, or if a length points past the end
  /// of the file.
  private static func segment(
    in bytes: [UInt8], from position: inout Int
  ) -> (marker: UInt8, payload: Range<Int>)? {
    while position + 3 < bytes.count {
      guard bytes[position] == 0xFF, bytes[position + 1] != 0xFF, bytes[position + 1] != 0 else {
        position += 1
        continue
      }
      let marker = bytes[position + 1]
      // Start of scan or end of image.
      guard marker != 0xDA, marker != 0xD9 else { return nil }
      position += 2
      // TEM, the restart markers and SOI have no length.
      if marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
      let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
      guard length >= 2, position + length <= bytes.count else { return nil }
      defer { position += length }
      return (marker, position + 2..<position + length)
    }
    return nil
  }
}

/// Reads the orientation from the TIFF structure that EXIF embeds.
enum ExifOrientation {
  /// Returns nil if the structure is malformed, lacks the tag, or the value is not 1…8.
  static func read(from slice: ArraySlice<UInt8>) -> ImageOrientation? {
    let tiff = TIFFBytes(slice)
    guard let tiff, let directory = tiff.long(at: 4), let count = tiff.short(at: directory) else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + index * 12
      guard let tag = tiff.short(at: entry) else { return nil }
      guard tag == 0x0112 else { continue }
      // A SHORT occupies the first two of the four value bytes; some writers use a LONG instead.
      let value = tiff.short(at: entry + 2) == 4 ? tiff.long(at: entry + 8) : tiff.short(at: entry + 8)
      return value.flatMap(ImageOrientation.init(rawValue:))
    }
    return nil
  }
}

/// Reads numbers at offsets, in the byte order stated by the first bytes of the structure.
private struct TIFFBytes {
  private let bytes: ArraySlice<UInt8>
  private let isLittleEndian: Bool

  init?(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    if bytes.starts(with: Array("II*\0".utf8)) {
      isLittleEndian = true
    } else if bytes.starts(with: Array("MM\0*".utf8)) {
      isLittleEndian = false
    } else {
      return nil
    }
  }

  func short(at offset: Int) -> Int? { number(at: offset, count: 2) }

  func long(at offset: Int) -> Int? { number(at: offset, count: 4) }

  private func number(at offset: Int, count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    let start = bytes.startIndex + offset
    let digits = bytes[start..<start + count]
    return isLittleEndian
      ? digits.reversed().reduce(0) { $0 << 8 | Int($1) } : digits.reduce(0) { $0 << 8 | Int($1) }
  }
}
