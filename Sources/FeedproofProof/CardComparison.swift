import Layout
import Proof

@_exported import struct Pixels.PixelRect

/// Holds what was drawn or laid out against what was approved, and says what happened to it.
///
/// It reads no file and knows no clock: the same arguments give the same report on every machine.
public struct CardComparison: Hashable, Sendable {
  /// How far two colours may be apart and still count as the same: 0, only the same one, to 1, black and white. The measure
  /// is pixelmatch's, in YIQ.
  public var threshold: Double
  /// Whether the soft edges of shapes count that are drawn softer or harder, by pixelmatch's test.
  public var countsSoftEdges: Bool
  /// How many pixels may differ, 0 or more.
  public var allowedPixels: Int
  /// Parts of both pictures, in pixels, that are not compared.
  public var masks: [PixelRect]
  /// How far a box's edges and baselines may be from where they were, in points, 0 or more.
  public var allowedDistance: Double
  /// Paths of boxes that are not compared, with all that is in them.
  public var ignoredBoxes: [String]

  public init(
    threshold: Double = 0, countsSoftEdges: Bool = false, allowedPixels: Int = 0, masks: [PixelRect] = [],
    allowedDistance: Double = 0, ignoredBoxes: [String] = []
  ) {
    (self.threshold, self.countsSoftEdges, self.allowedPixels) = (threshold, countsSoftEdges, allowedPixels)
    (self.masks, self.allowedDistance, self.ignoredBoxes) = (masks, allowedDistance, ignoredBoxes)
  }

  /// Pixel by pixel, after rows and columns that moved have been put beside each other: a row that is 8 pixels higher is told
  /// once, and what follows it is the same.
  ///
  /// Pictures may be of different sizes.
  public func compare(_ picture: Picture, with approved: Picture) -> ProofReport {
    var tolerance = PictureJudge.standard
    (tolerance.threshold, tolerance.countsAntialiased) = (threshold, countsSoftEdges)
    tolerance.pixels = max(0, allowedPixels)
    let found = PictureJudge(tolerance: tolerance, masks: masks)
      .judge(before: approved.bitmap, after: picture.bitmap).judgement
    return ProofReport(
      passes: found.verdict.isGood, findings: found.reasons, places: found.pixels?.regions.map(\.bounds) ?? [])
  }

  /// Box by box: what happened to each, causes before what follows from them. A text of one line more moves all that stands
  /// below it, and that is one finding and a consequence.
  public func compare(_ boxes: CardBoxes, with approved: CardBoxes) -> ProofReport {
    var tolerance = PictureJudge.standard.structure
    (tolerance.position, tolerance.size, tolerance.baseline) = (allowedDistance, allowedDistance, allowedDistance)
    var found = StructureComparison(tolerance: tolerance, ignored: ignoredBoxes)
      .compare(reference: approved.record, actual: boxes.record)
    found.addReplacedPictures(from: approved.record, to: boxes.record)
    return ProofReport(passes: found.isEmpty, findings: found.reasons, places: [])
  }
}

/// What a comparison found, to be printed by a test that fails or kept beside it.
public struct ProofReport: Hashable, Codable, Sendable, CustomStringConvertible {
  /// Whether all is as it was approved, within what the comparison lets pass.
  public let passes: Bool
  /// What is otherwise, in words, the most telling first; also what passes where something is to be told of it.
  public let findings: [String]
  /// Where pixels differ, in the picture that was held against the approved one; from the top, then from the left. Empty of
  /// boxes.
  public let places: [PixelRect]

  /// The findings, a line each.
  public var description: String {
    findings.isEmpty ? (passes ? "nothing differs" : "the pictures differ") : findings.joined(separator: "\n")
  }
}
