import CardRendering
import Cards
import Drawing
import Raster
import Vector

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
