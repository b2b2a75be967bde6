import Basics
import Diagnostics
import Drawing

/// A card as rendered by this run.
package struct DrawnCard: Sendable {
  package var layout: LayoutRecord
  package var size: PixelSize
  /// Pixels per point.
  package var scale: Double
  /// The SHA-256 digest of the PNG.
  package var digest: String
  package var picture: @Sendable () throws -> Bitmap

  package init(
    layout: LayoutRecord, size: PixelSize, scale: Double, digest: String,
    picture: @escaping @Sendable () throws -> Bitmap
  ) {
    self.layout = layout
    self.size = size
    self.scale = scale
    self.digest = digest
    self.picture = picture
  }
}

/// The reference of a comparison.
package struct Reference: Sendable {
  /// The layout; nil if no boxes are known.
  package var layout: LayoutRecord?
  package var size: PixelSize?
  package var digest: String?
  /// Differences of fonts and libraries from those that drew the reference, as text; empty if there are none.
  package var drift: [String]
  /// Whether another program drew it. Texts are then compared by boxes, lines and baselines, and their pixels
  /// separately from all others.
  package var isForeign: Bool
  /// The image; nil if only its digest was stored.
  package var picture: (@Sendable () throws -> Bitmap)?

  package init(
    layout: LayoutRecord?, size: PixelSize?, digest: String?, drift: [String] = [], isForeign: Bool = false,
    picture: (@Sendable () throws -> Bitmap)?
  ) {
    self.layout = layout
    self.size = size
    self.digest = digest
    self.drift = drift
    self.isForeign = isForeign
    self.picture = picture
  }
}

/// Determines the verdict of a card: bytes, structure, size, pixels, and the boxes to blame.
package struct Judge: Sendable {
  package var tolerance: Tolerance
  /// Masked areas in pixels.
  package var masks: [PixelRect]
  /// Boxes that may exist on one side only.
  package var ignoredBoxes: [String]
  /// Whether to ignore boxes that the reference doesn't record.
  package var ignoresExtra = false
  /// Intended differences.
  package var deviations: [Deviation] = []

  package init(tolerance: Tolerance, masks: [PixelRect] = [], ignoredBoxes: [String] = []) {
    self.tolerance = tolerance
    self.masks = masks
    self.ignoredBoxes = ignoredBoxes
  }

  package func judge(_ card: DrawnCard, against reference: Reference?) -> Judgement {
    guard let reference else { return Judgement(verdict: .new, reasons: ["no reference yet"]) }
    // The same bytes are the same image, whatever else changed. For a mockup, the designer's boxes count too.
    let isSame = reference.digest != nil && reference.digest == card.digest
    if isSame, !reference.isForeign { return Judgement(verdict: .identical) }
    let found =
      reference.layout.map {
        StructureComparison(tolerance: tolerance.structure, ignored: ignoredBoxes, ignoresExtra: ignoresExtra)
          .compare(reference: $0, actual: card.layout)
      } ?? StructureDifference(boxes: [])
    let (structure, met, excused) = found.without(deviations)
    var judgement = judge(card, reference, structure, isSame: isSame, excused: excused)
    judgement.met = met
    return judgement
  }

  /// - Parameter excused: Boxes whose pixels differ because of intended differences.
  private func judge(
    _ card: DrawnCard, _ reference: Reference, _ structure: StructureDifference, isSame: Bool, excused: [BoxDifference]
  ) -> Judgement {
    if isSame {
      return Judgement(
        verdict: structure.isEmpty ? .identical : .different, reasons: structure.reasons, structure: structure)
    }
    guard let picture = reference.picture else {
      // A mockup frame without an image is compared by its boxes.
      if reference.isForeign {
        return Judgement(
          verdict: structure.isEmpty ? .similar : .different, reasons: structure.reasons, structure: structure)
      }
      return withoutPicture(card, reference, structure).explained(by: reference.drift)
    }
    do {
      var judge = self
      judge.masks += excused.masks(in: card.layout, scale: card.scale)
      let isResized = excused.contains { $0.path == card.layout.boxes.first?.path }
      return try judge.judge(try card.picture(), try picture(), card, reference, structure, isResized: isResized)
        .explained(by: reference.drift)
    } catch let diagnostic as Diagnostic {
      return Judgement(
        verdict: .error, reasons: [diagnostic.message], structure: structure, diagnostic: diagnostic)
    } catch {
      let reason = (error as? any Issue)?.message ?? "an image can't be decoded"
      return Judgement(verdict: .error, reasons: [reason], structure: structure)
    }
  }

  /// Judges by the digest alone: a different digest is a different image, without details.
  private func withoutPicture(
    _ card: DrawnCard, _ reference: Reference, _ structure: StructureDifference
  ) -> Judgement {
    let size = reference.size.flatMap { sizeReason(from: $0, to: card.size, scale: card.scale) }
    let kept = "the image changed; the baseline stores only its digest, so the places are unknown"
    var judgement = Judgement(
      verdict: .different, reasons: structure.reasons + (size.map { [$0] } ?? []) + [kept], structure: structure)
    judgement.sizesDiffer = size != nil
    return judgement
  }

  private func judge(
    _ drawn: Bitmap, _ expected: Bitmap, _ card: DrawnCard, _ reference: Reference, _ structure: StructureDifference,
    isResized: Bool
  ) throws -> Judgement {
    let comparison = PixelComparison(
      threshold: tolerance.threshold, countsAntialiased: tolerance.countsAntialiased, masks: masks)
    let difference = comparison.compare(expected, drawn)
    let boxes = card.layout.boxes + (reference.layout?.boxes ?? [])
    let texts = reference.isForeign ? TextPixels(boxes: boxes, scale: card.scale, size: drawn.size) : nil
    let finding = PixelInspection(
      tolerance: tolerance, difference: difference, blame: RegionAttribution(boxes: boxes, scale: card.scale),
      texts: texts,
      masks: masks, expected: expected, drawn: drawn, scale: card.scale
    ).finding
    let size = isResized ? nil : sizeReason(from: expected.size, to: drawn.size, scale: card.scale)
    let fails = !structure.isEmpty || size != nil || finding.fails(tolerance)
    if !fails { try check(finding, masks.isEmpty ? nil : card.layout) }
    let isSame = difference.isEmpty && difference.antialiased.count == 0 && tolerance.threshold == 0 && masks.isEmpty
    return Judgement(
      verdict: fails ? .different : isSame ? .identical : .similar,
      reasons: structure.reasons + (size.map { [$0] } ?? []) + finding.reasons(tolerance), structure: structure,
      pixels: finding)
  }

  /// - Parameter unmasked: The boxes that masks leave; nil if there are no masks.
  /// - Throws: `Diagnostic` if masks or tolerances leave nothing that could differ.
  private func check(_ finding: PixelFinding, _ unmasked: LayoutRecord?) throws {
    let compared = finding.difference.compared
    if compared == 0, unmasked?.boxes.isEmpty == true { throw Diagnostic(ProofIssue.maskedWhole) }
    if compared > 0, finding.differing > 0, finding.limit >= compared { throw Diagnostic(ProofIssue.toleratesAll) }
  }

  /// Returns `0.5 pt taller (1 pixel)`; nil if the sizes are equal.
  private func sizeReason(from old: PixelSize, to new: PixelSize, scale: Double) -> String? {
    guard old != new else { return nil }
    func part(_ delta: Int, _ more: String, _ less: String) -> String? {
      guard delta != 0 else { return nil }
      let count = abs(delta)
      return "\(points(Double(count) / scale)) pt \(delta > 0 ? more : less) (\(count.counted("pixel")))"
    }
    let parts = [
      part(new.width - old.width, "wider", "narrower"), part(new.height - old.height, "taller", "shorter"),
    ]
    return "the image is \(parts.compactMap { $0 }.joined(separator: " and "))"
  }
}

extension [BoxDifference] {
  /// Returns masks in pixels for the actual and the expected frame of each box; a box that contains others doesn't mask
  /// them.
  fileprivate func masks(in layout: LayoutRecord, scale: Double) -> [PixelRect] {
    filter { box in !layout.boxes.contains { $0.path.hasPrefix("\(box.path)/") } }
      .flatMap { [$0.reference?.frame, $0.actual?.frame] }.compactMap { $0?.pixels(scale: scale) }
  }
}

extension Rect {
  /// Returns all pixels that the rectangle touches.
  package func pixels(scale: Double) -> PixelRect {
    func whole(_ value: Double) -> Int { Int(Swift.min(1e6, Swift.max(-1e6, value))) }
    let (left, top) = ((minX * scale).rounded(.down), (minY * scale).rounded(.down))
    let (right, bottom) = ((maxX * scale).rounded(.up), (maxY * scale).rounded(.up))
    return PixelRect(x: whole(left), y: whole(top), width: whole(right - left), height: whole(bottom - top))
  }
}

/// Derives a finding from differing pixels.
struct PixelInspection {
  let tolerance: Tolerance
  let difference: PixelDifference
  let blame: RegionAttribution
  /// The text pixels; nil if they are treated like all others.
  let texts: TextPixels?
  let masks: [PixelRect]
  let expected: Bitmap
  let drawn: Bitmap
  let scale: Double

  var finding: PixelFinding {
    let strips = difference.strips.map(blame.blame)
    guard let texts else {
      return finding(of: difference.differing, compared: difference.compared, strips: strips, ink: nil)
    }
    let inTexts = difference.differing.filtered(texts.contains)
    let outside = difference.differing.filtered { !texts.contains($0, $1) }
    let compared = texts.count(without: masks)
    let stray = StrayInkDetector(expected: expected, drawn: drawn, radius: max(1, Int((1.5 * scale).rounded())))
      .pixels(of: inTexts, in: texts.rects)
    let ink = InkFinding(compared: compared, differing: inTexts.count, stray: stray.count)
    var found = finding(of: outside, compared: max(0, difference.compared - compared), strips: strips, ink: ink)
    // Stray ink is reported like any other difference.
    let strayRegions = stray.regions(reach: reach).map(blame.blame)
    found.regions = (found.regions + strayRegions).sorted { ($0.bounds.y, $0.bounds.x) < ($1.bounds.y, $1.bounds.x) }
    return found
  }

  /// The distance in pixels below which differing pixels form one region: four points.
  private var reach: Int { max(1, Int((4 * scale).rounded())) }

  private func finding(
    of pixels: PixelSet, compared: Int, strips: [AttributedRegion], ink: InkFinding?
  ) -> PixelFinding {
    PixelFinding(
      difference: difference, regions: pixels.regions(reach: reach).map(blame.blame) + strips, differing: pixels.count,
      limit: tolerance.limit(ofCompared: compared), ink: ink)
  }
}

/// The maximum deviation of a card from its reference.
package struct Tolerance: Hashable, Sendable {
  /// The tolerance for each box.
  package var structure = StructureTolerance()
  /// 0 … 1: the maximum color difference of two pixels that count as equal.
  package var threshold: Double
  package var countsAntialiased: Bool
  /// The maximum number of differing pixels, absolute and relative to the compared pixels (0 … 1). If both are set, the
  /// stricter one applies; if neither, no pixel may differ.
  package var pixels: Int?
  package var ratio: Double?
  /// The maximum fraction of differing text pixels, if texts are compared separately.
  package var ink: Double?

  /// The tolerance for baselines: the same tool drew them with the same fonts, so no pixel may differ.
  package static let baseline = Tolerance(threshold: 0, countsAntialiased: true)

  /// The tolerance for mockups, which another program drew: half a point, and half a percent of the pixels outside
  /// text.
  package static let mockup = Tolerance(
    structure: StructureTolerance(position: 0.5, size: 0.5, baseline: 0.5, color: 1), threshold: 0.1,
    countsAntialiased: false, ratio: 0.005)

  /// Returns the maximum number of differing pixels.
  package func limit(ofCompared compared: Int) -> Int {
    let share = ratio.map { Int((min(1, max(0, $0)) * Double(compared)).rounded(.down)) }
    guard let limit = [pixels, share].compactMap({ $0 }).min() else { return 0 }
    return max(0, limit)
  }
}
