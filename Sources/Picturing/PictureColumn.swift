import CardDrawing
import Cards
import Diagnostics
import Drawing
import FeedIngest
import FeedSources
import Layout
import Names
import Raster
import Runs
import Vector

/// A feed's cards below each other, at one width, scale and theme: the project's first ones.
struct PictureColumn {
  let renderer: CardRenderer
  let feed: FeedSource
  let request: PictureRequest
  let progress: RunProgress
  let interruption: Interruption
  /// Of a document: what its cards are told in.
  var said: PDFElement?

  var width: Int { renderer.project.widths[0] }
  var scale: Int { renderer.project.scales[0] }
  var theme: Design.Theme { renderer.design.themes[0] }

  /// Messages bring the room between them along.
  private var gap: Double { feed.facts.chat == nil ? theme.metrics.cardGap : 0 }
  private var edge: Double { max(theme.metrics.cardGap, theme.metrics.screenMargin) }

  /// Whose posts these are, and how many; of one post who wrote it, and how it begins.
  func title(_ facts: FeedFacts) throws -> String {
    if request.post != nil, let post = try feed.posts().nextPlaced() {
      let card = renderer.card(for: post, in: theme)
      // A card of own data begins with what it is called.
      return [card.title, card.opening()].compactMap { $0 }.filter { !$0.isEmpty }.uniqued().joined(separator: " · ")
    }
    let counted = renderer.builder(for: theme).footer(count: facts.count, areEvents: facts.areEvents).count
    let author =
      facts.hasSeveralAuthors ? renderer.strings.screen.feed : facts.firstAuthor.map(renderer.strings.name(of:))
    return facts.chat.map(\.name) ?? (facts.title ?? author).map { "\($0) · \(counted)" } ?? counted
  }

  func forEachCard(_ body: (ColumnCard) throws -> Void) throws {
    let posts = feed.posts()
    while let post = try posts.nextPlaced() {
      if interruption.isRequested { throw RunFailure.interrupted }
      let states = try renderer.states(of: post, in: theme, screen: width)
      try body(
        ColumnCard(
          layout: layout(of: states), permalink: (CardBuilder.boosted(by: post.post) ?? post.post).permalink,
          said: said?.add(.article)))
      progress.advance(post.post.id)
    }
  }

  private func layout(of states: CardStates) -> LaidOutCard {
    let layout =
      switch request.state {
      case .expanded: states.expanded
      case .collapsed: states.initial.layout
      // Nobody can press a document's "show more", and what is not in it is not found.
      case nil: request.post == nil && request.format != .pdf ? states.initial.layout : states.expanded
      }
    return request.format == .pdf && request.state != .collapsed ? layout.spreadingPages() : layout
  }

  /// - Parameters:
  ///   - height: Of a page, in points; infinite for one that grows.
  ///   - limit: What a page that grows keeps to.
  ///   - paper: What the column stands in the middle of, where that is wider.
  func forEachPage(
    height: Double, within limit: PictureLimit, _ paper: Size? = nil, _ body: (PicturePage) throws -> Void
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
      if !height.isFinite { try limit.check(Size(width: across, height: flow.end + edge)) }
    }
    for each in flow.flush() { try body(page(each, isLast: true)) }
  }

  /// All cards beside and below each other: each in the column that ends highest.
  func sheet(columns: Int, within limit: PictureLimit) throws -> PicturePage {
    let cardWidth = renderer.cardWidth(screen: width, theme: theme)
    let gap = theme.metrics.cardGap
    var ends = [Double](repeating: edge, count: columns)
    var pieces: [PicturePage.Piece] = []
    let across = 2 * edge + Double(columns) * cardWidth + Double(columns - 1) * gap
    try forEachCard { card in
      let column = ends.indices.min { ends[$0] < ends[$1] } ?? 0
      // The first column is where lines begin.
      let place = renderer.strings.direction == .rightToLeft ? columns - 1 - column : column
      let origin = Point(x: edge + Double(place) * (cardWidth + gap), y: ends[column])
      pieces.append(PicturePage.Piece(card: card, origin: origin, rows: 0..<card.layout.size.height))
      ends[column] += card.layout.size.height + gap
      try limit.check(Size(width: across, height: ends[column] - gap + edge), columns: columns)
    }
    let height = (ends.max() ?? edge) - gap + edge
    return PicturePage(size: Size(width: across, height: height), pieces: pieces, end: height, isLast: true)
  }
}

/// A card on its way onto a page.
struct ColumnCard {
  let layout: LaidOutCard
  /// The post's own page.
  let permalink: WebAddress?
  /// Of a document: what the card is told in.
  var said: PDFElement?

  /// What is not cut where a card has to be: lines of text and pictures, each from top to bottom, from the card's upper
  /// edge.
  var whole: [ClosedRange<Double>] {
    var found: [ClosedRange<Double>] = []
    layout.root.forEachShown { box in
      switch box.content {
      case .text(let shaped, _):
        for line in shaped.lines {
          let top = box.frame.minY + line.frame.minY
          found.append(top...top + max(0, line.frame.height))
        }
      case .image, .icon: found.append(box.frame.minY...max(box.frame.minY, box.frame.maxY))
      case .none: break
      }
    }
    return found
  }

  /// Where the name of who wrote it stands.
  var names: [Rect] {
    var found: [Rect] = []
    layout.root.forEachShown { box in
      if box.role?.content == .name, box.role?.path.isEmpty == true { found.append(box.frame) }
    }
    return found
  }

  /// Where the card leads, in the order in which it is drawn: what lies over another comes later.
  var links: [(frame: Rect, target: LinkTarget)] {
    var found: [(frame: Rect, target: LinkTarget)] = []
    layout.root.forEachShown { box in
      switch box.role?.item {
      case .row(let target?), .quote(let target?): found.append((box.frame, target))
      default: break
      }
      guard case .text(let shaped, let text) = box.content else { return }
      if box.role?.content == .date, let permalink, box.role?.path.isEmpty == true {
        found.append((box.frame, LinkTarget(permalink)))
      }
      for piece in shaped.attributeFrames where text.attributes.indices.contains(piece.attribute) {
        guard let target = text.attributes[piece.attribute].target else { continue }
        found.append((piece.frame.offset(by: box.frame.origin), target))
      }
    }
    return found.filter(\.target.isPage)
  }
}

extension LaidOutBox {
  /// Boxes that are seen in any case, each before those in it.
  fileprivate func forEachShown(_ body: (LaidOutBox) -> Void) {
    var pending = [self]
    while let box = pending.popLast() {
      body(box)
      pending += box.shownChildren.reversed()
    }
  }
}

extension [DrawingCommand] {
  /// Without texts whose baselines lie outside of some rows: what is cut off by a clip is still found and copied.
  func keepingTexts(in rows: Range<Double>) -> [DrawingCommand] {
    compactMap { command in
      switch command {
      case .glyphs(let run, let origin):
        return run.glyphs.contains { rows.contains(origin.y + $0.y) } ? command : nil
      case .group(let clip, let opacity, let inner):
        return .group(clip: clip, opacity: opacity, inner.keepingTexts(in: rows))
      case .translated(let offset, let inner):
        return .translated(
          offset, inner.keepingTexts(in: (rows.lowerBound - offset.y)..<(rows.upperBound - offset.y)))
      case .blurred(let inner, let radius): return .blurred(inner.keepingTexts(in: rows), radius: radius)
      case .fill, .stroke, .dashed, .shadow, .innerShadow, .image: return command
      }
    }
  }
}
