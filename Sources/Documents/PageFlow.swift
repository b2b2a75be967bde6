import Basics
import Drawing
import Layout
import Raster

/// Distributes items over pages. Pages break between items; an item taller than a page is split, between two of its
/// lines if possible.
///
/// Lengths are in points.
package struct PageFlow<Card> {
  /// An item, or a part of it.
  package struct Piece {
    package var card: Card
    /// The top of the part on the page.
    package var top: Double
    /// The rows of the item, from its top edge.
    package var rows: Range<Double>
  }

  /// A full page.
  package struct Page {
    package var pieces: [Piece]
    /// The end of the last piece, without the page margin.
    package var bottom: Double
  }

  /// The height of the page; infinite for one that grows.
  let height: Double
  /// The space at the top and bottom of a page, and between two items.
  let edge: Double
  var gap: Double
  private var pieces: [Piece] = []
  private var bottom: Double

  package init(height: Double, edge: Double, gap: Double) {
    (self.height, self.edge, self.gap) = (height, edge, gap)
    bottom = edge
  }

  /// The end of the content on the current page.
  var end: Double { bottom }

  /// - Parameter whole: Ranges that must not be split, from the item's top edge.
  package mutating func add(_ card: Card, height cardHeight: Double, whole: [ClosedRange<Double>]) -> [Page] {
    var full: [Page] = []
    let room = height - 2 * edge
    if !pieces.isEmpty, bottom + gap + cardHeight > height - edge { full += flush() }
    var top = pieces.isEmpty ? edge : bottom + gap
    var start = 0.0
    // Empty space at the end of an item isn't worth a page.
    let seen = whole.map(\.upperBound).max().map { min($0, cardHeight) } ?? cardHeight
    while cardHeight - start > room {
      guard seen - start > room else {
        pieces.append(Piece(card: card, top: top, rows: start..<start + room))
        bottom = top + room
        return full
      }
      let end = Self.cut(from: start, atMost: start + room, whole)
      pieces.append(Piece(card: card, top: top, rows: start..<end))
      bottom = top + end - start
      full += flush()
      (top, start) = (edge, end)
    }
    pieces.append(Piece(card: card, top: top, rows: start..<max(start, cardHeight)))
    bottom = top + cardHeight - start
    return full
  }

  /// Returns the current page; empty if nothing is on it.
  package mutating func flush() -> [Page] {
    guard !pieces.isEmpty else { return [] }
    defer { (pieces, bottom) = ([], edge) }
    return [Page(pieces: pieces, bottom: bottom)]
  }

  /// Returns the lowest position that splits nothing and leaves the page more than half full; else the end of the page.
  private static func cut(from start: Double, atMost end: Double, _ whole: [ClosedRange<Double>]) -> Double {
    var place = end
    while let cut = whole.first(where: { $0.lowerBound < place && place < $0.upperBound }) { place = cut.lowerBound }
    return place > start + (end - start) / 2 ? place : end
  }
}

extension PageFlow {
  /// Distributes the last page's pieces so that its columns end at about the same height. Pieces keep their order.
  ///
  /// - Parameters:
  ///   - columns: The filled columns, from the first one in reading order.
  ///   - count: The number of columns of the page.
  ///   - gap: The space between two pieces that were in different columns.
  package static func balanced(_ columns: [Page], over count: Int, gap: Double) -> [Page] {
    let pieces = columns.flatMap(\.pieces)
    guard count == 2, pieces.count > 1, let edge = columns.first?.pieces.first?.top else { return columns }
    // The space above each piece that follows a piece.
    var spaces = pieces.map { _ in gap }
    var index = 0
    for column in columns {
      for (before, piece) in zip(column.pieces, column.pieces.dropFirst()) {
        index += 1
        spaces[index] = piece.top - before.top - (before.rows.upperBound - before.rows.lowerBound)
      }
      index += 1
    }
    func height(_ range: Range<Int>) -> Double {
      range.reduce(0) { sum, place in
        sum + (place == range.lowerBound ? 0 : spaces[place])
          + pieces[place].rows.upperBound - pieces[place].rows.lowerBound
      }
    }
    let longest = columns.map(\.bottom).max() ?? 0
    // The first column is the longer one if two splits are equally even.
    let split = (1..<pieces.count).min { one, other in
      Swift.max(height(0..<one), height(one..<pieces.count))
        < Swift.max(height(0..<other), height(other..<pieces.count))
    }
    guard let split, Swift.max(height(0..<split), height(split..<pieces.count)) + edge < longest else { return columns }
    return [0..<split, split..<pieces.count].map { range in
      var top = edge
      let moved = range.map { place in
        if place > range.lowerBound { top += spaces[place] }
        defer { top += pieces[place].rows.upperBound - pieces[place].rows.lowerBound }
        return Piece(card: pieces[place].card, top: top, rows: pieces[place].rows)
      }
      return Page(pieces: moved, bottom: top)
    }
  }
}

/// The content of one page, in points.
struct CardPage {
  struct Piece {
    var card: ColumnCard
    /// The position of the rows' top edge.
    var origin: Point
    /// The rows of the card, from its top edge.
    var rows: Range<Double>

    var isWhole: Bool { rows.lowerBound == 0 && rows.upperBound >= card.layout.size.height }
  }

  var size: Size
  var pieces: [Piece]
  /// The possible end of the page.
  var end: Double
  var isLast: Bool

  /// Returns the page for a painter.
  func list(_ column: CardColumn) -> DisplayList {
    let scale = Double(column.scale)
    var commands = background(column)
    for piece in pieces {
      // Rounded to device pixels, so that the card stays crisp.
      let snapped = Point(x: (piece.origin.x * scale).rounded() / scale, y: (piece.origin.y * scale).rounded() / scale)
      commands.append(.translated(snapped, piece.commands(scale: scale, includesShadow: true)))
    }
    return DisplayList(size: size, commands: commands)
  }

  /// Draws the page with its links.
  func draw(on paper: PDFPage, _ column: CardColumn) throws {
    try paper.draw(DisplayList(size: size, commands: background(column)), at: .zero)
    for piece in pieces { try piece.draw(on: paper, scale: Double(column.scale)) }
  }

  /// The links; later ones are above earlier ones.
  var links: [(frame: Rect, target: LinkTarget)] { pieces.flatMap(\.links) }

  private func background(_ column: CardColumn) -> [DrawingCommand] {
    [.fill(.rectangle(Rect(origin: .zero, size: size)), column.theme.metrics.background)]
  }
}

extension CardPage.Piece {
  /// - Parameters:
  ///   - scale: The scale of the device, for aligning edges to pixels.
  ///   - size: Points of the page per point of the card.
  ///   - heading: The kind of element for the author's name.
  func draw(
    on paper: PDFPage, scale: Double, size: Double = 1, heading: PDFElement.Kind = .heading1
  ) throws {
    let up = Point(x: 0, y: -rows.lowerBound)
    let links = card.links.filter { rows.contains($0.frame.center.y) }.map {
      PDFLink(area: $0.frame.offset(by: up), target: .address($0.target.text))
    }
    try paper.draw(
      DisplayList(size: card.layout.size, commands: commands(scale: scale, includesShadow: false)), at: origin,
      scale: size,
      .init(
        element: card.said, links: links, headings: card.names.map { $0.offset(by: up) }, headingKind: heading))
  }

  /// The links with frames on the page.
  fileprivate var links: [(frame: Rect, target: LinkTarget)] {
    let delta = Point(x: origin.x, y: origin.y - rows.lowerBound)
    return card.links.filter { rows.contains($0.frame.center.y) }.map { ($0.frame.offset(by: delta), $0.target) }
  }

  /// Returns the drawing commands, relative to the rows' top left corner.
  fileprivate func commands(scale: Double, includesShadow: Bool) -> [DrawingCommand] {
    let commands = card.layout.displayList(scale: scale, includesRootShadow: includesShadow).commands
    guard !isWhole else { return commands }
    // A shadow extends slightly beyond the card's sides.
    let reach = includesShadow ? 100.0 : 0
    let window = Rect(
      x: -reach, y: rows.lowerBound, width: card.layout.size.width + 2 * reach,
      height: rows.upperBound - rows.lowerBound)
    return [
      .translated(
        Point(x: 0, y: -rows.lowerBound),
        [.group(clip: .rectangle(window), opacity: 1, commands.keepingTexts(in: rows))])
    ]
  }
}

extension LaidOutCard {
  /// Returns the card with all pages of its carousels stacked vertically and without page controls, for print.
  package func spreadingPages() -> LaidOutCard {
    var card = self
    card.root = root.spreadingPages().box
    return card
  }
}

extension LaidOutBox {
  /// - Returns: The box, and the points by which content below it moves down (up if negative).
  fileprivate func spreadingPages() -> (box: LaidOutBox, delta: Double) {
    switch role?.list {
    case .carousel: spreadingOwnPages()
    case .pageControl: withoutMarks()
    case nil: children.isEmpty ? (self, 0) : spreadingInside()
    }
  }

  /// With the same distance that they had side by side.
  private func spreadingOwnPages() -> (box: LaidOutBox, delta: Double) {
    guard children.count > 1, let first = children.first?.frame else { return (self, 0) }
    let second = children[1].frame
    let gap = max(0, second.minX - first.maxX, first.minX - second.maxX)
    var (box, top) = (self, first.minY)
    for index in children.indices {
      let page = children[index]
      box.children[index] = page.offset(by: Point(x: first.minX - page.frame.minX, y: top - page.frame.minY))
      top += page.frame.height + gap
    }
    let delta = top - gap - frame.maxY
    box.frame.size.height += delta
    return (box, delta)
  }

  /// Keeps a little of the control's space between the last photo and the content below.
  private func withoutMarks() -> (box: LaidOutBox, delta: Double) {
    var box = self
    box.children = []
    box.frame.size.height = min(frame.height, SpreadPages.room)
    return (box, box.frame.height - frame.height)
  }

  private func spreadingInside() -> (box: LaidOutBox, delta: Double) {
    let spread = children.map { $0.spreadingPages() }
    let changes = spread.indices.filter { spread[$0].delta != 0 }
    var box = self
    guard !changes.isEmpty else { return (self, 0) }
    var lowest = (edge: -Double.infinity, delta: 0.0)
    for index in children.indices {
      let own = children[index].frame
      // The movement of content above it.
      let shift = changes.reduce(0) { sum, other in
        other != index && children[other].frame.maxY <= own.minY + SpreadPages.slack ? sum + spread[other].delta : sum
      }
      var (child, delta) = spread[index]
      if delta == 0, children[index].children.isEmpty, case .none = child.content {
        // A bar or background next to it grows too.
        delta = changes.reduce(0) { $1 != index && own.spans(children[$1].frame) ? $0 + spread[$1].delta : $0 }
        child.frame.size.height += delta
      }
      box.children[index] = shift == 0 ? child : child.offset(by: Point(x: 0, y: shift))
      if own.maxY > lowest.edge + SpreadPages.slack {
        lowest = (own.maxY, shift + delta)
      } else if own.maxY > lowest.edge - SpreadPages.slack {
        lowest.delta = max(lowest.delta, shift + delta)
      }
    }
    box.frame.size.height += lowest.delta
    return (box, lowest.delta)
  }
}

private enum SpreadPages {
  /// The maximum space to keep for a page control, in points.
  static let room = 8.0
  /// The maximum distance of touching edges in points.
  static let slack = 0.5
}

extension Rect {
  /// Whether it extends from above the other's top edge to below its bottom edge.
  fileprivate func spans(_ other: Rect) -> Bool {
    minY <= other.minY + SpreadPages.slack && maxY >= other.maxY - SpreadPages.slack
  }
}
