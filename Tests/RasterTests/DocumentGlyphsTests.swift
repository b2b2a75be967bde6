import Basics
import Drawing
import Raster
import Testing

@Suite("Faces as documents take them")
struct DocumentGlyphsTests {
  private static let inter = FontFaceID(index: 0)

  /// Returns the tables of a font file by name, as defined by OpenType.
  private static func tables(_ file: [UInt8]) -> [String: ArraySlice<UInt8>] {
    func number(_ at: Int, _ count: Int) -> Int { file[at..<at + count].reduce(0) { $0 << 8 | Int($1) } }
    return Dictionary(
      uniqueKeysWithValues: (0..<number(4, 2)).map { index in
        let entry = 12 + 16 * index
        let start = number(entry + 8, 4)
        return (String(decoding: file[entry..<entry + 4], as: UTF8.self), file[start..<start + number(entry + 12, 4)])
      })
  }

  @Test("a subset has the glyphs of its characters and .notdef, and changes no glyph")
  func subset() throws {
    let glyphs = try DocumentGlyphs(fonts: LockedFonts.set.get())
    let file = try #require(try glyphs.subset(of: Self.inter, characters: [0x61, 0x62, 0x416]))
    let tables = Self.tables(file)
    let count = try #require(tables["maxp"]).dropFirst(4).prefix(2).reduce(0) { $0 << 8 | Int($1) }
    #expect(count == 4)
    #expect(tables["GSUB"] == nil && tables["GPOS"] == nil && tables["kern"] == nil)
    // Tables that browsers require.
    for name in ["cmap", "head", "hhea", "hmtx", "name", "OS/2", "post"] { #expect(tables[name] != nil, "\(name)") }
  }

  @Test("the same characters give the same file")
  func deterministic() throws {
    func file() throws -> [UInt8]? {
      try DocumentGlyphs(fonts: LockedFonts.set.get()).subset(of: Self.inter, characters: Set(0x41...0x7A))
    }
    #expect(try file() == file())
  }

  @Test("an outline is on its baseline, a capital two thirds of an em high")
  func outline() throws {
    let glyphs = try DocumentGlyphs(fonts: LockedFonts.set.get())
    let letter = try #require(try glyphs.nominalGlyph("H", in: Self.inter))
    let path = try #require(try glyphs.outline(of: letter, in: Self.inter))
    let heights = path.elements.compactMap { if case .line(let point) = $0 { point.y } else { nil } }
    #expect(heights.max() == 0)
    #expect((-0.75 ..< -0.65).contains(heights.min() ?? 0))
    let space = try #require(try glyphs.nominalGlyph(" ", in: Self.inter))
    #expect(try glyphs.outline(of: space, in: Self.inter) == nil)
  }

  @Test("a JPEG is the image again, near enough")
  func jpeg() throws {
    let pixels: [[UInt8]] = [[200, 40, 10, 255], [10, 40, 200, 255]]
    let bitmap = try #require(
      Bitmap(
        width: 32, height: 16, format: .bgraPremultiplied,
        bytes: (0..<16).flatMap { _ in (0..<32).flatMap { pixels[$0 / 16] } }))
    let file = try JPEGEncoder.encode(bitmap, quality: 90)
    let decoded = try ImageDecoder.decode(file).bitmap
    #expect(decoded.size == bitmap.size)
    #expect(zip(decoded.bytes, bitmap.bytes).allSatisfy { abs(Int($0) - Int($1)) < 12 })
    let long = Bitmap(clear: PixelSize(width: 70_000, height: 1))
    #expect(throws: ImageError.self) { try JPEGEncoder.encode(long, quality: 90) }
  }
}
