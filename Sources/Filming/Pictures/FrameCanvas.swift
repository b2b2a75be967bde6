import Pixels

/// The pixels of one frame while it is put together: rows are copied, and blended where something shines through.
struct FrameCanvas {
  private(set) var bitmap: Bitmap

  /// - Parameter background: As large as the frame.
  init(_ background: Bitmap) { bitmap = background }

  /// Puts rows of a strip down, their left edge at the frame's.
  ///
  /// - Parameters:
  ///   - rows: Of the strip's bitmap.
  ///   - y: The frame's row for the first of them, which may lie outside.
  ///   - clip: The frame's rows that may be painted.
  ///   - alpha: From 0 to 255.
  mutating func draw(_ strip: CardStrip, rows: Range<Int>, at y: Int, within clip: Range<Int>, alpha: Int = 255) {
    let rows = rows.clamped(to: 0..<strip.bitmap.height)
    let first = max(rows.lowerBound, rows.lowerBound + clip.lowerBound - y, rows.lowerBound - y)
    let end = min(rows.upperBound, rows.lowerBound + min(clip.upperBound, bitmap.height) - y)
    guard first < end, alpha > 0, strip.bitmap.width == bitmap.width else { return }
    let (width, stride) = (bitmap.width, bitmap.stride)
    strip.bitmap.bytes.withUnsafeBytes { source in
      bitmap.bytes.withUnsafeMutableBytes { target in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        for row in first..<end {
          let from = source + row * stride
          let to = target + (y + row - rows.lowerBound) * stride
          let solid = alpha == 255 ? strip.solid[row] : 0..<0
          let (left, right) = (Int(solid.lowerBound), Int(solid.upperBound))
          (to + left * 4).copyMemory(from: from + left * 4, byteCount: (right - left) * 4)
          Self.blend(from, over: to, 0..<left, alpha)
          Self.blend(from, over: to, right..<width, alpha)
        }
      }
    }
  }

  /// Puts a small picture down, which may reach over the frame's edges.
  mutating func draw(_ picture: Bitmap, x: Int, y: Int, within clip: Range<Int>, alpha: Int = 255) {
    let (left, right) = (max(0, -x), min(picture.width, bitmap.width - x))
    let (first, end) = (max(0, -y, clip.lowerBound - y), min(picture.height, min(clip.upperBound, bitmap.height) - y))
    guard left < right, first < end, alpha > 0 else { return }
    let stride = bitmap.stride
    picture.bytes.withUnsafeBytes { source in
      bitmap.bytes.withUnsafeMutableBytes { target in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        for row in first..<end {
          let from = source + (row * picture.width + left) * 4
          Self.blend(from, over: target + (y + row) * stride + (x + left) * 4, 0..<(right - left), alpha)
        }
      }
    }
  }

  /// Fills an area with a colour, for marks.
  mutating func fill(_ area: PixelRect, _ color: (blue: UInt8, green: UInt8, red: UInt8)) {
    for row in max(0, area.y)..<max(0, min(bitmap.height, area.y + area.height)) {
      for x in max(0, area.x)..<max(0, min(bitmap.width, area.x + area.width)) {
        let start = row * bitmap.stride + x * 4
        (bitmap.bytes[start], bitmap.bytes[start + 1]) = (color.blue, color.green)
        (bitmap.bytes[start + 2], bitmap.bytes[start + 3]) = (color.red, 255)
      }
    }
  }

  /// Premultiplied over premultiplied: `s a + d (1 − alpha of s a)`, rounded.
  private static func blend(
    _ source: UnsafeRawPointer, over target: UnsafeMutableRawPointer, _ pixels: Range<Int>, _ alpha: Int
  ) {
    for pixel in pixels {
      let own = source.loadUnaligned(fromByteOffset: pixel * 4, as: UInt32.self)
      if own == 0 { continue }
      let under = target.loadUnaligned(fromByteOffset: pixel * 4, as: UInt32.self)
      let scaled = alpha == 255 ? own : scale(own, UInt32(alpha))
      target.storeBytes(of: scaled &+ scale(under, 255 - scaled >> 24), toByteOffset: pixel * 4, as: UInt32.self)
    }
  }

  /// All four bytes times `factor` / 255, rounded.
  private static func scale(_ pixel: UInt32, _ factor: UInt32) -> UInt32 {
    let even = (pixel & 0x00FF_00FF) &* factor &+ 0x0080_0080
    let odd = (pixel >> 8 & 0x00FF_00FF) &* factor &+ 0x0080_0080
    let low = (even &+ (even >> 8 & 0x00FF_00FF)) >> 8 & 0x00FF_00FF
    let high = (odd &+ (odd >> 8 & 0x00FF_00FF)) & 0xFF00_FF00
    return low | high
  }
}
