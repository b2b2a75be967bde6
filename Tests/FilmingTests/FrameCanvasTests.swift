import Basics
import Filming
import Testing

@Suite("Frames put together from rows")
struct FrameCanvasTests {
  /// Returns a bitmap from pixels 0xAARRGGBB.
  private func bitmap(_ rows: [[UInt32]]) -> Bitmap {
    let bytes = rows.joined().flatMap { pixel in withUnsafeBytes(of: pixel.littleEndian) { Array($0) } }
    return Bitmap(width: rows[0].count, height: rows.count, format: .bgraPremultiplied, bytes: bytes)
      ?? Bitmap(clear: .zero)
  }

  private func pixels(_ bitmap: Bitmap) -> [[UInt32]] {
    (0..<bitmap.height).map { row in
      (0..<bitmap.width).map { x in
        let start = row * bitmap.stride + x * 4
        return bitmap.bytes[start..<(start + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      }
    }
  }

  private let white: [[UInt32]] = Array(repeating: Array(repeating: 0xFFFF_FFFF, count: 4), count: 4)

  @Test(
    "anything that is opaque is copied, what lets something through is blended with rounding, anything that is clear changes nothing"
  )
  func blending() {
    var canvas = FrameCanvas(bitmap(white))
    let strip = CardStrip(bitmap([[0, 0xFF12_3456, 0xFF00_0000, 0x8000_0040]]), above: 0, below: 0)
    #expect(strip.solid == [1..<3])
    canvas.draw(strip, rows: 0..<1, at: 2, within: 0..<4)
    // 255 − 128 of white remain, which is 127; plus 64 of blue.
    #expect(pixels(canvas.bitmap)[2] == [0xFFFF_FFFF, 0xFF12_3456, 0xFF00_0000, 0xFF7F_7FBF])
    #expect(pixels(canvas.bitmap)[1] == white[0] && pixels(canvas.bitmap)[3] == white[0])
  }

  @Test("a faint strip is blended as a whole")
  func alpha() {
    var canvas = FrameCanvas(bitmap(white))
    let strip = CardStrip(bitmap([[0xFF00_0000, 0xFF00_0000, 0, 0]]), above: 0, below: 0)
    canvas.draw(strip, rows: 0..<1, at: 0, within: 0..<4, alpha: 51)
    #expect(pixels(canvas.bitmap)[0] == [0xFFCC_CCCC, 0xFFCC_CCCC, 0xFFFF_FFFF, 0xFFFF_FFFF])
  }

  @Test("rows outside of the frame or of what may be painted are skipped", arguments: [-5, -2, -1, 0, 2, 3, 4, 9])
  func clipping(_ y: Int) {
    var canvas = FrameCanvas(bitmap(white))
    let rows = (0..<4).map { Array(repeating: 0xFF00_0000 | UInt32($0), count: 4) }
    canvas.draw(CardStrip(bitmap(rows), above: 0, below: 0), rows: 1..<4, at: y, within: 1..<3)
    let expected = (0..<4).map { row in
      (1..<3).contains(row) && (y..<(y + 3)).contains(row) ? rows[row - y + 1] : white[row]
    }
    #expect(pixels(canvas.bitmap) == expected)
  }

  @Test("a small image may reach over every edge", arguments: [(-1, -1), (3, 3), (-3, 2), (9, 0), (0, -9)])
  func small(_ place: (x: Int, y: Int)) {
    var canvas = FrameCanvas(bitmap(white))
    let black: [[UInt32]] = Array(repeating: Array(repeating: 0xFF00_0000, count: 2), count: 2)
    canvas.draw(bitmap(black), x: place.x, y: place.y, within: 0..<4)
    let expected = (0..<4).map { row in
      (0..<4).map { x -> UInt32 in
        (place.x..<(place.x + 2)).contains(x) && (place.y..<(place.y + 2)).contains(row) ? 0xFF00_0000 : 0xFFFF_FFFF
      }
    }
    #expect(pixels(canvas.bitmap) == expected)
  }

  @Test("the shared end of two strips is counted in rows from below")
  func sharedEnd() {
    let long = CardStrip(bitmap([[1], [2], [3], [4]]), above: 0, below: 0)
    #expect(long.sharedEnd(with: CardStrip(bitmap([[9], [3], [4]]), above: 0, below: 0)) == 2)
    #expect(long.sharedEnd(with: CardStrip(bitmap([[3], [4]]), above: 0, below: 0)) == 2)
    #expect(long.sharedEnd(with: CardStrip(bitmap([[4], [3]]), above: 0, below: 0)) == 0)
  }

  @Test("the smallest area in which two images differ")
  func difference() {
    var other = white
    #expect(bitmap(white).difference(from: bitmap(other)) == nil)
    other[1][2] = 0
    #expect(bitmap(white).difference(from: bitmap(other)) == PixelRect(x: 2, y: 1, width: 1, height: 1))
    other[3][0] = 0
    #expect(bitmap(white).difference(from: bitmap(other)) == PixelRect(x: 0, y: 1, width: 3, height: 3))
  }
}
