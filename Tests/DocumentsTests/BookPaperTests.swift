import Documents
import Drawing
import Layout
import Testing

@Suite("Messages on white paper")
struct BookPaperTests {
  private let ground = Color(rgb: 0xE6ECF2)

  private func box(_ fill: Color?, _ children: [LaidOutBox] = []) -> LaidOutBox {
    LaidOutBox(
      frame: Rect(x: 0, y: 0, width: 10, height: 10), decoration: BoxDecoration(fill: fill.map { .solid($0) }),
      children: children)
  }

  private func fills(_ root: LaidOutBox) -> [Paint?] {
    let card = LaidOutCard(root: root).onPaper(ground: ground)
    var found: [Paint?] = []
    var pending = [card.root]
    while let box = pending.popLast() {
      found.append(box.decoration.fill)
      pending += box.children.reversed()
    }
    return found
  }

  @Test("a white bubble has the ground's color, also if something shines through")
  func bubbles() {
    let white = Color(rgb: 0xFFFFFF, alpha: 0.72)
    #expect(fills(box(nil, [box(.white), box(white)])) == [nil, .solid(ground), .solid(ground)])
  }

  @Test("another color stays, and so does what is on a bubble")
  func others() {
    let blue = Color(rgb: 0xD3E8FF)
    #expect(fills(box(nil, [box(blue, [box(.white)])])) == [nil, .solid(blue), .solid(.white)])
  }
}
