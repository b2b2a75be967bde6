import CardRendering
import Cards
import Diagnostics
import Drawing
import FeedReading
import FeedSources
import Foundation
import Layout
import Raster
import RunSupport

/// A printable document: the days of a feed in chronological order, structured by months and days, with a cover, a table
/// of contents and an index of authors. Each of several feeds and chats is a part; those shorter than a page share one.
///
/// Without a period, it is the feed in its own order, without all of these.
final class FeedBook {
  /// A feed or chat.
  struct Part {
    let name: String
    let renderer: CardRenderer
    let feed: FeedSource

    var theme: Design.Theme { renderer.design.themes[0] }
    var isChat: Bool { feed.facts.chat != nil }
    /// Points.
    var cardWidth: Double { renderer.cardWidth(screen: renderer.project.widths[0], theme: theme) }
  }

  /// The columns of the current page.
  private struct Filling {
    /// The number of columns, their width in points, and points of the page per point of a card.
    let count: Int
    var width: Double
    let scale: Double
    let ground: Paint?
    var flow: PageFlow<BookItem>
    var columns: [PageFlow<BookItem>.Page] = []
  }

  /// An entry of the table of contents.
  struct Entry {
    var level: Int
    var title: String
    /// The number of cards below it.
    var count = 0
    var page = 0
    var place: PDFPlace?
  }

  let title: String
  /// Nil for a feed without headings, contents and index.
  let span: BookPeriod?
  let parts: [Part]
  let request: ImageRequest
  let progress: RunProgress
  let interruption: Interruption
  let write: ([UInt8]) throws -> Void

  let look: BookMetrics
  let text: BookText
  let document: PDFDocument
  var entries: [Entry] = []
  /// Photos for the cover, with their parts, in the order of the book.
  private(set) var coverPhotos: [(photo: ImageReference, part: CardRenderer)] = []
  /// The pages with posts of each author.
  private(set) var authors: [String: [(page: Int, place: PDFPlace)]] = [:]
  private(set) var outcome = ImageRun.Outcome()
  /// The number of the last page.
  private var number = 0
  private var filling: Filling?

  var strings: Strings { parts[0].renderer.strings }
  /// Whether pages, columns and lines start on the right.
  var isMirrored: Bool { strings.direction == .rightToLeft }
  var theme: Design.Theme { parts[0].renderer.design.themes[0] }

  init(
    title: String, span: BookPeriod?, parts: [Part], request: ImageRequest, progress: RunProgress,
    interruption: Interruption, write: @escaping ([UInt8]) throws -> Void
  ) throws {
    (self.title, self.span, self.parts, self.request) = (title, span, parts, request)
    (self.progress, self.interruption, self.write) = (progress, interruption, write)
    look = BookMetrics(paper: request.paper.size)
    let first = parts[0].renderer
    let theme = first.design.themes[0]
    text = BookText(
      typesetter: Typesetter(fonts: first.fonts, keepsText: true), color: theme.text, secondary: theme.secondary)
    document = try first.document(
      title: [title, span?.words(in: first.strings)].compactMap { $0 }.joined(separator: " · "))
  }

  // MARK: Cards

  /// Draws the whole book.
  func make() throws -> ImageRun.Outcome {
    let front = span.map { _ in document.root.add(.section) }
    for place in parts.indices { try add(place) }
    try endPage()
    for part in parts { part.renderer.photos.diagnostics.forEach(progress.reportIfNew) }
    if let front {
      try addIndex()
      try addFront(said: front)
      document.outline = outline(entries[...], level: 0)
    }
    try write(document.end())
    return outcome
  }

  /// Returns the number of columns for a part, their width, and the scale. All parts in two columns have the scale of
  /// the one with the widest cards, so that they can share pages.
  private func columns(of part: Part) -> (count: Int, width: Double, scale: Double) {
    let own = look.columns(for: part.cardWidth)
    guard own.count == 2,
      let widest = parts.map(\.cardWidth).filter({ look.columns(for: $0).count == 2 }).max()
    else { return own }
    let scale = look.columns(for: widest).scale
    return (2, part.cardWidth * scale, scale)
  }

  private func add(_ place: Int) throws {
    let part = parts[place]
    let (count, width, scale) = columns(of: part)
    let gap = part.isChat ? 0 : part.theme.metrics.cardGap
    var headings = BookHeadings(book: self, part: part, width: width)
    var posts = try (span == nil ? part.postsInOrder() : part.postsInTime())[...]
    func next() throws -> BookItem? {
      guard let post = posts.popFirst() else { return nil }
      if interruption.isRequested { throw RunFailure.interrupted }
      defer { progress.advance(post.post.id) }
      return try item(post, of: place, width: width, scale: scale, &headings)
    }
    // Parts shorter than a page share it with others.
    let room = Double(count) * look.height / scale
    var first: [BookItem] = []
    var height = 0.0
    while height < room, let item = try next() {
      first.append(item)
      height += item.height + gap
    }
    let ground = part.theme.ground
    if let open = filling, height < room, open.count == count, open.scale == scale, open.ground == ground,
      abs(open.width - width) < BookMetrics.gutter
    {
      filling?.width = max(open.width, width)
    } else {
      try endPage()
      filling = Filling(
        count: count, width: width, scale: scale, ground: ground,
        flow: PageFlow(height: look.height / scale, edge: 0, gap: gap))
    }
    // The name is separated from the cards above it.
    filling?.flow.gap = BookMetrics.partGap / scale
    for item in first { try put(item, gap: gap) }
    while let item = try next() { try put(item, gap: gap) }
  }

  /// - Parameter gap: The space between the following cards.
  private func put(_ item: BookItem, gap: Double) throws {
    try fill(filling?.flow.add(item, height: item.height, whole: item.whole) ?? [])
    filling?.flow.gap = gap
  }

  private func fill(_ full: [PageFlow<BookItem>.Page]) throws {
    for column in full {
      filling?.columns.append(column)
      guard let open = filling, open.columns.count == open.count else { continue }
      try draw(open)
      filling?.columns = []
    }
  }

  private func endPage() throws {
    try fill(filling?.flow.flush() ?? [])
    if var open = filling, !open.columns.isEmpty {
      open.columns = PageFlow.balanced(open.columns, over: open.count, gap: open.flow.gap)
      try draw(open)
    }
    filling = nil
  }

  private func item(
    _ post: PostInFeed, of place: Int, width: Double, scale: Double, _ headings: inout BookHeadings
  ) throws -> BookItem {
    let part = parts[place]
    let (renderer, theme) = (part.renderer, part.theme)
    let over = span == nil ? [] : headings.over(post.post, &entries)
    let feedCard = renderer.card(for: post, in: theme)
    let states = try renderer.states(of: feedCard, in: theme, screen: renderer.project.widths[0])
    let original = CardBuilder.boosted(by: post.post) ?? post.post
    var layout =
      request.state == .collapsed ? states.initial.layout : states.expanded.spreadingPages()
    if part.isChat, theme.isLight { layout = layout.onPaper(ground: theme.metrics.background.firstColor) }
    let card = ColumnCard(
      layout: layout, permalink: original.permalink, said: headings.said.add(.article))
    noteCover(of: feedCard, in: part)
    let codes = (span == nil ? [] : post.post.videos).compactMap { video -> BookItem.Code? in
      guard let code = QRCode(video.address) else { return nil }
      let room = width - BookItem.codeSide - 8
      let title = video.title.isEmpty ? strings.attachments.word(for: .video) : video.title
      return BookItem.Code(
        code: code, title: text.set(title, size: 8.5, weight: 600, width: room, lines: 2),
        address: text.set(video.address, size: 7.5, isSecondary: true, width: room, lines: 3), target: video.address)
    }
    return BookItem(
      card: card, headings: over, notes: notes(of: post.post, in: part, width: width), codes: codes, part: place,
      isRemoved: post.post.flags.contains(.removed), author: renderer.strings.author(of: post.post),
      day: post.post.date.map { renderer.clock.day(of: $0) }, scale: scale)
  }

  /// Remembers a card's first photo for the cover, if its file exists and it isn't hidden.
  private func noteCover(of card: FeedCard, in part: Part) {
    guard span != nil, let photo = card.firstPhoto,
      photo.candidates.contains(where: { part.renderer.photos.location(of: $0.url) != nil })
    else { return }
    coverPhotos.append((photo, part.renderer))
  }

  /// Returns notes in place of the page's symbols next to a card's date: its removal, and its earlier text.
  private func notes(of post: Post, in part: Part, width: Double) -> [ShapedText] {
    let strings = part.renderer.strings
    var notes: [String] = []
    if post.flags.contains(.removed) {
      notes.append("✕ \(part.isChat ? strings.site.removedMessage : strings.site.removed)")
    }
    for version in strings.earlier(of: post, by: part.renderer.clock) {
      let photos = version.photos.map { _ in strings.attachments.word(for: .photo) }
      let words = ([version.text] + photos + version.others).filter { !$0.isEmpty }
      notes.append("✎ \(version.label ?? strings.site.versions): \(words.joined(separator: " · "))")
    }
    return notes.map { text.set($0, size: 8, isSecondary: true, width: width, lines: BookItem.noteLines) }
  }

  // MARK: Pages

  private func draw(_ filled: Filling) throws {
    let pieces = filled.columns.flatMap(\.pieces)
    let places = pieces.map(\.card.part).uniqued()
    let photos = places.map { place in
      let renderer = parts[place].renderer
      return (place, renderer.documentPhotos(scale: renderer.project.scales[0]))
    }
    guard let first = photos.first?.1 else { return }
    let used = Double(filled.count) * filled.width + Double(filled.count - 1) * BookMetrics.gutter
    let start = ((look.paper.width - used) / 2).rounded()
    let days = pieces.compactMap(\.card.day)
    try page(
      images: first, of: places.map { parts[$0] }, days: days.min().flatMap { first in days.max().map { first...$0 } }
    ) { paper in
      for (index, column) in filled.columns.enumerated() {
        let place = isMirrored ? filled.count - 1 - index : index
        let left = start + Double(place) * (filled.width + BookMetrics.gutter)
        for piece in column.pieces {
          let origin = Point(x: left, y: BookMetrics.top + piece.top * filled.scale)
          for (place, images) in photos where place == piece.card.part { paper.images = images }
          try draw(piece, at: origin, width: filled.width, scale: filled.scale, on: paper)
        }
      }
    }
    for (_, photos) in photos { photos.diagnostics.forEach(progress.reportIfNew) }
  }

  /// Adds a page with its running head and page number.
  ///
  /// - Parameters:
  ///   - shown: The parts with cards on it.
  ///   - days: The days of its content, since 1970.
  func page(
    isFront: Bool = false, images: any DocumentImages, of shown: [Part] = [], days: ClosedRange<Int>? = nil,
    _ body: (PDFPage) throws -> Void
  ) throws {
    outcome.pages += 1
    if !isFront { number += 1 }
    try document.page(look.paper, isFront: isFront, images: images) { paper in
      var commands: [DrawingCommand] = []
      if let ground = (shown.first?.theme ?? theme).ground {
        commands.append(.fill(.rectangle(Rect(origin: .zero, size: look.paper)), ground))
      }
      if !isFront {
        let half = look.width / 2 - 8
        func set(_ words: String) -> ShapedText { text.set(words, size: 8, isSecondary: true, width: half, lines: 1) }
        let (dates, page) = (set(days.map(strings.days) ?? ""), set(String(number)))
        let right = look.paper.width - BookMetrics.side - dates.size.width
        let middle = (look.paper.width - page.size.width) / 2
        let name = set(shown.map(\.name).joined(separator: " · "))
        commands += atStart(name, y: BookMetrics.head)
        commands +=
          isMirrored
          ? dates.commands(from: BookMetrics.side, to: right, isAtRight: false, y: BookMetrics.head)
          : dates.commands(at: Point(x: right, y: BookMetrics.head))
        commands += page.commands(at: Point(x: middle, y: look.paper.height - BookMetrics.foot))
      }
      try paper.draw(DisplayList(size: look.paper, commands: commands), at: .zero)
      try body(paper)
    }
    try write(document.takeBytes())
  }

  private func draw(
    _ piece: PageFlow<BookItem>.Piece, at origin: Point, width: Double, scale: Double, on paper: PDFPage
  ) throws {
    let item = piece.card
    let part = parts[item.part]
    let rows = piece.rows
    if rows.lowerBound == 0 {
      outcome.cards += 1
      if let author = item.author { note(author, paper.place(origin.y)) }
      var y = origin.y
      for heading in item.headings {
        entries[heading.entry].page = number
        entries[heading.entry].place = paper.place(y)
        try draw(heading, at: Point(x: origin.x, y: y + heading.above), width: width, on: paper)
        y += heading.height
      }
    }
    let (first, last) = (max(0, rows.lowerBound - item.top), min(rows.upperBound, item.end) - item.top)
    if last > first {
      let place = Point(x: origin.x, y: origin.y + (max(rows.lowerBound, item.top) - rows.lowerBound) * scale)
      let frame = Rect(
        x: place.x, y: place.y, width: item.card.layout.size.width * scale, height: (last - first) * scale)
      // Cards with a border need no separator.
      if part.theme.isLight, !part.isChat, item.card.layout.root.decoration.border == nil {
        let line = DrawingCommand.stroke(.box(frame), width: 0.5, .solid(Self.hairline))
        try paper.draw(DisplayList(size: look.paper, commands: [line]), at: .zero)
      }
      let shown = CardPage.Piece(card: item.card, origin: place, rows: first..<last)
      // Below the headings of parts, months and days, if there are any.
      let heading: PDFElement.Kind = span == nil ? .heading1 : parts.count > 1 ? .heading4 : .heading3
      try shown.draw(on: paper, scale: Double(part.renderer.project.scales[0]), size: scale, heading: heading)
      if item.isRemoved {
        // A translucent cover leaves text readable for screen readers.
        var veil = part.theme.ground?.firstColor ?? .white
        veil.alpha = 0.5
        try paper.draw(DisplayList(size: look.paper, commands: [.fill(.rectangle(frame), .solid(veil))]), at: .zero)
      }
    }
    for (top, note) in zip(item.noteTops, item.notes) where rows.contains(top) {
      let place = Point(x: origin.x, y: origin.y + (top - rows.lowerBound) * scale + BookItem.noteGap)
      try paper.draw(
        DisplayList(size: look.paper, commands: note.commands(at: place)), at: .zero, .init(element: item.card.said))
    }
    for (index, code) in item.codes.enumerated() {
      let top = item.codesTop + Double(index) * (BookItem.codeSide + BookItem.codeGap) / scale
      guard rows.contains(top) else { continue }
      let place = Point(x: origin.x, y: origin.y + (top - rows.lowerBound) * scale + BookItem.codeGap)
      try draw(code, of: item, at: place, on: paper)
    }
  }

  func noteIndex(_ entry: Int, at place: PDFPlace) {
    (entries[entry].page, entries[entry].place) = (number, place)
  }

  static let hairline = Color(rgb: 0xD0D3D9)

  private func note(_ author: String, _ place: PDFPlace) {
    if authors[author]?.last?.page != number { authors[author, default: []].append((number, place)) }
  }

  private func draw(_ heading: BookItem.Heading, at origin: Point, width: Double, on paper: PDFPage) throws {
    let commands =
      isMirrored
      ? heading.text.commands(from: origin.x, to: origin.x + width, isAtRight: true, y: origin.y)
      : heading.text.commands(at: origin)
    try paper.draw(
      DisplayList(size: look.paper, commands: commands), at: .zero,
      .init(element: heading.said, textKind: nil))
  }

  private func draw(_ code: BookItem.Code, of item: BookItem, at origin: Point, on paper: PDFPage) throws {
    let square = Rect(origin: origin, size: Size(width: BookItem.codeSide, height: BookItem.codeSide))
    let module = square.width / Double(code.code.side + 2 * QRCode.quietZone)
    let edge = Double(QRCode.quietZone) * module
    var path: [Path.Element] = []
    for place in code.code.modules.indices where code.code.modules[place] {
      let (row, column) = place.quotientAndRemainder(dividingBy: code.code.side)
      let corner = Point(
        x: square.minX + edge + Double(column) * module, y: square.minY + edge + Double(row) * module)
      path += Path.box(Rect(origin: corner, size: Size(width: module, height: module))).elements
    }
    // Dark on light in any theme, for cameras.
    let drawn: [DrawingCommand] = [
      .fill(.rectangle(square), .solid(.white)), .fill(.path(Path(path), bounds: square), .solid(.black)),
    ]
    try paper.draw(DisplayList(size: look.paper, commands: drawn), at: .zero)
    let height = code.title.size.height + code.address.size.height
    let words = Point(x: square.maxX + 8, y: square.minY + (square.height - height) / 2)
    let area = Rect(
      x: square.minX, y: square.minY,
      width: words.x - square.minX + max(code.title.size.width, code.address.size.width), height: square.height)
    try paper.draw(
      DisplayList(
        size: look.paper,
        commands: code.title.commands(at: words)
          + code.address.commands(at: Point(x: words.x, y: words.y + code.title.size.height))), at: .zero,
      .init(element: item.card.said, links: [PDFLink(area: area, target: .address(code.target))]))
  }

  /// Returns the entries of a level with their descendants.
  private func outline(_ entries: ArraySlice<Entry>, level: Int) -> [PDFOutline] {
    let starts = entries.indices.filter { entries[$0].level == level }
    return zip(starts, starts.dropFirst() + [entries.endIndex]).compactMap { start, end in
      guard let place = entries[start].place else { return nil }
      return PDFOutline(
        title: entries[start].title, place: place,
        children: outline(entries[(start + 1)..<end], level: level + 1))
    }
  }
}

extension FeedBook.Part {
  /// Returns the posts in the order of the feed.
  fileprivate func postsInOrder() throws -> [PostInFeed] {
    var posts: [PostInFeed] = []
    let all = feed.posts()
    while let post = try all.nextPlaced() { posts.append(post) }
    return posts
  }

  /// Returns the posts from oldest to newest, simultaneous ones in feed order, without a chat's day headers, which the
  /// book has itself.
  fileprivate func postsInTime() throws -> [PostInFeed] {
    var posts: [PostInFeed] = []
    let all = feed.posts()
    while let post = try all.nextPlaced() {
      if case .separator = post.post.kind { continue }
      posts.append(post)
    }
    // A conversation keeps its order, even if its clocks go back.
    if isChat { return posts }
    return posts.enumerated().sorted { one, other in
      let (first, second) = (one.element.post.date ?? .max, other.element.post.date ?? .max)
      guard first == second else { return first < second }
      // Feeds have their newest post first.
      return one.offset > other.offset
    }.map(\.element)
  }
}

// MARK: - Front

extension FeedBook {
  /// A line of the table of contents or the index, relative to its column.
  fileprivate struct Line {
    var words: ShapedText
    /// The indent of the words.
    var indent: Double
    /// The page number on the right, with dot leaders.
    var page: ShapedText?
    /// The areas of the words, or of page numbers, that are links.
    var links: [(area: Rect, place: PDFPlace)]
    var above: Double

    var height: Double { above + words.size.height }
  }

  /// Adds the book's title and its table of contents as front matter.
  func addFront(said: PDFElement) throws {
    let title = text.set(title, size: 26, weight: 700, width: look.width)
    var under = [span?.words(in: strings)].compactMap { $0 }
    let total = entries.filter { $0.level == 0 }.reduce(0) { $0 + $1.count }
    if parts.count == 1 { under.append(counted(total, of: parts[0])) }
    let subtitle = text.set(under.joined(separator: " · "), size: 11, isSecondary: true, width: look.width)
    let heading = text.set(strings.book.contents, size: 14, weight: 600, width: look.width)
    let photos = Self.spread(coverPhotos, over: Self.coverCount(of: coverPhotos.count))
    let cells = coverCells(photos.count)
    let coverHeight = (cells.map(\.maxY).max() ?? 0) + (cells.isEmpty ? 0 : 20)
    let top = coverHeight + title.size.height + subtitle.size.height + heading.size.height + 42
    let (width, levels) = ((look.width - BookMetrics.gutter) / 2, parts.count > 1 ? 1 : 0)
    let lines = entries.compactMap { entry -> Line? in
      guard let place = entry.place else { return nil }
      let isDay = entry.level == levels + 1
      let isPart = entry.level < levels
      let size = isPart ? 11.0 : isDay ? 9 : 9.5
      let indent = isDay ? 10.0 : 0
      // A separate word for screen readers and copying.
      let page = text.set("\u{A0}" + String(entry.page), size: size, isSecondary: isDay, width: 60, lines: 1)
      var words = entry.title
      if isDay { words += "  ·  \(counted(entry.count, of: nil))" }
      let shaped = text.set(words, size: size, weight: isDay ? 400 : 600, width: width - indent - 44, lines: 2)
      return Line(
        words: shaped, indent: indent, page: page,
        links: [(Rect(x: 0, y: 0, width: width, height: shaped.size.height), place)], above: isDay ? 0 : 6)
    }
    let contents = said.add(.section)
    let list = contents.add(.contents)
    let element = said.add(.section)
    said.putLastFirst()
    try add(lines, isFront: true, from: top) {
      list.add(.contentsItem)
    } head: { paper in
      var y = BookMetrics.top
      for (cell, (photo, renderer)) in zip(cells, photos) {
        let images = renderer.documentPhotos(scale: renderer.project.scales[0])
        let pageImages = paper.images
        paper.images = images
        defer { paper.images = pageImages }
        let shape = Shape.rounded(cell.offset(by: Point(x: BookMetrics.side, y: y)), radius: 6)
        try paper.draw(
          DisplayList(size: look.paper, commands: [.image(photo, shape, placeholder: .solid(.clear))]), at: .zero,
          .init(element: element))
      }
      y += coverHeight
      for (words, space, kind) in [
        (title, 6.0, PDFElement.Kind.paragraph), (subtitle, 26, .paragraph), (heading, 0, .heading1),
      ] {
        try paper.draw(
          DisplayList(size: look.paper, commands: atStart(words, y: y)), at: .zero,
          .init(element: element, textKind: kind))
        y += words.size.height + space
      }
    }
  }

  /// The number of photos on the cover: rows of three if there are enough, else a row.
  private static func coverCount(of available: Int) -> Int { available >= 6 ? 6 : min(available, 3) }

  /// Returns some elements at equal distances.
  private static func spread<Element>(_ elements: [Element], over count: Int) -> [Element] {
    (0..<count).map { elements[$0 * elements.count / count] }
  }

  /// Returns the frames of the cover's photos, relative to the top of the page's content.
  private func coverCells(_ count: Int) -> [Rect] {
    guard count > 0 else { return [] }
    let (across, gap) = (min(count, 3), 6.0)
    let width = (look.width - Double(across - 1) * gap) / Double(across)
    // One photo is a wide banner.
    let height = (width * (count == 1 ? 0.45 : 0.75)).rounded()
    return (0..<count).map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: across)
      let place = isMirrored ? across - 1 - column : column
      return Rect(
        x: Double(place) * (width + gap), y: Double(row) * (height + gap), width: width, height: height)
    }
  }

  /// Adds the index of authors and their pages at the end; nothing if there is only one author.
  func addIndex() throws {
    guard authors.count > 1 else { return }
    let width = (look.width - BookMetrics.gutter) / 2
    let heading = text.set(strings.book.authors, size: 15, weight: 600, width: look.width)
    let names = authors.sorted { one, other in
      let (first, second) = (one.key.lowercased(), other.key.lowercased())
      return first == second ? one.key < other.key : first < second
    }
    let lines = names.map { name, pages -> Line in
      // The line runs from left to right, whatever the direction of the name.
      var words = "\u{200E}\(name)\u{200E}  "
      var places: [(Range<Int>, PDFPlace)] = []
      for (index, page) in pages.enumerated() {
        if index > 0 { words += ", " }
        let start = words.utf8.count
        words += String(page.page)
        places.append((start..<words.utf8.count, page.place))
      }
      let shaped = text.set(words, size: 9, width: width, marking: places.map(\.0))
      let links = shaped.attributeFrames.map { ($0.frame, places[$0.attribute].1) }
      return Line(words: shaped, indent: 0, page: nil, links: links, above: 2)
    }
    let said = document.root.add(.section)
    entries.append(Entry(level: 0, title: strings.book.authors))
    let entry = entries.count - 1
    try add(lines, isFront: false, from: heading.size.height + 8) {
      said.add(.paragraph)
    } head: { paper in
      let origin = Point(x: BookMetrics.side, y: BookMetrics.top)
      noteIndex(entry, at: paper.place(origin.y))
      try paper.draw(
        DisplayList(size: look.paper, commands: atStart(heading, y: origin.y)), at: .zero,
        .init(element: said, textKind: .heading1))
    }
  }

  /// Adds lines in two columns, on as many pages as necessary.
  ///
  /// - Parameters:
  ///   - top: Points to keep free on the first page for its heading.
  ///   - element: Returns the structure element of the next line.
  private func add(
    _ lines: [Line], isFront: Bool, from top: Double, _ element: () -> PDFElement,
    head: (PDFPage) throws -> Void
  ) throws {
    let width = (look.width - BookMetrics.gutter) / 2
    var rest = lines[...]
    var isFirst = true
    repeat {
      let start = BookMetrics.top + (isFirst ? top : 0)
      // As many lines as fit on the page; the last page's columns are balanced.
      let room = look.height - (isFirst ? top : 0)
      let all = rest.reduce(0) { $0 + $1.height }
      let limit = all < 2 * room ? max(all / 2 + 8, min(all, room / 3)) : room
      try page(isFront: isFront, images: parts[0].renderer.documentPhotos(scale: 1)) { paper in
        if isFirst { try head(paper) }
        for column in 0..<2 {
          let left = BookMetrics.side + Double(isMirrored ? 1 - column : column) * (width + BookMetrics.gutter)
          var y = start
          while let line = rest.first, y == start || y + line.height <= start + (column == 0 ? limit : room) {
            let above = y == start ? 0 : line.above
            try draw(line, at: Point(x: left, y: y + above), width: width, element(), on: paper)
            y += above + line.words.size.height
            rest.removeFirst()
          }
        }
      }
      isFirst = false
    } while !rest.isEmpty
  }

  /// Returns words at the start of the page's columns.
  func atStart(_ words: ShapedText, y: Double) -> [DrawingCommand] {
    isMirrored
      ? words.commands(from: BookMetrics.side, to: BookMetrics.side + look.width, isAtRight: true, y: y)
      : words.commands(at: Point(x: BookMetrics.side, y: y))
  }

  private func draw(
    _ line: Line, at origin: Point, width: Double, _ element: PDFElement, on page: PDFPage
  ) throws {
    let right = origin.x + width
    var commands =
      isMirrored
      ? line.words.commands(from: origin.x, to: right - line.indent, isAtRight: true, y: origin.y)
      : line.words.commands(at: Point(x: origin.x + line.indent, y: origin.y))
    if let number = line.page {
      // From the words to the number, or vice versa.
      let (before, behind) =
        isMirrored
        ? (number.size.width, line.indent + line.words.size.width)
        : (line.indent + line.words.size.width, number.size.width)
      let (start, end) = (origin.x + before + 5, origin.x + width - behind - 5)
      let y = origin.y + line.words.size.height - 4
      if end > start {
        let dots = Path([.move(Point(x: start, y: y)), .line(Point(x: end, y: y))])
        let dashes = DrawingCommand.dashed(dots, width: 0.6, Dashes([0, 3], cap: .round), .solid(text.secondary))
        try page.draw(DisplayList(size: look.paper, commands: [dashes]), at: .zero)
      }
      let top = origin.y + line.words.size.height - number.size.height
      commands +=
        isMirrored
        ? number.commands(from: origin.x, to: right, isAtRight: false, y: top)
        : number.commands(at: Point(x: origin.x + width - number.size.width, y: top))
    }
    // Links in the words move with them.
    let shift = isMirrored && line.page == nil ? width - line.words.rightEdge : 0
    let links = line.links.map {
      PDFLink(
        area: $0.area.offset(by: Point(x: origin.x + shift, y: origin.y)), target: .place($0.place),
        description: line.said)
    }
    try page.draw(
      DisplayList(size: look.paper, commands: commands), at: .zero, .init(element: element, links: links, textKind: nil)
    )
  }

  private func counted(_ count: Int, of part: Part?) -> String {
    guard let part else { return strings.grouped(count) }
    let forms = part.feed.facts.chat != nil ? strings.page.messages : strings.post.count
    return strings.counted(count, forms)
  }
}

extension FeedBook.Line {
  /// The alternative text of its links.
  fileprivate var said: String {
    words.lines.flatMap(\.runs).compactMap { $0.pieces?.joined() }.joined()
  }
}

extension Strings {
  /// Returns "24 Nov 2017 – 2 Dec 2017", or a single day.
  func days(_ days: ClosedRange<Int>) -> String {
    let (first, last) = (shortDay(days.lowerBound), shortDay(days.upperBound))
    return first == last ? first : "\(first) – \(last)"
  }
}
