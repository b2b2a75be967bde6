import Pixels

/// Read access to the top left part of a bitmap of R, G, B, A bytes, for as long as its bytes are borrowed.
struct PixelView {
  let base: UnsafeRawPointer
  /// Pixels from one row to the next.
  let stride: Int
  let width: Int
  let height: Int

  /// Red in the lowest byte, alpha in the highest.
  func pixel(_ x: Int, _ y: Int) -> UInt32 {
    UInt32(littleEndian: base.loadUnaligned(fromByteOffset: (y * stride + x) * 4, as: UInt32.self))
  }

  /// Eight pixels from `x` on, which must all be in the row.
  func eight(_ x: Int, _ y: Int) -> SIMD8<UInt32> {
    let stored = base.loadUnaligned(fromByteOffset: (y * stride + x) * 4, as: SIMD8<UInt32>.self)
    #if _endian(little)
      return stored
    #else
      return SIMD8((0..<8).map { stored[$0].byteSwapped })
    #endif
  }

  func row(_ y: Int) -> UnsafeRawPointer { base + y * stride * 4 }
}
