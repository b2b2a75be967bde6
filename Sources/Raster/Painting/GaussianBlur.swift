/// A Gaussian blur of a coverage mask.
///
/// Three box blurs whose widths are fractions of a pixel (Gwosdek et al., "Theoretical Foundations of Gaussian
/// Convolution by Extended Box Filtering", 2011), so that the variance is exactly σ². An edge is within 1 % of
/// the error function everywhere, and the cost doesn't depend on σ.
struct GaussianBlur {
  /// Whole pixels of a box to each side of its middle.
  private let radius: Int
  /// The share of the pixel beyond, on each side.
  private let edge: Float

  private static let passes = 3

  /// `sigma` in pixels, above 0.
  init(sigma: Double) {
    let variance = sigma * sigma / Double(GaussianBlur.passes)
    let radius = ((12 * variance + 1).squareRoot() / 2 - 0.5).rounded(.down)
    let full = 2 * radius + 1
    let next = radius + 1
    self.radius = Int(radius)
    edge = Float(full * (radius * next - 3 * variance) / (6 * (variance - next * next)))
  }

  /// How far it carries, in pixels.
  var reach: Int { GaussianBlur.passes * (radius + 1) }

  /// Blurs a mask of `width` × `height` values in place; outside of it there is nothing.
  func apply(to mask: inout [Float], width: Int, height: Int) {
    var line = [Float](repeating: 0, count: max(width, height))
    mask.withUnsafeMutableBufferPointer { mask in
      line.withUnsafeMutableBufferPointer { line in
        for row in 0..<height { blur(mask, from: row * width, step: 1, count: width, line) }
        for column in 0..<width { blur(mask, from: column, step: width, count: height, line) }
      }
    }
  }

  private func blur(
    _ mask: UnsafeMutableBufferPointer<Float>, from start: Int, step: Int, count: Int,
    _ line: UnsafeMutableBufferPointer<Float>
  ) {
    let weight = 1 / (Float(2 * radius + 1) + 2 * edge)
    for _ in 0..<GaussianBlur.passes {
      for index in 0..<count { line[index] = mask[start + index * step] }
      func value(_ index: Int) -> Float { index >= 0 && index < count ? line[index] : 0 }
      var sum: Float = 0
      for index in 0..<min(radius, count) { sum += line[index] }
      for index in 0..<count {
        sum += value(index + radius)
        mask[start + index * step] =
          weight * (sum + edge * (value(index - radius - 1) + value(index + radius + 1)))
        sum -= value(index - radius)
      }
    }
  }
}
