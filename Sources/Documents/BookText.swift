import Drawing
import Layout
import Raster

/// Sets the text of a book outside of cards: in the lock's first family, in the theme's colors.
struct BookText {
  let typesetter: Typesetter
  let color: Color
  let secondary: Color

  /// - Parameters:
  ///   - width: The width in points.
  ///   - lines: The maximum number of lines; nil for no limit.
  ///   - marked: Words whose frames are needed, as UTF-8 offsets.
  func set(
    _ text: String, size: Double, weight: Int = 400, isSecondary: Bool = false, width: Double, lines: Int? = nil,
    marking marked: [Range<Int>] = []
  ) -> ShapedText {
    let family = typesetter.fonts.lock.faces.first?.family ?? ""
    let style = TextStyle(
      family: family, size: size, weight: weight, lineHeight: (size * 1.35).rounded(),
      color: isSecondary ? secondary : color, alignment: .left)
    let attributes = marked.map { StyledText.Attribute(range: $0) }
    return typesetter.shape(
      StyledText(text, style: style, attributes: attributes), width: width, maxLines: lines, truncation: .tail)
  }
}

extension ShapedText {
  func commands(at origin: Point) -> [DrawingCommand] {
    lines.flatMap(\.runs).filter { !$0.glyphs.isEmpty }.map { .glyphs($0, origin: origin) }
  }

  /// Returns drawing commands for text at one side between `left` and `right`, whatever its direction: text is set at
  /// its own start of the available space.
  package func commands(from left: Double, to right: Double, isAtRight: Bool, y: Double) -> [DrawingCommand] {
    commands(at: Point(x: isAtRight ? right - rightEdge : left - (lines.map(\.frame.minX).min() ?? 0), y: y))
  }

  /// The right edge of the widest line.
  package var rightEdge: Double { lines.map(\.frame.maxX).max() ?? 0 }
}

/// The layout of a book's pages, in points.
package struct BookMetrics {
  let paper: Size

  package init(paper: Size) {
    self.paper = paper
  }

  static let side = 36.0
  static let top = 44.0
  static let bottom = 36.0
  static let gutter = 18.0
  /// Above the name of a feed that begins on the same page as the previous one.
  static let partGap = 22.0
  /// From the paper's top edge to the running head, and from its bottom edge to the page number.
  static let head = 22.0
  static let foot = 26.0
  /// Cards below this scale are hard to read and use one column. In two columns, cards of a phone's width fill the page
  /// between its margins; narrower ones are at most this large. In one column, cards are not much larger than on a screen.
  static let smallest = 0.55
  static let print = 0.75
  static let largest = 1.25

  var height: Double { paper.height - Self.top - Self.bottom }
  var width: Double { paper.width - 2 * Self.side }

  /// Returns the number of columns, their width, and the scale for cards of this width.
  package func columns(for card: Double) -> (count: Int, width: Double, scale: Double) {
    let narrow = (width - Self.gutter) / 2
    if narrow / card >= Self.smallest {
      let scale = min(narrow / card, Self.print)
      return (2, card * scale, scale)
    }
    let scale = min(width / card, Self.largest)
    return (1, card * scale, scale)
  }
}

extension Path {
  static func box(_ rect: Rect) -> Path {
    Path([
      .move(rect.origin), .line(Point(x: rect.maxX, y: rect.minY)), .line(Point(x: rect.maxX, y: rect.maxY)),
      .line(Point(x: rect.minX, y: rect.maxY)), .close,
    ])
  }
}
