import CardDrawing
import Cards
import CivilTime
import Diagnostics
import Drawing
import FeedIngest
import FeedSources
import Foundation
import Layout
import Raster
import Runs
import Vector

/// A document to print and keep: days of a feed in the order of time, months and days as its parts, with a table of contents
/// and an index of who wrote. Of several feeds and chats each is a part by itself.
final class PictureBook {
  /// A feed, or a chat.
  struct Part {
    let name: String
    let renderer: CardRenderer
    let feed: FeedSource
  }

  /// A line of the table of contents.
  struct Entry {
    var level: Int
    var title: String
    /// How many cards stand under it.
    var count = 0
    var page = 0
    var place: PDFPlace?
  }

  let title: String
  let span: BookSpan
  let parts: [Part]
  let request: PictureRequest
  let progress: RunProgress
  let interruption: Interruption
  let write: ([UInt8]) throws -> Void

  let look: BookLook
  let text: BookText
  let document: PDFDocument
  var entries: [Entry] = []
  /// Pages that each author has something on.
  private(set) var authors: [String: [(page: Int, place: PDFPlace)]] = [:]
  private(set) var outcome = PictureRun.Outcome()
  /// The number that the last page has.
  private var number = 0

  var strings: Strings { parts[0].renderer.strings }
  var theme: Design.Theme { parts[0].renderer.design.themes[0] }

  init(
    title: String, span: BookSpan, parts: [Part], request: PictureRequest, progress: RunProgress,
    interruption: Interruption, write: @escaping ([UInt8]) throws -> Void
  ) throws {
    (self.title, self.span, self.parts, self.request) = (title, span, parts, request)
    (self.progress, self.interruption, self.write) = (progress, interruption, write)
    look = BookLook(paper: request.paper.size)
    let first = parts[0].renderer
    let theme = first.design.themes[0]
    text = BookText(
      typesetter: Typesetter(fonts: first.fonts, keepsText: true), color: theme.text, secondary: theme.secondary)
    document = try first.document(title: title)
  }

  // MARK: Cards

  /// Draws all of it.
  func make() throws -> PictureRun.Outcome {
    let front = document.root.add(.section)
    for part in parts { try add(part) }
    try addIndex()
    try addFront(said: front)
    document.outline = outline(entries[...], level: 0)
    try write(document.end())
    return outcome
  }

  private func add(_ part: Part) throws {
    let renderer = part.renderer
    let theme = renderer.design.themes[0]
    let (count, width, scale) = look.columns(
      for: renderer.cardWidth(screen: renderer.project.widths[0], theme: theme))
    let gap = part.feed.facts.chat == nil ? theme.metrics.cardGap : 0
    var flow = PageFlow<BookItem>(height: look.height / scale, edge: 0, gap: gap)
    var columns: [PageFlow<BookItem>.Page] = []
    func fill(_ full: [PageFlow<BookItem>.Page]) throws {
      for column in full {
        columns.append(column)
        guard columns.count == count else { continue }
        try draw(columns, of: part, count: count, width: width, scale: scale)
        columns = []
      }
    }
    var headings = BookHeadings(book: self, part: part, width: width)
    for post in try part.postsInTime() {
      if interruption.isRequested { throw RunFailure.interrupted }
      let item = try item(post, of: part, width: width, scale: scale, &headings)
      try fill(flow.add(item, height: item.height, whole: item.whole))
      progress.advance(post.post.id)
    }
    try fill(flow.flush())
    if !columns.isEmpty { try draw(columns, of: part, count: count, width: width, scale: scale) }
    renderer.photos.diagnostics.forEach(progress.reportIfNew)
  }

  private func item(
    _ post: PlacedPost, of part: Part, width: Double, scale: Double, _ headings: inout BookHeadings
  ) throws -> BookItem {
    let renderer = part.renderer
    let theme = renderer.design.themes[0]
    let over = headings.over(post.post, &entries)
    let states = try renderer.states(of: post, in: theme, screen: renderer.project.widths[0])
    let original = CardBuilder.boosted(by: post.post) ?? post.post
    let card = ColumnCard(
      layout: states.expanded.spreadingPages(), permalink: original.permalink, said: headings.said.add(.article))
    let codes = post.post.videos.compactMap { video -> BookItem.Code? in
      guard let code = QRCode(video.address) else { return nil }
      let room = width - BookItem.codeSide - 8
      let title = video.title.isEmpty ? strings.attachments.video : video.title
      return BookItem.Code(
        code: code, title: text.set(title, size: 8.5, weight: 600, width: room, lines: 2),
        address: text.set(video.address, size: 7.5, isSecondary: true, width: room, lines: 3), target: video.address)
    }
    return BookItem(
      card: card, headings: over, codes: codes, author: renderer.strings.name(of: post.post.author),
      day: post.post.date.map { renderer.clock.day(of: $0) }, scale: scale)
  }

  // MARK: Pages

  private func draw(
    _ columns: [PageFlow<BookItem>.Page], of part: Part, count: Int, width: Double, scale: Double
  ) throws {
    let photos = part.renderer.documentPhotos(scale: part.renderer.project.scales[0])
    let used = Double(count) * width + Double(count - 1) * BookLook.gutter
    let start = ((look.paper.width - used) / 2).rounded()
    let days = columns.flatMap(\.pieces).compactMap(\.card.day)
    try page(images: photos, of: part, days: days.min().flatMap { first in days.max().map { first...$0 } }) { paper in
      for (index, column) in columns.enumerated() {
        let left = start + Double(index) * (width + BookLook.gutter)
        for piece in column.pieces {
          let origin = Point(x: left, y: BookLook.top + piece.top * scale)
          try draw(piece, at: origin, width: width, scale: scale, of: part, on: paper)
        }
      }
    }
    photos.diagnostics.forEach(progress.reportIfNew)
  }

  /// A page with its running head and its number.
  ///
  /// - Parameters:
  ///   - part: Whose cards are on it.
  ///   - days: Since 1970, of what is on it.
  func page(
    isFront: Bool = false, images: any DocumentImages, of part: Part? = nil, days: ClosedRange<Int>? = nil,
    _ body: (PDFPage) throws -> Void
  ) throws {
    outcome.pages += 1
    if !isFront { number += 1 }
    try document.page(look.paper, isFront: isFront, images: images) { paper in
      var commands: [DrawingCommand] = []
      // A chat's ground is for what stands on it alone.
      let ground = part.map { $0.renderer.design.themes[0] } ?? theme
      if part == nil ? !ground.isLight : !ground.isPaper {
        commands.append(.fill(.rectangle(Rect(origin: .zero, size: look.paper)), ground.metrics.background))
      }
      if !isFront {
        let half = look.width / 2 - 8
        func set(_ words: String) -> ShapedText { text.set(words, size: 8, isSecondary: true, width: half, lines: 1) }
        let (dates, page) = (set(days.map(strings.days) ?? ""), set(String(number)))
        let right = look.paper.width - BookLook.side - dates.size.width
        let middle = (look.paper.width - page.size.width) / 2
        commands += set(part?.name ?? "").commands(at: Point(x: BookLook.side, y: BookLook.head))
        commands += dates.commands(at: Point(x: right, y: BookLook.head))
        commands += page.commands(at: Point(x: middle, y: look.paper.height - BookLook.foot))
      }
      try paper.draw(DisplayList(size: look.paper, commands: commands), at: .zero)
      try body(paper)
    }
    try write(document.takeBytes())
  }

  private func draw(
    _ piece: PageFlow<BookItem>.Piece, at origin: Point, width: Double, scale: Double, of part: Part,
    on paper: PDFPage
  ) throws {
    let item = piece.card
    let rows = piece.rows
    if rows.lowerBound == 0 {
      outcome.cards += 1
      note(item.author, paper.place(origin.y))
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
      if part.renderer.design.themes[0].isPaper {
        let frame = Rect(
          x: place.x, y: place.y, width: item.card.layout.size.width * scale, height: (last - first) * scale)
        let line = DrawingCommand.stroke(.box(frame), width: 0.5, .solid(Self.hairline))
        try paper.draw(DisplayList(size: look.paper, commands: [line]), at: .zero)
      }
      let shown = PicturePage.Piece(card: item.card, origin: place, rows: first..<last)
      let heading: PDFElement.Kind = parts.count > 1 ? .heading4 : .heading3
      try shown.draw(on: paper, scale: Double(part.renderer.project.scales[0]), size: scale, heading: heading)
    }
    for (index, code) in item.codes.enumerated() {
      let top = item.end + Double(index) * (BookItem.codeSide + BookItem.codeGap) / scale
      guard rows.contains(top) else { continue }
      let place = Point(x: origin.x, y: origin.y + (top - rows.lowerBound) * scale + BookItem.codeGap)
      try draw(code, of: item, at: place, on: paper)
    }
  }

  func noteIndex(_ entry: Int, at place: PDFPlace) {
    (entries[entry].page, entries[entry].place) = (number, place)
  }

  private static let hairline = Color(rgb: 0xD0D3D9)

  private func note(_ author: String, _ place: PDFPlace) {
    if authors[author]?.last?.page != number { authors[author, default: []].append((number, place)) }
  }

  private func draw(_ heading: BookItem.Heading, at origin: Point, width: Double, on paper: PDFPage) throws {
    try paper.draw(
      DisplayList(size: look.paper, commands: heading.text.commands(at: origin)), at: .zero,
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
    // Dark on light in any theme, as cameras want it.
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

  /// Entries of a level with those below each.
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

/// Finds where a part, a month and a day begin.
struct BookHeadings {
  private let text: BookText
  private let strings: Strings
  private let clock: CardClock
  private let width: Double
  /// Of the part; nil of a book of one.
  private let name: String?
  /// What parts, months and days are told in, each in the one before.
  private var open: [PDFElement]
  private var month: (year: Int, month: Int)?
  private var day: Int?
  private var isFirst = true
  /// Points over a heading where nothing sets cards apart: a chat's stand close.
  private let apart: Double
  /// Lines of the table of contents that are open.
  private var lines: [Int] = []

  init(book: PictureBook, part: PictureBook.Part, width: Double) {
    (text, strings, clock) = (book.text, part.renderer.strings, part.renderer.clock)
    self.width = width
    apart = part.feed.facts.chat == nil ? 0 : 12
    name = book.parts.count > 1 ? part.name : nil
    open = [book.document.root]
  }

  /// What a card is told in.
  var said: PDFElement { open[open.count - 1] }

  private static let looks: [(size: Double, weight: Int, above: Double, below: Double)] = [
    (20, 600, 6, 8), (15, 600, 8, 4), (10.5, 600, 6, 5),
  ]

  /// The headings that stand over a post.
  mutating func over(_ post: Post, _ entries: inout [PictureBook.Entry]) -> [BookItem.Heading] {
    var found: [BookItem.Heading] = []
    let top = name == nil ? 0 : 1
    if isFirst, let name { found.append(begin(name, level: 0, size: 0, isTop: true, &entries)) }
    isFirst = false
    if let date = post.date {
      let number = clock.day(of: date)
      let civil = CivilDate(dayNumber: number)
      if month.map({ $0 != (civil.year, civil.month) }) ?? true {
        (month, day) = ((civil.year, civil.month), nil)
        let words = strings.book.month.filled([
          .month: strings.book.months[civil.month - 1], .year: String(civil.year),
        ])
        found.append(begin(words, level: top, size: top, isTop: found.isEmpty, &entries))
      }
      if day != number {
        day = number
        let words = strings.chat.day.filled([
          .day: String(civil.day), .month: strings.chat.months[civil.month - 1], .year: String(civil.year),
        ])
        found.append(begin(words, level: top + 1, size: 2, isTop: found.isEmpty, &entries))
      }
    }
    for line in lines { entries[line].count += 1 }
    return found
  }

  /// Ends what is of the level, or below, and begins the next.
  private mutating func begin(
    _ title: String, level: Int, size: Int, isTop: Bool, _ entries: inout [PictureBook.Entry]
  ) -> BookItem.Heading {
    let look = Self.looks[size]
    open.removeLast(max(0, open.count - 1 - level))
    lines.removeLast(max(0, lines.count - level))
    let section = said.add(level == 0 ? .part : .section)
    open.append(section)
    lines.append(entries.count)
    entries.append(PictureBook.Entry(level: level, title: title))
    return BookItem.Heading(
      text: text.set(title, size: look.size, weight: look.weight, width: width),
      said: section.add([.heading1, .heading2, .heading3][level]), above: isTop ? apart : look.above, below: look.below,
      entry: entries.count - 1)
  }
}

extension PictureBook.Part {
  /// Its posts from the oldest to the newest, those of one moment as the feed has them, and without the days that stand
  /// between a chat's messages, which the book says itself.
  fileprivate func postsInTime() throws -> [PlacedPost] {
    var posts: [PlacedPost] = []
    let all = feed.posts()
    while let post = try all.nextPlaced() {
      if case .separator = post.post.kind { continue }
      posts.append(post)
    }
    let isReversed = feed.facts.chat == nil
    return posts.enumerated().sorted { one, other in
      let (first, second) = (one.element.post.date ?? .max, other.element.post.date ?? .max)
      guard first == second else { return first < second }
      // Feeds have their newest post first.
      return isReversed ? one.offset > other.offset : one.offset < other.offset
    }.map(\.element)
  }
}

extension Design.Theme {
  /// Whether texts are dark on light.
  var isLight: Bool { text.red + text.green + text.blue < 1.5 }

  /// Whether paper is as good a ground as that of its cards; a chat's are told from each other by it.
  var isPaper: Bool { isLight && cards[.message] == nil }
}

extension Path {
  static func box(_ rect: Rect) -> Path {
    Path([
      .move(rect.origin), .line(Point(x: rect.maxX, y: rect.minY)), .line(Point(x: rect.maxX, y: rect.maxY)),
      .line(Point(x: rect.minX, y: rect.maxY)), .close,
    ])
  }
}
