import Basics
import CWebP

package enum WebPCodec: ImageCodec {
  package static let format = ImageFormat.webp

  package static var library: (name: String, version: String) {
    let packed = WebPGetDecoderVersion()
    return ("libwebp", "\(packed >> 16).\(packed >> 8 & 255).\(packed & 255)")
  }

  package static func header(of bytes: [UInt8]) throws(ImageError) -> ImageHeader {
    let features = try features(of: bytes)
    let hasProfile = bytes.count > 20 && bytes[12..<16].elementsEqual("VP8X".utf8) && bytes[20] & 0x20 != 0
    let size = PixelSize(width: Int(features.width), height: Int(features.height))
    return ImageHeader(
      format: .webp, storedSize: size, orientation: .upright, notes: hasProfile ? [.colorProfileIgnored] : [],
      decoderBytes: try decoderBytes(bytes, features, size))
  }

  /// Memory that libwebp allocates in addition to the image. No side exceeds 2¹⁴.
  private static func decoderBytes(
    _ bytes: [UInt8], _ features: WebPBitstreamFeatures, _ size: PixelSize
  ) throws(ImageError) -> Int {
    // Rows of macroblocks with their neighbors, for a reduced image too.
    let rows = size.width * 256
    let isLossy = features.format == 1
    if isLossy, features.has_alpha == 0 { return rows }
    let tables: WebPTableMemory
    do throws(WebPBits.Problem) {
      tables = try WebPTableMemory(of: bytes, size)
    } catch {
      throw Self.error(VP8_STATUS_NOT_ENOUGH_DATA, size)
    }
    // The whole image at full size. For a lossy image only the alpha channel, which then has its own plane as well.
    return rows + size.width * size.height * (isLossy ? 5 : 4) + tables.byteCount
  }

  package static func decode(
    _ bytes: [UInt8], _ header: ImageHeader, covering target: PixelSize?
  ) throws(ImageError) -> (Bitmap, [ImageNote]) {
    let size = reduced(header.storedSize, covering: target)
    let isScaled = size != header.storedSize
    let decoded = Bitmap.filled(size) { pixels in
      decode(bytes, into: pixels, size, isScaled: isScaled)
    }
    guard var decoded else { throw .outOfMemory(size) }
    let rows = try decoded.result.get()
    let features = try features(of: bytes)
    // A lossless file can have alpha even if its header denies it: according to the specification, that flag is only a
    // hint.
    if features.has_alpha != 0 || features.format != 1 || rows < size.height {
      AlphaArithmetic.premultiply(&decoded.bitmap.bytes)
    }
    let ending: [ImageNote] = [.truncated(rows: rows, height: size.height, reason: "the file is truncated")]
    return (decoded.bitmap, rows < size.height ? ending : [])
  }

  /// Returns twice the target if the file is more than three times as large. libwebp's rescaler averages areas, which
  /// looks worse than a good filter in the last step but saves the memory of everything that step would discard.
  package static func reduced(_ size: PixelSize, covering target: PixelSize?) -> PixelSize {
    guard let target, target.width > 0, target.height > 0, size.width / 3 > target.width,
      size.height / 3 > target.height
    else { return size }
    let factor = max(
      2 * Double(target.width) / Double(size.width), 2 * Double(target.height) / Double(size.height))
    return PixelSize(
      width: Int((Double(size.width) * factor).rounded(.up)), height: Int((Double(size.height) * factor).rounded(.up)))
  }

  private static func features(of bytes: [UInt8]) throws(ImageError) -> WebPBitstreamFeatures {
    var features = WebPBitstreamFeatures()
    let status = bytes.withUnsafeBufferPointer { WebPGetFeatures($0.baseAddress, $0.count, &features) }
    guard status == VP8_STATUS_OK else { throw error(status, PixelSize(width: 0, height: 0)) }
    guard features.has_animation == 0 else { throw .unsupported("animated WebP") }
    return features
  }

  /// Fills `pixels` with straight B, G, R, A. Returns the number of decoded rows; the others are transparent.
  private static func decode(
    _ bytes: [UInt8], into pixels: UnsafeMutablePointer<UInt8>, _ size: PixelSize, isScaled: Bool
  ) -> Result<Int, ImageError> {
    let count = size.width * size.height * 4
    pixels.initialize(repeating: 0, count: count)
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else {
      return .failure(.corrupt(.webp, reason: "the installed libwebp has an incompatible version"))
    }
    config.output.colorspace = MODE_BGRA
    config.output.is_external_memory = 1
    config.output.u.RGBA = WebPRGBABuffer(rgba: pixels, stride: Int32(size.width * 4), size: count)
    if isScaled {
      config.options.use_scaling = 1
      config.options.scaled_width = Int32(size.width)
      config.options.scaled_height = Int32(size.height)
    }
    return bytes.withUnsafeBufferPointer { bytes in
      let status = WebPDecode(bytes.baseAddress, bytes.count, &config)
      if status == VP8_STATUS_OK { return .success(size.height) }
      let rows = rowsBeforeFailure(bytes, &config, pixels, size)
      return rows > 0 ? .success(rows) : .failure(error(status, size))
    }
  }

  /// Decodes the readable part of a broken file. Only the incremental decoder reports how far it got.
  private static func rowsBeforeFailure(
    _ bytes: UnsafeBufferPointer<UInt8>, _ config: inout WebPDecoderConfig, _ pixels: UnsafeMutablePointer<UInt8>,
    _ size: PixelSize
  ) -> Int {
    pixels.update(repeating: 0, count: size.width * size.height * 4)
    guard let decoder = WebPIDecode(nil, 0, &config) else { return 0 }
    defer { WebPIDelete(decoder) }
    _ = WebPIUpdate(decoder, bytes.baseAddress, bytes.count)
    var rows: Int32 = 0
    guard WebPIDecGetRGB(decoder, &rows, nil, nil, nil) != nil else { return 0 }
    return min(max(0, Int(rows)), size.height)
  }

  private static func error(_ status: VP8StatusCode, _ size: PixelSize) -> ImageError {
    switch status {
    case VP8_STATUS_OUT_OF_MEMORY: .outOfMemory(size)
    case VP8_STATUS_UNSUPPORTED_FEATURE: .unsupported("such WebP")
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: .corrupt(.webp, reason: "the file is truncated")
    default: .corrupt(.webp, reason: "the bit stream is corrupt")
    }
  }
}

/// The memory that libwebp allocates for the prefix codes of a lossless image, or of a lossy image's alpha. A few
/// hundred kilobytes of file can request 65 536 groups of five codes, each with twelve kilobytes of tables. The number
/// of groups is read from the stream without decoding (WebP lossless bitstream specification).
package struct WebPTableMemory {
  /// Bytes of the tables and of the auxiliary images that precede the image and describe its coding.
  package private(set) var byteCount = 0

  private static let groupLimit = 1 << 16
  /// The maximum number of auxiliary pixels to read. No image that fits into the usual memory limit has more.
  private static let scanLimit = 1 << 22
  /// Table entries of a group by color cache bits, followed by the size of an entry and the overhead of a group.
  private static let entries = [654, 656, 658, 662, 670, 686, 718, 782, 912, 1168, 1680, 2704].map { 2300 + $0 }
  private static let (entryBytes, groupBytes) = (4, 640)

  /// - Parameter bytes: The file, or its beginning.
  /// - Throws: `WebPBits.Problem.endsEarly` if more bytes are needed.
  package init(of bytes: [UInt8], _ size: PixelSize) throws(WebPBits.Problem) {
    var place = 12
    while place + 8 <= bytes.count {
      let kind = bytes[place..<place + 4]
      let length = bytes[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      let chunk = bytes[place + 8..<min(bytes.count, place + 8 + length)]
      if kind.elementsEqual("VP8L".utf8) {
        try scan(chunk.dropFirst(5), of: length, size)
        return
      }
      if kind.elementsEqual("VP8 ".utf8) { return }
      // The alpha channel is compressed as a headerless image.
      if kind.elementsEqual("ALPH".utf8), let flags = chunk.first, flags & 3 == 1 {
        try scan(chunk.dropFirst(), of: length, size)
      }
      place += 8 + length + length % 2
    }
    throw .endsEarly
  }

  /// - Parameters:
  ///   - stream: The available part of the stream.
  ///   - length: Bytes of the whole stream.
  private mutating func scan(
    _ stream: ArraySlice<UInt8>, of length: Int, _ size: PixelSize
  ) throws(WebPBits.Problem) {
    var scan = Scan(bits: WebPBits(stream))
    do throws(WebPBits.Problem) {
      try scan.read(size)
    } catch .broken {
      // The decoder stops here too. In case it doesn't, this is the upper bound for the stream: a group needs five
      // codes of at least four bits.
      let tiles = ((size.width + 3) / 4) * ((size.height + 3) / 4)
      scan.groups = min(Self.groupLimit, tiles, length * 8 / 20 + 1)
      scan.cacheBits = Self.entries.count - 1
    }
    let tables = scan.groups * (Self.entries[scan.cacheBits] * Self.entryBytes + Self.groupBytes)
    byteCount = max(byteCount, tables + scan.pixels * 4 + 4 << scan.cacheBits)
  }

  /// A scan of the stream up to the image data.
  private struct Scan {
    var bits: WebPBits
    var groups = 1
    var cacheBits = 0
    /// Pixels of auxiliary images so far.
    var pixels = 0

    mutating func read(_ size: PixelSize) throws(WebPBits.Problem) {
      var width = size.width
      var known: Set<Int> = []
      while try bits.read(1) == 1 {
        let kind = try bits.read(2)
        guard known.insert(kind).inserted else { throw .broken }
        switch kind {
        case 0, 1: _ = try readImage(tiles(width, size.height))
        case 3:
          let colors = try bits.read(8) + 1
          _ = try readImage(PixelSize(width: colors, height: 1))
          // Several pixels share one pixel of the image.
          let shift = colors > 16 ? 0 : colors > 4 ? 1 : colors > 2 ? 2 : 3
          width = (width + (1 << shift) - 1) >> shift
        default: break
        }
      }
      cacheBits = try readCacheBits()
      guard try bits.read(1) == 1 else { return }
      groups = try readImage(tiles(width, size.height)) + 1
    }

    private mutating func tiles(_ width: Int, _ height: Int) throws(WebPBits.Problem) -> PixelSize {
      let shift = try bits.read(3) + 2
      return PixelSize(width: (width + (1 << shift) - 1) >> shift, height: (height + (1 << shift) - 1) >> shift)
    }

    private mutating func readCacheBits() throws(WebPBits.Problem) -> Int {
      guard try bits.read(1) == 1 else { return 0 }
      let width = try bits.read(4)
      guard (1...11).contains(width) else { throw .broken }
      return width
    }

    /// Reads past an auxiliary image. Copies and cache hits repeat earlier pixels, so only literal pixels matter, and
    /// none is stored.
    ///
    /// - Returns: The largest number that the red and green values of a pixel form.
    private mutating func readImage(_ size: PixelSize) throws(WebPBits.Problem) -> Int {
      let area = size.width * size.height
      pixels += area
      guard pixels <= WebPTableMemory.scanLimit else { throw .broken }
      let cache = try readCacheBits()
      var codes: [WebPPrefixCode] = []
      for size in [256 + 24 + (cache > 0 ? 1 << cache : 0), 256, 256, 256, 40] {
        codes.append(try WebPPrefixCode(&bits, size: size))
      }
      var (done, largest) = (0, 0)
      while done < area {
        let green = try codes[0].read(&bits)
        switch green {
        case ..<256:
          largest = max(largest, try codes[1].read(&bits) << 8 | green)
          for code in codes[2...3] { _ = try code.read(&bits) }
          done += 1
        case ..<280:
          done += try readNumber(green - 256)
          _ = try readNumber(codes[4].read(&bits))
        default: done += 1
        }
      }
      guard done == area else { throw .broken }
      return largest
    }

    /// Reads a length or a distance; the symbol determines how many extra bits follow.
    private mutating func readNumber(_ symbol: Int) throws(WebPBits.Problem) -> Int {
      guard symbol >= 4 else { return symbol + 1 }
      let width = (symbol - 2) >> 1
      return try (2 + symbol & 1) << width + bits.read(width) + 1
    }
  }
}

/// The bits of a lossless WebP stream, least significant bit of a byte first.
package struct WebPBits {
  package enum Problem: Error {
    case endsEarly
    /// The data is invalid for such a stream.
    case broken
  }

  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private var left: UInt64 = 0
  private var count = 0

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// - Parameter width: 0 to 32.
  mutating func read(_ width: Int) throws(Problem) -> Int {
    while count < width {
      guard position < bytes.endIndex else { throw .endsEarly }
      left |= UInt64(bytes[position]) << UInt64(count)
      position += 1
      count += 8
    }
    defer {
      left >>= UInt64(width)
      count -= width
    }
    return Int(left & (1 << UInt64(width) - 1))
  }
}

/// A prefix code of a lossless WebP, decoded bit by bit, since it only reads small amounts of data.
struct WebPPrefixCode {
  /// The number of codes of each length, from zero to fifteen bits.
  private var counts = [Int](repeating: 0, count: 16)
  /// Symbols ordered by length, then by value.
  private var symbols: [UInt16] = []
  /// The symbol of a single-symbol code, which takes zero bits.
  private var only: Int?

  /// The order in which the lengths of the code length code are stored (WebP lossless bitstream, 3.7.2.1.2).
  private static let order = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]

  /// Reads a code.
  ///
  /// - Parameter size: The size of its alphabet.
  init(_ bits: inout WebPBits, size: Int) throws(WebPBits.Problem) {
    var lengths = [UInt8](repeating: 0, count: size)
    if try bits.read(1) == 1 {
      let isPair = try bits.read(1) == 1
      let first = try bits.read(bits.read(1) == 1 ? 8 : 1)
      let second = isPair ? try bits.read(8) : first
      guard max(first, second) < size else { throw .broken }
      (lengths[first], lengths[second]) = (1, 1)
    } else {
      var own = [UInt8](repeating: 0, count: Self.order.count)
      for place in Self.order.prefix(try bits.read(4) + 4) { own[place] = UInt8(try bits.read(3)) }
      try Self.readLengths(&bits, WebPPrefixCode(lengths: own), into: &lengths)
    }
    try self.init(lengths: lengths)
  }

  private init(lengths: [UInt8]) throws(WebPBits.Problem) {
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    for length in 1..<16 where counts[length] > 0 {
      symbols += lengths.indices.filter { lengths[$0] == length }.map { UInt16($0) }
    }
    if symbols.count == 1 { only = Int(symbols[0]) }
    // The code must be complete and not oversubscribed.
    let room = (1..<16).reduce(1) { $0 < 0 ? $0 : $0 * 2 - counts[$1] }
    guard only != nil || room == 0 else { throw .broken }
  }

  private static func readLengths(
    _ bits: inout WebPBits, _ code: WebPPrefixCode, into lengths: inout [UInt8]
  ) throws(WebPBits.Problem) {
    var left = lengths.count
    if try bits.read(1) == 1 { left = try bits.read(2 + 2 * bits.read(3)) + 2 }
    guard left <= lengths.count else { throw .broken }
    var (place, previous) = (0, UInt8(8))
    while place < lengths.count, left > 0 {
      left -= 1
      let symbol = try code.read(&bits)
      if symbol < 16 {
        lengths[place] = UInt8(symbol)
        if symbol > 0 { previous = UInt8(symbol) }
        place += 1
        continue
      }
      let (width, least) = [(2, 3), (3, 3), (7, 11)][symbol - 16]
      let count = try bits.read(width) + least
      guard place + count <= lengths.count else { throw .broken }
      for index in place..<place + count { lengths[index] = symbol == 16 ? previous : 0 }
      place += count
    }
  }

  /// Reads the next symbol.
  func read(_ bits: inout WebPBits) throws(WebPBits.Problem) -> Int {
    if let only { return only }
    var (code, first, start) = (0, 0, 0)
    for length in 1..<16 {
      code |= try bits.read(1)
      let count = counts[length]
      if code - first < count { return Int(symbols[start + code - first]) }
      start += count
      first = (first + count) << 1
      code <<= 1
    }
    throw .broken
  }
}
