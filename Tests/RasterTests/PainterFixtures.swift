import Basics
import Drawing
import Raster

struct NoPictures: ImageSource {
  func picture(for reference: ImageReference, width: Int, height: Int) -> Bitmap? { nil }
}

/// Images in which the color of each pixel encodes its position.
struct PatternPictures: ImageSource {
  func picture(for reference: ImageReference, width: Int, height: Int) -> Bitmap? {
    Bitmap(
      width: width, height: height, format: .bgraPremultiplied,
      bytes: (0..<height).flatMap { y in (0..<width).flatMap { x in Self.pixel(x, y) } })
  }

  static func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    [UInt8(x * 7 % 256), UInt8(y * 11 % 256), UInt8((x + y) * 5 % 256), 255]
  }
}

extension Bitmap {
  /// Returns blue, green, red and alpha.
  subscript(x: Int, y: Int) -> [UInt8] { Array(bytes[(y * width + x) * 4..<(y * width + x) * 4 + 4]) }

  func alpha(_ x: Int, _ y: Int) -> Int { Int(bytes[(y * width + x) * 4 + 3]) }

  /// The bounds of pixels with more than half of full alpha: left, top, right, bottom (the last two exclusive).
  var ink: [Int] {
    var (left, top, right, bottom) = (width, height, 0, 0)
    for y in 0..<height {
      for x in 0..<width where alpha(x, y) > 127 {
        (left, top) = (Swift.min(left, x), Swift.min(top, y))
        (right, bottom) = (Swift.max(right, x + 1), Swift.max(bottom, y + 1))
      }
    }
    return [left, top, right, bottom]
  }
}

func paint(
  _ commands: [DrawingCommand], width: Double = 20, height: Double = 20, scale: Double = 1,
  images: any ImageSource = NoPictures()
) throws -> Bitmap {
  try Painter(fonts: LockedFonts.set.get()).paint(
    DisplayList(size: Size(width: width, height: height), commands: commands), scale: scale, images: images)
}
