import Diagnostics
import Drawing
import Raster
import Testing

/// Golden values from `hb.shape` of uharfbuzz 0.57 with the locked files. At a size of units-per-em points, one font
/// unit is one point, so positions are whole numbers.
struct TextShapingTests {
  @Test("a text that can't be shaped is a problem of the set, and no image is made with it")
  func failedWorker() throws {
    let fonts = try FontSet.load(lock: LockedFonts.lock, searching: LockedFonts.folders)
    let failure = Diagnostic(PaintIssue.outOfMemory)
    let text = Typesetter(fonts: fonts) { throw failure }.shape("Hello")
    #expect(text.lines.isEmpty)
    #expect(fonts.problems == [failure])
    #expect(throws: failure) {
      try Painter(fonts: fonts).paint(
        DisplayList(size: Size(width: 10, height: 10), commands: []), scale: 1, images: NoPictures())
    }
  }

  struct Golden: Sendable {
    var text: String
    var weight = 400
    var unitsPerEm: Double
    var glyphs: [UInt32]
    var x: [Double]
    var width: Double
  }

  static let goldens = [
    Golden(
      text: "AVATAR Type", unitsPerEm: 2816, glyphs: [2, 453, 2, 409, 2, 382, 1682, 409, 951, 827, 612],
      x: [0, 1712, 3440, 5104, 6672, 8576, 10376, 11168, 12800, 14368, 16084], width: 17724),
    Golden(
      text: "Показать", weight: 500, unitsPerEm: 2816, glyphs: [1989, 823, 1218, 537, 1215, 537, 1234, 1245],
      x: [0, 2073, 3769, 5327, 6930, 8352, 9851, 11377], width: 12969),
    Golden(
      text: "سلامعليكم", unitsPerEm: 1000, glyphs: [770, 560, 1492, 670, 12, 771, 705, 1077],
      x: [0, 562, 1070, 1443, 1743, 2264, 2789, 3388], width: 4172),
    Golden(
      text: "नमस्ते", unitsPerEm: 1000, glyphs: [44, 50, 215, 40, 75], x: [0, 555, 1153, 1542, 2112], width: 2112),
    Golden(
      text: "น้ำที่", unitsPerEm: 1000, glyphs: [71, 59, 49, 86, 117, 94, 44],
      x: [0, 613, 584, 613, 1019, 1625, 1625], width: 1628),
    Golden(
      text: "שָׁלוֹם", unitsPerEm: 1000, glyphs: [23, 46, 124, 55, 79, 100, 96],
      x: [0, 766, 674, 975, 1724, 2036, 1497], width: 2227),
  ]

  @Test("glyphs and positions are HarfBuzz's, kerning, joining and marks included", arguments: goldens)
  func matchesHarfBuzz(golden: Golden) throws {
    let style = TextStyle.body.with {
      $0.size = golden.unitsPerEm
      $0.weight = golden.weight
    }
    let text = try Typesetter.locked().shape(golden.text, style)
    #expect(text.glyphs.map(\.id) == golden.glyphs)
    #expect(zip(text.glyphs.map(\.x), golden.x).allSatisfy { abs($0 - $1) < 0.01 })
    #expect(abs(text.size.width - golden.width) < 0.01)
  }

  @Test("a text is as wide at size 15 as the font's own advances say, not rounded to pixels")
  func widthIsNotRounded() throws {
    // "minimum" has no kerning pairs. The sum of its advances in hmtx (fontTools) is 11964 of 2816 units.
    let width = try Typesetter.locked().shape("minimum").size.width
    #expect(abs(width - 11964.0 / 2816 * 15) < 0.01)
  }

  @Test("letter spacing stands between clusters, also between those of one line only", arguments: [-0.17, 0.5, 2])
  func letterSpacing(spacing: Double) throws {
    let setter = try Typesetter.locked()
    let plain = setter.shape("Hamburg")
    let spaced = setter.shape("Hamburg", .body.with { $0.letterSpacing = spacing })
    for (index, pair) in zip(plain.glyphs, spaced.glyphs).enumerated() {
      #expect(abs(pair.1.x - pair.0.x - Double(index) * spacing) < 0.01)
    }
    #expect(abs(spaced.size.width - plain.size.width - 6 * spacing) < 0.01)
  }

  @Test("letter spacing takes no vowel of Khmer apart that is written on both sides of its letter")
  func letterSpacingInKhmer() throws {
    let setter = try Typesetter.locked()
    func ids(_ style: TextStyle) -> [UInt32] { setter.shape("គ្នាដោយ", style).glyphs.map(\.id) }
    #expect(ids(.body.with { $0.letterSpacing = -0.17 }) == ids(.body))
  }

  @Test("letter spacing leaves joined scripts alone")
  func letterSpacingInArabic() throws {
    let setter = try Typesetter.locked()
    let spaced = setter.shape("سلام", .body.with { $0.letterSpacing = 2 })
    #expect(spaced == setter.shape("سلام"))
  }

  @Test(
    "an emoji sequence is one glyph",
    arguments: ["😀", "👨‍👩‍👧‍👦", "👍🏽", "🇷🇺", "1️⃣", "❤️", "🏳️‍🌈", "👩🏿‍🚀"])
  func emojiSequences(emoji: String) throws {
    let text = try Typesetter.locked().shape(emoji)
    #expect(text.families == ["Noto Color Emoji"])
    #expect(text.glyphs.count == 1)
    // The advance in hmtx: 2550 of 2048 units.
    #expect(abs(text.size.width - 2550.0 / 2048 * 15) < 0.01)
  }

  @Test("a soft hyphen shows only where the line breaks at it")
  func softHyphen() throws {
    let setter = try Typesetter.locked()
    #expect(setter.shape("ab\u{AD}cd").glyphs.map(\.id) == setter.shape("abcd").glyphs.map(\.id))
    let hyphen = setter.shape("\u{2010}").glyphs.first?.id
    let broken = setter.shape("mmmm\u{AD}mmmmmmmm", width: 70)
    #expect(broken.lines.map { $0.runs.flatMap(\.glyphs).count } == [5, 5, 3])
    #expect(broken.lines.map { $0.runs.last?.glyphs.last?.id == hyphen } == [true, false, false])
    let beforeLast = setter.shape("mmmmmm\u{AD}mm", width: 70)
    #expect(beforeLast.lines.map { $0.runs.flatMap(\.glyphs).count } == [5, 3])
    #expect(beforeLast.lines[0].runs.last?.glyphs.last?.id != hyphen)
  }

  @Test("a zero byte and other controls draw nothing and miss nothing")
  func controls() throws {
    let text = try Typesetter.locked().shape("a\u{0}\u{7}b")
    #expect(text.glyphs.count == 2)
    #expect(text.missing.isEmpty)
  }
}
