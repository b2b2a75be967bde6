import Drawing
import Foundation
import Testing

@testable import ImageComparison

@Suite("Comparing boxes")
struct StructureTests {
  private func compare(
    _ reference: CardLayout, _ actual: CardLayout, _ tolerance: StructureTolerance = StructureTolerance()
  ) -> StructureDifference {
    StructureComparison(tolerance: tolerance).compare(reference: reference.record, actual: actual.record)
  }

  @Test("the same boxes do not differ")
  func same() {
    #expect(compare(CardLayout(), CardLayout()).isEmpty)
  }

  @Test("an added line is one cause; moved and grown boxes are its consequences")
  func oneLine() {
    let difference = compare(
      CardLayout(breaks: ["one two", "three", "four"]),
      CardLayout(textLines: 4, breaks: ["one", "two", "three", "four"]))
    #expect(difference.causes.map(\.path) == ["card/text"])
    #expect(
      difference.reasons == ["card/text: +1 line", "5 boxes moved 22 pt down", "card is 22 pt taller"])
  }

  @Test("a label that moved is the only cause, and nothing else is touched")
  func movedLabel() {
    let difference = compare(CardLayout(), CardLayout(labelShift: 0.5))
    #expect(difference.boxes.map(\.path) == ["card/counters/likes/label"])
    #expect(difference.reasons == ["card/counters/likes/label: moved 0.5 pt right"])
  }

  @Test("a taller photo is a cause, and the counters it pushes are not")
  func resized() {
    let difference = compare(CardLayout(), CardLayout(photoHeight: 110))
    #expect(difference.causes.map(\.path) == ["card/photo"])
    #expect(difference.reasons.first == "card/photo: 10 pt taller")
  }

  @Test("a box that is gone is a cause, whatever moved up in its place")
  func missing() {
    let gone = compare(CardLayout(), CardLayout(photoHeight: nil))
    #expect(gone.causes.map(\.path) == ["card/photo"] && gone.reasons.first == "card/photo: missing")
    let new = compare(CardLayout(photoHeight: nil), CardLayout())
    #expect(new.causes.map(\.path) == ["card/photo"] && new.reasons.first == "card/photo: not in the reference")
  }

  @Test("anything that is in a box that is gone is gone with it")
  func missingWithChildren() {
    var actual = CardLayout().record
    actual.boxes.removeAll { $0.path.hasPrefix("card/counters") }
    let difference = StructureComparison().compare(reference: CardLayout().record, actual: actual)
    #expect(difference.boxes.count == 4 && difference.causes.map(\.path) == ["card/counters"])
  }

  @Test("a wider gap is one cause, told of the first box below it")
  func gap() {
    let difference = compare(CardLayout(), CardLayout(gap: 12))
    #expect(difference.causes.map(\.path) == ["card/photo"])
    #expect(difference.reasons.first == "card/photo: moved 2 pt down")
  }

  @Test("a second fault does not hide behind the first")
  func twoFaults() {
    let difference = compare(CardLayout(), CardLayout(textLines: 4, labelShift: 3))
    #expect(difference.causes.map(\.path) == ["card/text", "card/counters/likes/label"])
  }

  @Test("another line height is the cause of the text's height and of everything that follows")
  func lineHeight() {
    let difference = compare(CardLayout(), CardLayout(lineHeight: 23))
    #expect(difference.causes.map(\.path) == ["card/text"])
    #expect(
      difference.causes.first?.ownChanges == [.font(property: "line height", from: "22", to: "23")])
  }

  /// Returns a text next to a bar of the quote's height.
  private func quote(textHeight: Double, barHeight: Double) -> LayoutRecord {
    LayoutRecord(
      size: Size(width: 100, height: barHeight),
      boxes: [
        BoxRecord(path: "quote", frame: Rect(x: 0, y: 0, width: 100, height: barHeight)),
        BoxRecord(path: "quote/bar", frame: Rect(x: 0, y: 0, width: 2, height: barHeight)),
        BoxRecord(
          path: "quote/text", frame: Rect(x: 8, y: 0, width: 92, height: textHeight), lineCount: Int(textHeight / 20)),
      ])
  }

  @Test("a bar that is stretched with the text next to it is no cause; one that grew by itself is")
  func stretched() {
    let reference = quote(textHeight: 40, barHeight: 40)
    let both = StructureComparison().compare(reference: reference, actual: quote(textHeight: 60, barHeight: 60))
    #expect(both.causes.map(\.path) == ["quote/text"])
    let bar = StructureComparison().compare(reference: reference, actual: quote(textHeight: 40, barHeight: 60))
    #expect(bar.causes.map(\.path) == ["quote/bar"])
  }

  @Test(
    "anything that is in the middle of a box that grew is no cause; anything that is not there any longer is",
    arguments: [0, 3.0])
  func centred(off: Double) {
    func card(lines: Double, off: Double = 0) -> LayoutRecord {
      let height = 20 * lines
      return LayoutRecord(
        size: Size(width: 200, height: 32 + height),
        boxes: [
          BoxRecord(path: "card", frame: Rect(x: 0, y: 0, width: 200, height: 32 + height)),
          BoxRecord(
            path: "card/face", frame: Rect(x: 16, y: 16 + (height - 40) / 2 + off, width: 40, height: 40)),
          BoxRecord(
            path: "card/text", frame: Rect(x: 72, y: 16, width: 112, height: height), lineCount: Int(lines),
            lineTexts: (0..<Int(lines)).map { "line \($0)" }),
        ])
    }
    let causes = StructureComparison().compare(reference: card(lines: 3), actual: card(lines: 4, off: off)).causes
    #expect(causes.map(\.path) == (off == 0 ? ["card/text"] : ["card/face", "card/text"]))
  }

  @Test("a color that is 3 % off is found")
  func color() {
    // 3 % of 255 is 8.
    let difference = compare(CardLayout(), CardLayout(nameColor: "#34352E"))
    #expect(difference.reasons == ["card/name: color #2C2D2E → #34352E"])
    #expect(compare(CardLayout(), CardLayout(nameColor: "#34352E"), StructureTolerance(color: 8)).isEmpty)
  }

  @Test("a line broken elsewhere is found though the box is the same, and is not another text")
  func lineBreaks() {
    let before = CardLayout(breaks: ["one two", "three", "four"])
    let broken = compare(before, CardLayout(breaks: ["one", "two three", "four"]))
    #expect(broken.reasons == ["card/text: different line breaks from line 2"])
    let other = compare(before, CardLayout(breaks: ["one two", "tree", "four"]))
    #expect(other.reasons == ["card/text: “one two [three → tree] four”"])
  }

  @Test("another word does not hide that a line without it breaks elsewhere")
  func otherWordAndBreak() {
    let before = CardLayout(breaks: ["one two", "three", "four five"])
    let found = compare(before, CardLayout(breaks: ["uno two", "three four", "five"]))
    #expect(found.reasons == ["card/text: “[one → uno] two three …”, different line breaks from line 3"])
  }

  @Test("a difference within the tolerance is none", arguments: [(0.49, true), (0.51, false)])
  func tolerance(shift: Double, passes: Bool) {
    let tolerance = StructureTolerance(position: 0.5, size: 0.5, baseline: 0.5)
    #expect(compare(CardLayout(), CardLayout(labelShift: shift), tolerance).isEmpty == passes)
  }

  @Test("boxes of one path belong together in their order")
  func samePaths() {
    func layout(_ widths: [Double]) -> LayoutRecord {
      LayoutRecord(
        size: .zero, boxes: widths.map { BoxRecord(path: "a", frame: Rect(x: 0, y: 0, width: $0, height: 1)) })
    }
    let difference = StructureComparison().compare(reference: layout([1, 2]), actual: layout([1, 3, 4]))
    #expect(difference.boxes.map(\.changes) == [[.resized(Size(width: 1, height: 0))], [.extra]])
  }

  @Test("boxes that are ignored may be there or not, with everything that is in them")
  func ignored() {
    var actual = CardLayout().record
    actual.boxes.removeAll { $0.path.hasPrefix("card/counters/likes") }
    let comparison = StructureComparison(ignored: ["card/counters/likes"])
    #expect(comparison.compare(reference: CardLayout().record, actual: actual).isEmpty)
  }

  @Test("a layout is the same after it was saved and read")
  func coding() throws {
    let layout = CardLayout().record
    #expect(try JSONDecoder().decode(LayoutRecord.self, from: JSONEncoder().encode(layout)) == layout)
  }
}
