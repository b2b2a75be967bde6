import Diagnostics

/// The outcome of a case. All facts about a verdict are in its row of `facts`, except for its color in the review
/// (Templates/Site/review.css.mustache).
package enum Verdict: String, Codable, Sendable, CaseIterable {
  case identical
  /// Different, but within the tolerance.
  case similar
  case different
  /// There is no reference yet.
  case new
  /// There is a baseline but no longer a card.
  case obsolete
  /// Pixels differ but no box does, and a font or library for the card changed.
  case environment
  /// An image or a reference could not be read.
  case error

  /// The effect of a verdict on the result of a comparison; the greatest one decides.
  package enum Weight: Comparable, Sendable {
    /// Needs no attention.
    case good
    case drift
    case difference
    case fault
  }

  package struct Facts: Sendable {
    /// The order of attention, from 0.
    package let rank: Int
    /// A symbol next to the word, never without it.
    package let sign: String
    package let weight: Weight
    /// Whether the card differs from an existing reference, with differences to report, mark and explain.
    package var hasDifferences = false
    /// The reason why the result can't become the baseline; nil if it can.
    package var refusal: Refusal?
  }

  package struct Refusal: Sendable {
    /// The message for the terminal, after the name of the case.
    package let words: String
    /// The explanation for the review page, in sentences.
    package let advice: String
  }

  package var facts: Facts {
    switch self {
    case .error:
      Facts(
        rank: 0, sign: "!", weight: .fault,
        refusal: Refusal(
          words: "it could not be drawn",
          advice: "A card that can’t be drawn can’t be approved. Fix the error, then compare again."))
    case .different: Facts(rank: 1, sign: "≠", weight: .difference, hasDifferences: true)
    case .new: Facts(rank: 2, sign: "+", weight: .difference)
    case .environment: Facts(rank: 3, sign: "◆", weight: .drift)
    case .similar: Facts(rank: 4, sign: "≈", weight: .good)
    case .obsolete:
      Facts(
        rank: 5, sign: "–", weight: .good,
        refusal: Refusal(
          words: "no card is compared with it (--prune removes it)",
          advice: "No card is compared with this baseline. Remove it with the command below."))
    case .identical:
      Facts(
        rank: 6, sign: "=", weight: .good,
        refusal: Refusal(
          words: "already approved",
          advice: "The image is already approved; there is nothing to decide."))
    }
  }

  /// All verdicts, most urgent first.
  package static let inOrder = allCases.sorted { $0.rank < $1.rank }

  package var rank: Int { facts.rank }
  /// Whether the case needs no attention.
  package var isGood: Bool { facts.weight == .good }
  /// Whether the comparison ends with status 1.
  package var isDifference: Bool { facts.weight == .difference }
  package var hasDifferences: Bool { facts.hasDifferences }
  /// Whether the result may become the baseline.
  package var isApprovable: Bool { facts.refusal == nil }
}

/// The findings on one case, in the order of the checks.
package struct Judgement: Sendable {
  package var verdict: Verdict
  /// The reasons as text, most significant first; empty if there is nothing to report.
  package var reasons: [String]
  package var structure: StructureDifference
  /// The pixel finding; nil if pixels were not compared.
  package var pixels: PixelFinding?
  /// The diagnostic of an `error`.
  package var diagnostic: Diagnostic?
  /// The intended deviations that occurred.
  package var met: [DeviationOccurrence] = []
  /// Whether the sizes differ, if no pixels can be compared.
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
  /// Returns the judgement with drift as an explanation. Changed fonts or libraries may explain differing pixels; for
  /// boxes they are a possible cause.
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
  /// Removes the reasons added for drift.
  package mutating func forget(_ drift: [String]) {
    reasons.removeAll { reason in drift.contains { reason == $0 || reason == Self.possibleCause($0) } }
  }

  private static func possibleCause(_ drift: String) -> String { "possible cause: \(drift)" }
}

/// The result of comparing the pixels of a case.
package struct PixelFinding: Hashable, Sendable {
  package var difference: PixelDifference
  /// Regions over the tolerance, from top to bottom, then from left to right.
  package var regions: [AttributedRegion]
  /// The number of differing pixels that count, and the number that would pass.
  package var differing: Int
  package var limit: Int
  /// The finding on texts, if compared separately.
  package var ink: InkFinding?
}

/// The finding on text pixels if another rasterizer drew the reference.
package struct InkFinding: Hashable, Codable, Sendable {
  /// Pixels in the boxes of texts, and the differing ones among them.
  package var compared: Int
  package var differing: Int
  /// Ink pixels without ink nearby on the other side.
  package var stray: Int

  package var ratio: Double { compared == 0 ? 0 : Double(differing) / Double(compared) }
}

extension Judgement {
  /// Puts causes before their consequences; causes that the reasons already contain are left out.
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
  /// The number of stray pixels to tolerate between different rasterizers.
  private static let strayTolerance = 0

  /// Whether the difference exceeds the tolerance, not considering sizes.
  func fails(_ tolerance: Tolerance) -> Bool {
    differing > limit || (ink.map { $0.stray > Self.strayTolerance || $0.ratio > tolerance.ink ?? 1 } ?? false)
  }

  /// Returns the excess differences as text.
  func reasons(_ tolerance: Tolerance) -> [String] {
    var reasons: [String] = []
    if differing > limit {
      let limits = limit > 0 ? ", \(limit) are tolerated" : ""
      reasons.append("\(differing.counted("pixel")) differ\(differing == 1 ? "s" : "")\(places)\(limits)")
    }
    guard let ink else { return reasons }
    if ink.stray > Self.strayTolerance {
      reasons.append(
        "\(ink.stray.counted("pixel")) of text where the other image has none\(reasons.isEmpty ? places : "")")
    }
    if let limit = tolerance.ink, ink.ratio > limit {
      reasons.append("\(percent(ink.ratio)) of the text pixels differ, \(percent(limit)) are tolerated")
    }
    return reasons
  }

  /// ` in card/photo and 2 other boxes`.
  private var places: String {
    var seen: Set<String> = []
    let boxes = regions.compactMap(\.boxes.first).filter { seen.insert($0).inserted }
    guard !boxes.isEmpty else { return "" }
    let rest = boxes.count - 3
    let listed = boxes.prefix(3).joined(separator: ", ")
    return " in \(listed)\(rest > 0 ? " and \(rest) other box\(rest == 1 ? "" : "es")" : "")"
  }

}

/// Formats a ratio as `0.31 %`; never 0 for a positive value.
package func percent(_ ratio: Double) -> String {
  let hundredths = (ratio * 10_000).rounded() / 100
  return hundredths == 0 && ratio > 0 ? "less than 0.01 %" : "\(hundredths) %"
}
