import Diagnostics
import Testing

@testable import CardRendering

@Suite("What is said of characters that no face has")
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
    #expect(hint == "no face of the font lock has them; add one: " + command)
  }
}
