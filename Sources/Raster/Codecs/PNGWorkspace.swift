import CDeflate
import Foundation
import Pixels

/// What encoding needs beside the picture, kept from one picture to the next: fresh memory of this size would come from
/// the kernel, page by page, each time.
final class PNGWorkspace {
  private var stream = ScratchBuffer()
  private var compressed = ScratchBuffer()
  private var scratch = ScratchBuffer()
  private var compressors: [Int: OpaquePointer] = [:]

  deinit { for compressor in compressors.values { libdeflate_free_compressor(compressor) } }

  /// The zlib stream of a bitmap's filtered rows, for as long as `body` runs.
  ///
  /// - Parameter level: libdeflate's, from the number of rows that were filtered.
  func withStream<Result>(
    of rows: PNGRows, level: (_ filtered: Int) -> Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) throws(ImageError) -> Result {
    guard let count = rows.byteCount else { throw .unencodable(.png, rows.bitmap.size) }
    defer { for buffer in [stream, compressed, scratch] { buffer.trim() } }
    guard let pixels = stream.pointer(count), let scratch = scratch.pointer(rows.scratchCount) else {
      throw .outOfMemory(rows.bitmap.size)
    }
    let filtered = rows.filter(into: pixels, scratch: scratch)
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
