import Basics
import Comparison
import Diagnostics
import Drawing
import Files
import Foundation
import ImageComparison
import Projects
import Raster
import RunSupport

/// A card on a screen of an app, compared with the same card as Feedproof lays it out.
package struct RendererCard: Sendable {
  package struct Finding: Sendable {
    package var part: String
    package var text: String
    /// Parts that merely moved because of it.
    package var follows: [String]

    package init(part: String, text: String, follows: [String]) {
      (self.part, self.text, self.follows) = (part, text, follows)
    }
  }

  /// An element of the screen. Its frame is in points, from the card's corner.
  package struct Element: Sendable {
    /// The part that the element shows; a unique name if it shows none.
    package var path: String
    package var frame: Rect
    /// How the part was identified, as text for the review.
    package var evidence: String?
    package var identifier: String?
    /// The name of the element in a map; nil if it can't be distinguished from others.
    package var pin: String?

    package init(path: String, frame: Rect, evidence: String?, identifier: String?, pin: String?) {
      (self.path, self.frame, self.evidence, self.identifier, self.pin) = (path, frame, evidence, identifier, pin)
    }
  }

  /// The id of the case: `feed/wall1_17`.
  package var id: String
  package var post: String
  /// The width of the screen in points.
  package var width: Int
  /// The pixels per point of both images.
  package var scale: Int
  package var theme: String
  package var findings: [Finding] = []
  package var unknown: [String] = []
  package var elements: [Element] = []
  package var layout: LayoutRecord?
  /// The card as rendered by Feedproof, and as shown in the screenshot.
  package var drawn: Bitmap?
  package var shown: Bitmap?
  /// The reason why the screen could not be compared.
  package var fault: Diagnostic?

  package init(id: String, post: String, width: Int, scale: Int, theme: String) {
    (self.id, self.post, self.width, self.scale, self.theme) = (id, post, width, scale, theme)
  }
}

/// Implements `feedproof compare --screens`, from compared cards to the review.
package struct ScreenComparisonRun: Sendable {
  let cases: CaseRun

  package init(project: Project, setsAside: Bool, approveArguments: String, context: RunContext) {
    cases = CaseRun(
      project: project, title: project.folder.standardizedFileURL.lastPathComponent, setsAside: setsAside,
      approveArguments: approveArguments, context: context)
  }

  /// - Parameter next: Returns the next card; nil at the end.
  /// - Throws: `RunFailure` if the review can't be written.
  package func run(_ next: () throws -> RendererCard?) async throws -> CompareOutcome {
    try await withoutActuallyEscaping(next) { next in
      try await cases.run(removesObsolete: false) { review, _ in
        cases.progress.begin(step: 1, of: 2, "comparing screens")
        return ScreenSource(review: review, next: next)
      }
    }
  }
}

/// Cards on screens of an app.
struct ScreenSource: CaseSource {
  let review: ReviewFolder
  /// Returns the next card; nil at the end.
  let next: () throws -> RendererCard?

  func compare(_ take: (ComparedItem) throws -> Void) throws {
    while let card = try next() {
      try take(ComparedItem(id: card.id, cases: [try Self.compared(card, review)], isCounted: false))
    }
  }

  private static func compared(_ card: RendererCard, _ review: ReviewFolder) throws -> ComparedCase {
    let cannotTell = card.unknown.map { "can't tell: \($0)" }
    let verdict: Verdict = card.fault != nil ? .error : card.findings.isEmpty ? .similar : .different
    let reasons =
      card.fault.map { [$0.message] }
      ?? (card.findings.isEmpty && cannotTell.isEmpty ? ["as expected"] : card.findings.map(\.text) + cannotTell)
    let judgement = Judgement(verdict: verdict, reasons: reasons, diagnostic: card.fault)
    let elements = card.elements.filter { $0.evidence != nil || $0.identifier != nil || $0.pin != nil }
    let known = elements.map { element in
      (
        element.path,
        CompareReport.Element(evidence: element.evidence, identifier: element.identifier, pin: element.pin)
      )
    }
    var entry = CaseResult(
      id: card.id, reference: .screen, post: card.post, variant: nil, verdict: verdict, reasons: reasons,
      details: .screen(Dictionary(known) { first, _ in first }))
    (entry.screenWidth, entry.scale, entry.theme, entry.state) = (card.width, card.scale, card.theme, "screen")
    entry.boxes = boxes(of: card)
    if let layout = card.layout {
      let shown = LayoutRecord(size: layout.size, boxes: Self.elements(of: card, layout))
      entry.actual = try save("actual", card, card.shown, shown, review)
      entry.expected = try save("expected", card, card.drawn, layout, review)
      if let picture = card.shown ?? card.drawn { entry.thumbnail = try review.saveThumbnail(of: card.id, picture) }
    }
    // A finding is the same cause on all screens.
    let causes = card.findings.map { Cause(.screen, title: $0.text, identity: $0.text) }.uniqued()
    return ComparedCase(entry: entry, judgement: judgement).caused(by: card.fault == nil ? causes : judgement.causes)
  }

  private static func save(
    _ side: String, _ card: RendererCard, _ picture: Bitmap?, _ layout: LayoutRecord, _ review: ReviewFolder
  ) throws -> CompareReport.Picture {
    let png = try picture.map { try PNGEncoder().encode($0, scale: Double(card.scale)) }
    let saved = try review.save(side, of: card.id, png: png, layout: layout)
    let size =
      picture?.size
      ?? PixelSize(
        width: Int((layout.size.width * Double(card.scale)).rounded()),
        height: Int((layout.size.height * Double(card.scale)).rounded()))
    return CompareReport.Picture(
      width: size.width, height: size.height, sha256: png.map { Digest(of: $0).hex }, path: saved.picture,
      layout: saved.layout)
  }

  /// Returns the boxes of the screen in the order of the card's boxes. Boxes that contain others have the card's
  /// frames.
  private static func elements(of card: RendererCard, _ layout: LayoutRecord) -> [BoxRecord] {
    let found = Dictionary(card.elements.map { ($0.path, $0) }) { first, _ in first }
    let known = Set(layout.boxes.map(\.path))
    let holders = Set(
      layout.boxes.map(\.path).compactMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } })
    return layout.boxes.compactMap { box in
      if let element = found[box.path] { return BoxRecord(path: box.path, frame: element.frame) }
      return holders.contains(box.path) ? BoxRecord(path: box.path, frame: box.frame) : nil
    } + card.elements.filter { !known.contains($0.path) }.map { BoxRecord(path: $0.path, frame: $0.frame) }
  }

  /// Returns the boxes with findings, and those that merely moved because of them.
  private static func boxes(of card: RendererCard) -> [CompareReport.Box] {
    guard let layout = card.layout else { return [] }
    let found = Dictionary(elements(of: card, layout).map { ($0.path, $0.frame) }) { first, _ in first }
    let wanted = Dictionary(layout.boxes.map { ($0.path, $0.frame) }) { first, _ in first }
    var changes: [String: [CompareReport.Box.Change]] = [:]
    var order: [String] = []
    func add(_ path: String, _ text: String, own: Bool) {
      if changes[path] == nil { order.append(path) }
      changes[path, default: []].append(CompareReport.Box.Change(kind: "screen", text: text, own: own))
    }
    for finding in card.findings {
      add(finding.part, finding.text, own: true)
      for part in finding.follows { add(part, "because of \(finding.part)", own: false) }
    }
    return order.map { path in
      CompareReport.Box(
        path: path, changes: changes[path] ?? [], reference: wanted[path]?.numbers, actual: found[path]?.numbers)
    }
  }
}
