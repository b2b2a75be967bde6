import Basics

extension Bitmap {
  /// The bitmap on white if it is dark ink on transparency: a drawing or logo made for a white page, which a dark card
  /// would hide.
  ///
  /// Small images, such as emoji in a line of text, keep their transparency. The bitmap is `.bgraPremultiplied`.
  package var withGroundUnderDarkInk: Bitmap {
    guard format == .bgraPremultiplied, min(width, height) >= DarkInk.smallestSide, hasTransparentSamples else {
      return self
    }
    var (ink, light) = (0, 0)
    for place in Swift.stride(from: 0, to: bytes.count & ~3, by: 4) {
      ink += Int(bytes[place + 3])
      // Rec. 709 weights in thousandths; the colors are premultiplied.
      light += 72 * Int(bytes[place]) + 715 * Int(bytes[place + 1]) + 213 * Int(bytes[place + 2])
    }
    let area = Double(width * height) * 255
    guard ink > 0, Double(ink) < DarkInk.largestCover * area,
      Double(light) / 1000 < DarkInk.darkest * Double(ink)
    else { return self }
    var bitmap = self
    for place in Swift.stride(from: 0, to: bytes.count & ~3, by: 4) {
      let rest = 255 - bytes[place + 3]
      guard rest > 0 else { continue }
      for channel in place..<place + 3 { bitmap.bytes[channel] = min(255 - rest, bytes[channel]) + rest }
      bitmap.bytes[place + 3] = 255
    }
    return bitmap
  }

  /// Whether any sample on a grid of the image is transparent: photos are not, and need no further look.
  private var hasTransparentSamples: Bool {
    let (across, down) = (max(1, width / DarkInk.samples), max(1, height / DarkInk.samples))
    return Swift.stride(from: 0, to: height, by: down).contains { y in
      Swift.stride(from: 0, to: width, by: across).contains { x in bytes[y * stride + x * 4 + 3] < 128 }
    }
  }
}

private enum DarkInk {
  /// Pixels.
  static let smallestSide = 64
  /// Samples on each axis.
  static let samples = 48
  /// The greatest share of the area that ink covers: more leaves no ground to see.
  static let largestCover = 0.9
  /// The greatest mean brightness of the ink, 0 to 1.
  static let darkest = 0.2
}
