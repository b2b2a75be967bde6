import DataFormats
import Diagnostics
import Layout
import Raster

/// A problem found when a card is laid out or drawn.
package enum CardIssue: Issue, Hashable {
  case missingGlyphs([UInt32])
  case textTooLong
  case cardTooTall
  case layoutProblem(LayoutProblem)
  case cutText(CutText)

  package var text: IssueText {
    switch self {
    case .missingGlyphs(let scalars):
      .warning(
        "font.missing-glyphs", "missing glyphs: \(scalars.map(Self.describe).joined(separator: ", "))",
        hint: "no font of the font lock contains them; add one: " + Self.adding(scalars))
    case .textTooLong:
      .warning("card.text-too-long", "the text is too long for a card and is truncated")
    case .cardTooTall:
      .warning(
        "card.too-tall", "the card is taller than the limit of an image; its end is cut off",
        hint: "shorten the text, or export at a smaller scale")
    case .layoutProblem(let problem):
      .warning(
        "layout.unsatisfiable",
        "\(problem.path.isEmpty ? "a box without a name" : "the box \(problem.path)"): \(Self.describe(problem.fact))",
        hint: "check the card template and its tokens")
    case .cutText(let text):
      .warning(
        "card.text-cut",
        "at \(Self.whole(text.width)) points, the text \(text.path.isEmpty ? "of a box without a name" : text.path) "
          + "is cut off: \(Self.whole(text.hidden)) points of it are outside of the card or of a box that clips it",
        hint: "let it wrap or shrink (shrink: 1, maxLines: 1), or give its neighbors less space")
    }
  }
}

extension CardIssue {
  private static func whole(_ points: Double) -> Int { Int(exactly: points.rounded(.up)) ?? .max }

  private static func describe(_ fact: LayoutProblem.Fact) -> String {
    switch fact {
    case .ratioNotPositive(let ratio): "the ratio \(ratio) is not greater than 0; the child determines the size"
    case .infiniteSize: "it has no content and no maximum size; it is laid out empty"
    case .textWithoutWidth: "a text has no width"
    case .notANumber: "a length is not a number; 0 is used"
    case .negativeLength(let length): "the length \(length) is negative; 0 is used"
    case .tooDeep(let limit): "it is nested more than \(limit) elements deep and is skipped"
    }
  }

  /// The command that adds typefaces for the characters' scripts.
  private static func adding(_ scalars: [UInt32]) -> String {
    let families = NotoFamily.families(for: scalars).map { ShellWord.quoted($0.name) }
    let asked = families.isEmpty ? ["FAMILY"] : families
    return "feedproof fonts " + asked.map { "--add \($0)" }.joined(separator: " ")
  }

  private static func describe(_ scalar: UInt32) -> String {
    let hex = String(scalar, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
    return Unicode.Scalar(scalar)?.properties.name.map { "\(code) \($0)" } ?? code
  }
}
