import CardDrawing
import Cards
import Diagnostics
import Drawing
import FeedIngest
import FeedSources
import Layout
import Raster
import Runs

/// A feed's cards below each other, at one width, scale and theme: the project's first ones.
struct PictureColumn {
  let renderer: CardRenderer
  let feed: FeedSource
  let request: PictureRequest
  let progress: RunProgress
  let interruption: Interruption

  var width: Int { renderer.project.widths[0] }
  var scale: Int { renderer.project.scales[0] }
  var theme: Design.Theme { renderer.design.themes[0] }

  /// A4, in points.
  static let paper = Size(width: 595, height: 842)

  /// Messages bring the room between them along.
  private var gap: Double { feed.facts.chat == nil ? theme.metrics.cardGap : 0 }
  private var edge: Double { max(theme.metrics.cardGap, theme.metrics.screenMargin) }

  /// Whose posts these are, and how many.
  func title(_ facts: FeedFacts) -> String {
    let counted = renderer.builder(for: theme).footer(count: facts.count, areEvents: facts.areEvents).count
    return facts.chat.map(\.name) ?? facts.firstAuthor.map { "\($0) · \(counted)" } ?? counted
  }

  func forEachCard(_ body: (ColumnCard) throws -> Void) throws {
    let posts = feed.posts()
    while let post = try posts.nextPlaced() {
      if interruption.isRequested { throw RunFailure.interrupted }
      let states = try CardStates(
        renderer.card(for: post, in: theme), design: theme, engine: renderer.engine,
        width: renderer.cardWidth(screen: width, theme: theme))
      try body(
        ColumnCard(
          layout: layout(of: states), permalink: (PostCardBuilder.boosted(by: post.post) ?? post.post).permalink))
      progress.advance(post.post.id)
    }
  }

  private func layout(of states: CardStates) -> LaidOutCard {
    switch request.state {
    case .expanded: states.expanded
    case .collapsed: states.initial.layout
    case nil: request.post == nil ? states.initial.layout : states.expanded
    }
  }

  /// - Parameters:
  ///   - height: Of a page, in points; infinite for one that grows.
  ///   - tallest: Pixels that a page which grows may have.
  ///   - paper: What the column stands in the middle of, where that is wider.
  func forEachPage(
    height: Double, tallest: Int?, _ paper: Size? = nil, _ body: (PicturePage) throws -> Void
  ) throws {
    let across = max(Double(width), paper?.width ?? 0)
    let left = ((across - Double(width)) / 2).rounded() + theme.metrics.screenMargin
    var flow = PageFlow<ColumnCard>(height: height, edge: edge, gap: gap)
    func page(_ full: PageFlow<ColumnCard>.Page, isLast: Bool) -> PicturePage {
      let end = full.bottom + edge
      let pieces = full.pieces.map {
        PicturePage.Piece(card: $0.card, origin: Point(x: left, y: $0.top), rows: $0.rows)
      }
      let size = Size(
        width: across, height: height.isFinite ? height : (end * Double(scale)).rounded(.up) / Double(scale))
      return PicturePage(size: size, pieces: pieces, end: end, isLast: isLast)
    }
    try forEachCard { card in
      let full = flow.add(card, height: card.layout.size.height, whole: card.whole)
      for each in full { try body(page(each, isLast: false)) }
      if let tallest, (flow.end + edge) * Double(scale) > Double(tallest) {
        throw Diagnostic(PictureIssue.tooTall(points: Int(flow.end + edge), scale: scale, limit: tallest))
      }
    }
    for each in flow.flush() { try body(page(each, isLast: true)) }
  }

  /// All cards beside and below each other: each in the column that ends highest.
  ///
  /// - Parameter limit: Pixels a side.
  func sheet(columns: Int, limit: Int) throws -> PicturePage {
    let cardWidth = renderer.cardWidth(screen: width, theme: theme)
    let gap = theme.metrics.cardGap
    var ends = [Double](repeating: edge, count: columns)
    var pieces: [PicturePage.Piece] = []
    let across = 2 * edge + Double(columns) * cardWidth + Double(columns - 1) * gap
    func check(_ height: Double) throws {
      let pixels = [across, height].map { Int(($0 * Double(scale)).rounded(.up)) }
      guard pixels.allSatisfy({ $0 <= limit }) else {
        throw Diagnostic(PictureIssue.sheetTooLarge(width: pixels[0], height: pixels[1], limit: limit))
      }
    }
    try forEachCard { card in
      let column = ends.indices.min { ends[$0] < ends[$1] } ?? 0
      let origin = Point(x: edge + Double(column) * (cardWidth + gap), y: ends[column])
      pieces.append(PicturePage.Piece(card: card, origin: origin, rows: 0..<card.layout.size.height))
      ends[column] += card.layout.size.height + gap
      try check(ends[column] - gap + edge)
    }
    let height = (ends.max() ?? edge) - gap + edge
    return PicturePage(size: Size(width: across, height: height), pieces: pieces, end: height, isLast: true)
  }
}
