import Drawing
import Raster
import Testing

struct TextFallbackTests {
  @Test(
    "each script has its face",
    arguments: [
      ("Hello", ["Inter"]), ("Привет", ["Inter"]), ("Γειά", ["Inter"]), ("سلام", ["Noto Sans Arabic"]),
      ("שלום", ["Noto Sans Hebrew"]), ("नमस्ते", ["Noto Sans Devanagari"]), ("สวัสดี", ["Noto Sans Thai"]),
      ("你好，世界。", ["Noto Sans CJK SC"]), ("日本語です", ["Noto Sans CJK JP"]), ("漢字 한국어", ["Noto Sans CJK KR"]),
      ("𝓕𝓪", ["Noto Sans Math"]), ("☞", ["Noto Sans Symbols 2"]), ("ok 😀", ["Inter", "Noto Color Emoji"]),
      ("საქართველო", ["Noto Sans Georgian"]), ("Հայաստան", ["Noto Sans Armenian"]), ("தமிழ்", ["Noto Sans Tamil"]),
      ("বাংলা", ["Noto Sans Bengali"]), ("ភាសាខ្មែរ", ["Noto Sans Khmer"]), ("አማርኛ", ["Noto Sans Ethiopic"]),
      ("བོད་ཡིག", ["Noto Serif Tibetan"]),
      ("𓀀 𒀀 ᚠ", ["Noto Sans Egyptian Hieroglyphs", "Noto Sans Cuneiform", "Noto Sans Runic"]),
    ])
  func families(string: String, expected: [String]) throws {
    let text = try Typesetter.locked().shape(string)
    #expect(text.families == expected)
    #expect(text.missing.isEmpty)
  }

  @Test("kana make a text's Han characters Japanese and hangul Korean, in the whole text")
  func han() throws {
    let setter = try Typesetter.locked()
    #expect(setter.shape("直").families == ["Noto Sans CJK SC"])
    #expect(setter.shape("直\nの").families == ["Noto Sans CJK JP"])
    #expect(setter.shape("直 가").families == ["Noto Sans CJK KR"])
  }

  @Test(
    "a weight that a family lacks is the nearest by CSS's rules",
    arguments: [(300, "Inter", 400), (500, "Inter", 500), (650, "Inter", 700), (900, "Inter", 700)])
  func weights(weight: Int, family: String, expected: Int) throws {
    let text = try Typesetter.locked().shape("a", .body.with { $0.weight = weight })
    let face = LockedFonts.lock.faces[text.lines[0].runs[0].face.index]
    #expect(face.family == family)
    #expect(face.weight == expected)
  }

  @Test(
    "fallback faces follow the weight: 400 and 500 take regular, 600 takes bold",
    arguments: [(400, 400), (500, 400), (600, 700)])
  func fallbackWeights(weight: Int, expected: Int) throws {
    let text = try Typesetter.locked().shape("中", .body.with { $0.weight = weight })
    #expect(LockedFonts.lock.faces[text.lines[0].runs[0].face.index].weight == expected)
  }

  @Test("a style of another family puts that family first")
  func family() throws {
    let text = try Typesetter.locked().shape("abc 中", .body.with { $0.family = "Noto Sans" })
    #expect(text.families == ["Noto Sans", "Noto Sans CJK SC"])
  }

  @Test("a family that the lock doesn't have is replaced by the lock's first")
  func unknownFamily() throws {
    #expect(try Typesetter.locked().shape("a", .body.with { $0.family = "Comic Sans" }).families == ["Inter"])
  }

  @Test(
    "a character that no face has is reported once, and drawn as a box that takes its room",
    arguments: [("\u{F8FF}", 13.0), ("\u{10A60}", 17), ("\u{10FFFD}", 17)])
  func missing(character: String, units: Double) throws {
    let setter = try Typesetter.locked()
    let text = setter.shape("a\(character)b\(character)")
    let value = try #require(character.unicodeScalars.first?.value)
    #expect(text.missing == [value])
    let boxes = text.lines[0].runs.filter { $0.face == .lastResort }
    #expect(boxes.flatMap(\.glyphs).map(\.id) == [value, value])
    let shown = setter.shape("a").size.width + setter.shape("b").size.width
    #expect(abs(text.size.width - shown - 2 * units) < 0.05)
  }

  @Test("a box breaks over lines, spaces its letters and goes from right to left as its characters do")
  func boxesInText() throws {
    let setter = try Typesetter.locked()
    let wide = setter.shape("\u{F8FF} \u{F8FE}", width: 20)
    #expect(wide.lines.count == 2)
    func spacing(_ string: String) -> Double {
      setter.shape(string, .body.with { $0.letterSpacing = 2 }).size.width - setter.shape(string).size.width
    }
    #expect(abs(spacing("\u{F8FF}\u{F8FE}") - spacing("oo")) < 0.05)
    // Phoenician.
    #expect(setter.shape("\u{10900}\u{10901}").glyphs.map(\.id) == [0x10901, 0x10900])
  }

  @Test(
    "what draws nothing by design has no box, no room and no mention",
    arguments: [
      "\u{200D}", "\u{FE0F}", "\u{00AD}", "\u{2060}", "\u{E0041}", "\u{E0101}", "\u{0001}", "\u{180E}", "\u{1D173}",
    ])
  func ignorable(character: String) throws {
    let setter = try Typesetter.locked()
    let text = setter.shape("a\(character)b")
    #expect(text.missing.isEmpty)
    #expect(text.lines[0].runs.allSatisfy { $0.face != .lastResort })
    #expect(abs(text.size.width - setter.shape("a").size.width - setter.shape("b").size.width) < 0.05)
  }
}
