import Drawing
import Testing

@Suite("Which way letters run")
struct WritingDirectionTests {
  @Test(
    "a text begins where its first letter does, whatever isolates set apart (UAX #9, P2 and P3)",
    arguments: [
      ("abc", LayoutDirection.leftToRight), ("3: שלום", .rightToLeft), ("مرحبا abc", .rightToLeft), ("12:30 – …", nil),
      ("\u{2068}שלום\u{2069} abc", .leftToRight), ("\u{2067}a \u{2068}b\u{2069}\u{2069}ש", .rightToLeft),
      ("\u{2068}שלום", nil), ("\u{2069}a", .leftToRight), ("\u{200F}12", .rightToLeft), ("", nil),
    ] as [(String, LayoutDirection?)])
  func first(text: String, direction: LayoutDirection?) {
    #expect(text.firstDirection() == direction)
  }

  @Test("anything that runs the other way is set apart, and nothing else is")
  func isolated() {
    #expect("חנה".isolated(in: .leftToRight) == "\u{2068}חנה\u{2069}")
    #expect("Anna 2".isolated(in: .rightToLeft) == "\u{2068}Anna 2\u{2069}")
    for (text, direction) in [("Анна", LayoutDirection.leftToRight), ("חנה", .rightToLeft), ("3:05", .rightToLeft)] {
      #expect(text.isolated(in: direction) == text)
    }
    // No isolates next to text without letters, or for text that is already isolated.
    for text in ["חנה", "Anna"] { #expect(text.isolated(in: nil) == text) }
    #expect("מאת \u{2068}Anna\u{2069}".isolated(in: .rightToLeft) == "מאת \u{2068}Anna\u{2069}")
  }
}
