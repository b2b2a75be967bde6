import CDeflate
import CPixelLoops
import Files
import Foundation
import Pixels

/// Bitmaps to PNG files, with libdeflate. The same bitmap gives the same bytes: no dates, no names, no versions.
///
/// Safe to use from any number of threads.
package struct PNGEncoder: Sendable {
  private let fixedLevel: Int?
  private let workspaces = WorkerPool { PNGWorkspace() }

  /// - Parameter level: libdeflate's, 1 (fast) to 12 (small). Nil chooses by what is in the picture.
  package init(level: Int? = nil) {
    fixedLevel = level.map { min(12, max(1, $0)) }
  }

  /// The level that costs little beside the next faster one's size, by what a picture mostly is (measured: see
  /// docs/performance.md).
  ///
  /// - Parameter filtered: How many of the rows had a filter, which are those with a photo.
  static func level(of rows: PNGRows, filtered: Int) -> Int {
    let height = rows.bitmap.height
    // Text: long matches are quickly found, and worth it.
    guard filtered > height / 4 else { return 3 }
    // Photos have few matches to find. Level 1 is slow where every fourth byte is the same alpha.
    return rows.bytesPerPixel == 3 && filtered > height / 2 ? 1 : 2
  }

  /// A PNG of eight bits a channel: RGB where every pixel is opaque, else RGBA with straight colour; marked as sRGB, and
  /// with `scale` pixels to the point of 1/72 inch as its physical size.
  ///
  /// - Parameter earlier: A file that this encoder made. Where it holds the same picture it is the answer, and nothing is
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
        let held = earlier.flatMap { HeldStream(of: $0, after: file.bytes) }
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

  /// Pixels per metre on both axes, and the unit's number for the metre.
  private func physicalSize(_ scale: Double) -> [UInt8] {
    let perMeter = (scale * 72 / 0.0254).rounded()
    let density = perMeter.isFinite ? Int(min(Double(Int32.max), max(0, perMeter))) : 0
    return PNGWriter.number(density) + PNGWriter.number(density) + [1]
  }
}

/// The chunks of a PNG file, one after the other.
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

  /// The CRC of everything from a chunk's name on.
  private mutating func addChecksum(from start: Int) {
    let checksum = bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress.map { $0 + start }, $0.count - start) }
    bytes += PNGWriter.number(Int(checksum))
  }
}

/// A bitmap's pixels as the uncompressed stream of a PNG: every row filtered, its filter's number in front.
struct PNGRows {
  let bitmap: Bitmap
  /// Three where nothing is transparent, else four.
  let bytesPerPixel: Int

  init(_ bitmap: Bitmap) {
    self.bitmap = bitmap
    bytesPerPixel = bitmap.isOpaque ? 3 : 4
  }

  /// Bytes of a row without its filter's number.
  private var rowCount: Int { bitmap.width * bytesPerPixel }

  /// Bytes of the stream; nil when they overflow.
  var byteCount: Int? {
    let (count, overflow) = (rowCount + 1).multipliedReportingOverflow(by: bitmap.height)
    return overflow || count <= 0 ? nil : count
  }

  /// What `filter` needs beside its target: this row and the one above, a pixel of zeros before each.
  var scratchCount: Int { 2 * (bytesPerPixel + rowCount) }

  /// Writes the stream's `byteCount` bytes; gives the number of rows that were filtered, which are those of photos.
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

  /// Rows of text and drawings stay unfiltered: their few colours repeat as they are, and a filter breaks the repetition
  /// up (files a fifth larger).
  private func choose(for row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, last: PNGFilter) -> PNGFilter {
    // Half of a text's rows are blank: one like the other.
    if memcmp(row, above, rowCount) == 0 { return last == .none ? .none : .up }
    let costs = PNGFilterCosts(of: row, above: above, count: rowCount, bytesPerPixel: bytesPerPixel)
    return costs.isDrawn ? .none : costs.smallest
  }

  /// One row to straight R, G, B(, A).
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

/// The row filters of PNG (PNG, third edition, 9.2): each byte minus what its neighbours foretell.
///
/// A row's pointers have a pixel of zeros in front of them.
enum PNGFilter: UInt8, CaseIterable {
  case none, sub, up, average, paeth

  /// Writes the filtered row, without its filter byte.
  func apply(
    to row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, bytesPerPixel: Int,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    fp_row_filter(Int32(rawValue), row, above, count, bytesPerPixel, target)
  }
}

/// What each filter would leave of a row, all measured in one pass.
struct PNGFilterCosts {
  private let costs: fp_row_costs
  private let count: Int

  init(of row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, bytesPerPixel: Int) {
    var costs = fp_row_costs()
    fp_row_costs_of(row, above, count, bytesPerPixel, &costs)
    self.costs = costs
    self.count = count
  }

  /// The sum of the magnitudes of the filtered bytes as signed ones.
  ///
  /// In rows of more than eight million pixels it may wrap; at worst that chooses another filter.
  func sum(_ filter: PNGFilter) -> UInt32 {
    switch filter {
    case .none: costs.sums.0
    case .sub: costs.sums.1
    case .up: costs.sums.2
    case .average: costs.sums.3
    case .paeth: costs.sums.4
    }
  }

  /// Bytes that differ from the pixel before.
  var changes: UInt32 { costs.changes }

  /// Most bytes are those of the pixel before, and where they change they jump: text and drawings. Flat parts of photos
  /// change softly.
  var isDrawn: Bool { changes < count / 2 && sum(.sub) >= changes &* 16 }

  /// The filter with the smallest sum, the PNG specification's rule of thumb (12.7); the first of several.
  var smallest: PNGFilter {
    var best = PNGFilter.none
    for filter in PNGFilter.allCases where sum(filter) < sum(best) { best = filter }
    return best
  }
}

/// What encoding needs beside the picture, kept from one picture to the next: fresh memory of this size would come from
/// the kernel, page by page, each time.
final class PNGWorkspace {
  private var stream = ScratchBuffer()
  private var compressed = ScratchBuffer()
  private var scratch = ScratchBuffer()
  private var compressors: [Int: OpaquePointer] = [:]

  deinit { for compressor in compressors.values { libdeflate_free_compressor(compressor) } }

  /// The zlib stream of a bitmap's filtered rows, for as long as `body` runs; nil where that is known.
  ///
  /// - Parameters:
  ///   - level: libdeflate's, from the number of rows that were filtered.
  ///   - held: The stream of a file that may hold the same picture.
  func withStream<Result>(
    of rows: PNGRows, level: (_ filtered: Int) -> Int, unlessIn held: HeldStream? = nil,
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

/// The zlib stream in a file that this encoder made.
struct HeldStream {
  private let file: [UInt8]
  private let place: Range<Int>

  /// - Parameter head: All in front of the pixels' chunk.
  /// - Returns: Nil of a file that begins otherwise, or has other chunks.
  init?(of file: [UInt8], after head: [UInt8]) {
    // Length and name before it, its checksum and the chunk of the end behind it.
    let place = head.count + 8..<max(head.count + 8, file.count - 16)
    guard place.count > 4, file.starts(with: head),
      file[head.count..<place.lowerBound].elementsEqual(PNGWriter.number(place.count) + "IDAT".utf8)
    else { return nil }
    (self.file, self.place) = (file, place)
  }

  /// Whether these are the bytes that were compressed. The stream ends with their checksum (RFC 1950), so that nearly all
  /// others are told without unpacking it.
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

/// Memory that grows to the largest request; what it holds is undefined between two of them.
private final class ScratchBuffer {
  private var pointer: UnsafeMutablePointer<UInt8>?
  private var capacity = 0

  /// More than this is not kept while nobody needs it.
  private static let limit = 32 << 20

  deinit { free(pointer) }

  /// Room for `count` bytes; nil where there is none.
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
