import Diagnostics
import Drawing
import Raster
import Testing

struct PainterShapeTests {
  private let red = Paint.solid(Color(rgb: 0xFF0000))

  @Test(
    "a canvas is rounded up to whole pixels, but for noise",
    arguments: [(10.0, 1.0, 10), (10.1, 1, 11), (0.1, 3, 1), (33.3333333333, 3, 100), (0, 2, 0)])
  func canvasSize(points: Double, scale: Double, pixels: Int) throws {
    let bitmap = try paint([], width: points, height: points, scale: scale)
    #expect(bitmap.width == pixels && bitmap.height == pixels)
    #expect(bitmap.bytes.allSatisfy { $0 == 0 })
  }

  @Test(
    "a canvas that is too large or no number is refused",
    arguments: [
      (40_000.0, 1.0, "raster.too-large"), (20_000, 2, "raster.too-large"), (30_000, 1, "raster.too-large"),
      (.infinity, 1, "raster.not-finite"), (.nan, 1, "raster.not-finite"), (10, 0, "raster.not-finite"),
    ])
  func refusedCanvas(side: Double, scale: Double, code: String) {
    let diagnostic = #expect(throws: Diagnostic.self) { try paint([], width: side, height: side, scale: scale) }
    #expect(diagnostic?.code == code)
  }

  @Test("a rectangle on whole pixels covers exactly them", arguments: [1.0, 2, 3])
  func exactRectangle(scale: Double) throws {
    let bitmap = try paint([.fill(.rectangle(Rect(x: 3, y: 4, width: 5, height: 6)), red)], scale: scale)
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let isInside = x >= Int(3 * scale) && x < Int(8 * scale) && y >= Int(4 * scale) && y < Int(10 * scale)
        #expect(bitmap[x, y] == (isInside ? [0, 0, 255, 255] : [0, 0, 0, 0]))
      }
    }
  }

  @Test("half alpha over white is half way, over nothing is premultiplied")
  func halfAlpha() throws {
    let half = Paint.solid(Color(rgb: 0xFF0000, alpha: 0.5))
    let all = Shape.rectangle(Rect(x: 0, y: 0, width: 20, height: 20))
    let over = try paint([.fill(all, .solid(.white)), .fill(all, half)])[5, 5].map(Int.init)
    #expect(abs(over[0] - 127) <= 1 && over[2] == 255 && over[3] == 255)
    let alone = try paint([.fill(all, half)])[5, 5].map(Int.init)
    #expect(alone[0] == 0 && abs(alone[2] - 128) <= 1 && alone[2] == alone[3])
  }

  @Test("a circle is round: symmetrical, transparent corners, π/4 of its square")
  func circle() throws {
    let bitmap = try paint([.fill(.ellipse(Rect(x: 0, y: 0, width: 20, height: 20)), red)])
    var sum = 0
    for y in 0..<20 {
      for x in 0..<20 {
        sum += bitmap.alpha(x, y)
        #expect(abs(bitmap.alpha(x, y) - bitmap.alpha(19 - x, y)) <= 16)
        #expect(abs(bitmap.alpha(x, y) - bitmap.alpha(x, 19 - y)) <= 16)
      }
    }
    #expect([bitmap.alpha(0, 0), bitmap.alpha(19, 19), bitmap.alpha(10, 10)] == [0, 0, 255])
    #expect(abs(Double(sum) / 255 / 400 - Double.pi / 4) < 0.006)
  }

  @Test("rounded corners are transparent outside, and a radius is at most half the shorter side")
  func roundedCorners() throws {
    let shape = Shape.rounded(Rect(x: 0, y: 0, width: 20, height: 10), radius: 99)
    let bitmap = try paint([.fill(shape, red)])
    #expect([bitmap.alpha(0, 0), bitmap.alpha(19, 0), bitmap.alpha(0, 9)] == [0, 0, 0])
    #expect([bitmap.alpha(10, 0), bitmap.alpha(10, 5), bitmap.alpha(10, 9)] == [255, 255, 255])
  }

  @Test("a gradient goes from its first color to its last, along its line")
  func gradient() throws {
    let gradient = LinearGradient(stops: [
      .init(offset: 0, color: Color(rgb: 0xF7F9FA)), .init(offset: 1, color: Color(rgb: 0x102030)),
    ])
    let all = Shape.rectangle(Rect(x: 0, y: 0, width: 20, height: 200))
    let bitmap = try paint([.fill(all, .linearGradient(gradient))], height: 200)
    let (top, middle, bottom) = (bitmap[5, 0], bitmap[5, 100], bitmap[5, 199])
    #expect(zip(top, [0xFA, 0xF9, 0xF7, 255]).allSatisfy { abs(Int($0) - $1) <= 1 })
    #expect(zip(middle, [0x95, 0x8C, 0x83, 255]).allSatisfy { abs(Int($0) - $1) <= 1 })
    #expect(zip(bottom, [0x30, 0x20, 0x10, 255]).allSatisfy { abs(Int($0) - $1) <= 1 })
    #expect(bitmap[0, 50] == bitmap[19, 50])
  }

  @Test("a stroke has its width and round ends")
  func stroke() throws {
    let path = Path([.move(Point(x: 5, y: 10)), .line(Point(x: 15, y: 10))])
    let bitmap = try paint([.stroke(path, width: 4, red)])
    #expect(bitmap.ink == [3, 8, 17, 12])
    #expect(bitmap.alpha(10, 8) == 255 && bitmap.alpha(10, 7) == 0)
    // The corner of the end's bounding box is outside the half circle.
    #expect(bitmap.alpha(3, 8) < 128)
  }

  @Test("a path within a path is a hole")
  func evenOdd() throws {
    func square(_ inset: Double) -> [Path.Element] {
      [
        .move(Point(x: inset, y: inset)), .line(Point(x: 20 - inset, y: inset)),
        .line(Point(x: 20 - inset, y: 20 - inset)), .line(Point(x: inset, y: 20 - inset)), .close,
      ]
    }
    let shape = Shape.path(Path(square(2) + square(6)), bounds: Rect(x: 2, y: 2, width: 16, height: 16))
    let bitmap = try paint([.fill(shape, red)])
    #expect([bitmap.alpha(3, 3), bitmap.alpha(10, 10), bitmap.alpha(0, 0)] == [255, 0, 0])
  }

  @Test("a group is one layer: overlapping parts don't show through each other, and its clip cuts it once")
  func group() throws {
    let all = Shape.rectangle(Rect(x: 0, y: 0, width: 20, height: 20))
    let bitmap = try paint([
      .group(
        clip: .ellipse(Rect(x: 0, y: 0, width: 20, height: 20)), opacity: 0.5,
        [
          .fill(all, .solid(.black)), .fill(all, red),
        ])
    ])
    // Only red, without a trace of the black below it.
    #expect(abs(bitmap.alpha(10, 10) - 128) <= 1)
    for y in 0..<20 {
      for x in 0..<20 { #expect(abs(Int(bitmap[x, y][2]) - bitmap.alpha(x, y)) <= 1) }
    }
    #expect(bitmap.alpha(0, 0) == 0)
  }

  @Test("a rectangular clip and a translation place what is in them")
  func translatedClip() throws {
    let all = Shape.rectangle(Rect(x: -50, y: -50, width: 100, height: 100))
    let bitmap = try paint([
      .translated(
        Point(x: 5, y: 6),
        [.group(clip: .rectangle(Rect(x: 0, y: 0, width: 4, height: 3)), opacity: 1, [.fill(all, red)])])
    ])
    #expect(bitmap.ink == [5, 6, 9, 9])
  }

  @Test("anything that has no area or no number draws nothing and breaks nothing")
  func degenerate() throws {
    let nan = Rect(x: .nan, y: 0, width: 5, height: 5)
    let shapes: [Shape] = [
      .rectangle(nan), .ellipse(Rect(x: 1, y: 1, width: 0, height: 5)), .rounded(nan, radius: .nan),
      .path(Path([.move(Point(x: .infinity, y: 0))]), bounds: .zero),
      .rectangle(Rect(x: 0, y: 0, width: -5, height: 5)),
    ]
    let shadow = Shadow(offset: .zero, blur: .nan, color: .black)
    let bitmap = try paint(
      shapes.flatMap { shape -> [DrawingCommand] in
        [
          .fill(shape, red), .shadow(shape, shadow), .image(ImageReference(candidates: []), shape, placeholder: red),
          .group(clip: shape, opacity: 1, [.fill(.rectangle(Rect(x: 0, y: 0, width: 20, height: 20)), red)]),
        ]
      } + [.stroke(Path([.move(Point(x: .nan, y: 0))]), width: 1, red), .translated(Point(x: .nan, y: 0), [])])
    #expect(bitmap.bytes.allSatisfy { $0 == 0 })
  }

  @Test("a rectangle far larger than the canvas fills it")
  func enormous() throws {
    let bitmap = try paint([.fill(.rectangle(Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9)), red)])
    #expect(bitmap.ink == [0, 0, 20, 20])
  }
}
