import Basics
import CDeflate
import CPixelLoops
import Files
import Foundation

/// Encodes bitmaps as PNG with libdeflate. The same bitmap produces the same bytes: no dates, names or versions are
/// written.
///
/// Can be used from any number of threads.
package struct PNGEncoder: Sendable {
  private let fixedLevel: Int?
  private let workspaces = WorkerPool { PNGWorkspace() }

  /// - Parameter level: The libdeflate level, 1 (fast) to 12 (small). If nil, it is chosen by the content of the image.
  package init(level: Int? = nil) {
    fixedLevel = level.map { min(12, max(1, $0)) }
  }

  /// Returns the best trade-off of time and size for the dominant content of the image (for measurements see
  /// docs/performance.md).
  ///
  /// - Parameter filtered: The number of rows that have a filter, i.e. that contain photos.
  package static func level(of rows: PNGRows, filtered: Int) -> Int {
    let height = rows.bitmap.height
    // Text has long matches that are quick to find and worth it.
    guard filtered > height / 4 else { return 3 }
    // Photos have few matches. Level 1 is slow if every fourth byte is the same alpha value.
    return rows.bytesPerPixel == 3 && filtered > height / 2 ? 1 : 2
  }

  /// Returns a PNG with eight bits a channel: RGB if every pixel is opaque, else RGBA with straight color. It is marked
  /// as sRGB, with a physical size of `scale` pixels per point of 1/72 inch.
  ///
  /// - Parameter earlier: A file that this encoder wrote. If it holds the same image, it is returned and nothing is
  ///   compressed.
  package func encode(
    _ bitmap: Bitmap, scale: Double, earlier: [UInt8]? = nil
  ) throws(ImageError) -> [UInt8] {
    let sides = 1...Int(Int32.max)
    guard sides.contains(bitmap.width), sides.contains(bitmap.height) else { throw .unencodable(.png, bitmap.size) }
    let rows = PNGRows(bitmap)
    var file = PNGWriter()
    file.add("IHDR", header(bitmap, bytesPerPixel: rows.bytesPerPixel))
    // Rendering intent: perceptual.
    file.add("sRGB", [0])
    file.add("pHYs", physicalSize(scale))
    let headSize = file.bytes.count
    do {
      file = try workspaces.withWorker { workspace in
        let level = { (filtered: Int) in fixedLevel ?? PNGEncoder.level(of: rows, filtered: filtered) }
        let held = earlier.flatMap { StoredStream(of: $0, after: file.bytes) }
        return try workspace.withStream(of: rows, level: level, unlessIn: held) { stream in
          guard let stream else { return file }
          var whole = file
          whole.reserve(stream.count + 32)
          whole.add("IDAT", stream)
          return whole
        }
      }
    } catch {
      throw error as? ImageError ?? .outOfMemory(bitmap.size)
    }
    if let earlier, file.bytes.count == headSize { return earlier }
    file.add("IEND", [])
    return file.bytes
  }

  private func header(_ bitmap: Bitmap, bytesPerPixel: Int) -> [UInt8] {
    let colorType: UInt8 = bytesPerPixel == 3 ? 2 : 6
    return PNGWriter.number(bitmap.width) + PNGWriter.number(bitmap.height) + [8, colorType, 0, 0, 0]
  }

  /// Returns pixels per meter on both axes and the unit code for meters.
  private func physicalSize(_ scale: Double) -> [UInt8] {
    let perMeter = (scale * 72 / 0.0254).rounded()
    let density = perMeter.isFinite ? Int(min(Double(Int32.max), max(0, perMeter))) : 0
    return PNGWriter.number(density) + PNGWriter.number(density) + [1]
  }
}

/// Writes the chunks of a PNG file in sequence.
private struct PNGWriter {
  private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func number(_ value: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).bigEndian) { Array($0) }
  }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  mutating func add(_ name: String, _ payload: some Collection<UInt8>) {
    bytes += PNGWriter.number(payload.count)
    let start = bytes.count
    bytes += name.utf8
    bytes += payload
    addChecksum(from: start)
  }

  /// Appends the CRC of everything from the chunk's name on.
  private mutating func addChecksum(from start: Int) {
    let checksum = bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress.map { $0 + start }, $0.count - start) }
    bytes += PNGWriter.number(Int(checksum))
  }
}

/// A bitmap's pixels as the uncompressed stream of a PNG: filtered rows, each preceded by its filter byte.
package struct PNGRows {
  let bitmap: Bitmap
  /// Three if every pixel is opaque, else four.
  let bytesPerPixel: Int

  package init(_ bitmap: Bitmap) {
    self.bitmap = bitmap
    bytesPerPixel = bitmap.isOpaque ? 3 : 4
  }

  /// Bytes of a row, not counting the filter byte.
  private var rowCount: Int { bitmap.width * bytesPerPixel }

  /// Bytes of the stream; nil on overflow.
  var byteCount: Int? {
    let (count, overflow) = (rowCount + 1).multipliedReportingOverflow(by: bitmap.height)
    return overflow || count <= 0 ? nil : count
  }

  /// The size of the scratch buffer for `filter`: the current row and the one above, each preceded by a pixel of zeros.
  var scratchCount: Int { 2 * (bytesPerPixel + rowCount) }

  /// Writes the stream's `byteCount` bytes. Returns the number of filtered rows, i.e. of rows that contain photos.
  func filter(into target: UnsafeMutablePointer<UInt8>, scratch: UnsafeMutablePointer<UInt8>) -> Int {
    scratch.initialize(repeating: 0, count: scratchCount)
    var row = scratch + bytesPerPixel
    var above = row + rowCount + bytesPerPixel
    var filtered = 0
    var last = PNGFilter.none
    bitmap.bytes.withUnsafeBufferPointer { pixels in
      guard let pixels = pixels.baseAddress else { return }
      for y in 0..<bitmap.height {
        unpack(pixels + y * bitmap.stride, into: row)
        let target = target + y * (rowCount + 1)
        let filter = choose(for: row, above: above, last: last)
        last = filter
        target[0] = filter.rawValue
        filter.apply(to: row, above: above, count: rowCount, bytesPerPixel: bytesPerPixel, into: target + 1)
        if filter != .none { filtered += 1 }
        swap(&row, &above)
      }
    }
    return filtered
  }

  /// Chooses the filter of a row. Rows of text and drawings stay unfiltered: their few colors repeat, and a filter
  /// would break up the repetition (files a fifth larger).
  private func choose(for row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, last: PNGFilter) -> PNGFilter {
    // Half of a text's rows are blank and identical.
    if memcmp(row, above, rowCount) == 0 { return last == .none ? .none : .up }
    let costs = PNGFilterCosts(of: row, above: above, count: rowCount, bytesPerPixel: bytesPerPixel)
    return costs.isDrawn ? .none : costs.smallest
  }

  /// Converts one row to straight R, G, B(, A).
  private func unpack(_ pixels: UnsafePointer<UInt8>, into row: UnsafeMutablePointer<UInt8>) {
    switch (bitmap.format, bytesPerPixel) {
    case (.rgba, 4): row.update(from: pixels, count: rowCount)
    case (.bgraPremultiplied, 3): fp_pixels_pack(pixels, bitmap.width, row)
    case (.bgraPremultiplied, _): unpackStraightened(pixels, into: row)
    case (.rgba, _):
      for x in 0..<bitmap.width {
        for channel in 0..<3 { row[x * 3 + channel] = pixels[x * 4 + channel] }
      }
    }
  }

  private func unpackStraightened(_ pixels: UnsafePointer<UInt8>, into row: UnsafeMutablePointer<UInt8>) {
    fp_pixels_exchange(pixels, bitmap.width, row)
    fp_pixels_straighten(row, bitmap.width, AlphaArithmetic.straightColors)
  }
}

/// The row filters of PNG (PNG, third edition, 9.2): each byte minus a prediction from its neighbors.
///
/// The pointers of a row are preceded by a pixel of zeros.
package enum PNGFilter: UInt8, CaseIterable {
  case none, sub, up, average, paeth

  /// Writes the filtered row, without its filter byte.
  package func apply(
    to row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, bytesPerPixel: Int,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    fp_row_filter(Int32(rawValue), row, above, count, bytesPerPixel, target)
  }
}

/// The result of each filter for a row, all measured in one pass.
package struct PNGFilterCosts {
  private let costs: fp_row_costs
  private let count: Int

  package init(of row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, bytesPerPixel: Int) {
    var costs = fp_row_costs()
    fp_row_costs_of(row, above, count, bytesPerPixel, &costs)
    self.costs = costs
    self.count = count
  }

  /// The sum of the magnitudes of the filtered bytes as signed values.
  ///
  /// It may wrap in rows of more than eight million pixels, which at worst selects another filter.
  package func sum(_ filter: PNGFilter) -> UInt32 {
    switch filter {
    case .none: costs.sums.0
    case .sub: costs.sums.1
    case .up: costs.sums.2
    case .average: costs.sums.3
    case .paeth: costs.sums.4
    }
  }

  /// The number of bytes that differ from the previous pixel.
  package var changes: UInt32 { costs.changes }

  /// True for text and drawings: most bytes equal those of the previous pixel, and changes are large. Flat parts of
  /// photos change gradually.
  var isDrawn: Bool { changes < count / 2 && sum(.sub) >= changes &* 16 }

  /// The filter with the smallest sum, the heuristic of the PNG specification (12.7); the first one on a tie.
  var smallest: PNGFilter {
    var best = PNGFilter.none
    for filter in PNGFilter.allCases where sum(filter) < sum(best) { best = filter }
    return best
  }
}

/// The buffers of the encoder, reused between images: the kernel would have to supply fresh memory of this size page by
/// page each time.
final class PNGWorkspace {
  private var stream = ScratchBuffer()
  private var compressed = ScratchBuffer()
  private var scratch = ScratchBuffer()
  private var compressors: [Int: OpaquePointer] = [:]

  deinit { for compressor in compressors.values { libdeflate_free_compressor(compressor) } }

  /// Passes the zlib stream of a bitmap's filtered rows to a closure; passes nil if `held` contains the same stream.
  ///
  /// - Parameters:
  ///   - level: Maps the number of filtered rows to the libdeflate level.
  ///   - held: The stream of a file that may hold the same image.
  func withStream<Result>(
    of rows: PNGRows, level: (_ filtered: Int) -> Int, unlessIn held: StoredStream? = nil,
    _ body: (UnsafeBufferPointer<UInt8>?) -> Result
  ) throws(ImageError) -> Result {
    guard let count = rows.byteCount else { throw .unencodable(.png, rows.bitmap.size) }
    defer { for buffer in [stream, compressed, scratch] { buffer.trim() } }
    guard let pixels = stream.pointer(count), let scratch = scratch.pointer(rows.scratchCount) else {
      throw .outOfMemory(rows.bitmap.size)
    }
    let filtered = rows.filter(into: pixels, scratch: scratch)
    if let held, let room = compressed.pointer(count), held.holds(pixels, count, room: room) { return body(nil) }
    WorkTally.note(.compressedPicture)
    guard let compressor = compressor(level(filtered)) else { throw .outOfMemory(rows.bitmap.size) }
    let bound = libdeflate_zlib_compress_bound(compressor, count)
    guard let target = compressed.pointer(bound) else { throw .outOfMemory(rows.bitmap.size) }
    let written = libdeflate_zlib_compress(compressor, pixels, count, target, bound)
    guard written > 0, written <= Int(Int32.max) else { throw .unencodable(.png, rows.bitmap.size) }
    return body(UnsafeBufferPointer(start: target, count: written))
  }

  private func compressor(_ level: Int) -> OpaquePointer? {
    if let known = compressors[level] { return known }
    compressors[level] = libdeflate_alloc_compressor(Int32(level))
    return compressors[level]
  }
}

/// The zlib stream in a file that this encoder wrote.
struct StoredStream {
  private let file: [UInt8]
  private let place: Range<Int>

  /// - Parameter head: All bytes before the chunk with the pixels.
  /// - Returns: Nil if the file begins differently or has other chunks.
  init?(of file: [UInt8], after head: [UInt8]) {
    // The stream is preceded by the chunk's length and name, and followed by its checksum and the IEND chunk.
    let place = head.count + 8..<max(head.count + 8, file.count - 16)
    guard place.count > 4, file.starts(with: head),
      file[head.count..<place.lowerBound].elementsEqual(PNGWriter.number(place.count) + "IDAT".utf8)
    else { return nil }
    (self.file, self.place) = (file, place)
  }

  /// Whether these are the bytes that were compressed. The stream ends with their checksum (RFC 1950), so nearly all
  /// others are ruled out without decompressing.
  func holds(_ bytes: UnsafePointer<UInt8>, _ count: Int, room: UnsafeMutablePointer<UInt8>) -> Bool {
    let checksum = libdeflate_adler32(1, bytes, count)
    guard file[place.suffix(4)].elementsEqual(PNGWriter.number(Int(checksum))),
      let decompressor = libdeflate_alloc_decompressor()
    else { return false }
    defer { libdeflate_free_decompressor(decompressor) }
    let result = file.withUnsafeBytes {
      libdeflate_zlib_decompress(
        decompressor, $0.baseAddress.map { $0 + place.lowerBound }, place.count, room, count, nil)
    }
    return result == LIBDEFLATE_SUCCESS && memcmp(room, bytes, count) == 0
  }
}

/// A buffer that grows to the largest request. Its contents are undefined between requests.
private final class ScratchBuffer {
  private var pointer: UnsafeMutablePointer<UInt8>?
  private var capacity = 0

  /// Larger buffers are freed when not in use.
  private static let limit = 32 << 20

  deinit { free(pointer) }

  /// Returns a buffer of `count` bytes; nil if allocation fails.
  func pointer(_ count: Int) -> UnsafeMutablePointer<UInt8>? {
    guard count > capacity || pointer == nil else { return pointer }
    free(pointer)
    pointer = malloc(max(1, count))?.assumingMemoryBound(to: UInt8.self)
    capacity = pointer == nil ? 0 : count
    return pointer
  }

  func trim() {
    guard capacity > ScratchBuffer.limit else { return }
    free(pointer)
    pointer = nil
    capacity = 0
  }
}

extension Bitmap {
  /// Whether every pixel has full alpha.
  package var isOpaque: Bool { fp_pixels_opaque(bytes, bytes.count / 4) }
}
