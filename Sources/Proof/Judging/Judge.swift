import Diagnostics
import Drawing
import Pixels

/// A card as it was drawn now.
package struct DrawnCard: Sendable {
  package var layout: LayoutRecord
  package var size: PixelSize
  /// Pixels a point.
  package var scale: Double
  /// SHA-256 of the PNG.
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

/// What a card is held against.
package struct Reference: Sendable {
  /// Nil where nobody told its boxes.
  package var layout: LayoutRecord?
  package var size: PixelSize?
  package var digest: String?
  /// What is not the same about the fonts and libraries that the card is drawn with, in words; empty where all is.
  package var drift: [String]
  /// Drawn by another program: texts are judged by boxes, lines and baselines, their pixels apart from all others.
  package var isForeign: Bool
  /// Nil where only the digest was kept.
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

/// Judges a card: bytes, structure, size, pixels, and whom to blame.
package struct Judge: Sendable {
  package var tolerance: Tolerance
  /// In pixels.
  package var masks: [PixelRect]
  /// Boxes that only one side has without that being a fault.
  package var ignoredBoxes: [String]
  /// Whether boxes that the reference does not tell of are none of its business.
  package var ignoresExtra = false
  /// Differences that are meant.
  package var deviations: [Deviation] = []

  package init(tolerance: Tolerance, masks: [PixelRect] = [], ignoredBoxes: [String] = []) {
    self.tolerance = tolerance
    self.masks = masks
    self.ignoredBoxes = ignoredBoxes
  }

  package func judge(_ card: DrawnCard, against reference: Reference?) -> Judgement {
    guard let reference else { return Judgement(verdict: .new, reasons: ["no reference yet"]) }
    // The same bytes are the same picture, whatever else changed. A designer's boxes count beside their picture.
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

  /// - Parameter excused: Boxes whose pixels differ because something is meant to.
  private func judge(
    _ card: DrawnCard, _ reference: Reference, _ structure: StructureDifference, isSame: Bool, excused: [BoxDifference]
  ) -> Judgement {
    if isSame {
      return Judgement(
        verdict: structure.isEmpty ? .identical : .different, reasons: structure.reasons, structure: structure)
    }
    guard let picture = reference.picture else {
      // A designer's frame without a picture is judged by its boxes.
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
      let reason = (error as? any Issue)?.message ?? "a picture can't be decoded"
      return Judgement(verdict: .error, reasons: [reason], structure: structure)
    }
  }

  /// Another digest is another picture, and more can't be told.
  private func withoutPicture(
    _ card: DrawnCard, _ reference: Reference, _ structure: StructureDifference
  ) -> Judgement {
    let size = reference.size.flatMap { sizeReason(from: $0, to: card.size, scale: card.scale) }
    let kept = "the picture is another one; only its digest was kept, so that where is not known"
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
      tolerance: tolerance, difference: difference, blame: RegionBlame(boxes: boxes, scale: card.scale), texts: texts,
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

  /// `0.5 pt taller (1 pixel)`; nil where the sizes are the same.
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
    return "the picture is \(parts.compactMap { $0 }.joined(separator: " and "))"
  }
}

extension [BoxDifference] {
  /// In pixels, where they are and where they should be; a box that holds others hides none of them.
  fileprivate func masks(in layout: LayoutRecord, scale: Double) -> [PixelRect] {
    filter { box in !layout.boxes.contains { $0.path.hasPrefix("\(box.path)/") } }
      .flatMap { [$0.reference?.frame, $0.actual?.frame] }.compactMap { $0?.pixels(scale: scale) }
  }
}

extension Rect {
  /// All pixels that it touches.
  package func pixels(scale: Double) -> PixelRect {
    func whole(_ value: Double) -> Int { Int(Swift.min(1e6, Swift.max(-1e6, value))) }
    let (left, top) = ((minX * scale).rounded(.down), (minY * scale).rounded(.down))
    let (right, bottom) = ((maxX * scale).rounded(.up), (maxY * scale).rounded(.up))
    return PixelRect(x: whole(left), y: whole(top), width: whole(right - left), height: whole(bottom - top))
  }
}

/// From differing pixels to what they mean for a case.
struct PixelInspection {
  let tolerance: Tolerance
  let difference: PixelDifference
  let blame: RegionBlame
  /// Nil where the pixels of texts are judged like all others.
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
    let stray = StrayInk(expected: expected, drawn: drawn, radius: max(1, Int((1.5 * scale).rounded())))
      .pixels(of: inTexts, in: texts.rects)
    let ink = InkFinding(compared: compared, differing: inTexts.count, stray: stray.count)
    var found = finding(of: outside, compared: max(0, difference.compared - compared), strips: strips, ink: ink)
    // Ink where it should not be is shown like any other difference.
    let strayRegions = stray.regions(reach: reach).map(blame.blame)
    found.regions = (found.regions + strayRegions).sorted { ($0.bounds.y, $0.bounds.x) < ($1.bounds.y, $1.bounds.x) }
    return found
  }

  /// Differing pixels less than four points apart are one region.
  private var reach: Int { max(1, Int((4 * scale).rounded())) }

  private func finding(
    of pixels: PixelSet, compared: Int, strips: [BlamedRegion], ink: InkFinding?
  ) -> PixelFinding {
    PixelFinding(
      difference: difference, regions: pixels.regions(reach: reach).map(blame.blame) + strips, differing: pixels.count,
      limit: tolerance.limit(ofCompared: compared), ink: ink)
  }
}

/// How far a card may be from its reference and still pass.
package struct Tolerance: Hashable, Sendable {
  /// Of each box.
  package var structure = StructureTolerance()
  /// 0 … 1: how far the colours of two pixels may be apart and still be the same.
  package var threshold: Double
  package var countsAntialiased: Bool
  /// How many of the compared pixels may differ, as a number and as a share (0 … 1). Of both, the stricter holds; with
  /// neither, none may.
  package var pixels: Int?
  package var ratio: Double?
  /// Share of the pixels of texts that may differ, where texts are judged apart from all else.
  package var ink: Double?

  /// A baseline was drawn by the same tool with the same fonts: not a pixel may be different.
  package static let baseline = Tolerance(threshold: 0, countsAntialiased: true)

  /// A mockup was drawn by another program: half a point, half a per cent of the pixels outside text.
  package static let mockup = Tolerance(
    structure: StructureTolerance(position: 0.5, size: 0.5, baseline: 0.5, color: 1), threshold: 0.1,
    countsAntialiased: false, ratio: 0.005)

  /// The number of differing pixels that passes.
  package func limit(ofCompared compared: Int) -> Int {
    let share = ratio.map { Int((min(1, max(0, $0)) * Double(compared)).rounded(.down)) }
    guard let limit = [pixels, share].compactMap({ $0 }).min() else { return 0 }
    return max(0, limit)
  }
}
