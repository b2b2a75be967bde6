import CardRendering
import Diagnostics
import Testing

@Suite("Characters without a glyph")
struct MissingGlyphsTests {
  @Test(
    "names the command that adds the family of their script",
    arguments: [
      ("𐤀𐤁", #"feedproof fonts --add 'Noto Sans Phoenician'"#),
      ("𐤀𐊠", #"feedproof fonts --add 'Noto Sans Phoenician' --add 'Noto Sans Carian'"#),
      ("\u{F8FF}", "feedproof fonts --add FAMILY"),
    ])
  func hint(text: String, command: String) {
    let hint = Diagnostic(CardIssue.missingGlyphs(text.unicodeScalars.map(\.value))).hint
    #expect(hint == "no font of the font lock contains them; add one: " + command)
  }
}
