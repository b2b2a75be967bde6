import Drawing
import ImageComparison
import Testing

@Suite("What of a card is not compared")
struct CaseMaskTests {
  private func box(_ path: String, _ x: Double, _ width: Double = 10, color: String? = "#000000") -> BoxRecord {
    BoxRecord(path: path, frame: Rect(x: x, y: 0, width: width, height: 10), color: color)
  }

  private func card(_ boxes: BoxRecord...) -> LayoutRecord {
    LayoutRecord(size: Size(width: 100, height: 10), boxes: boxes)
  }

  @Test("of a box and of those in it stays where they stand", arguments: ["card/head", "head"])
  func box(name: String) {
    let drawn = card(box("card/head", 0, 30), box("card/head/date", 5), box("card/header", 40))
    let (hidden, _) = [CaseMask(.box(name), reason: "so")].hiding(drawn, card())
    #expect(hidden.boxes.map(\.path) == drawn.boxes.map(\.path))
    #expect(hidden.boxes.map(\.frame) == drawn.boxes.map(\.frame))
    #expect(hidden.boxes.map(\.color) == [nil, nil, "#000000"])
  }

  @Test("a box that leaves a region by half is compared, one that stays in it is not")
  func region() {
    let mask = CaseMask(.region(Rect(x: 0, y: 0, width: 50, height: 10)), reason: "so")
    let (before, now) = [mask].hiding(
      card(box("a", 0), box("b", 10), box("c", 60)), card(box("a", 42), box("b", 45), box("c", 60)))
    #expect(before.boxes.map(\.path) == ["b", "c"])
    #expect(now.boxes.map(\.path) == ["b", "c"])
  }
}
