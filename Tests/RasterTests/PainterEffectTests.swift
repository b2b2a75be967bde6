import Basics
import Drawing
import Foundation
import Raster
import Testing

/// Gradients, inner shadows, blurs, corners and dashes, compared with computed values.
struct PainterEffectTests {
  private let red = Paint.solid(Color(rgb: 0xFF0000))
  private let stops: [LinearGradient.Stop] = [
    .init(offset: 0, color: Color(rgb: 0x000000)), .init(offset: 1, color: Color(rgb: 0xFF0000)),
  ]

  /// Returns the integral of a Gaussian up to `x`.
  private func gaussian(_ x: Double, sigma: Double) -> Double { (1 + erf(x / sigma / 2.0.squareRoot())) / 2 }

  @Test("a linear gradient goes along its line, here from left to right", arguments: [1.0, 2, 3])
  func linear(scale: Double) throws {
    let all = Shape.rectangle(Rect(x: 0, y: 0, width: 100, height: 10))
    let gradient = LinearGradient(stops: stops, start: Point(x: 0, y: 0.5), end: Point(x: 1, y: 0.5))
    let bitmap = try paint([.fill(all, .linearGradient(gradient))], width: 100, height: 10, scale: scale)
    for (x, expected) in [(0, 0.0), (25, 64), (50, 128), (75, 191)] {
      #expect(abs(Double(bitmap[Int(Double(x) * scale), 3][2]) - expected) <= 2, "at \(x)")
    }
    #expect(bitmap[bitmap.width - 1, 3][2] >= 253)
    #expect(bitmap[20, 0] == bitmap[20, bitmap.height - 1])
  }

  @Test("a gradient from corner to corner is in its middle in the other two")
  func diagonal() throws {
    let all = Shape.rectangle(Rect(x: 0, y: 0, width: 60, height: 60))
    let gradient = LinearGradient(stops: stops, start: Point(x: 0, y: 0), end: Point(x: 1, y: 1))
    let bitmap = try paint([.fill(all, .linearGradient(gradient))], width: 60, height: 60)
    #expect(abs(Int(bitmap[59, 0][2]) - 128) <= 2)
    #expect(abs(Int(bitmap[0, 59][2]) - 128) <= 2)
    #expect(bitmap[0, 0][2] <= 3 && bitmap[59, 59][2] >= 252)
  }

  @Test("a radial gradient is an ellipse of the box: its middle, half way, its edges and beyond")
  func radial() throws {
    let all = Shape.rectangle(Rect(x: 0, y: 0, width: 200, height: 100))
    let bitmap = try paint([.fill(all, .radialGradient(RadialGradient(stops: stops)))], width: 200, height: 100)
    #expect(bitmap[100, 50][2] <= 3)
    #expect(abs(Int(bitmap[150, 50][2]) - 128) <= 2)
    #expect(abs(Int(bitmap[100, 75][2]) - 128) <= 3)
    #expect(bitmap[199, 50][2] >= 252 && bitmap[100, 99][2] >= 252)
    #expect(bitmap[0, 0][2] == 255)
  }

  @Test("a radial gradient without an area is its last color")
  func flat() throws {
    let point = Point(x: 0.5, y: 0.5)
    let gradient = RadialGradient(stops: stops, center: point, end: point, side: point)
    let all = Shape.rectangle(Rect(x: 0, y: 0, width: 20, height: 20))
    #expect(try paint([.fill(all, .radialGradient(gradient))])[10, 10] == [0, 0, 255, 255])
  }

  @Test("each corner has its own radius", arguments: [1.0, 2])
  func corners(scale: Double) throws {
    let box = Rect(x: 0, y: 0, width: 40, height: 40)
    let shape = Shape.cornered(box, CornerRadii(topLeft: 12, bottomRight: 6))
    let bitmap = try paint([.fill(shape, red)], width: 40, height: 40, scale: scale)
    let last = bitmap.width - 1
    #expect(([bitmap.alpha(0, 0), bitmap.alpha(last, 0), bitmap.alpha(0, last)] as [Int]) == [0, 255, 255])
    #expect(bitmap.alpha(last, last) < 60)
    // The missing part of a corner is (1 − π/4) of its square.
    func missing(_ corner: (Int, Int), _ side: Int) -> Double {
      (0..<side).reduce(0.0) { sum, y in
        sum + (0..<side).reduce(0.0) { $0 + 1 - Double(bitmap.alpha(corner.0 + $1, corner.1 + y)) / 255 }
      } / scale / scale
    }
    let (large, small) = (Int(12 * scale), Int(6 * scale))
    #expect(abs(missing((0, 0), large) - 144 * (1 - .pi / 4)) < 0.7)
    #expect(abs(missing((last + 1 - small, last + 1 - small), small) - 36 * (1 - .pi / 4)) < 0.3)
  }

  @Test("four equal corners are the rounded rectangle, pixel by pixel")
  func equalCorners() throws {
    let box = Rect(x: 3, y: 3, width: 14, height: 14)
    let shadow = Shadow(offset: Point(x: 1, y: 2), blur: 4, spread: 1, color: .black)
    func drawn(_ shape: Shape) throws -> Bitmap {
      try paint([.shadow(shape, shadow), .fill(shape, red), .group(clip: shape, opacity: 1, [.fill(shape, red)])])
    }
    #expect(try drawn(.cornered(box, CornerRadii(all: 5))) == drawn(.rounded(box, radius: 5)))
  }

  @Test("an inner shadow is strongest at the edge and falls off inside as the error function", arguments: [1.0, 2, 3])
  func innerShadow(scale: Double) throws {
    let box = Rect(x: 10, y: 10, width: 80, height: 80)
    let shadow = Shadow(offset: .zero, blur: 12, color: .black)
    let bitmap = try paint([.innerShadow(.rectangle(box), shadow)], width: 100, height: 100, scale: scale)
    let middle = Int(50 * scale)
    for x in stride(from: 10, to: 40, by: 3) {
      let pixel = Int(Double(x) * scale)
      let expected = 1 - gaussian(Double(pixel) + 0.5 - 10 * scale, sigma: 6 * scale)
      #expect(abs(Double(bitmap.alpha(pixel, middle)) / 255 - expected) < 0.012, "at \(x)")
    }
    #expect(bitmap.alpha(Int(10 * scale) - 1, middle) == 0)
    #expect(bitmap.alpha(middle, middle) == 0)
  }

  @Test("without blur an inner shadow is a hard edge where it falls from, as wide as offset and spread say")
  func hardInnerShadow() throws {
    let shadow = Shadow(offset: Point(x: 0, y: 3), blur: 0, spread: 1, color: .black)
    let bitmap = try paint([.innerShadow(.rectangle(Rect(x: 0, y: 0, width: 20, height: 20)), shadow)])
    #expect(
      (0..<20).map { bitmap.alpha(10, $0) } == Array(repeating: 255, count: 4) + Array(repeating: 0, count: 14) + [
        0, 0,
      ])
    #expect(([bitmap.alpha(0, 10), bitmap.alpha(1, 10), bitmap.alpha(19, 10)] as [Int]) == [255, 0, 255])
    // A spread larger than the shape fills all of it.
    let all = Shadow(offset: .zero, blur: 0, spread: 30, color: .black)
    #expect(
      try paint([.innerShadow(.rectangle(Rect(x: 0, y: 0, width: 20, height: 20)), all)]).bytes
        .enumerated().allSatisfy { $0.offset % 4 != 3 || $0.element == 255 })
  }

  @Test("an inner shadow stays inside of a round shape")
  func roundInnerShadow() throws {
    let shadow = Shadow(offset: .zero, blur: 4, color: .black)
    let bitmap = try paint([.innerShadow(.ellipse(Rect(x: 0, y: 0, width: 20, height: 20)), shadow)])
    #expect(([bitmap.alpha(0, 0), bitmap.alpha(19, 19), bitmap.alpha(10, 10)] as [Int]) == [0, 0, 0])
    #expect(bitmap.alpha(10, 0) > 90)
  }

  @Test("a layer's blur falls off as the error function, with σ half the radius", arguments: [1.0, 2, 3])
  func blur(scale: Double) throws {
    let box = Shape.rectangle(Rect(x: 40, y: 0, width: 60, height: 100))
    let bitmap = try paint([.blurred([.fill(box, red)], radius: 16)], width: 100, height: 100, scale: scale)
    let middle = Int(50 * scale)
    for x in stride(from: 20, to: 60, by: 4) {
      let pixel = Int(Double(x) * scale)
      let expected = gaussian(Double(pixel) + 0.5 - 40 * scale, sigma: 8 * scale)
      #expect(abs(Double(bitmap.alpha(pixel, middle)) / 255 - expected) < 0.012, "at \(x)")
      // Premultiplied: red equals alpha.
      #expect(abs(Int(bitmap[pixel, middle][2]) - bitmap.alpha(pixel, middle)) <= 1)
    }
  }

  @Test("anything that is next to the canvas or a clip is carried in")
  func blurFromOutside() throws {
    let half = DrawingCommand.fill(.rectangle(Rect(x: -50, y: -50, width: 50, height: 150)), red)
    let bitmap = try paint([.blurred([half], radius: 8)], width: 40, height: 40)
    #expect(abs(Double(bitmap.alpha(0, 20)) / 255 - gaussian(-0.5, sigma: 4)) < 0.012)
    let clip = Shape.rectangle(Rect(x: 0, y: 0, width: 10, height: 40))
    let clipped = try paint([.group(clip: clip, opacity: 1, [.blurred([half], radius: 8)])], width: 40, height: 40)
    #expect(clipped.alpha(3, 20) == bitmap.alpha(3, 20) && clipped.alpha(10, 20) == 0)
  }

  @Test("a blur by nothing changes no pixel, and one without an end is refused by no crash")
  func blurLimits() throws {
    let fill = DrawingCommand.fill(.ellipse(Rect(x: 2, y: 2, width: 9, height: 9)), red)
    #expect(try paint([.blurred([fill], radius: 0)]) == paint([fill]))
    #expect(try paint([.blurred([fill], radius: .infinity)]).bytes.allSatisfy { $0 == 0 })
    _ = try? paint([.blurred([fill], radius: 1e12)])
  }

  @Test("dashes and gaps follow each other from the path's start", arguments: [1.0, 2])
  func dashes(scale: Double) throws {
    let line = Path([.move(Point(x: 0, y: 5)), .line(Point(x: 20, y: 5))])
    let bitmap = try paint([.dashed(line, width: 2, Dashes([4, 2]), red)], scale: scale)
    let row = (0..<20).map { bitmap.alpha(Int(Double($0) * scale), Int(4 * scale)) }
    #expect(row == (0..<20).map { $0 % 6 < 4 ? 255 : 0 })
    #expect(bitmap.alpha(0, Int(3 * scale) - 1) == 0)
  }

  @Test("dashes of no length are dots with round ends, and nothing with blunt ones")
  func dots() throws {
    let line = Path([.move(Point(x: 2, y: 10)), .line(Point(x: 18, y: 10))])
    let round = try paint([.dashed(line, width: 4, Dashes([0, 8], cap: .round), red)])
    #expect(round.alpha(2, 10) > 200 && round.alpha(6, 10) == 0 && round.alpha(10, 10) > 200)
    #expect(try paint([.dashed(line, width: 4, Dashes([0, 0]), red)]).bytes.allSatisfy { $0 == 0 })
  }
}
