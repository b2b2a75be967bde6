import Diagnostics
import Drawing

/// The output of `compare --screens`.
package struct DisplayedScreens: Encodable {
  struct Screen: Encodable {
    var file: String
    var format: ScreenFormat
    /// Nil if the project has a single theme, or no card was found.
    var theme: Theme?
    var cards: [Card]
    /// The reasons why the screen could not be compared.
    var unknown: [String]

    init(_ file: String, _ screen: AppScreen, _ report: ScreenReport, theme: Theme?, note: String?) {
      (self.file, self.theme) = (file, theme)
      format = screen.format
      cards = report.cards.map(Card.init)
      unknown = (note.map { [$0] } ?? []) + report.unknown.map(\.text)
    }
  }

  struct Theme: Encodable {
    var name: String
    var evidence: ScreenTheme.ThemeEvidence
  }

  struct Card: Encodable {
    var post: String
    var findings: [Finding]
    /// The facts that can't be determined, with reasons.
    var unknown: [String]
    var pairs: [Pair]
    /// Whether enough parts were found to locate the card.
    fileprivate let isJudged: Bool

    private enum CodingKeys: CodingKey { case post, findings, unknown, pairs }

    init(_ judgement: ScreenJudgement) {
      (post, isJudged) = (judgement.card, judgement.origin != nil)
      findings = judgement.findings.map(Finding.init)
      unknown = judgement.unknown
      pairs = judgement.pairs.map { Pair(part: $0.part, evidence: $0.evidence, frame: $0.frame.sides.map(thousandths)) }
    }
  }

  struct Finding: Encodable {
    var part: String
    var text: String
    var evidence: MatchEvidence?
    /// The parts that moved because of it.
    var follows: [String]

    init(_ finding: ScreenFinding) {
      part = finding.part
      text = finding.text
      evidence = finding.evidence
      follows = finding.moved
    }
  }

  struct Pair: Encodable {
    var part: String
    var evidence: MatchEvidence
    /// The frame on the screen as x, y, width and height, in points.
    var frame: [Double]
  }

  var screens: [Screen]
}

extension DisplayedScreens {
  /// A few lines per screen: its cards and their differences.
  package var text: String { screens.map(\.lines).map { $0.joined(separator: "\n") }.joined(separator: "\n\n") }
}

extension DisplayedScreens.Screen {
  fileprivate var lines: [String] {
    let theme = theme.map { ", \(PlainText.piece($0.name)) theme \($0.evidence.inWords)" } ?? ""
    return ["\(PlainText.piece(file)) (\(format.rawValue)\(theme)): \(cards.count.counted("card"))"]
      + unknown.map { "  unknown: \(PlainText.piece($0))" } + cards.flatMap(\.lines)
  }
}

extension DisplayedScreens.Card {
  fileprivate var lines: [String] {
    let known = MatchEvidence.allCases.compactMap { evidence in
      let count = pairs.count { $0.evidence == evidence }
      return count == 0 ? nil : "\(count) by \(evidence.inWords)"
    }
    let count = findings.count
    let verdict = count == 0 ? isJudged ? "as expected" : "not comparable" : count.counted("cause")
    return ["  \(PlainText.piece(post)): \(verdict); \(pairs.count.counted("part")) (\(known.joined(separator: ", ")))"]
      + findings.map { "    \($0.text)" } + unknown.map { "    unknown: \(PlainText.piece($0))" }
  }
}

extension Rect {
  fileprivate var sides: [Double] { [minX, minY, width, height] }
}

extension MatchEvidence {
  var inWords: String {
    switch self {
    case .pinned: "the map file"
    case .identifier: "identifier"
    case .text: "text"
    case .pixels: "pixels"
    case .place: "place"
    }
  }
}

private func thousandths(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
