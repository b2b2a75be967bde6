import Basics
import CardRendering
import Cards
import Diagnostics
import Drawing
import FeedReading
import FeedSources
import Layout
import Raster
import RunSupport

/// A feed's cards in a column, at the project's first width, scale and theme.
struct CardColumn {
  let renderer: CardRenderer
  let feed: FeedSource
  let request: ImageRequest
  let progress: RunProgress
  let interruption: Interruption
  /// The structure element of the cards in a document.
  var said: PDFElement?

  var width: Int { renderer.project.widths[0] }
  var scale: Int { renderer.project.scales[0] }
  var theme: Design.Theme { renderer.design.themes[0] }

  /// Messages include their own spacing.
  private var gap: Double { feed.facts.chat == nil ? theme.metrics.cardGap : 0 }
  private var edge: Double { max(theme.metrics.cardGap, theme.metrics.screenMargin) }

  /// Returns the feed's title and the number of posts; for a single post, its author and first words.
  func title(_ facts: FeedFacts) throws -> String {
    if request.post != nil, let post = try feed.posts().nextPlaced() {
      let card = renderer.card(for: post, in: theme)
      // A card of custom data begins with its name.
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
      let card = renderer.card(for: post, in: theme)
      let states = try renderer.states(of: card, in: theme, screen: width)
      try body(
        ColumnCard(
          layout: layout(of: states), permalink: (CardBuilder.boosted(by: post.post) ?? post.post).permalink,
          name: post.id, photo: card.firstPhoto, handle: card.handle, said: said?.add(.article)))
      progress.advance(post.post.id)
    }
  }

  private func layout(of states: CardStates) -> LaidOutCard {
    let layout =
      switch request.state {
      case .expanded: states.expanded
      case .collapsed: states.initial.layout
      // Documents expand posts: "show more" can't be pressed, and missing text can't be found.
      case nil: request.post == nil && request.format != .pdf ? states.initial.layout : states.expanded
      }
    return request.format == .pdf && request.state != .collapsed ? layout.spreadingPages() : layout
  }

  /// - Parameters:
  ///   - height: The height of a page in points; infinite for one that grows.
  ///   - limit: The limit of a page that grows.
  func forEachPage(
    height: Double, within limit: ImageLimit, _ body: (CardPage) throws -> Void
  ) throws {
    let across = Double(width)
    let left = theme.metrics.screenMargin
    var flow = PageFlow<ColumnCard>(height: height, edge: edge, gap: gap)
    func page(_ full: PageFlow<ColumnCard>.Page, isLast: Bool) -> CardPage {
      let end = full.bottom + edge
      let pieces = full.pieces.map {
        CardPage.Piece(card: $0.card, origin: Point(x: left, y: $0.top), rows: $0.rows)
      }
      let size = Size(
        width: across, height: height.isFinite ? height : (end * Double(scale)).rounded(.up) / Double(scale))
      return CardPage(size: size, pieces: pieces, end: end, isLast: isLast)
    }
    try forEachCard { card in
      let full = flow.add(card, height: card.layout.size.height, whole: card.whole)
      for each in full { try body(page(each, isLast: false)) }
      if !height.isFinite { try limit.check(Size(width: across, height: flow.end + edge)) }
    }
    for each in flow.flush() { try body(page(each, isLast: true)) }
  }

  /// Returns all cards in several columns, each in the column that ends highest.
  func sheet(columns: Int, within limit: ImageLimit) throws -> CardPage {
    let cardWidth = renderer.cardWidth(screen: width, theme: theme)
    let gap = theme.metrics.cardGap
    var ends = [Double](repeating: edge, count: columns)
    var pieces: [CardPage.Piece] = []
    let across = 2 * edge + Double(columns) * cardWidth + Double(columns - 1) * gap
    try forEachCard { card in
      let column = ends.indices.min { ends[$0] < ends[$1] } ?? 0
      // The first column is at the start of lines.
      let place = renderer.strings.direction == .rightToLeft ? columns - 1 - column : column
      let origin = Point(x: edge + Double(place) * (cardWidth + gap), y: ends[column])
      pieces.append(CardPage.Piece(card: card, origin: origin, rows: 0..<card.layout.size.height))
      ends[column] += card.layout.size.height + gap
      try limit.check(Size(width: across, height: ends[column] - gap + edge), columns: columns)
    }
    let height = (ends.max() ?? edge) - gap + edge
    return CardPage(size: Size(width: across, height: height), pieces: pieces, end: height, isLast: true)
  }
}

/// A card to be placed on a page.
struct ColumnCard {
  let layout: LaidOutCard
  /// The URL of the post's page.
  let permalink: WebAddress?
  /// The id of the post.
  var name = ""
  /// The first photo that isn't hidden; nil if there is none.
  var photo: ImageReference?
  /// The author's handle, or else the name.
  var handle = ""
  /// The structure element of the card in a document.
  var said: PDFElement?

  /// The ranges that must not be split: lines of text and images, from the card's top edge.
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

  /// The frames of author names.
  var names: [Rect] {
    var found: [Rect] = []
    layout.root.forEachShown { box in
      if box.role?.content == .name, box.role?.path.isEmpty == true { found.append(box.frame) }
    }
    return found
  }

  /// The links of the card in drawing order; later ones are above earlier ones.
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

extension FeedCard {
  /// The first photo of a post; nil if there is none, or if it is hidden.
  var firstPhoto: ImageReference? {
    guard case .post(let post) = self, !post.isVeiled else { return nil }
    return post.photo?.image ?? post.carousel?.pages.first
  }

  /// The author's handle, or else the subject.
  var handle: String { if case .post(let post) = self { post.header.handle ?? title } else { title } }
}

extension LaidOutBox {
  /// Visits all boxes that are always visible, parents first.
  fileprivate func forEachShown(_ body: (LaidOutBox) -> Void) {
    var pending = [self]
    while let box = pending.popLast() {
      body(box)
      pending += box.shownChildren.reversed()
    }
  }
}

extension [DrawingCommand] {
  /// Drops texts whose baselines are outside of some rows: clipped text could still be found and copied.
  package func keepingTexts(in rows: Range<Double>) -> [DrawingCommand] {
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
