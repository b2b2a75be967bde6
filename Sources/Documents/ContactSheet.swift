import Drawing
import Layout
import Raster

/// Pages in landscape format with small cards in columns, each above its name, for a document.
struct ContactSheet {
  struct Piece {
    var card: ColumnCard
    /// Points of the page.
    var origin: Point
    /// Points of the page per point of the card.
    var scale: Double
    /// The id of the post, as `--post` takes it.
    var name: ShapedText
  }

  struct Page {
    var pieces: [Piece]
  }

  /// The size of a page in points.
  let size: Size
  private let column: CardColumn
  private let count: Int
  private let text: BookText
  /// The ends of the columns, from the first one in reading order.
  private var ends: [Double]
  private var pieces: [Piece] = []

  /// Points.
  private static let margin = 28.0
  private static let gutter = 14.0
  private static let nameGap = 3.0
  /// Below a name.
  private static let gap = 12.0
  /// The largest size of a card, as in a book.
  private static let largest = 0.75

  init(columns: Int, paper: ImageRequest.Paper, of column: CardColumn) {
    size = Size(width: paper.size.height, height: paper.size.width)
    (self.column, count) = (column, columns)
    text = BookText(
      typesetter: Typesetter(fonts: column.renderer.fonts, keepsText: true), color: column.theme.text,
      secondary: column.theme.secondary)
    ends = Array(repeating: Self.margin, count: columns)
  }

  private var width: Double {
    max(1, (size.width - 2 * Self.margin - Double(count - 1) * Self.gutter) / Double(count))
  }

  /// Places a card in the column that ends highest.
  ///
  /// - Returns: The page before, if it has no room for the card.
  mutating func add(_ card: ColumnCard) -> Page? {
    let name = text.set(card.name, size: 6.5, isSecondary: true, width: width, lines: 1)
    let room = size.height - 2 * Self.margin - Self.nameGap - name.size.height
    let own = card.layout.size
    guard own.width > 0, own.height > 0 else { return nil }
    // A card taller than the page is drawn smaller.
    let scale = min(width / own.width, Self.largest, room / own.height)
    let needed = own.height * scale + Self.nameGap + name.size.height
    var full: Page?
    var place = ends.indices.min { ends[$0] < ends[$1] } ?? 0
    if ends[place] + needed > size.height - Self.margin {
      full = flush()
      place = 0
    }
    let isMirrored = column.renderer.strings.direction == .rightToLeft
    let position = isMirrored ? count - 1 - place : place
    let left = Self.margin + Double(position) * (width + Self.gutter) + (width - own.width * scale) / 2
    pieces.append(Piece(card: card, origin: Point(x: left, y: ends[place]), scale: scale, name: name))
    ends[place] += needed + Self.gap
    return full
  }

  /// Returns the current page; nil if nothing is on it.
  mutating func flush() -> Page? {
    guard !pieces.isEmpty else { return nil }
    defer { (pieces, ends) = ([], Array(repeating: Self.margin, count: count)) }
    return Page(pieces: pieces)
  }

  func draw(_ page: Page, on paper: PDFPage) throws {
    if let ground = column.theme.ground {
      try paper.draw(
        DisplayList(size: size, commands: [.fill(.rectangle(Rect(origin: .zero, size: size)), ground)]), at: .zero)
    }
    for piece in page.pieces {
      let own = piece.card.layout.size
      let frame = Rect(
        origin: piece.origin, size: Size(width: own.width * piece.scale, height: own.height * piece.scale))
      if column.theme.isLight, piece.card.layout.root.decoration.border == nil {
        let line = DrawingCommand.stroke(.box(frame), width: 0.5, .solid(FeedBook.hairline))
        try paper.draw(DisplayList(size: size, commands: [line]), at: .zero)
      }
      let whole = CardPage.Piece(card: piece.card, origin: piece.origin, rows: 0..<own.height)
      try whole.draw(on: paper, scale: Double(column.scale), size: piece.scale)
      let place = Point(
        x: frame.minX + (frame.width - piece.name.size.width) / 2, y: frame.maxY + Self.nameGap)
      try paper.draw(
        DisplayList(size: size, commands: piece.name.commands(at: place)), at: .zero, .init(element: piece.card.said))
    }
  }
}
