import Basics
import CDeflate
import CImageCodecs
import CPixelLoops

package enum PNGCodec: ImageCodec {
  package static let format = ImageFormat.png
  package static var library: (name: String, version: String) { ("libpng", String(cString: fp_libpng_version())) }

  /// Memory that libpng and zlib use per column, for a row of 16-bit values and the previous row.
  private static let bytesPerColumn = 40

  package static func header(of bytes: [UInt8]) throws(ImageError) -> ImageHeader {
    let chunks = try chunks(of: bytes)
    var notes: [ImageNote] = []
    if chunks.hasColorProfile { notes.append(.colorProfileIgnored) }
    if let gamma = chunks.gamma, !chunks.hasColorProfile { notes.append(.gammaIgnored(gamma)) }
    return ImageHeader(
      format: .png, storedSize: PixelSize(width: chunks.width, height: chunks.height), orientation: .upright,
      notes: notes, decoderBytes: chunks.width * bytesPerColumn)
  }

  package static func decode(
    _ bytes: [UInt8], _ header: ImageHeader, covering target: PixelSize?
  ) throws(ImageError) -> (Bitmap, [ImageNote]) {
    var (bitmap, notes) = try decodeStraight(bytes, header)
    if try chunks(of: bytes).hasAlpha { AlphaArithmetic.premultiply(&bitmap.bytes) }
    return (bitmap, notes)
  }

  package static func decodeExactly(
    _ bytes: [UInt8], _ header: ImageHeader
  ) throws(ImageError) -> (Bitmap, [ImageNote]) {
    if let quick = FastPNGDecoder(bytes, size: header.storedSize)?.decode() { return (quick, []) }
    var (stored, notes) = try decodeStraight(bytes, header)
    Bitmap.exchangeRedAndBlue(&stored.bytes)
    guard let straight = Bitmap(width: stored.width, height: stored.height, format: .rgba, bytes: stored.bytes) else {
      throw .outOfMemory(header.size)
    }
    return (straight, notes)
  }

  /// Decodes to straight B, G, R, A, although the bitmap's format says premultiplied.
  package static func decodeStraight(
    _ bytes: [UInt8], _ header: ImageHeader
  ) throws(ImageError) -> (Bitmap, [ImageNote]) {
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
      throw .corrupt(.png, reason: "a side has 0 or more than 2³¹ − 1 pixels")
    }
    return chunks
  }
}

/// The facts in a PNG's chunks before the pixels (PNG, third edition, 11.2–11.3).
struct PNGChunks: Hashable {
  var width = 0
  var height = 0
  /// True for a color type with alpha, or a tRNS chunk.
  var hasAlpha = false
  var hasColorProfile = false
  /// The gamma of the samples, e.g. 0.45455; nil if the file states none or declares sRGB.
  var gamma: Double?

  /// Returns nil unless the file begins with a complete IHDR chunk.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 33, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
    width = PNGChunks.number(bytes, 16)
    height = PNGChunks.number(bytes, 20)
    hasAlpha = bytes[25] & 4 != 0
    readAncillary(bytes)
  }

  private mutating func readAncillary(_ bytes: [UInt8]) {
    var isStandard = false
    var position = 33
    walk: while position + 8 <= bytes.count {
      let length = PNGChunks.number(bytes, position)
      switch String(decoding: bytes[position + 4..<position + 8], as: UTF8.self) {
      case "IDAT", "IEND": break walk
      case "tRNS": hasAlpha = true
      case "iCCP": hasColorProfile = true
      case "sRGB": isStandard = true
      case "gAMA" where length == 4 && position + 12 <= bytes.count:
        gamma = Double(PNGChunks.number(bytes, position + 8)) / 100_000
      default: break
      }
      position += 12 + length
    }
    if isStandard || gamma.map({ abs($0 - 0.45455) < 0.005 }) == true { gamma = nil }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}

/// The fast path for the most common PNGs: 8 bits a channel, RGB or RGBA, not interlaced. libdeflate inflates all data
/// at once in a third of the time that zlib needs for inflating it in chunks.
///
/// This path reports no errors. Anything rare, damaged or doubtful is left to libpng, which reports it properly.
package struct FastPNGDecoder {
  private let bytes: [UInt8]
  private let size: PixelSize
  private let channels: Int
  private var data: [Range<Int>] = []

  /// Returns nil unless the file is such a PNG, complete, with correct checksums.
  package init?(_ bytes: [UInt8], size: PixelSize) {
    // After the width and height in IHDR: depth, color type, compression, filter, interlacing.
    guard bytes.count >= 33, bytes[24] == 8, bytes[25] == 2 || bytes[25] == 6, bytes[26..<29].allSatisfy({ $0 == 0 })
    else { return nil }
    self.bytes = bytes
    self.size = size
    channels = bytes[25] == 2 ? 3 : 4
    guard walk() else { return nil }
  }

  /// Reads the chunks. Returns false at a malformed chunk or one that changes the meaning of the pixels.
  private mutating func walk() -> Bool {
    var position = 8
    while position + 12 <= bytes.count {
      let length = number(at: position)
      guard length <= bytes.count - position - 12 else { return false }
      let contents = position + 8..<position + 8 + length
      guard checksum(position + 4..<contents.upperBound) == number(at: contents.upperBound) else { return false }
      switch String(decoding: bytes[position + 4..<position + 8], as: UTF8.self) {
      case "IHDR" where position == 8: break
      case "IDAT":
        // Data chunks must be consecutive.
        guard data.last.map({ $0.upperBound + 12 == contents.lowerBound }) ?? true else { return false }
        data.append(contents)
      case "IEND": return !data.isEmpty
      case "tRNS": return false
      default: guard bytes[position + 4] & 0x20 != 0 else { return false }
      }
      position = contents.upperBound + 4
    }
    return false
  }

  /// Returns straight R, G, B, A; nil if the amount of data doesn't match the image.
  package func decode() -> Bitmap? {
    guard let pixels = Bitmap.byteCount(width: size.width, height: size.height), pixels > 0,
      let room = UnfilterLayout(size, pixels: pixels, channels: channels)
    else { return nil }
    var isWhole = false
    let decoded = [UInt8](unsafeUninitializedCapacity: room.total) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      isWhole = inflate(into: start + room.filteredStart, count: room.filtered) && unfilter(start, room)
      initialized = isWhole ? pixels : 0
    }
    return isWhole ? Bitmap(width: size.width, height: size.height, format: .rgba, bytes: decoded) : nil
  }

  /// The buffer layout for unfiltering in place: filtered rows at the end, pixels written in front of them. A
  /// 100-megapixel image is thus held only once.
  private struct UnfilterLayout {
    /// The number of bytes of filtered rows.
    let filtered: Int
    let filteredStart: Int
    let total: Int

    /// Returns nil if the sum overflows.
    init?(_ size: PixelSize, pixels: Int, channels: Int) {
      let row = size.width * 4
      filtered = size.height * (1 + size.width * channels)
      // Four rows plus the filter bytes keep reading ahead of writing. A three-channel pixel is read as four bytes.
      let (total, overflow) = pixels.addingReportingOverflow(4 * row + size.height + 4)
      guard !overflow else { return nil }
      self.total = total
      filteredStart = total - 4 - filtered
    }
  }

  private func inflate(into target: UnsafeMutablePointer<UInt8>, count: Int) -> Bool {
    guard let decompressor = libdeflate_alloc_decompressor() else { return false }
    defer { libdeflate_free_decompressor(decompressor) }
    return withStream { stream in
      var taken = 0
      // Without an output for the actual byte count, libdeflate fails on any count other than `count`.
      let result = libdeflate_zlib_decompress_ex(
        decompressor, stream.baseAddress, stream.count, target, count, &taken, nil)
      return result == LIBDEFLATE_SUCCESS && taken == stream.count
    }
  }

  private func unfilter(_ start: UnsafeMutablePointer<UInt8>, _ room: UnfilterLayout) -> Bool {
    // These bytes are read as part of four-byte reads; initialize them for memory checkers too.
    (start + room.total - 4).initialize(repeating: 0, count: 4)
    return [UInt8](repeating: 0, count: size.width * 4).withUnsafeBufferPointer { zeros in
      fp_rows_unfilter(start + room.filteredStart, size.height, size.width, channels, zeros.baseAddress, start)
    }
  }

  private func withStream<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if data.count == 1 {
      return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[data[0]])) }
    }
    var joined: [UInt8] = []
    joined.reserveCapacity(data.reduce(0) { $0 + $1.count })
    for part in data { joined += bytes[part] }
    return joined.withUnsafeBufferPointer(body)
  }

  private func checksum(_ range: Range<Int>) -> Int {
    bytes.withUnsafeBytes { Int(libdeflate_crc32(0, $0.baseAddress.map { $0 + range.lowerBound }, range.count)) }
  }

  private func number(at offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}

/// The pixels of a PNG with 16 bits per channel: straight R, G, B, A.
package struct DeepPixels {
  package let values: [UInt16]

  package init(_ bytes: [UInt8]) throws(ImageError) {
    let header = try PNGCodec.header(of: bytes)
    let size = header.storedSize
    guard let area = size.area, area <= ImageDecoder.pixelLimit else {
      throw .tooLarge(size, limit: ImageDecoder.pixelLimit)
    }
    var report: fp_report?
    values = [UInt16](unsafeUninitializedCapacity: area * 4) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      report = bytes.withUnsafeBufferPointer {
        fp_png_decode_deep($0.baseAddress, $0.count, UInt32(size.width), UInt32(size.height), start)
      }
      initialized = area * 4
    }
    guard let report else { throw .outOfMemory(size) }
    for note in try report.notes(.png, size: size) { throw .corrupt(.png, reason: note.message) }
  }

  /// Returns the number of pixels with another value, and the largest distance of two values in 1/65,535. Fully
  /// transparent pixels are equal.
  ///
  /// - Parameter other: An image of the same size.
  package func difference(from other: DeepPixels) -> (pixels: Int, distance: Int) {
    var (pixels, distance) = (0, 0)
    for pixel in stride(from: 0, to: min(values.count, other.values.count), by: 4)
    where values[pixel + 3] != 0 || other.values[pixel + 3] != 0 {
      let far = (pixel..<pixel + 4).reduce(0) { max($0, abs(Int(values[$1]) - Int(other.values[$1]))) }
      if far > 0 { pixels += 1 }
      distance = max(distance, far)
    }
    return (pixels, distance)
  }
}
