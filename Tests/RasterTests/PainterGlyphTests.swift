import Basics
import Drawing
import Files
import Foundation
import Raster
import Testing

struct PainterGlyphTests {
  private func face(_ family: String, _ weight: Int) throws -> FontFaceID {
    let index = LockedFonts.lock.faces.firstIndex { $0.family == family && $0.weight == weight }
    return FontFaceID(index: try #require(index))
  }

  private func run(
    _ string: String, size: Double, weight: Int = 400, color: Color = .black, x: Double, y: Double
  ) throws -> GlyphRun {
    var run = try #require(
      try Typesetter.locked().shape(
        string,
        .body.with {
          $0.size = size
          $0.weight = weight
          $0.color = color
        }
      ).lines.first?.runs.first)
    let baseline = run.glyphs[0].y
    for index in run.glyphs.indices {
      run.glyphs[index].x += x
      run.glyphs[index].y += y - baseline
    }
    return run
  }

  @Test("a letter's ink is the outline's box", arguments: [1.0, 2, 3])
  func inkBox(scale: Double) throws {
    // "H" in Inter Bold (fontTools): from (178, 0) to (1922, 2048) with 2816 units per em.
    let size = 88.0
    let bitmap = try paint(
      [.glyphs(try run("H", size: size, weight: 700, x: 10, y: 80), origin: Point(x: 5, y: 4))], width: 100,
      height: 100, scale: scale)
    let unit = size / 2816
    let expected = [15 + 178 * unit, 84 - 2048 * unit, 15 + 1922 * unit, 84].map { $0 * scale }
    for (found, wanted) in zip(bitmap.ink, expected) { #expect(abs(Double(found) - wanted) <= 1) }
  }

  @Test("glyphs are at quarters of a pixel along the line and at whole pixels across it")
  func subpixels() throws {
    func letter(_ x: Double, _ y: Double) throws -> Bitmap {
      try paint([.glyphs(try run("l", size: 15, x: x, y: y), origin: .zero)])
    }
    #expect(try letter(5, 15) != letter(5.25, 15))
    #expect(try letter(5, 15) == letter(5.05, 15))
    #expect(try letter(5, 15) == letter(5, 15.4))
    // A shift by a quarter of a pixel moves ink but adds none.
    let sums = try [5, 5.25, 5.5].map { x in
      let bitmap = try letter(x, 15)
      return (0..<400).reduce(0) { $0 + bitmap.alpha($1 % 20, $1 / 20) }
    }
    #expect((sums.max() ?? 0) - (sums.min() ?? 0) <= 60)
  }

  @Test("text has its color, and a translucent one is even where letters overlap")
  func color() throws {
    let color = Color(rgb: 0x528BCC, alpha: 0.5)
    var overlapping = try run("HH", size: 40, weight: 700, color: color, x: 2, y: 35)
    overlapping.glyphs[1].x = overlapping.glyphs[0].x + 3
    let bitmap = try paint([.glyphs(overlapping, origin: .zero)], width: 60, height: 40)
    let strongest = (0..<60 * 40).map { bitmap.alpha($0 % 60, $0 / 60) }.max() ?? 0
    #expect(abs(strongest - 128) <= 1)
  }

  @Test("letters that join in Arabic and Devanagari leave no seam", arguments: ["ـــ", "ममम"])
  func joins(string: String) throws {
    let bitmap = try paint([.glyphs(try run(string, size: 40, x: 5, y: 45), origin: .zero)], width: 140, height: 60)
    let box = bitmap.ink
    #expect((box[0] + 1..<box[2] - 1).allSatisfy { x in (0..<60).contains { bitmap.alpha(x, $0) > 200 } })
  }

  @Test("an emoji at its own size is the font's image, pixel for pixel")
  func emojiAtStrikeSize() throws {
    // CBLC (fontTools): 109 pixels per em, 136 × 128 pixels, 101 above the baseline. The image (Pillow): ink from (9,
    // 7) to (126, 119), (252, 218, 47) at (68, 30).
    let bitmap = try paint(
      [.glyphs(try run("😀", size: 109, x: 0, y: 101), origin: .zero)], width: 136, height: 128)
    #expect(bitmap.ink == [9, 7, 126, 119])
    #expect(bitmap[68, 30] == [47, 218, 252, 255])
  }

  @Test(
    "an emoji in a text is as large as the text's size says", arguments: [(15.0, 1.0), (15, 3), (27.25, 1), (109, 3)])
  func emojiScaled(size: Double, scale: Double) throws {
    let factor = size * scale / 109
    let baseline = (101 * size / 109).rounded(.up)
    let bitmap = try paint(
      [.glyphs(try run("😀", size: size, x: 0, y: baseline), origin: .zero)], width: 136 * size / 109 + 2,
      height: 128 * size / 109 + 4, scale: scale)
    let top = baseline * scale - 101 * factor
    let expected = [9 * factor, 7 * factor + top, 126 * factor, 119 * factor + top]
    for (found, wanted) in zip(bitmap.ink, expected) { #expect(abs(Double(found) - wanted) <= 1.01) }
    // Yellow.
    let middle = bitmap[Int(68 * factor), Int(30 * factor + top)].map(Int.init)
    #expect(middle[2] > 230 && middle[1] > 190 && middle[0] < 110 && middle[3] == 255)
  }

  @Test(
    "each size of an emoji is drawn from its own bitmap, whichever was drawn first",
    arguments: [[16.0, 32], [32, 16], [32, 16, 32]])
  func strikes(sizes: [Double]) throws {
    // Fixtures/make-font.py: red at 16 pixels per em, blue at 32.
    let bytes = CodecFixtures.bytes("two-strikes.ttf")
    let face = FontLock.Face(
      family: "Two Strikes", weight: 400, file: "two-strikes.ttf", sha256: Digest(of: bytes).hex, bytes: bytes.count,
      emoji: true)
    let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
    let painter = Painter(fonts: try FontSet.load(lock: FontLock(faces: [face]), searching: [folder.path]))
    for size in sizes {
      let run = GlyphRun(
        face: FontFaceID(index: 0), size: size, color: .black, glyphs: [GlyphRun.Glyph(id: 1, x: 0, y: size)])
      let list = DisplayList(size: Size(width: size, height: size), commands: [.glyphs(run, origin: .zero)])
      let bitmap = try painter.paint(list, scale: 1, images: NoPictures())
      #expect(bitmap[Int(size) / 2, Int(size) / 2] == (size == 16 ? [0, 0, 255, 255] : [255, 0, 0, 255]))
    }
  }

  @Test("an emoji takes the alpha of its run")
  func emojiAlpha() throws {
    let half = try run("😀", size: 54.5, color: Color(rgb: 0, alpha: 0.5), x: 0, y: 51)
    let bitmap = try paint([.glyphs(half, origin: .zero)], width: 70, height: 70)
    #expect(abs(bitmap.alpha(34, 30) - 128) <= 2)
  }

  @Test("glyphs are cut by the clip of their group")
  func clipped() throws {
    let text = try run("HHHH", size: 30, weight: 700, x: 0, y: 25)
    let bitmap = try paint(
      [.group(clip: .rectangle(Rect(x: 0, y: 0, width: 30, height: 40)), opacity: 1, [.glyphs(text, origin: .zero)])],
      width: 100, height: 40)
    #expect(bitmap.ink[2] <= 30)
    #expect((30..<100).allSatisfy { x in (0..<40).allSatisfy { bitmap.alpha(x, $0) == 0 } })
  }

  @Test("eight tasks at once paint the same bytes")
  func concurrent() async throws {
    let setter = try Typesetter.locked()
    let text = setter.shape("Привет AVATAR 😀 سلام नमस्ते 中文", width: 200)
    let list = DisplayList(
      size: Size(width: 220, height: 100),
      commands: text.lines.flatMap(\.runs).map { .glyphs($0, origin: Point(x: 8, y: 8)) })
    let painter = Painter(fonts: try LockedFonts.set.get())
    let expected = try painter.paint(list, scale: 2, images: NoPictures())
    try await withThrowingTaskGroup(of: Bitmap.self) { group in
      for _ in 0..<8 { group.addTask { try painter.paint(list, scale: 2, images: NoPictures()) } }
      for try await bitmap in group { #expect(bitmap == expected) }
    }
  }

  @Test("a run of a face that the lock doesn't have draws nothing")
  func unknownFace() throws {
    let run = GlyphRun(
      face: FontFaceID(index: 99), size: 15, color: .black, glyphs: [GlyphRun.Glyph(id: 3, x: 2, y: 15)])
    #expect(try paint([.glyphs(run, origin: .zero)]).bytes.allSatisfy { $0 == 0 })
  }
}
