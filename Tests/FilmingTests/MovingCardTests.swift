import Drawing
import Filming
import Layout
import Testing

@Suite("Messages on their way between two heights")
struct MovingCardTests {
  private func box(_ name: String, _ frame: Rect, _ children: [LaidOutBox] = []) -> LaidOutBox {
    LaidOutBox(name: name, frame: frame, children: children)
  }

  private func text(_ name: String, _ frame: Rect, lines: Int) -> LaidOutBox {
    let all = (0..<lines).map { line in
      ShapedText.Line(
        frame: Rect(x: 0, y: Double(line) * 20, width: frame.width, height: 20), baseline: Double(line) * 20 + 15,
        range: 0..<0, runs: [])
    }
    let style = TextStyle(family: "Inter", size: 15, lineHeight: 20, color: .black)
    return LaidOutBox(
      name: name, frame: frame,
      content: .text(
        ShapedText(size: frame.size, lines: all), StyledText("\(name) \(lines) \(frame.width)", style: style)))
  }

  /// Returns a message with an avatar at its bottom and the time at the end of its bubble, which has the width `side`.
  private func message(lines: Int, side: Double, time: Double) -> LaidOutCard {
    let height = 42.0 + Double(lines) * 20
    let bubble = Rect(x: 41, y: 26, width: side, height: height - 26)
    return LaidOutCard(
      root: box(
        "message", Rect(x: 0, y: 0, width: 365, height: height),
        [
          box("face", Rect(x: 5, y: height - 30, width: 30, height: 30)),
          box(
            "bubble", bubble,
            [
              text("text", Rect(x: 52, y: 34, width: 150, height: Double(lines) * 20), lines: lines),
              text("time", Rect(x: bubble.maxX - 11 - time, y: height - 22, width: time, height: 14), lines: 1),
            ]),
        ]))
  }

  private func parts(at height: Double) -> (face: LaidOutBox, bubble: LaidOutBox, text: LaidOutBox, time: LaidOutBox) {
    let card = LaidOutCard.between(
      message(lines: 1, side: 230, time: 48), message(lines: 3, side: 180, time: 84), height: height)
    let bubble = card.root.children[1]
    return (card.root.children[0], bubble, bubble.children[0], bubble.children[1])
  }

  @Test("the face and the time go with the bubble's foot, whole", arguments: [62.0, 67.5, 82, 101.5, 102])
  func foot(_ height: Double) {
    let (face, bubble, _, time) = parts(at: height)
    #expect(abs(face.frame.maxY - height) < 1e-9 && abs(bubble.frame.maxY - height) < 1e-9)
    #expect(face.frame.size == Size(width: 30, height: 30))
    for state in time.children {
      #expect(abs(state.frame.minY - (height - 22)) < 1e-9 && state.frame.height == 14)
      #expect(abs(state.frame.maxX - (bubble.frame.maxX - 11)) < 1e-9)
    }
    #expect(!time.decoration.clipsContent && !face.decoration.clipsContent && !bubble.decoration.clipsContent)
  }

  @Test("one time fades into the other when it has left the line that it was in")
  func fading() {
    #expect(parts(at: 72).time.children.map(\.decoration.opacity) == [1, 0])
    #expect(parts(at: 97).time.children.map(\.decoration.opacity) == [0.25, 0.75])
  }

  @Test("lines that are still to come fade in when there is room for them, and what was there stays")
  func lines() {
    for (height, opacity) in [(72.0, 0.0), (92, 0), (97, 0.5), (102, 1)] {
      let text = parts(at: height).text
      #expect(text.children.map(\.decoration.opacity) == [1, opacity])
      #expect(text.children[0].frame == Rect(x: 52, y: 34, width: 150, height: 20))
      // From the second line on.
      #expect(text.children[1].decoration.clipsContent && text.children[1].frame.minY == 54)
      #expect(text.children[1].children.map(\.frame) == [Rect(x: 52, y: 34, width: 150, height: 60)])
    }
  }

  @Test("at both ends it is as it was and as it will be")
  func ends() {
    let (old, new) = (message(lines: 1, side: 230, time: 48), message(lines: 3, side: 180, time: 84))
    #expect(LaidOutCard.between(old, new, height: 62).root.children.map(\.frame) == old.root.children.map(\.frame))
    #expect(LaidOutCard.between(old, new, height: 102).root.children.map(\.frame) == new.root.children.map(\.frame))
    #expect(LaidOutCard.between(new, new, height: 102) == new)
  }

  @Test("what becomes something else fades over the foot that both have")
  func otherwise() {
    let root = { (height: Double, child: LaidOutBox) in
      LaidOutCard(root: LaidOutBox(frame: Rect(x: 0, y: 0, width: 365, height: height), children: [child]))
    }
    let emoji = box("bare", Rect(x: 200, y: 0, width: 160, height: 72))
    let bubble = box("bubble", Rect(x: 240, y: 0, width: 120, height: 92))
    let card = LaidOutCard.between(root(72, emoji), root(92, bubble), height: 82)
    let both = card.root.children[0].children
    #expect(both.map(\.name) == ["bare", "bubble"] && both.map(\.decoration.opacity) == [0.5, 0.5])
    #expect(both.map(\.frame.maxY) == [82, 82] && both.map(\.frame.maxX) == [360, 360])
  }
}
