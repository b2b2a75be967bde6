import Diagnostics
import Drawing

/// A deviation of a part from the card. Lengths are in points; down and right are positive.
package enum ScreenFact: Hashable, Sendable {
  /// Moved relative to a neighbor.
  case moved(x: Double, y: Double, from: String?)
  case resized(width: Double, height: Double)
  /// The line count of a text, and the resulting growth in height.
  case lines(expected: Int, found: Int, points: Double)
  case missing
  /// An element that belongs to no part.
  case extra(String)
  case text(expected: String, found: String)
  /// The part swapped positions with another.
  case swapped(with: String)
  case color(expected: String, found: String)
  case weight(expected: Int, found: Int)
  case fontSize(expected: Double, found: Double)

  package var text: String {
    switch self {
    case .moved(let x, let y, let base):
      Self.steps(x, y) + (base.map { " from \($0)" } ?? " in the card")
    case .resized(let width, let height):
      [(width, "wider", "narrower"), (height, "taller", "shorter")].filter { $0.0 != 0 }
        .map { "\(inWords(abs($0.0), places: 1)) pt \($0.0 > 0 ? $0.1 : $0.2)" }.joined(separator: ", ")
    case .lines(let expected, let found, let points):
      "\(abs(found - expected).counted("line")) \(found > expected ? "more" : "less") "
        + "(\(inWords(abs(points), places: 1)) pt)"
    case .missing: "is missing"
    case .extra(let what): "\(PlainText.piece(what)) belongs to no part of the card"
    case .text(let expected, let found):
      "says \"\(PlainText.piece(String(found.prefix(60))))\" instead of \"\(PlainText.piece(String(expected.prefix(60))))\""
    case .swapped(let other): "has swapped places with \(other)"
    case .color(let expected, let found): "is \(found), not \(expected)"
    case .weight(let expected, let found): "has weight \(found), not \(expected)"
    case .fontSize(let expected, let found):
      "has a font of \(inWords(found, places: 1)) pt, not \(inWords(expected, places: 1)) pt"
    }
  }

  private static func steps(_ x: Double, _ y: Double) -> String {
    [(x, "to the right", "to the left"), (y, "lower", "higher")].filter { $0.0 != 0 }
      .map { "\(inWords(abs($0.0), places: 1)) pt \($0.0 > 0 ? $0.1 : $0.2)" }.joined(separator: ", ")
  }
}

/// One cause with its consequences.
package struct ScreenFinding: Hashable, Sendable {
  package var part: String
  package var facts: [ScreenFact]
  package var evidence: MatchEvidence?
  /// The parts that moved as a consequence, and how far.
  package var moved: [String] = []
  package var movedBy = 0.0

  package var text: String {
    let what = "\(part): \(facts.map(\.text).joined(separator: ", "))"
    guard !moved.isEmpty else { return what }
    let parts = moved.count == 1 ? moved[0] : "\(moved.count) parts"
    return "\(what); \(parts) \(inWords(abs(movedBy), places: 1)) pt \(movedBy > 0 ? "lower" : "higher") because of it"
  }
}

/// The result for one card on a screen.
package struct ScreenJudgement: Sendable {
  package var card: String
  package var findings: [ScreenFinding] = []
  /// The facts that can't be determined, with reasons.
  package var unknown: [String] = []
  /// The matched pairs, with the frame on the screen in points.
  package var pairs: [(part: String, evidence: MatchEvidence, frame: Rect, element: ElementName)] = []
  /// The elements that belong to no part.
  package var extra: [(name: String, frame: Rect, element: ElementName)] = []
  /// The position of the card on the screen, in points; nil if unknown.
  package var origin: Point?
}
