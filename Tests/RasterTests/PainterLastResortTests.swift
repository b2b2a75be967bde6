import Basics
import Drawing
import Foundation
import Raster
import Testing

/// Boxes for characters that no typeface has.
struct PainterLastResortTests {
  private func drawn(
    _ value: UInt32, size: Double = 15, scale: Double = 1, color: Color = .black, x: Double = 0
  ) throws -> Bitmap {
    let run = GlyphRun(
      face: .lastResort, size: size, color: color, glyphs: [.init(id: value, x: x, y: 0.8 * size)])
    return try paint([.glyphs(run, origin: .zero)], width: 18 * size / 15, height: size, scale: scale)
  }

  private func art(_ bitmap: Bitmap) -> [String] {
    (0..<bitmap.height).map { y in
      let row = (0..<bitmap.width).map { bitmap.alpha($0, y) > 127 ? "#" : "." }.joined()
      return row.replacing(/\.+$/, with: "")
    }
  }

  @Test("at 15 points a unit is a pixel: the code is in two rows of two digits")
  func fourDigits() throws {
    #expect(
      art(try drawn(0xE29F)) == [
        ".###########", ".#.........#", ".#.###.###.#", ".#.#.....#.#", ".#.###.###.#", ".#.#...#...#", ".#.###.###.#",
        ".#.........#", ".#.###.###.#", ".#.#.#.#...#", ".#.###.###.#", ".#...#.#...#", ".#.###.#...#", ".#.........#",
        ".###########",
      ])
  }

  @Test("a code beyond U+FFFF is in two rows of three", arguments: [UInt32(0x1F6FF), 0x10_FFFD])
  func sixDigits(value: UInt32) throws {
    let rows = art(try drawn(value))
    #expect(rows.first == ".###############" && rows.last == ".###############")
    // The first of six hexadecimal digits, which is 0 or 1.
    #expect(rows[2].dropFirst(3).prefix(3) == (value > 0xF_FFFF ? ".#." : "###"))
  }

  @Test("a box is as large as its text, and has its color", arguments: [(15.0, 2.0), (30, 1), (7.5, 4)])
  func scales(size: Double, scale: Double) throws {
    let color = Color(rgb: 0x528BCC)
    let bitmap = try drawn(0xE000, size: size, scale: scale, color: color)
    #expect(bitmap.ink == [2, 0, 24, 30])
    #expect(bitmap[2, 0] == [0xCC, 0x8B, 0x52, 0xFF])
  }

  @Test(
    "a translucent color is even, and a frame stays whole where units are not pixels", arguments: [9.0, 11, 13, 20])
  func even(size: Double) throws {
    let bitmap = try drawn(0xE000, size: size, color: Color(rgb: 0, alpha: 0.5))
    let alphas = (0..<bitmap.height).flatMap { y in (0..<bitmap.width).map { x in bitmap.alpha(x, y) } }
    #expect((alphas.max() ?? 0) <= 128)
    #expect(try drawn(0xE000, size: size, scale: 2).ink.map { $0 > 0 } == [true, false, true, true])
  }

  @Test("what draws nothing by design draws nothing")
  func nothing() throws {
    #expect(try drawn(0x200D).bytes.allSatisfy { $0 == 0 })
  }
}
