import Drawing
import Pixels

/// Changes a bitmap's size with a Lanczos-3 filter, one axis after the other.
///
/// Works on premultiplied values, so transparent pixels lend no colour to their neighbours, and on sRGB values as they
/// are (not on linear light), which is what browsers and design tools do. The result is the same on every machine.
package enum Resampler {
  /// Aspect fill: the largest centred part of the bitmap that has the wanted proportions, at the wanted size in pixels.
  ///
  /// A bitmap of that size already is returned as it is. A bitmap without pixels gives transparent ones; a size that is
  /// negative or overflows gives a bitmap of 0 × 0.
  ///
  /// - Parameter focus: What stays as near the middle as the bitmap's edges let it; (0, 0) is its top left corner, (1, 1)
  ///   the bottom right one. Nil is its middle.
  package static func fill(_ bitmap: Bitmap, width: Int, height: Int, focus: Point? = nil) -> Bitmap {
    guard bitmap.width > 0, bitmap.height > 0, width > 0, height > 0 else {
      return resampled(bitmap, width: width, height: height, window: .whole(of: bitmap.size))
    }
    let step = min(Double(bitmap.width) / Double(width), Double(bitmap.height) / Double(height))
    var window = Window(
      width: min(Double(bitmap.width), step * Double(width)), height: min(Double(bitmap.height), step * Double(height)),
      centeredIn: bitmap.size)
    if let focus { window.move(to: focus, in: bitmap.size) }
    return resampled(bitmap, width: width, height: height, window: window)
  }

  /// The whole bitmap at the given size in pixels, whatever happens to its proportions.
  package static func scale(_ bitmap: Bitmap, toWidth width: Int, height: Int) -> Bitmap {
    resampled(bitmap, width: width, height: height, window: .whole(of: bitmap.size))
  }

  /// The part of the source that is shown, in its pixels.
  private struct Window {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    init(width: Double, height: Double, centeredIn size: PixelSize) {
      x = (Double(size.width) - width) / 2
      y = (Double(size.height) - height) / 2
      self.width = width
      self.height = height
    }

    mutating func move(to focus: Point, in size: PixelSize) {
      guard focus.x.isFinite, focus.y.isFinite else { return }
      x = min(max(0, focus.x * Double(size.width) - width / 2), Double(size.width) - width)
      y = min(max(0, focus.y * Double(size.height) - height / 2), Double(size.height) - height)
    }

    static func whole(of size: PixelSize) -> Window {
      Window(width: Double(size.width), height: Double(size.height), centeredIn: size)
    }
  }

  private static func resampled(_ bitmap: Bitmap, width: Int, height: Int, window: Window) -> Bitmap {
    guard bitmap.width != width || bitmap.height != height else { return bitmap }
    let target = PixelSize(width: width, height: height)
    guard bitmap.format == .bgraPremultiplied else {
      let premultiplied = bitmap.converted(to: .bgraPremultiplied)
      return resampled(premultiplied, width: width, height: height, window: window).converted(to: bitmap.format)
    }
    guard width > 0, height > 0, bitmap.width > 0, bitmap.height > 0,
      Bitmap.byteCount(width: width, height: height) != nil
    else { return Bitmap(clear: target) }
    let columns = ResamplingAxis(source: bitmap.width, origin: window.x, length: window.width, count: width)
    let rows = ResamplingAxis(source: bitmap.height, origin: window.y, length: window.height, count: height)
    return ResamplingPasses(columns: columns, rows: rows).run(on: bitmap, to: target) ?? Bitmap(clear: target)
  }
}
