import Basics
import Raster
import Support
import Testing

@Suite("Resampling, next to the formula")
struct ResamplerAccuracyTests {
  struct Change: CustomTestStringConvertible {
    var source: PixelSize
    var target: PixelSize
    var testDescription: String { "\(source) to \(target)" }

    init(_ width: Int, _ height: Int, _ toWidth: Int, _ toHeight: Int) {
      source = PixelSize(width: width, height: height)
      target = PixelSize(width: toWidth, height: toHeight)
    }
  }

  /// Widths of every remainder modulo four, smaller, larger, along one axis only, and so small that a row has hardly a
  /// pixel.
  static let changes = [
    Change(64, 48, 37, 29), Change(65, 49, 36, 28), Change(66, 50, 35, 27), Change(67, 51, 34, 26),
    Change(20, 17, 61, 40), Change(101, 7, 11, 30), Change(40, 40, 40, 23), Change(40, 40, 23, 40),
    Change(1, 9, 5, 3), Change(2, 2, 7, 1), Change(3, 3, 1, 1), Change(300, 200, 9, 8), Change(5, 400, 2, 3),
  ]

  @Test("noise comes out within a step of the formula, and nearly always on it", arguments: changes)
  func noise(change: Change) {
    var numbers = SplitMix64(seed: 11)
    let source = noise(change.source, &numbers)
    let result = Resampler.scale(source, toWidth: change.target.width, height: change.target.height)
    let exact = Reference.scale(source, to: change.target)
    var squares = 0.0
    for (value, wanted) in zip(result.bytes, exact) {
      // Half a step from rounding, and a little from the weights' fourteen bits.
      #expect(abs(Double(value) - wanted) <= 0.75)
      squares += (Double(value) - wanted) * (Double(value) - wanted)
    }
    // Rounding alone contributes 1/12 of a squared step (58.9 dB).
    #expect(squares / Double(exact.count) < 0.095)
  }

  @Test("pixels behind the last one of a row have no say")
  func rowEnds() {
    // The row ends in white, the next one begins in black. Both keep their colors up to the edge.
    let source = bitmap(PixelSize(width: 13, height: 8)) { x, _ in x < 6 ? [0, 0, 0, 255] : [255, 255, 255, 255] }
    let result = Resampler.scale(source, toWidth: 7, height: 8)
    for y in 0..<8 {
      #expect(result.bytes[y * 28] == 0)
      #expect(result.bytes[y * 28 + 24] == 255)
    }
  }

  private func noise(_ size: PixelSize, _ numbers: inout SplitMix64) -> Bitmap {
    // Medium values: a premultiplied color above its alpha would be clamped, which the formula ignores.
    bitmap(size) { _, _ in (0..<3).map { _ in UInt8.random(in: 60...160, using: &numbers) } + [255] }
  }

  private func bitmap(_ size: PixelSize, _ pixel: (Int, Int) -> [UInt8]) -> Bitmap {
    let bytes = (0..<size.height).flatMap { y in (0..<size.width).flatMap { x in pixel(x, y) } }
    return Bitmap(width: size.width, height: size.height, format: .bgraPremultiplied, bytes: bytes)
      ?? Bitmap(clear: .zero)
  }
}

/// Lanczos-3 in floating point, along both axes at once, from its definition.
private enum Reference {
  static func scale(_ source: Bitmap, to target: PixelSize) -> [Double] {
    let columns = weights(source.width, target.width)
    let rows = weights(source.height, target.height)
    var result: [Double] = []
    for row in rows {
      for column in columns {
        for channel in 0..<4 {
          var sum = 0.0
          for (y, vertical) in row {
            for (x, horizontal) in column {
              sum += vertical * horizontal * Double(source.bytes[(y * source.width + x) * 4 + channel])
            }
          }
          result.append(min(255, max(0, sum)))
        }
      }
    }
    return result
  }

  private static func weights(_ source: Int, _ count: Int) -> [[(Int, Double)]] {
    let step = Double(source) / Double(count)
    let widening = max(1, step)
    return (0..<count).map { index in
      let center = (Double(index) + 0.5) * step
      let taps = (0..<source).compactMap { pixel -> (Int, Double)? in
        let distance = (Double(pixel) + 0.5 - center) / widening
        return abs(distance) < 3 ? (pixel, kernel(distance)) : nil
      }
      let total = taps.reduce(0) { $0 + $1.1 }
      return taps.map { ($0.0, $0.1 / total) }
    }
  }

  private static func kernel(_ x: Double) -> Double {
    guard x != 0 else { return 1 }
    let angle = Double.pi * x
    return 3 * sine(angle) * sine(angle / 3) / (angle * angle)
  }

  /// Computes the Taylor series after reducing the angle.
  private static func sine(_ angle: Double) -> Double {
    let turn = 2 * Double.pi
    let near = angle - (angle / turn).rounded() * turn
    var term = near
    var sum = near
    for index in 1..<20 {
      term *= -near * near / Double(2 * index * (2 * index + 1))
      sum += term
    }
    return sum
  }
}
