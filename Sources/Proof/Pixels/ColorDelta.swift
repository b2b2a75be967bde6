/// How far two colours are from each other in YIQ, as pixelmatch 7.2.0 measures it; 0 … 35215.
enum ColorDelta {
  /// The largest difference there is, between black and white.
  static let maximum = 35215.0

  /// The squared difference of two pixels that stand at `offset`, the pixel's first byte counted from the picture's.
  static func squared(_ first: UInt32, _ second: UInt32, at offset: Int) -> Double {
    guard let delta = channels(first, second, at: offset) else { return 0 }
    let y = luma(delta)
    let i = delta.red * 0.59597799 - delta.green * 0.27417610 - delta.blue * 0.32180189
    let q = delta.red * 0.21147017 - delta.green * 0.52261711 + delta.blue * 0.31114694
    return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
  }

  /// How much brighter the first pixel is; negative where it is darker.
  static func luma(_ first: UInt32, _ second: UInt32, at offset: Int) -> Double {
    channels(first, second, at: offset).map(luma) ?? 0
  }

  private typealias Channels = (red: Double, green: Double, blue: Double)

  private static func luma(_ delta: Channels) -> Double {
    delta.red * 0.29889531 + delta.green * 0.58662247 + delta.blue * 0.11448223
  }

  /// Differences of the channels; nil where all are the same. What lets something through is seen over a checkerboard,
  /// so that neither black nor white shows through as itself.
  private static func channels(_ first: UInt32, _ second: UInt32, at offset: Int) -> Channels? {
    guard first != second else { return nil }
    let (a, b) = (components(first), components(second))
    if a.alpha == 255 && b.alpha == 255 { return (a.red - b.red, a.green - b.green, a.blue - b.blue) }
    let alpha = a.alpha - b.alpha
    func blended(_ one: Double, _ other: Double, over ground: Double) -> Double {
      (one * a.alpha - other * b.alpha - ground * alpha) / 255
    }
    return (
      blended(a.red, b.red, over: ground(offset)),
      blended(a.green, b.green, over: ground(Int(Double(offset) / 1.618033988749895))),
      blended(a.blue, b.blue, over: ground(Int(Double(offset) / 2.618033988749895)))
    )
  }

  private static func ground(_ field: Int) -> Double { 48 + 159 * Double(field % 2) }

  private static func components(_ pixel: UInt32) -> (red: Double, green: Double, blue: Double, alpha: Double) {
    (Double(pixel & 255), Double(pixel >> 8 & 255), Double(pixel >> 16 & 255), Double(pixel >> 24))
  }
}

/// Eight differences at once, in single precision: near enough to tell what is clearly below or above a limit.
struct ColorDeltaEstimate {
  /// Below this, the exact difference is below the limit; from `certain` on it is above.
  ///
  /// Channel differences are whole numbers to 255, so Y, I and Q are off by less than 255 · 5 · 2⁻²⁴ < 0.0001 and the
  /// squared difference d by less than 0.0003·√d + 10⁻⁶·d, which the margin exceeds for every d.
  let possible: Float
  let certain: Float

  init(limit: Double) {
    let margin = 0.01 + limit * 0.0001
    possible = Float(max(0, limit - margin))
    certain = Float(limit + margin)
  }

  /// Of opaque pixels.
  func squared(_ first: SIMD8<UInt32>, _ second: SIMD8<UInt32>) -> SIMD8<Float> {
    let red = channel(first, 0) - channel(second, 0)
    let green = channel(first, 8) - channel(second, 8)
    let blue = channel(first, 16) - channel(second, 16)
    let y = red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
    let i = red * 0.59597799 - green * 0.27417610 - blue * 0.32180189
    let q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694
    return y * y * 0.5053 + i * i * 0.299 + q * q * 0.1957
  }

  private func channel(_ pixels: SIMD8<UInt32>, _ shift: UInt32) -> SIMD8<Float> {
    SIMD8<Float>(SIMD8<Int32>(truncatingIfNeeded: (pixels &>> shift) & 255))
  }
}
