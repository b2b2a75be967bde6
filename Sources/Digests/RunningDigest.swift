import CGLib

/// The digest of bytes that come in pieces.
package struct RunningDigest: ~Copyable {
  private let checksum: OpaquePointer?

  package init() { checksum = g_checksum_new(G_CHECKSUM_SHA256) }

  deinit { if let checksum { g_checksum_free(checksum) } }

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress, bytes.count > 0 else { return }
    g_checksum_update(checksum, base.assumingMemoryBound(to: UInt8.self), gssize(bytes.count))
  }

  /// Of all that was added.
  package consuming func finish() -> Digest {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { digest in
      var length: gsize = 32
      g_checksum_get_digest(checksum, digest.baseAddress, &length)
      return Digest(digest) ?? .none
    }
  }
}
