import Drawing
import Raster
import Testing

/// The parts of long paragraphs that Pango gets: for each line, it goes through the rest of a run.
@Suite("Long paragraphs")
struct TextGrowthTests {
  /// Returns the length of the longest run in bytes.
  private func longest(_ text: String) -> Int {
    let places = [0] + RunSplitting.places(in: Array(text.utf8)) + [text.utf8.count]
    return zip(places, places.dropFirst()).map { $1 - $0 }.max() ?? 0
  }

  @Test(
    "runs without a place to break are bounded, however long the text",
    arguments: [":e0: ", " )", " ", "a", "é\u{301}", "ab\u{A0}", "ك"])
  func unbroken(_ piece: String) {
    for count in [2_000, 8_000] {
      #expect(longest("a" + String(repeating: piece, count: count)) < RunSplitting.unbroken + 8)
    }
  }

  @Test("words are cut in places where a line may break anyway, and only in long texts")
  func words() {
    let sentence = "The tide takes what it can carry, "
    #expect(RunSplitting.places(in: Array(String(repeating: sentence, count: 400).utf8)).isEmpty)
    let text = Array(String(repeating: sentence, count: 2_000).utf8)
    let cuts = RunSplitting.places(in: text)
    #expect(cuts.count == 4)
    #expect(cuts.allSatisfy { text[$0 - 1] == 0x20 && text[$0] != 0x20 })
  }

  @Test("anything that has places to break without spaces is not cut for want of spaces", arguments: ["漢字", "/a"])
  func breaksWithoutSpaces(_ piece: String) {
    #expect(RunSplitting.places(in: Array(String(repeating: piece, count: 2_000).utf8)).isEmpty)
  }

  @Test("anything no one reads is cut into smaller runs than a long word is")
  func unbrokenForLong() {
    #expect(
      RunSplitting.places(in: Array(String(repeating: "a", count: 3_000).utf8)).count == 3_000 / RunSplitting.unbroken
        - 1)
    let places = RunSplitting.places(in: Array(String(repeating: " )", count: 20_000).utf8))
    #expect(places.count > 20_000 * 2 / RunSplitting.unbrokenForLong * 4 / 5)
  }

  @Test("runs hold a bounded number of soft hyphens, and are cut behind one")
  func softHyphens() {
    let text = Array(String(repeating: "ab\u{AD}", count: 8_000).utf8)
    let places = RunSplitting.places(in: text)
    #expect(places == (1..<8_000 / RunSplitting.hyphens).map { $0 * RunSplitting.hyphens * 4 })
  }

  @Test("Pango is reported no longer soft hyphens than it can count the way to")
  func countedHyphens() {
    func ranges(_ count: Int) -> [Range<Int>] {
      ParagraphAttributes.unhyphenated(Array(String(repeating: "ab\u{AD}", count: count).utf8))
    }
    #expect(ranges(3) == [0..<2, 4..<6, 8..<10])
    #expect((1_900...2_100).contains(ranges(20_000).count))
    #expect(ranges(20_000).count == ranges(40_000).count)
  }

  @Test("a text without a place to break fills each line to its end", arguments: [":e0: ", " )"])
  func filled(_ piece: String) throws {
    let text = try Typesetter.locked().shape(String(repeating: piece, count: 1_000), width: 200)
    let widths = text.lines.dropLast().map(\.frame.width)
    #expect(widths.allSatisfy { (180...200).contains($0) })
    #expect(zip(text.lines, text.lines.dropFirst()).allSatisfy { $0.range.upperBound == $1.range.lowerBound })
  }

  @Test("cuts in long texts move no line")
  func sameLines() throws {
    let typesetter = try Typesetter.locked()
    let sentence = "The tide takes what it can carry, and brings back what it likes; "
    let count = 1_000 / 4
    let (short, long) = (
      typesetter.shape(String(repeating: sentence, count: count), width: 300),
      typesetter.shape(String(repeating: sentence, count: 4 * count), width: 300)
    )
    #expect(short.lines.dropLast().map(\.range) == long.lines.prefix(short.lines.count - 1).map(\.range))
    #expect(RunSplitting.places(in: Array(String(repeating: sentence, count: 4 * count).utf8)).count == 4)
    let starts = long.lines.map { $0.range.lowerBound % sentence.utf8.count }
    #expect(Set(starts).count <= sentence.split(separator: " ").count)
  }

  @Test("each of many attributes has its boxes, in their order")
  func manyAttributes() throws {
    let attributes = (0..<5_000).map { StyledText.Attribute(range: $0 * 3..<$0 * 3 + 2, target: "https://a.example/") }
    let text = try Typesetter.locked().shape(String(repeating: "ab ", count: 5_000), attributes: attributes)
    #expect(text.attributeFrames.map(\.attribute) == Array(0..<5_000))
  }
}
