import CDeflate
import Diagnostics

/// Streams of zlib (RFC 1950), as documents hold them. One thread's own.
package final class Deflate {
  private let compressor: OpaquePointer

  /// - Throws: `Diagnostic` where there is no memory.
  package init() throws(Diagnostic) {
    guard let compressor = libdeflate_alloc_compressor(6) else { throw Diagnostic(PaintIssue.outOfMemory) }
    self.compressor = compressor
  }

  deinit { libdeflate_free_compressor(compressor) }

  package func zlib(_ bytes: [UInt8]) -> [UInt8] {
    let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { target, count in
      count = libdeflate_zlib_compress(compressor, bytes, bytes.count, target.baseAddress, bound)
    }
  }
}
