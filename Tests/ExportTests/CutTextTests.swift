import CardRendering
import Diagnostics
import Drawing
import Layout
import Testing

@Suite("Texts that are cut off")
struct CutTextTests {
  /// A text of one line whose words are as large as its frame.
  private func text(_ name: String?, _ frame: Rect) -> LaidOutBox {
    let line = ShapedText.Line(
      frame: Rect(origin: .zero, size: frame.size), baseline: frame.height * 0.75, range: 0..<1, runs: [])
    return LaidOutBox(
      name: name, frame: frame,
      content: .text(
        ShapedText(size: frame.size, lines: [line]),
        StyledText("x", style: TextStyle(family: "A", size: 10, weight: 400, lineHeight: 10))))
  }

  private func card(_ children: [LaidOutBox], clips: Rect? = nil) -> LaidOutCard {
    var inside = LaidOutBox(name: "rating", frame: clips ?? Rect(x: 0, y: 0, width: 300, height: 40))
    inside.decoration.clipsContent = clips != nil
    inside.children = children
    var root = LaidOutBox(name: "card", frame: Rect(x: 0, y: 0, width: 300, height: 100))
    root.children = [inside]
    return LaidOutCard(root: root)
  }

  @Test("a text beyond the card's edge is reported with its box and the points that are lost")
  func edge() {
    let cut = card([text("count", Rect(x: 250, y: 10, width: 88, height: 16))])
    #expect(cut.cutTexts == [CutText(path: "card/rating/count", width: 300, hidden: 38)])
    let issue = Diagnostic(CardIssue.cutText(cut.cutTexts[0]))
    #expect(issue.code == "card.text-cut" && issue.severity == .warning)
    #expect(issue.message.contains("card/rating/count") && issue.message.contains("38 points"))
  }

  @Test("a text in a box that clips it is measured against that box")
  func clip() {
    let words = text(nil, Rect(x: 20, y: 10, width: 60, height: 16))
    #expect(card([words]).cutTexts.isEmpty)
    let clipped = card([words], clips: Rect(x: 0, y: 0, width: 50, height: 40))
    #expect(clipped.cutTexts == [CutText(path: "card/rating", width: 300, hidden: 30)])
  }

  @Test("below the edge, a text counts as cut from its baseline on")
  func below() {
    #expect(card([text("a", Rect(x: 0, y: 88, width: 60, height: 16))]).cutTexts.isEmpty)
    #expect(card([text("a", Rect(x: 0, y: 92, width: 60, height: 16))]).cutTexts.map(\.hidden) == [4])
  }

  @Test("pages of a carousel may be cut by the card's edge")
  func carousel() {
    var page = card([text("a", Rect(x: 290, y: 0, width: 60, height: 16))])
    page.root.children[0].role = BoxRole(list: .carousel)
    #expect(page.cutTexts.isEmpty)
  }
}
