import Drawing
import ImageComparison
import Testing

@Suite("Differences that are meant")
struct DeviationTests {
  private func card(avatar: Double = 36, gap: Double = 10, height: Double = 200) -> LayoutRecord {
    LayoutRecord(
      size: Size(width: 300, height: height),
      boxes: [
        BoxRecord(path: "card", frame: Rect(x: 0, y: 0, width: 300, height: height)),
        BoxRecord(path: "card/avatar", frame: Rect(x: 12, y: 12, width: avatar, height: avatar)),
        BoxRecord(path: "card/name", frame: Rect(x: 12 + avatar + gap, y: 12, width: 100, height: 17)),
      ])
  }

  private func judgement(_ drawn: LayoutRecord, _ deviations: [Deviation]) -> Judgement {
    var judge = Judge(tolerance: .mockup)
    judge.deviations = deviations
    let drawn = DrawnCard(layout: drawn, size: .init(width: 300, height: 200), scale: 1, digest: "d") {
      throw CancellationError()
    }
    return judge.judge(
      drawn, against: Reference(layout: card(), size: nil, digest: nil, isForeign: true, picture: nil))
  }

  private let size = Deviation(box: "avatar", kinds: [.size], reason: "the app's is larger")

  @Test("one that is meant is no difference, nor is what follows from it; both are reported")
  func meant() {
    let judgement = judgement(card(avatar: 40), [size])
    #expect(judgement.verdict == .similar && judgement.reasons.isEmpty)
    #expect(judgement.met.map(\.index) == [0])
    #expect(judgement.met.map(\.changes) == [["card/avatar: 4 pt wider and 4 pt taller"]])
  }

  @Test("another difference next to it is one still")
  func another() {
    let judgement = judgement(card(avatar: 40, gap: 16), [size])
    #expect(judgement.verdict == .different && judgement.structure.causes.map(\.path) == ["card/name"])
    #expect(judgement.met.map(\.index) == [0])
  }

  @Test("one that does not occur any longer is none of those that are met")
  func gone() {
    #expect(judgement(card(), [size]).met.isEmpty)
    #expect(judgement(card(avatar: 40), [Deviation(box: "avatar", kinds: [.color], reason: "x")]).verdict == .different)
  }

  @Test("a designer's frame without an image is judged by its boxes alone")
  func withoutPicture() {
    #expect(judgement(card(), []).verdict == .similar)
    #expect(judgement(card(gap: 14), []).reasons == ["card/name: moved 4 pt right"])
  }
}
