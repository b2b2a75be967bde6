import Basics
import CardRendering
import Diagnostics
import Figma
import Files
import Foundation
import ImageComparison
import ImageFolders
import Layout
import Projects
import Raster
import RunSupport

/// Compares a drawn card with its reference, and writes the files worth reviewing to the review folder.
struct CaseComparison {
  let store: BaselineStore
  let environments: CardEnvironments
  let review: ReviewFolder
  /// The required form of baselines; nil accepts any.
  let keeping: BaselineStorage?
  let designs: MockupDesigns
  /// Tokens whose values differ in mockups' designs.
  let drifts: [TokenDrift]
  /// Nil if nothing is compared with baselines.
  let pastDesigns: BaselineDesigns?

  /// - Throws: `RunFailure` if the review folder can't be written.
  func compare(
    _ cardCase: ComparisonCase, _ card: ComparedCard, drawn: RenderedImage, materials: CardRenderingInputs
  ) throws -> ComparedCase {
    lazy var layout = card.record
    let now = environments.environment(of: materials)
    let pixels = cardCase.kind == .baseline ? drawn.bitmap.digest.hex : nil
    var found: MatchedReference?
    // Encode only for review, or for a baseline of an earlier version.
    lazy var file = Result { try drawn.file() }
    var judgement: Judgement
    var causes: [Cause] = []
    do {
      found = try reference(for: cardCase, drawnIn: now)
      // Equal pixels mean an equal image, so layouts need no comparison.
      if try found?.isSame(pixels, file: { try file.get() }) == true {
        judgement = Judgement(verdict: .identical)
      } else {
        judgement = try judge(DrawnCard(drawn, layout, like: found), against: found, cardCase)
        if let frame = found?.frame { settle(&judgement, frame.match(layout), layout, &found) }
        causes = try self.causes(of: &judgement, cardCase, card, layout, &found)
      }
    } catch let diagnostic as Diagnostic {
      judgement = Judgement(verdict: .error, reasons: [diagnostic.message], diagnostic: diagnostic)
      causes = judgement.causes
    }
    if judgement.verdict.hasDifferences, let reference = found?.reference.layout {
      let compared = cardCase.masks.hiding(reference, layout)
      judgement.structure.addReplacedPictures(from: compared.reference, to: compared.actual)
    }
    judgement.diagnostic = judgement.diagnostic.map { $0.located(in: cardCase.id) }
    var entry = CaseResult(cardCase, post: card.post, judgement)
    entry.label = card.label
    entry.environment = cardCase.kind == .baseline ? now.name : nil
    var details = CaseResult.Card(isDrifted: found?.drift.isEmpty == false)
    // Full baselines need images in addition to digests.
    let lacksPicture = keeping == .full && found?.hasPicture != true
    let isShown = judgement.verdict != .identical || cardCase.kind == .mockup || lacksPicture
    let digest = try isShown || found == nil ? Digest(of: file.get()).hex : found?.sha256
    entry.actual = CompareReport.Picture(width: drawn.width, height: drawn.height, sha256: digest, pixels: pixels)
    if let size = found?.reference.size ?? judgement.pixels?.difference.firstSize {
      entry.expected = CompareReport.Picture(width: size.width, height: size.height, sha256: found?.sha256)
    }
    if entry.expected == nil, let frame = found?.match?.layout.size {
      let scale = Double(entry.scale)
      func pixels(_ points: Double) -> Int { Int(min(1e6, max(0, (points * scale).rounded()))) }
      entry.expected = CompareReport.Picture(width: pixels(frame.width), height: pixels(frame.height))
    }
    details.describe(cardCase, judgement, found?.match) { layout }
    entry.details = .card(details)
    if isShown {
      if judgement.verdict != .identical || cardCase.kind == .mockup {
        entry.thumbnail = try review.saveThumbnail(of: entry.id, drawn.bitmap)
      }
      try save(&entry, layout, try file.get(), found, judgement)
    } else if found?.hasPicture == true {
      // The image equals the baseline's, so it isn't written again.
      entry.expected?.path = review.path(to: store.pictureFile(of: entry.id))
    }
    return ComparedCase(
      entry: entry, judgement: judgement, environment: cardCase.kind == .baseline ? now : nil,
      drift: found?.drift ?? [], dependencies: dependencies(of: entry, judgement, found)
    ).caused(by: causes)
  }

  func judge(_ card: DrawnCard, against found: MatchedReference?, _ cardCase: ComparisonCase) -> Judgement {
    var reference = found?.reference
    if let frame = found?.frame { reference?.layout = frame.match(card.layout).layout }
    var judge = Judge(
      tolerance: cardCase.tolerance, masks: masks(of: cardCase, in: [card.layout, reference?.layout]),
      ignoredBoxes: cardCase.mockup?.ignored ?? [])
    judge.ignoresExtra = found?.frame?.reportsUnmapped == false
    judge.deviations = cardCase.deviations
    var card = card
    if let told = reference?.layout {
      let compared = cardCase.masks.hiding(told, card.layout)
      reference?.layout = compared.reference
      card.layout = compared.actual
    }
    return judge.judge(card, against: reference)
  }

  /// Records which layers of the frame match boxes. If none does and there is no image, nothing was compared, and the
  /// case is new.
  private func settle(
    _ judgement: inout Judgement, _ match: DesignFrame.Match, _ layout: LayoutRecord, _ found: inout MatchedReference?
  ) {
    found?.reference.layout = match.layout
    found?.match = match
    let tells = found?.frame?.reportsUnmapped == true || found?.reference.picture != nil || judgement.verdict == .error
    guard match.mapped == 0, layout.boxes.count > 1, !tells else { return }
    judgement = Judgement(verdict: .new, reasons: ["no layer of the frame matches a box of the card"])
  }

  /// Nil if the case needs review.
  private func dependencies(
    of entry: CaseResult, _ judgement: Judgement, _ found: MatchedReference?
  ) -> CaseDependencies? {
    guard judgement.verdict == .identical, judgement.reasons.isEmpty, let found, let record = found.mark,
      entry.actual?.path == nil
    else { return nil }
    return CaseDependencies(record: record, hasPicture: found.hasPicture)
  }

  // MARK: References

  struct MatchedReference {
    var reference: Reference
    /// The digest of the reference's image file.
    var sha256: String?
    /// The digest of its pixels; nil for a mockup and for a baseline of an earlier version.
    var pixels: String?
    /// Whether the image itself is stored, not only digests.
    var hasPicture: Bool
    /// Returns the image file.
    var png: () throws -> [UInt8]?
    /// The mark of a baseline's file.
    var mark: FileMark?
    var drift: [EnvironmentDrift] = []
    /// The mockup's frame, with its boxes and their matches on the card.
    var frame: DesignFrame?
    var match: DesignFrame.Match?
    /// The name of the baseline's environment.
    var environment = ""
    /// The name of the design that the baseline was approved with.
    var design: String?

    /// Returns whether a baseline equals the drawn card.
    ///
    /// - Parameters:
    ///   - drawn: The digest of its pixels; nil for a mockup, which has more than its image.
    ///   - file: The drawn card as a file.
    func isSame(_ drawn: String?, file: () throws -> [UInt8]) throws -> Bool {
      guard let drawn else { return false }
      return try pixels.map { $0 == drawn } ?? (Digest(of: file()).hex == sha256)
    }
  }

  private func reference(
    for cardCase: ComparisonCase, drawnIn now: CardEnvironments.NamedEnvironment
  ) throws -> MatchedReference? {
    if let mockup = cardCase.mockup {
      return try designs.target(of: mockup).map { target in
        MatchedReference(
          reference: target.reference, sha256: target.reference.digest, hasPicture: target.png != nil,
          png: { target.png }, frame: target.frame)
      }
    }
    guard let (record, mark) = try store.markedRecord(of: cardCase.id) else { return nil }
    guard let drift = try environments.drift(from: record.environment, to: now) else {
      throw Diagnostic(CompareIssue.baselineEnvironmentMissing)
    }
    let id = cardCase.id
    let png: @Sendable () throws -> [UInt8]? = { [store] in try store.picture(of: id) }
    let picture: @Sendable () throws -> Bitmap = {
      guard let png = try png(), Digest(of: png).hex == record.sha256 else {
        throw Diagnostic(CompareIssue.baselinePictureChanged)
      }
      return try ComparedImageFile.decoded(png, name: "the baseline")
    }
    let hasPicture = FileStamp(store.pictureFile(of: id).path, following: false) != nil
    let reference = Reference(
      layout: record.layout, size: PixelSize(width: record.width, height: record.height),
      digest: record.pixels ?? record.sha256, drift: drift.map(\.message),
      picture: hasPicture ? picture : nil)
    return MatchedReference(
      reference: reference, sha256: record.sha256, pixels: record.pixels, hasPicture: hasPicture, png: png,
      mark: mark, drift: drift, environment: record.environment, design: record.design)
  }

  /// Returns the areas masked on either side, in pixels.
  private func masks(of cardCase: ComparisonCase, in layouts: [LayoutRecord?]) -> [PixelRect] {
    let scale = Double(cardCase.variant.scale)
    return cardCase.masks.flatMap { mask in
      layouts.compactMap { $0 }.flatMap(mask.frames).map { $0.pixels(scale: scale) }
    }.uniqued()
  }

  // MARK: Review files

  private func save(
    _ entry: inout CaseResult, _ layout: LayoutRecord, _ file: [UInt8], _ found: MatchedReference?,
    _ judgement: Judgement
  ) throws {
    let actual = try review.save("actual", of: entry.id, png: file, layout: layout)
    entry.actual?.path = actual.picture
    entry.actual?.layout = actual.layout
    if let found {
      // Unreadable images have already been reported.
      let png = (try? found.png()) ?? nil
      let expected = try review.save("expected", of: entry.id, png: png, layout: found.reference.layout)
      entry.expected?.path = expected.picture
      entry.expected?.layout = expected.layout
    }
    if let difference = judgement.pixels?.difference, !difference.isEmpty, let picture = found?.reference.picture {
      let expected = try picture()
      if let drawing = DifferenceImage.draw(difference, over: expected) {
        let png = try PNGEncoder().encode(drawing, scale: Double(entry.scale))
        entry.pixels?.path = try review.save("diff", of: entry.id, png: png, layout: nil).picture
      }
    }
  }
}

extension CaseResult {
  fileprivate init(_ cardCase: ComparisonCase, post: String, _ judgement: Judgement) {
    self.init(
      id: cardCase.id, reference: cardCase.kind, post: post, variant: cardCase.variant, verdict: judgement.verdict,
      reasons: judgement.reasons)
    boxes = judgement.structure.boxes.map(CompareReport.Box.init)
    displacements = judgement.structure.displacements.map {
      CompareReport.Displacement(x: $0.delta.x, y: $0.delta.y, boxes: $0.paths)
    }
    pixels = judgement.pixels.map { CompareReport.Pixels($0, path: nil) }
    masks = cardCase.masks.map(CompareReport.Mask.init)
  }
}

extension CaseComparison {
  /// Returns why a card differs from the approved one; empty if it doesn't. Writes nothing to the review.
  func causes(
    of cardCase: ComparisonCase, _ card: ComparedCard, drawn: RenderedImage, materials: CardRenderingInputs
  ) throws -> [Cause] {
    var found = try reference(for: cardCase, drawnIn: environments.environment(of: materials))
    if try found?.isSame(drawn.bitmap.digest.hex, file: { try drawn.file() }) == true { return [] }
    let layout = card.record
    var judgement = try judge(DrawnCard(drawn, layout, like: found), against: found, cardCase)
    return try causes(of: &judgement, cardCase, card, layout, &found)
  }

  /// Returns why the case has changed. If a change of the design or the post explains it, the verdict is different,
  /// whatever draws the card.
  func causes(
    of judgement: inout Judgement, _ cardCase: ComparisonCase, _ card: ComparedCard, _ layout: LayoutRecord,
    _ found: inout MatchedReference?
  ) throws -> [Cause] {
    guard !judgement.verdict.isGood, judgement.verdict != .error else { return judgement.causes }
    if cardCase.kind == .mockup { return try causesOfMockup(&judgement, cardCase, card, found) }
    if judgement.verdict == .new { return try causesOfNew(&judgement, card) }
    let finder = CauseFinder(
      trial: card.trial, trials: pastDesigns?.trials(from: found?.design), environments: environments,
      masks: cardCase.masks)
    let known = CauseFinder.Outcome(record: layout, judgement: judgement, drift: found?.drift ?? [])
    let (causes, drift) = try finder.causes(of: card.layout, known, found?.reference.layout) { [found] layout in
      try outcome(of: layout, cardCase, card, found)
    }
    judgement.forget(known.drift.filter { !drift.contains($0) }.map(\.message))
    found?.drift = drift
    if judgement.verdict == .environment, !causes.allSatisfy(\.kind.isEnvironment) { judgement.verdict = .different }
    judgement.add(causes)
    return causes
  }

  /// Returns why the card differs from its mockup.
  private func causesOfMockup(
    _ judgement: inout Judgement, _ cardCase: ComparisonCase, _ card: ComparedCard, _ found: MatchedReference?
  ) throws -> [Cause] {
    let known = judgement
    let causes = try MockupCauses(card.trial, drifts: drifts)?.causes(of: known) { layout in
      try judge(
        DrawnCard(try card.trial.drawn(layout), card.record(of: layout), like: found), against: found, cardCase)
    }
    guard let causes else { return known.causes }
    judgement.add(causes)
    return causes
  }

  /// Returns the outcome of the card with another design.
  private func outcome(
    of layout: LaidOutCard, _ cardCase: ComparisonCase, _ card: ComparedCard, _ found: MatchedReference?
  ) throws -> CauseFinder.Outcome {
    let record = card.record(of: layout)
    let drawn = try card.trial.drawn(layout)
    let materials = CardRenderingInputs(card.trial.list(of: layout), format: card.trial.pictures.format)
    let now = environments.environment(of: materials)
    let drift = try found.flatMap { try environments.drift(from: $0.environment, to: now) } ?? []
    var found = found
    found?.reference.drift = drift.map(\.message)
    let judgement = try judge(DrawnCard(drawn, record, like: found), against: found, cardCase)
    return CauseFinder.Outcome(record: record, judgement: judgement, drift: drift)
  }

  /// Returns the causes of a new state of a card. It results from a change of the design or the text, as do changes of
  /// the card's other state.
  private func causesOfNew(_ judgement: inout Judgement, _ card: ComparedCard) throws -> [Cause] {
    guard let (id, layout) = card.other, let record = try store.record(of: id) else { return judgement.causes }
    let finder = CauseFinder(
      trial: card.trial, trials: pastDesigns?.trials(from: record.design), environments: environments, masks: [])
    var causes = finder.causesOfNewState()
    if causes.isEmpty {
      causes = ContentComparison(reference: record.layout, actual: card.record(of: layout)).edits.map(\.cause).uniqued()
    }
    guard !causes.isEmpty else { return judgement.causes }
    judgement.reasons += causes.map(\.title)
    return causes
  }
}

extension CaseResult.Card {
  /// Adds intended deviations, and parts of a mockup without a counterpart.
  ///
  /// - Parameter match: Nil without a frame.
  fileprivate mutating func describe(
    _ cardCase: ComparisonCase, _ judgement: Judgement, _ match: DesignFrame.Match?, _ layout: () -> LayoutRecord
  ) {
    if !cardCase.deviations.isEmpty, judgement.verdict != .error, judgement.verdict != .new {
      let told = cardCase.deviations.enumerated().map { index, deviation in
        CompareReport.Deviation(
          box: deviation.box, what: deviation.kinds.map(\.rawValue), reason: deviation.reason,
          changes: judgement.met.first { $0.index == index }?.changes ?? [])
      }
      // Baseline rules apply to many cards, so only those that took effect are listed. A mockup's own rules are always
      // listed, which reveals obsolete ones.
      deviations = cardCase.kind == .baseline ? told.filter { !$0.changes.isEmpty } : told
    }
    guard let match, cardCase.mockup?.reportsUnmapped == false, !match.boxes.isEmpty else { return }
    let proposal = DesignFrame.proposal(for: match, of: layout())
    unmapped = CompareReport.UnmappedParts(
      layers: match.layers.count, boxes: match.boxes, map: proposal.map { BoxMapProposal.text($0.entries) })
  }
}

extension CompareReport.Mask {
  fileprivate init(_ mask: CaseMask) {
    let region = if case .region(let rect) = mask.area { rect.numbers } else { [Double]?.none }
    self.init(box: mask.name, region: region, reason: mask.reason)
  }
}
