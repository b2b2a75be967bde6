import Drawing
import Layout
import Testing

@testable import CardTemplates
@testable import Cards

/// Every character is 7 points wide; lines break where they are full.
struct SevenWide: TextMeasuring {
  func shape(_ text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation) -> ShapedText {
    let perLine = width.isFinite ? max(1, Int(width / 7)) : Int.max
    let paragraphs = text.string.split(separator: "\n", omittingEmptySubsequences: false).map(\.count)
    let all = paragraphs.flatMap { count in
      stride(from: 0, to: max(count, 1), by: perLine).map { min(perLine, count - $0) }
    }
    let shown = maxLines.map { Array(all.prefix($0)) } ?? all
    let pitch = text.style.lineHeight
    let lines = shown.enumerated().map { index, count in
      ShapedText.Line(
        frame: Rect(x: 0, y: Double(index) * pitch, width: Double(count) * 7, height: pitch),
        baseline: (Double(index) + 0.75) * pitch, range: 0..<0, runs: [])
    }
    return ShapedText(
      size: Size(width: Double(shown.max() ?? 0) * 7, height: Double(shown.count) * pitch), lines: lines,
      isTruncated: shown.count < all.count, fullLineCount: all.count)
  }
}

/// A suite that looks at frames of the news feed's cards, from a card's top left corner.
protocol NewsfeedFrames {}

extension NewsfeedFrames {
  func frames(
    _ card: PostCard, width: Double = 359, state: CardState = .expanded, template: String = "post"
  ) throws -> [String: Rect] {
    try frames(of: Newsfeed.template(template).spec(for: card.value(in: state)), width: width)
  }

  func frames(of spec: LayoutSpec, width: Double) throws -> [String: Rect] {
    let card = LayoutEngine(measuring: SevenWide(), scale: 2).layOut(spec, in: .width(width))
    // Nothing can be had of a text that is left no width at all.
    #expect(width < 300 || card.problems.isEmpty)
    let boxes = card.namedBoxes
    #expect(Set(boxes.map(\.path)).count == boxes.count, "two boxes of one path")
    return Dictionary(boxes.map { ($0.path, $0.frame) }, uniquingKeysWith: { first, _ in first })
  }

  func card(
    body: String? = nil, photo: PostCard.PhotoModel? = nil, carousel: PostCard.Carousel? = nil,
    rows: [PostCard.Row] = [], reposts: [PostCard.Repost] = [], counters: [PostCard.Counter] = Newsfeed.counters
  ) -> PostCard {
    PostCard(
      id: "1", kind: .text, header: Newsfeed.header,
      content: .init(body: body.map(Newsfeed.body), photo: photo, carousel: carousel, rows: rows), reposts: reposts,
      counters: counters)
  }

  func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
    Rect(x: x, y: y, width: width, height: height)
  }
}
