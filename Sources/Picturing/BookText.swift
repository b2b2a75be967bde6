import Drawing
import Layout
import Raster

/// How the words of a book are set that are no card's: in the lock's first family, in the theme's colours.
struct BookText {
  let typesetter: Typesetter
  let color: Color
  let secondary: Color

  /// - Parameters:
  ///   - width: Points.
  ///   - lines: At most; nil has no limit.
  ///   - marked: Words whose places are asked for: UTF-8 offsets.
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

  /// At one side of what lies between `left` and `right`, whichever way the words run: they stand at their own start of the
  /// room that they were set in.
  func commands(from left: Double, to right: Double, isAtRight: Bool, y: Double) -> [DrawingCommand] {
    commands(at: Point(x: isAtRight ? right - rightEdge : left - (lines.map(\.frame.minX).min() ?? 0), y: y))
  }

  /// Of the line that ends furthest to the right.
  var rightEdge: Double { lines.map(\.frame.maxX).max() ?? 0 }
}

/// Where things stand on a book's pages. Points.
struct BookLook {
  let paper: Size

  static let side = 36.0
  static let top = 44.0
  static let bottom = 36.0
  static let gutter = 18.0
  /// Over the name of a feed that begins below another one's cards.
  static let partGap = 22.0
  /// From the paper's upper edge to the running head's, and from its lower edge to the number's.
  static let head = 22.0
  static let foot = 26.0
  /// Cards at less than this of their size are hard to read, and stand in one column; in two they are no larger than print
  /// is, and in one not much larger than on a screen.
  static let smallest = 0.55
  static let print = 0.6
  static let largest = 1.25

  var height: Double { paper.height - Self.top - Self.bottom }
  var width: Double { paper.width - 2 * Self.side }

  /// How many columns such cards stand in, how wide each is, and points of the page for one of theirs.
  func columns(for card: Double) -> (count: Int, width: Double, scale: Double) {
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
