import Pixels

extension Resampler {
  /// Aspect fit: the whole bitmap in the middle of the wanted size in pixels, with nothing beside it.
  package static func fit(_ bitmap: Bitmap, width: Int, height: Int) -> Bitmap {
    guard bitmap.width > 0, bitmap.height > 0, width > 0, height > 0 else {
      return scale(bitmap, toWidth: width, height: height)
    }
    let step = min(Double(width) / Double(bitmap.width), Double(height) / Double(bitmap.height))
    let inner = PixelSize(
      width: min(width, max(1, Int((Double(bitmap.width) * step).rounded()))),
      height: min(height, max(1, Int((Double(bitmap.height) * step).rounded()))))
    let scaled = scale(bitmap, toWidth: inner.width, height: inner.height).converted(to: .bgraPremultiplied)
    guard inner.width < width || inner.height < height, let count = Bitmap.byteCount(width: width, height: height)
    else { return scaled }
    var bytes = [UInt8](repeating: 0, count: count)
    let (left, top) = ((width - inner.width) / 2, (height - inner.height) / 2)
    let length = inner.width * 4
    for row in 0..<inner.height {
      let target = ((top + row) * width + left) * 4
      bytes.replaceSubrange(target..<target + length, with: scaled.bytes[row * length..<(row + 1) * length])
    }
    return Bitmap(width: width, height: height, format: .bgraPremultiplied, bytes: bytes) ?? scaled
  }
}
