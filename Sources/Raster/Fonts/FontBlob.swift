import CPangoCairo
import Files

/// A font's file as HarfBuzz takes it.
enum FontBlob {
  /// The file's bytes, of which those that are asked for come into memory. The caller owns the blob.
  ///
  /// - Returns: Nil where there is no regular file that can be read.
  static func open(_ path: String) -> OpaquePointer? {
    guard let file = try? RegularFile(path).mapped(), let count = UInt32(exactly: file.bytes.count) else { return nil }
    // HarfBuzz lets go of the mapping, also where it makes no blob of it.
    return hb_blob_create_or_fail(
      file.bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count, HB_MEMORY_MODE_READONLY,
      Unmanaged.passRetained(file).toOpaque(),
      { owner in if let owner { Unmanaged<MappedFile>.fromOpaque(owner).release() } })
  }
}
