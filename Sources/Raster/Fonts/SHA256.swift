import CPangoCairo

/// SHA-256 as lower-case hexadecimal text, by GLib: the digest of font files, pictures and manifests.
package enum SHA256 {
  package static func hex(of bytes: some Collection<UInt8>) -> String {
    if let digest = bytes.withContiguousStorageIfAvailable({ hex(of: UnsafeRawBufferPointer($0)) }) { return digest }
    return Array(bytes).withUnsafeBytes { hex(of: $0) }
  }

  package static func hex(of buffer: UnsafeRawBufferPointer) -> String {
    let checksum = g_checksum_new(G_CHECKSUM_SHA256)
    defer { g_checksum_free(checksum) }
    if let base = buffer.baseAddress, buffer.count > 0 {
      g_checksum_update(checksum, base.assumingMemoryBound(to: UInt8.self), gssize(buffer.count))
    }
    guard let text = g_checksum_get_string(checksum) else { return "" }
    return String(cString: text)
  }
}
