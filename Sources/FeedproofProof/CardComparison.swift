import ImageComparison
import Layout

@_exported import struct Basics.PixelRect

/// Compares rendered or laid-out cards with approved ones and describes the changes.
///
/// It reads no files and uses no clock: the same arguments produce the same report on every machine.
public struct CardComparison: Hashable, Sendable {
  /// The maximum difference of colors that count as equal: from 0 (identical colors only) to 1 (black and white). The
  /// metric is pixelmatch's, in YIQ.
  public var threshold: Double
  /// Whether anti-aliased edges of shapes count as differing, according to pixelmatch's test.
  public var countsSoftEdges: Bool
  /// The maximum number of differing pixels, at least 0.
  public var allowedPixels: Int
  /// Areas of both images, in pixels, that are not compared.
  public var masks: [PixelRect]
  /// The maximum distance of a box's edges and baselines from their references, in points, at least 0.
  public var allowedDistance: Double
  /// The paths of boxes that are not compared, including their descendants.
  public var ignoredBoxes: [String]

  public init(
    threshold: Double = 0, countsSoftEdges: Bool = false, allowedPixels: Int = 0, masks: [PixelRect] = [],
    allowedDistance: Double = 0, ignoredBoxes: [String] = []
  ) {
    (self.threshold, self.countsSoftEdges, self.allowedPixels) = (threshold, countsSoftEdges, allowedPixels)
    (self.masks, self.allowedDistance, self.ignoredBoxes) = (masks, allowedDistance, ignoredBoxes)
  }

  /// Compares pixel by pixel after aligning moved rows and columns: a row that is 8 pixels taller is reported once, and
  /// the content below counts as equal.
  ///
  /// The images may have different sizes.
  public func compare(_ picture: Picture, with approved: Picture) -> ProofReport {
    var tolerance = ImageJudge.standard
    (tolerance.threshold, tolerance.countsAntialiased) = (threshold, countsSoftEdges)
    tolerance.pixels = max(0, allowedPixels)
    let found = ImageJudge(tolerance: tolerance, masks: masks)
      .judge(before: approved.bitmap, after: picture.bitmap).judgement
    return ProofReport(
      passes: found.verdict.isGood, findings: found.reasons, places: found.pixels?.regions.map(\.bounds) ?? [])
  }

  /// Compares box by box, reporting causes before their consequences. A text with one more line moves all boxes below
  /// it, which is one finding with consequences.
  public func compare(_ boxes: CardBoxes, with approved: CardBoxes) -> ProofReport {
    var tolerance = ImageJudge.standard.structure
    (tolerance.position, tolerance.size, tolerance.baseline) = (allowedDistance, allowedDistance, allowedDistance)
    var found = StructureComparison(tolerance: tolerance, ignored: ignoredBoxes)
      .compare(reference: approved.record, actual: boxes.record)
    found.addReplacedPictures(from: approved.record, to: boxes.record)
    return ProofReport(passes: found.isEmpty, findings: found.reasons, places: [])
  }
}

/// The result of a comparison, to be printed by a failing test or stored next to it.
public struct ProofReport: Hashable, Codable, Sendable, CustomStringConvertible {
  /// Whether everything equals the approved version within the tolerances.
  public let passes: Bool
  /// The differences as text, most significant first; includes noteworthy ones within the tolerances.
  public let findings: [String]
  /// The differing areas of the compared image, from top to bottom, then from left to right. Empty for boxes.
  public let places: [PixelRect]

  /// The findings, one per line.
  public var description: String {
    findings.isEmpty ? (passes ? "nothing differs" : "the images differ") : findings.joined(separator: "\n")
  }
}
