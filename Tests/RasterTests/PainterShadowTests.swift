import Drawing
import Foundation
import Raster
import Testing

struct PainterShadowTests {
  private func shadow(_ shape: Shape, _ shadow: Shadow, width: Double, height: Double, scale: Double = 1) throws
    -> (Int, Int) -> Double
  {
    let bitmap = try paint([.shadow(shape, shadow)], width: width, height: height, scale: scale)
    return { x, y in Double(bitmap.alpha(x, y)) / 255 }
  }

  /// Returns the integral of a Gaussian up to `x`.
  private func gaussian(_ x: Double, sigma: Double) -> Double { (1 + erf(x / sigma / 2.0.squareRoot())) / 2 }

  @Test(
    "an edge falls off as the error function, with σ half the blur", arguments: [(4.0, 1.0), (12, 1), (24, 1), (24, 3)])
  func profile(blur: Double, scale: Double) throws {
    let sigma = blur / 2 * scale
    let rect = Rect(x: 60, y: 60, width: 120, height: 120)
    let alpha = try shadow(
      .rectangle(rect), Shadow(offset: .zero, blur: blur, color: .black), width: 240, height: 240, scale: scale)
    let middle = Int(120 * scale)
    for x in stride(from: 0, to: middle, by: Int(scale)) {
      let expected = gaussian(Double(x) + 0.5 - 60 * scale, sigma: sigma)
      #expect(abs(alpha(x, middle) - expected) < 0.012, "at \(x)")
      #expect(abs(alpha(middle, x) - expected) < 0.012, "at \(x)")
    }
  }

  @Test("a corner is the product of its edges")
  func corner() throws {
    let alpha = try shadow(
      .rectangle(Rect(x: 40, y: 40, width: 80, height: 80)), Shadow(offset: .zero, blur: 16, color: .black),
      width: 160, height: 160)
    for distance in [-10, 0, 10] {
      let edge = gaussian(Double(distance) + 0.5, sigma: 8)
      #expect(abs(alpha(40 + distance, 40 + distance) - edge * edge) < 0.02)
    }
  }

  @Test("a shadow is moved by its offset and grown by its spread; without blur it has hard edges")
  func offsetAndSpread() throws {
    let shape = Shape.rectangle(Rect(x: 10, y: 10, width: 10, height: 10))
    let bitmap = try paint(
      [.shadow(shape, Shadow(offset: Point(x: 3, y: 4), blur: 0, spread: 2, color: .black))], width: 40, height: 40)
    #expect(bitmap.ink == [11, 12, 25, 26])
    #expect(bitmap.alpha(11, 12) == 255 && bitmap.alpha(10, 12) == 0)
  }

  @Test("a path's shadow is grown by its spread too", arguments: [3.0, -3])
  func pathSpread(spread: Double) throws {
    let path = Path([
      .move(Point(x: 10, y: 10)), .line(Point(x: 30, y: 10)), .line(Point(x: 30, y: 30)), .line(Point(x: 10, y: 30)),
      .close,
    ])
    let bitmap = try paint(
      [
        .shadow(
          .path(path, bounds: Rect(x: 10, y: 10, width: 20, height: 20)),
          Shadow(offset: .zero, blur: 0, spread: spread, color: .black))
      ], width: 40, height: 40)
    let side = Int(spread)
    #expect(bitmap.ink == [10 - side, 10 - side, 30 + side, 30 + side])
  }

  @Test("leaving out the middle of a large rounded rectangle changes no pixel", arguments: [10.0, 10.3])
  func reduction(x: Double) throws {
    // The path has the same outline, but no center that could be skipped.
    let rect = Rect(x: x, y: 12, width: 140, height: 170)
    let radius = 9.0
    let bend = radius * (1 - 0.5522847498)
    func corner(_ cx: Double, _ cy: Double, _ dx: Double, _ dy: Double, fromX: Bool) -> [Path.Element] {
      let onX = Point(x: cx + dx * radius, y: cy)
      let onY = Point(x: cx, y: cy + dy * radius)
      let bendX = Point(x: cx + dx * bend, y: cy)
      let bendY = Point(x: cx, y: cy + dy * bend)
      return fromX
        ? [.line(onX), .curve(control1: bendX, control2: bendY, to: onY)]
        : [.line(onY), .curve(control1: bendY, control2: bendX, to: onX)]
    }
    let path = Path(
      [.move(Point(x: rect.minX + radius, y: rect.minY))]
        + corner(rect.maxX, rect.minY, -1, 1, fromX: true) + corner(rect.maxX, rect.maxY, -1, -1, fromX: false)
        + corner(rect.minX, rect.maxY, 1, -1, fromX: true) + corner(rect.minX, rect.minY, 1, 1, fromX: false)
        + [.close])
    let cast = Shadow(offset: Point(x: 0, y: 6), blur: 12, color: .black)
    let reduced = try shadow(.rounded(rect, radius: radius), cast, width: 170, height: 210)
    let whole = try shadow(.path(path, bounds: rect), cast, width: 170, height: 210)
    for y in 0..<210 {
      for x in 0..<170 { #expect(abs(reduced(x, y) - whole(x, y)) < 0.008) }
    }
  }

  @Test("the sum of a blurred mask is that of the mask", arguments: [0.3, 1, 2.5, 7, 36])
  func energy(sigma: Double) {
    let blur = GaussianBlur(sigma: sigma)
    let side = 2 * blur.reach + 11
    var mask = [Float](repeating: 0, count: side * side)
    for y in 0..<11 { for x in 0..<11 { mask[(y + blur.reach) * side + x + blur.reach] = 1 } }
    blur.apply(to: &mask, width: side, height: side)
    #expect(abs(mask.reduce(0, +) - 121) < 0.1)
  }

  @Test("the variance of a blurred point is σ²", arguments: [0.5, 1, 2.5, 7])
  func variance(sigma: Double) {
    let blur = GaussianBlur(sigma: sigma)
    let width = 2 * blur.reach + 1
    var mask = [Float](repeating: 0, count: width)
    mask[blur.reach] = 1
    blur.apply(to: &mask, width: width, height: 1)
    // A column of one pixel is blurred too, which scales all values alike.
    let sum = mask.reduce(0) { $0 + Double($1) }
    let variance = mask.enumerated().reduce(0) { $0 + pow(Double($1.0 - blur.reach), 2) * Double($1.1) / sum }
    #expect(abs(variance - sigma * sigma) < 0.001 * sigma * sigma + 1e-6)
  }
}
