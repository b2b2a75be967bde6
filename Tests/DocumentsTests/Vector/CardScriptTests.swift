import Documents
import Drawing
import Foundation
import Raster
import Testing

@Suite("Cards as the page's script draws them")
struct CardScriptTests {
  private func script(_ themes: [[DrawingCommand]]) throws -> CardScript {
    var script = CardScript(glyphs: try SharedGlyphs(fonts: LockedFonts.set.get())) { reference, _ in
      reference.candidates.first?.url == "photo" ? 7 : nil
    } quote: {
      "\"\($0)\""
    } share: {
      "<\($0)>"
    }
    try script.add(themes.map { DisplayList(size: Size(width: 200, height: 100), commands: $0) })
    return script
  }

  private func box(_ color: UInt32, width: Double = 20) -> DrawingCommand {
    .fill(.rounded(Rect(x: 1, y: 2.5, width: width, height: 10), radius: 4), .solid(Color(rgb: color)))
  }

  @Test("themes that differ in colors alone are one drawing")
  func colors() throws {
    let drawn = try script([[box(0xFFFFFF)], [box(0x112233)]])
    #expect(drawn.states == ["[[0,<#ffffff #112233>,1,2.5,20,10,4]]"])
  }

  @Test("a color shared by all themes is written once")
  func sameColors() throws {
    #expect(try script([[box(0x112233)], [box(0x112233)]]).states == ["[[0,<#112233>,1,2.5,20,10,4]]"])
  }

  @Test("themes whose shapes differ are drawn apart")
  func shapes() throws {
    let drawn = try script([[box(0xFFFFFF)], [box(0xFFFFFF, width: 30)]])
    #expect(drawn.states == [#"{"t":[[[0,<#ffffff>,1,2.5,20,10,4]],[[0,<#ffffff>,1,2.5,30,10,4]]]}"#])
  }

  @Test("a missing state has the height 0")
  func missing() throws {
    #expect(try script([]).states == ["0"])
  }

  @Test("a line of text is one text at its place, with its face and size, and no place for each letter")
  func text() throws {
    let drawn = try script([try glyphs("Three AVATAR boats")])
    #expect(drawn.states[0].hasSuffix(#","Three AVATAR boats"]]"#))
    #expect(drawn.states[0].prefixMatch(of: #/\[\[4,<#[0-9a-f]+>,<[0-9]+ 15>,10,/#) != nil)
    #expect(drawn.letters.values.first == Set("Three AVATAR boats".unicodeScalars.map(\.value)))
  }

  @Test("words in italics are shapes, since browsers slant fonts by different angles")
  func italics() throws {
    let commands = try glyphs("ll").map { command -> DrawingCommand in
      guard case .glyphs(var run, let origin) = command else { return command }
      run.slant = GlyphRun.italicSlant
      return .glyphs(run, origin: origin)
    }
    let drawn = try script([commands])
    #expect(!drawn.states[0].contains("ll") && drawn.letters.isEmpty && drawn.states[0].contains("M"))
  }

  @Test("a text from right to left is a text, at its left end")
  func fromRight() throws {
    let drawn = try script([try glyphs("שלום")])
    #expect(drawn.states[0].hasPrefix("[[10,") && drawn.states[0].contains("שלום"))
  }

  @Test("emoji are images of their own")
  func emoji() throws {
    let drawn = try script([try glyphs("a 🐟 b")])
    #expect(drawn.emoji.count == 1 && drawn.states[0].contains("[6,"))
    #expect(!drawn.letters.values.contains { $0.contains(0x1F41F) })
  }

  @Test("an outline at two places is one text")
  func outlines() throws {
    func path(_ x: Double) -> DrawingCommand {
      let points = [Point(x: x, y: 0), Point(x: x + 5, y: 0), Point(x: x, y: 5)]
      let path = Path([.move(points[0]), .line(points[1]), .line(points[2]), .close])
      return .fill(.path(path, bounds: Rect(x: x, y: 0, width: 5, height: 5)), .solid(.black))
    }
    let drawn = try script([[path(3), path(40)]])
    let outline = "[2,<#000000>,<M0 0L5 0L0 5Z>"
    #expect(drawn.states == ["[\(outline),3,0],\(outline),40,0]]"])
  }

  @Test(
    "a photo has its number, its box, and what is there until it comes; one that is not there is its placeholder")
  func photos() throws {
    let shape = Shape.rectangle(Rect(x: 0, y: 0, width: 40, height: 30))
    let color = "#abcdef"
    #expect(try script([[picture("photo", shape)]]).states == ["[[5,7,0,0,40,30,[0,<\(color)>,0,0,40,30]]]"])
    #expect(try script([[picture("none", shape)]]).states == ["[[0,<\(color)>,0,0,40,30]]"])
  }

  @Test("a font with the letters of a text changes and moves them as the face itself does")
  func font() throws {
    let glyphs = try SharedGlyphs(fonts: LockedFonts.set.get())
    let face = FontFaceID(index: 0)
    let small = try #require(try glyphs.font(of: face, characters: [0x41, 0x56]))
    #expect(String(decoding: small, as: UTF8.self).contains("GPOS"))
    #expect(small.count < 20_000)
  }
}
