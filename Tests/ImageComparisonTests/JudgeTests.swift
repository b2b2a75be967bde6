import Basics
import Diagnostics
import Drawing
import Testing

@testable import ImageComparison

@Suite("Judging a case")
struct JudgeTests {
  /// 20 × 10 points at scale 2: a card with a text and a photo.
  private static func layout(photoX: Double = 10) -> LayoutRecord {
    LayoutRecord(
      size: Size(width: 20, height: 10),
      boxes: [
        BoxRecord(path: "card", frame: Rect(x: 0, y: 0, width: 20, height: 10)),
        BoxRecord(path: "card/text", frame: Rect(x: 1, y: 1, width: 8, height: 8), lineCount: 1),
        BoxRecord(path: "card/photo", frame: Rect(x: photoX, y: 1, width: 8, height: 8)),
      ])
  }

  private static func picture(_ dark: [(x: Int, y: Int)] = [], height: Int = 20) -> Bitmap {
    Pictures.make(40, height) { x, y in dark.contains { $0 == (x, y) } ? (0, 0, 0, 255) : Pictures.white }
  }

  private func card(_ picture: Bitmap, layout: LayoutRecord = Self.layout(), digest: String = "now") -> DrawnCard {
    DrawnCard(layout: layout, size: picture.size, scale: 2, digest: digest) { picture }
  }

  private func reference(
    _ picture: Bitmap? = Self.picture(), digest: String? = "then", drift: [String] = [], isForeign: Bool = false
  ) -> Reference {
    Reference(
      layout: Self.layout(), size: picture?.size ?? PixelSize(width: 40, height: 20), digest: digest, drift: drift,
      isForeign: isForeign, picture: picture.map { picture in { @Sendable in picture } })
  }

  private let judge = Judge(tolerance: .baseline)

  @Test("without a reference a case is new")
  func new() {
    #expect(judge.judge(card(Self.picture()), against: nil).verdict == .new)
  }

  private static let drift = ["cairo 1.16.0 → 1.18.0"]

  @Test("another environment is no verdict over the same bytes, nor over the same pixels")
  func sameDespiteDrift() {
    #expect(
      judge.judge(card(Self.picture(), digest: "then"), against: reference(drift: Self.drift)).verdict == .identical)
    #expect(judge.judge(card(Self.picture()), against: reference(drift: Self.drift)).verdict == .identical)
  }

  @Test("another environment explains pixels that differ where no box does")
  func environment() {
    let judgement = judge.judge(card(Self.picture([(3, 3)])), against: reference(drift: Self.drift))
    #expect(judgement.verdict == .environment)
    #expect(judgement.reasons == ["1 pixel differs in card/text", "cairo 1.16.0 → 1.18.0"])
  }

  @Test("boxes that differ are a difference, and another environment is reported as a possible cause")
  func differentDespiteDrift() {
    let judgement = judge.judge(
      card(Self.picture([(3, 3)]), layout: Self.layout(photoX: 11)), against: reference(drift: Self.drift))
    #expect(judgement.verdict == .different)
    #expect(judgement.reasons.first == "card/photo: moved 1 pt right")
    #expect(judgement.reasons.last == "possible cause: cairo 1.16.0 → 1.18.0")
  }

  @Test("an image of another size is a difference whatever drew it")
  func otherSizeDespiteDrift() {
    #expect(judge.judge(card(Self.picture(height: 21)), against: reference(drift: Self.drift)).verdict == .different)
  }

  @Test("the same digest is identical, and nothing is decoded")
  func identical() {
    let unreadable = Reference(layout: Self.layout(), size: nil, digest: "same") {
      throw Diagnostic(ProofIssue.selfCheckFailed(.samePictureDiffers))
    }
    #expect(judge.judge(card(Self.picture(), digest: "same"), against: unreadable).verdict == .identical)
  }

  @Test("the same digest with other boxes than a designer's is different all the same")
  func movedUnderMask() {
    let moved = card(Self.picture(), layout: Self.layout(photoX: 11), digest: "same")
    let judgement = judge.judge(moved, against: reference(digest: "same", isForeign: true))
    #expect(judgement.verdict == .different && judgement.reasons == ["card/photo: moved 1 pt right"])
    #expect(judge.judge(moved, against: reference(digest: "same")).verdict == .identical)
  }

  @Test("other bytes with the same pixels are identical")
  func otherBytes() {
    #expect(judge.judge(card(Self.picture()), against: reference()).verdict == .identical)
  }

  @Test("a changed pixel is blamed on the deepest box under it")
  func blame() {
    let judgement = judge.judge(card(Self.picture([(30, 8), (39, 19)])), against: reference())
    #expect(judgement.verdict == .different)
    #expect(judgement.pixels?.regions.map(\.boxes) == [["card/photo"], ["card"]])
    #expect(judgement.reasons == ["2 pixels differ in card/photo, card"])
  }

  @Test("an added white row is different and blamed on the card")
  func whiteRow() {
    let judgement = judge.judge(card(Self.picture(height: 21)), against: reference())
    #expect(judgement.verdict == .different)
    #expect(judgement.reasons == ["the image is 0.5 pt taller (1 pixel)"])
    #expect(
      judgement.pixels?.regions == [
        AttributedRegion(bounds: PixelRect(x: 0, y: 20, width: 40, height: 1), differing: 40, boxes: ["card"])
      ])
  }

  @Test(
    "of a number and a share of pixels the stricter holds",
    arguments: [
      (nil, nil, 0), (3, nil, 3), (nil, 0.01, 8), (3, 0.01, 3), (30, 0.01, 8), (30, 0, 0),
    ] as [(Int?, Double?, Int)])
  func limits(pixels: Int?, ratio: Double?, limit: Int) {
    let tolerance = Tolerance(threshold: 0, countsAntialiased: true, pixels: pixels, ratio: ratio)
    #expect(tolerance.limit(ofCompared: 800) == limit)
  }

  @Test("differences within the tolerance are similar, not identical")
  func similar() {
    let lenient = Judge(tolerance: Tolerance(threshold: 0, countsAntialiased: true, pixels: 2))
    #expect(lenient.judge(card(Self.picture([(3, 3), (9, 9)])), against: reference()).verdict == .similar)
    #expect(lenient.judge(card(Self.picture([(3, 3), (9, 9), (9, 12)])), against: reference()).verdict == .different)
  }

  @Test("a mask hides ink, but not the box that is there")
  func masks() {
    let masked = Judge(tolerance: .baseline, masks: [PixelRect(x: 20, y: 2, width: 16, height: 16)])
    #expect(masked.judge(card(Self.picture([(30, 8)])), against: reference()).verdict == .similar)
    let moved = masked.judge(card(Self.picture([(30, 8)]), layout: Self.layout(photoX: 11)), against: reference())
    #expect(moved.verdict == .different)
  }

  @Test("an image that can't be read is an error, never a pass")
  func unreadable() {
    let broken = Diagnostic(ProofIssue.selfCheckFailed(.changedPixelMissed))
    let judgement = judge.judge(
      card(Self.picture()), against: Reference(layout: nil, size: nil, digest: "then") { throw broken })
    #expect(judgement.verdict == .error && judgement.diagnostic == broken)
  }

  @Test("where only a digest was kept, a different one is different, with the size's delta")
  func digestOnly() {
    let judgement = judge.judge(card(Self.picture(height: 22)), against: reference(nil))
    #expect(judgement.verdict == .different && judgement.reasons.first == "the image is 1 pt taller (2 pixels)")
  }

  @Test(
    "another rasterizer's soft edges in a text pass, a stroke with none near does not, and outside texts all counts")
  func foreign() {
    let foreign = Judge(tolerance: Tolerance(threshold: 0.1, countsAntialiased: true))
    func judgement(_ drawn: [(Int, Int)], _ expected: [(Int, Int)]) -> Judgement {
      foreign.judge(card(Self.picture(drawn)), against: reference(Self.picture(expected), isForeign: true))
    }
    let near = judgement([(6, 6), (6, 7)], [(7, 6), (7, 7)])
    #expect(near.verdict == .similar && near.pixels?.ink?.differing == 4 && near.pixels?.ink?.stray == 0)
    let stray = judgement([(6, 6), (12, 12)], [(6, 6)])
    #expect(stray.verdict == .different && stray.pixels?.regions.map(\.boxes) == [["card/text"]])
    #expect(judgement([(30, 8)], []).verdict == .different)
  }
}
