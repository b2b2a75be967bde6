import Drawing
import Layout
import Raster

/// What stands on one page, in points.
struct PicturePage {
  struct Piece {
    var card: ColumnCard
    /// Of the rows' upper edge.
    var origin: Point
    /// Of the card, from its upper edge.
    var rows: Range<Double>

    var isWhole: Bool { rows.lowerBound == 0 && rows.upperBound >= card.layout.size.height }
  }

  var size: Size
  var pieces: [Piece]
  /// Where the page could end.
  var end: Double
  var isLast: Bool

  /// The page for a painter.
  func list(_ column: PictureColumn) -> DisplayList {
    let scale = Double(column.scale)
    var commands = background(column)
    for piece in pieces {
      // On whole device pixels, so that what is crisp in the card stays so on the page.
      let snapped = Point(x: (piece.origin.x * scale).rounded() / scale, y: (piece.origin.y * scale).rounded() / scale)
      commands.append(.translated(snapped, piece.commands(scale: scale, includesShadow: true)))
    }
    return DisplayList(size: size, commands: commands)
  }

  /// Draws the page with its links.
  func draw(on paper: DocumentPage, _ column: PictureColumn) throws {
    try paper.draw(DisplayList(size: size, commands: background(column)), at: .zero)
    for piece in pieces {
      let commands = piece.commands(scale: Double(column.scale), includesShadow: false)
      try paper.draw(DisplayList(size: size, commands: commands), at: piece.origin)
      for link in piece.card.links where piece.rows.contains(link.frame.center.y) {
        let delta = Point(x: piece.origin.x, y: piece.origin.y - piece.rows.lowerBound)
        paper.link(link.frame.offset(by: delta), to: link.target)
      }
    }
  }

  private func background(_ column: PictureColumn) -> [DrawingCommand] {
    [.fill(.rectangle(Rect(origin: .zero, size: size)), column.theme.metrics.background)]
  }
}

extension PicturePage.Piece {
  /// From the rows' upper left corner on.
  fileprivate func commands(scale: Double, includesShadow: Bool) -> [DrawingCommand] {
    let commands = card.layout.displayList(scale: scale, includesRootShadow: includesShadow).commands
    guard !isWhole else { return commands }
    // A shadow reaches a little beyond the card, at its sides.
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
