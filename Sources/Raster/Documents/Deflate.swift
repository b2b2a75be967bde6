import CDeflate
import Diagnostics

/// Creates zlib streams (RFC 1950) for documents. Must be used from one thread at a time.
package final class Deflate {
  private let compressor: OpaquePointer

  /// - Throws: `Diagnostic` if memory is short.
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
