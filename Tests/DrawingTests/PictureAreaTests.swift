import Drawing
import Testing

@Suite("How much of a drawing is images")
struct PictureAreaTests {
  private func picture(_ rect: Rect) -> DrawingCommand {
    .image(ImageReference(candidates: []), .rectangle(rect), placeholder: .solid(.clear))
  }

  private func area(_ commands: [DrawingCommand]) -> Double {
    DisplayList(size: Size(width: 100, height: 50), commands: commands).pictureArea
  }

  @Test("shapes and texts are none")
  func none() {
    #expect(area([.fill(.rectangle(Rect(x: 0, y: 0, width: 10, height: 10)), .solid(.clear))]) == 0)
  }

  @Test("an image counts as far as it is on the canvas")
  func canvas() {
    #expect(area([picture(Rect(x: 10, y: 10, width: 20, height: 30))]) == 600)
    #expect(area([picture(Rect(x: 90, y: -10, width: 40, height: 30))]) == 200)
    #expect(area([picture(Rect(x: 200, y: 0, width: 40, height: 30))]) == 0)
  }

  @Test("a group's clip and a translation apply to what is in them")
  func nested() {
    let inner = DrawingCommand.group(
      clip: .rectangle(Rect(x: 0, y: 0, width: 10, height: 10)), opacity: 1,
      [picture(Rect(x: 5, y: 5, width: 100, height: 100))])
    #expect(area([inner]) == 25)
    #expect(area([.translated(Point(x: 92, y: 0), [inner])]) == 15)
  }
}
