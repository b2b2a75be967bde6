import CImageCodecs
import Pixels

extension fp_report {
  var text: String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// What a call that gave a picture has to say; throws where it gave none.
  func notes(_ format: ImageFormat, size: PixelSize) throws(ImageError) -> [ImageNote] {
    switch status {
    case FP_COMPLETE where ended_early:
      return [.truncated(rows: Int(rows), height: size.height, reason: text)]
    case FP_COMPLETE: return warnings > 0 ? [.damaged(count: Int(warnings), first: text)] : []
    case FP_PARTIAL: return [.truncated(rows: Int(rows), height: size.height, reason: text)]
    case FP_UNSUPPORTED: throw .unsupported("such \(format.rawValue)")
    case FP_EXCESSIVE: throw .excessive(format, reason: text)
    case FP_NO_MEMORY: throw .outOfMemory(size)
    default: throw .corrupt(format, reason: text)
    }
  }
}

extension Bitmap {
  /// A picture that a C decoder writes, and what it says of it; throws where there is none.
  ///
  /// A header may promise any size: no byte of a picture that then fails is ever touched.
  static func decoded(
    _ format: ImageFormat, _ size: PixelSize, by decode: (UnsafeMutablePointer<UInt8>) -> fp_report
  ) throws(ImageError) -> (Bitmap, [ImageNote]) {
    guard let count = byteCount(width: size.width, height: size.height) else { throw .outOfMemory(size) }
    var report: fp_report?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      let ended = decode(start)
      report = ended
      initialized = ended.status == FP_COMPLETE || ended.status == FP_PARTIAL ? count : 0
    }
    guard let report else { throw .outOfMemory(size) }
    let notes = try report.notes(format, size: size)
    guard let bitmap = Bitmap(width: size.width, height: size.height, format: .bgraPremultiplied, bytes: bytes) else {
      throw .outOfMemory(size)
    }
    return (bitmap, notes)
  }

  /// A bitmap whose bytes `fill` writes, every one of them, and what `fill` returned; nil when the size overflows.
  static func filled<Result>(
    _ size: PixelSize, by fill: (UnsafeMutablePointer<UInt8>) -> Result
  ) -> (bitmap: Bitmap, result: Result)? {
    guard let count = byteCount(width: size.width, height: size.height) else { return nil }
    var result: Result?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      result = fill(start)
      initialized = count
    }
    guard let result,
      let bitmap = Bitmap(width: size.width, height: size.height, format: .bgraPremultiplied, bytes: bytes)
    else { return nil }
    return (bitmap, result)
  }
}
