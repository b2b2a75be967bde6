import Pixels

/// A picture of where two pictures differ: the first one in grey, differing pixels red, anti-aliased ones yellow.
package enum DifferencePicture {
  /// How much of the first picture's darkness is left.
  private static let strength = 0.3

  /// As large as both pictures together; what only one of them has is red.
  package static func draw(_ difference: PixelDifference, over first: Bitmap) -> Bitmap? {
    let first = first.converted(to: .rgba)
    let width = max(difference.firstSize.width, difference.secondSize.width)
    let height = max(difference.firstSize.height, difference.secondSize.height)
    guard let count = Bitmap.byteCount(width: width, height: height) else { return nil }
    var bytes = [UInt8](repeating: 255, count: count)
    for y in 0..<min(height, first.height) {
      for x in 0..<min(width, first.width) {
        let grey = grey(first.bytes[(y * first.width + x) * 4..<(y * first.width + x) * 4 + 4])
        let target = (y * width + x) * 4
        for channel in 0..<3 { bytes[target + channel] = grey }
      }
    }
    func paint(_ columns: Range<Int>, _ y: Int, green: UInt8) {
      for x in columns {
        let target = (y * width + x) * 4
        (bytes[target], bytes[target + 1], bytes[target + 2]) = (255, green, 0)
      }
    }
    for run in difference.antialiased.runs { paint(run.columns, run.y, green: 255) }
    for run in difference.differing.runs { paint(run.columns, run.y, green: 0) }
    for strip in difference.strips {
      for y in strip.rows { paint(strip.columns, y, green: 0) }
    }
    return Bitmap(width: width, height: height, format: .rgba, bytes: bytes)
  }

  private static func grey(_ pixel: ArraySlice<UInt8>) -> UInt8 {
    let start = pixel.startIndex
    let luma =
      Double(pixel[start]) * 0.29889531 + Double(pixel[start + 1]) * 0.58662247 + Double(pixel[start + 2]) * 0.11448223
    return UInt8((255 + (luma - 255) * strength * Double(pixel[start + 3]) / 255).rounded())
  }
}
