import Diagnostics

/// How one case came out. What the review's page says of it stands in Templates/Site/review/verdicts.js.
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

  /// Nothing to look at.
  package var isGood: Bool { self == .identical || self == .similar || self == .obsolete }

  /// What a comparison ends with status 1 for.
  package var isDifference: Bool {
    switch self {
    case .different, .new: true
    case .identical, .similar, .obsolete, .environment, .error: false
    }
  }

  /// Whether there is a reference, and what was drawn is not it: there are differences to tell, to mark and to explain.
  package var hasDifferences: Bool {
    switch self {
    case .different: true
    case .identical, .similar, .new, .obsolete, .environment, .error: false
    }
  }

  /// Whether what was drawn may become the baseline.
  package var isApprovable: Bool {
    switch self {
    case .new, .different, .similar, .environment: true
    case .identical, .obsolete, .error: false
    }
  }

  /// The order in which somebody wants to see them.
  package var rank: Int {
    switch self {
    case .error: 0
    case .different: 1
    case .new: 2
    case .environment: 3
    case .similar: 4
    case .obsolete: 5
    case .identical: 6
    }
  }
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
