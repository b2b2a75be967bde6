import Drawing
import Testing

@testable import Raster

struct TextFallbackTests {
  @Test(
    "each script has its face",
    arguments: [
      ("Hello", ["Inter"]), ("Привет", ["Inter"]), ("Γειά", ["Inter"]), ("سلام", ["Noto Sans Arabic"]),
      ("שלום", ["Noto Sans Hebrew"]), ("नमस्ते", ["Noto Sans Devanagari"]), ("สวัสดี", ["Noto Sans Thai"]),
      ("你好，世界。", ["Noto Sans CJK SC"]), ("日本語です", ["Noto Sans CJK JP"]), ("漢字 한국어", ["Noto Sans CJK KR"]),
      ("𝓕𝓪", ["Noto Sans Math"]), ("☞", ["Noto Sans Symbols 2"]), ("ok 😀", ["Inter", "Noto Color Emoji"]),
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

  @Test("fallback faces follow the weight: 500 takes regular, 600 takes bold", arguments: [(500, 400), (600, 700)])
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
    "scalars that no face has are told once each and draw nothing",
    arguments: [("a\u{10A60}b\u{10A60}", [0x10A60]), ("𒀀𒀁", [0x12000, 0x12001])] as [(String, [UInt32])])
  func missing(string: String, expected: [UInt32]) throws {
    let setter = try Typesetter.locked()
    let text = setter.shape(string)
    #expect(text.missing == expected)
    let shown = String(string.unicodeScalars.filter { $0.isASCII }.map(Character.init))
    #expect(text.glyphs.count == shown.count)
    #expect(abs(text.size.width - setter.shape(shown).size.width) < 0.01)
  }
}
