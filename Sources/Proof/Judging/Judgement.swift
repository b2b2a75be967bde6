import Diagnostics

/// How one case came out. All that the tool and the review's page say of a verdict stands in its row of `facts`, but for its
/// colour (Templates/Site/review.css.mustache).
package enum Verdict: String, Codable, Sendable, CaseIterable {
  case identical
  /// Not the same, but within the tolerance.
  case similar
  case different
  /// There is no reference yet.
  case new
  /// There is a baseline, but no card for it any more.
  case obsolete
  /// Pixels differ and no box does, and a font or a library that draws the card is not what it was.
  case environment
  /// A picture or a reference could not be read.
  case error

  /// What a comparison ends with for a case; of several the greatest decides.
  package enum Weight: Comparable, Sendable {
    /// Nothing to look at.
    case good
    case drift
    case difference
    case fault
  }

  package struct Facts: Sendable {
    /// In the order in which somebody wants to see them, from 0.
    package let rank: Int
    /// Stands beside the word, never instead of it.
    package let sign: String
    package let weight: Weight
    /// Whether there is a reference, and what was drawn is not it: there are differences to tell, to mark and to explain.
    package var hasDifferences = false
    /// Why what was drawn can't become the baseline; nil where it can.
    package var refusal: Refusal?
  }

  package struct Refusal: Sendable {
    /// For the terminal, after the case's name.
    package let words: String
    /// Sentences for the page.
    package let advice: String
  }

  package var facts: Facts {
    switch self {
    case .error:
      Facts(
        rank: 0, sign: "!", weight: .fault,
        refusal: Refusal(
          words: "it could not be drawn",
          advice: "What could not be drawn can’t be approved. Mend what the reason names, then compare again."))
    case .different: Facts(rank: 1, sign: "≠", weight: .difference, hasDifferences: true)
    case .new: Facts(rank: 2, sign: "+", weight: .difference)
    case .environment: Facts(rank: 3, sign: "◆", weight: .drift)
    case .similar: Facts(rank: 4, sign: "≈", weight: .good)
    case .obsolete:
      Facts(
        rank: 5, sign: "–", weight: .good,
        refusal: Refusal(
          words: "no card is compared with it any more (--prune removes it)",
          advice: "No card is compared with this baseline any more. Remove it with the command below."))
    case .identical:
      Facts(
        rank: 6, sign: "=", weight: .good,
        refusal: Refusal(
          words: "as approved already",
          advice: "The picture is the approved one: there is nothing to decide."))
    }
  }

  /// Those that somebody wants to see first in front.
  package static let inOrder = allCases.sorted { $0.rank < $1.rank }

  package var rank: Int { facts.rank }
  /// Nothing to look at.
  package var isGood: Bool { facts.weight == .good }
  /// What a comparison ends with status 1 for.
  package var isDifference: Bool { facts.weight == .difference }
  package var hasDifferences: Bool { facts.hasDifferences }
  /// Whether what was drawn may become the baseline.
  package var isApprovable: Bool { facts.refusal == nil }
}

/// What was found out about one case, in the order in which it was asked.
package struct Judgement: Sendable {
  package var verdict: Verdict
  /// In words, the most telling first; empty where there is nothing to tell.
  package var reasons: [String]
  package var structure: StructureDifference
  /// Nil where pixels were not looked at.
  package var pixels: PixelFinding?
  /// Of an `error`.
  package var diagnostic: Diagnostic?
  /// What of the case's deviations occurs.
  package var met: [MetDeviation] = []
  /// Where there are no pixels to look at: whether there are as many as there were.
  var sizesDiffer = false

  package init(
    verdict: Verdict, reasons: [String] = [], structure: StructureDifference = StructureDifference(boxes: []),
    pixels: PixelFinding? = nil, diagnostic: Diagnostic? = nil
  ) {
    self.verdict = verdict
    self.reasons = reasons
    self.structure = structure
    self.pixels = pixels
    self.diagnostic = diagnostic
  }
}

extension Judgement {
  /// Where fonts or libraries of the card changed, they may be why pixels differ; of boxes they are a possible cause.
  func explained(by drift: [String]) -> Judgement {
    guard verdict.hasDifferences, !drift.isEmpty else { return self }
    var judgement = self
    let isOfPixels = structure.isEmpty && pixels.map { !$0.difference.sizesDiffer } ?? !sizesDiffer
    if isOfPixels { judgement.verdict = .environment }
    judgement.reasons += drift.map { isOfPixels ? $0 : Self.possibleCause($0) }
    return judgement
  }
}

extension Judgement {
  /// Takes back what was told of a drift.
  package mutating func forget(_ drift: [String]) {
    reasons.removeAll { reason in drift.contains { reason == $0 || reason == Self.possibleCause($0) } }
  }

  private static func possibleCause(_ drift: String) -> String { "possible cause: \(drift)" }
}

/// What the pixels of a case say.
package struct PixelFinding: Hashable, Sendable {
  package var difference: PixelDifference
  /// What differs too much, from the top, then from the left.
  package var regions: [BlamedRegion]
  /// Differing pixels that count, and how many of them would pass.
  package var differing: Int
  package var limit: Int
  /// Of the texts alone, where they are judged apart.
  package var ink: InkFinding?
}

/// What the pixels of texts say when another rasteriser drew the reference.
package struct InkFinding: Hashable, Codable, Sendable {
  /// Pixels in the boxes of texts, and those of them that differ.
  package var compared: Int
  package var differing: Int
  /// Those of one side where the other has no ink anywhere near.
  package var stray: Int

  package var ratio: Double { compared == 0 ? 0 : Double(differing) / Double(compared) }
}

extension Judgement {
  /// Puts the causes before what they did, in words; those that the reasons tell by themselves are left out.
  package mutating func add(_ causes: [Cause]) {
    let titles = causes.filter { cause in
      switch cause.kind {
      case .token, .template, .icon, .option, .photo, .content: true
      case .text: !structure.boxes.contains { $0.changes.contains { if case .text = $0 { true } else { false } } }
      case .font, .libraries, .version, .new, .error, .unknown, .motion, .picture, .screen: false
      }
    }.map(\.title)
    reasons = titles + reasons.filter { !titles.contains($0) }
  }
}

extension PixelFinding {
  /// Letters of another rasteriser may always have a few pixels that the other's lack.
  private static let strayTolerance = 0

  /// Too much differs; sizes aside.
  func fails(_ tolerance: Tolerance) -> Bool {
    differing > limit || (ink.map { $0.stray > Self.strayTolerance || $0.ratio > tolerance.ink ?? 1 } ?? false)
  }

  /// What differs too much, in words.
  func reasons(_ tolerance: Tolerance) -> [String] {
    var reasons: [String] = []
    if differing > limit {
      let limits = limit > 0 ? ", \(limit) would pass" : ""
      reasons.append("\(differing.counted("pixel")) differ\(differing == 1 ? "s" : "")\(places)\(limits)")
    }
    guard let ink else { return reasons }
    if ink.stray > Self.strayTolerance {
      reasons.append(
        "\(ink.stray.counted("pixel")) of text where the other picture has none\(reasons.isEmpty ? places : "")")
    }
    if let limit = tolerance.ink, ink.ratio > limit {
      reasons.append("\(percent(ink.ratio)) of the pixels of texts differ, \(percent(limit)) would pass")
    }
    return reasons
  }

  /// ` in card/photo and 2 other boxes`
  private var places: String {
    var seen: Set<String> = []
    let boxes = regions.compactMap(\.boxes.first).filter { seen.insert($0).inserted }
    guard !boxes.isEmpty else { return "" }
    let rest = boxes.count - 3
    let listed = boxes.prefix(3).joined(separator: ", ")
    return " in \(listed)\(rest > 0 ? " and \(rest) other box\(rest == 1 ? "" : "es")" : "")"
  }

}

/// `0.31 %`, never 0 where there is something.
package func percent(_ ratio: Double) -> String {
  let hundredths = (ratio * 10_000).rounded() / 100
  return hundredths == 0 && ratio > 0 ? "less than 0.01 %" : "\(hundredths) %"
}
