import Basics
import CardRendering
import Cards
import Diagnostics
import Drawing
import FeedReading
import FeedSources
import Files
import Foundation
import Layout
import Projects
import Raster
import RunSupport

/// Runs `feedproof picture`: makes images for sharing from a feed's cards.
package struct ImageRun {
  let project: Project
  let request: ImageRequest
  let environment: Environment
  let progress: RunProgress
  let interruption: Interruption

  package init(project: Project, request: ImageRequest, context: RunContext) {
    (self.project, self.request, environment) = (project, request, context.environment)
    (progress, interruption) = (context.progress, context.interruption)
  }

  /// The result of a run.
  package struct Outcome: Encodable, CustomStringConvertible, Sendable {
    /// The paths as given on the command line, with page numbers; set by the writer of the files.
    package var files: [String] = []
    package var format = ""
    /// `375@2x-light`
    package var look = ""
    package var cards = 0
    package var pages = 0
    /// The skins from left to right, if the image shows all of them.
    package var faces: [String]?

    package init() {}

    package var description: String {
      let (first, last) = (files.first ?? "", files.last ?? "")
      let name = first == "-" ? "standard output" : files.count > 1 ? "\(first) to \(last)" : first
      let onPages = pages == 1 ? "" : " on \(pages) pages"
      return "wrote \(name): \(cards) \(cards == 1 ? "card" : "cards")\(onPages), \(look)"
        + (faces.map { "; from left to right: \($0.joined(separator: ", "))" } ?? "")
    }
  }

  /// - Parameter write: Receives the bytes of files: for PNG, WebP and SVG, each whole page with its number, from 1
  ///   (nil for a single image); for a document, consecutive chunks of one file.
  /// - Throws: `RunFailure`, `Diagnostic`, `AmbiguousFeedError`, and the errors of `write`.
  package func run(_ write: ([UInt8], _ page: Int?) throws -> Void) throws -> Outcome {
    try checkChoices()
    progress.begin(step: 1, of: 2, "reading the feed")
    let files = FeedFiles.find(of: project)
    if let span = request.book { return try writeBook(of: span, files) { try write($0, nil) } }
    let whole = try FeedSource.open(files, report: progress.report)
    let feed = try request.post.map { try whole.choosing($0, isOne: true) } ?? whole
    let faces = request.hasAllFaces ? Service.faces.map(Optional.some) : [nil]
    let columns = try faces.map { face in
      var project = project
      // A project's own design would replace each of them.
      if let face { (project.face, project.cards, project.tokens, project.serviceCards) = (face, nil, [], [:]) }
      let renderer = try CardRenderer(
        project: project, files: files, facts: whole.facts, environment: environment,
        keepsText: request.format.hasTexts)
      renderer.design.diagnostics.forEach(progress.reportIfNew)
      return CardColumn(
        renderer: renderer, feed: feed, request: request, progress: progress, interruption: interruption)
    }
    let (column, renderer) = (columns[0], columns[0].renderer)
    let count = (request.post == nil ? whole.facts.count : 1) * columns.count
    progress.begin(step: 2, of: 2, "drawing \(count) \(count == 1 ? "card" : "cards")", total: count)
    var outcome =
      switch request.format {
      case _ where columns.count > 1: try writeFaces(columns, try column.title(whole.facts), write)
      case .pdf where request.post == nil && request.pageHeight == nil && request.columns == nil:
        try withoutActuallyEscaping(write) { write in try pages(of: column, whole.facts) { try write($0, nil) } }
      case .pdf: try writeDocument(column, whole.facts) { try write($0, nil) }
      case .png, .webp, .svg: try writePictures(column, try column.title(whole.facts), write)
      }
    if let problem = renderer.fonts.problems.first { throw problem }
    renderer.photos.diagnostics.forEach(progress.reportIfNew)
    outcome.look = ImageVariant(width: column.width, scale: column.scale, theme: column.theme.name).name
    return outcome
  }

  private func checkChoices() throws {
    let asked: [(String, [String])] = [
      ("width", project.widths.map(String.init)), ("scale", project.scales.map(String.init)),
      ("theme", project.themes),
    ]
    for (option, values) in asked where values.count > 1 {
      throw Diagnostic(ImageRunIssue.several(option: option, values: values))
    }
  }

  // MARK: Pictures

  private func writePictures(
    _ column: CardColumn, _ title: String, _ write: ([UInt8], Int?) throws -> Void
  ) throws -> Outcome {
    if request.post != nil, request.pageHeight == nil, request.columns == nil {
      return try writeCard(column, title, write)
    }
    var outcome = Outcome()
    func add(_ page: CardPage, number: Int?) throws {
      var page = page
      // A vector image has no pixels to align to.
      if request.format == .svg { page.size.height.round(.up) }
      outcome.pages += 1
      outcome.cards += page.pieces.count { $0.rows.lowerBound == 0 }
      try write(try draw(page.list(column), page.links, title, column), number)
    }
    let limit = pictureLimit(column)
    if let columns = request.columns {
      try add(try column.sheet(columns: columns, within: limit), number: nil)
      return outcome
    }
    guard let height = request.pageHeight else {
      try column.forEachPage(height: .infinity, within: limit) { try add($0, number: nil) }
      return outcome
    }
    try limit.check(Size(width: Double(column.width), height: Double(height)))
    try column.forEachPage(height: Double(height), within: limit) { page in
      var page = page
      // The last page ends with its cards.
      if page.isLast { page.size.height = min(page.size.height, page.end) }
      try add(page, number: outcome.pages + 1)
    }
    return outcome
  }

  /// Writes the same cards in each skin, in columns side by side, below the names of the skins.
  private func writeFaces(
    _ columns: [CardColumn], _ title: String, _ write: ([UInt8], Int?) throws -> Void
  ) throws -> Outcome {
    let limit = pictureLimit(columns[0])
    var outcome = Outcome()
    var (commands, links): ([DrawingCommand], [(frame: Rect, target: LinkTarget)]) = ([], [])
    var pages: [CardPage] = []
    for column in columns { try column.forEachPage(height: .infinity, within: limit) { pages.append($0) } }
    let names = zip(columns, Service.faces).map { column, name in
      BookText(
        typesetter: Typesetter(fonts: column.renderer.fonts), color: column.theme.text,
        secondary: column.theme.secondary
      ).set(name, size: 13, weight: 600, isSecondary: true, width: Double(column.width), lines: 1)
    }
    // Cards begin at the same height, whatever the margins of their skins.
    let labels = (names.map(\.size.height).max() ?? 0) + 2 * Self.labelSpace
    let top = labels + (pages.compactMap { $0.pieces.first?.origin.y }.max() ?? 0)
    for index in pages.indices {
      let shift = top - (pages[index].pieces.first?.origin.y ?? top)
      pages[index].size.height += shift
      for piece in pages[index].pieces.indices { pages[index].pieces[piece].origin.y += shift }
    }
    let height = (pages.map(\.size.height).max() ?? 0).rounded(.up)
    let size = Size(width: pages.reduce(0) { $0 + $1.size.width }, height: height)
    try limit.check(size)
    var left = 0.0
    for ((column, name), page) in zip(zip(columns, names), pages) {
      var page = page
      page.size.height = height
      outcome.cards += page.pieces.count
      let clip = Shape.rectangle(Rect(origin: .zero, size: page.size))
      commands.append(
        .translated(
          Point(x: left, y: 0),
          [
            .group(
              clip: clip, opacity: 1,
              page.list(column).commands
                + name.commands(at: Point(x: (page.size.width - name.size.width) / 2, y: Self.labelSpace)))
          ]))
      links += page.links.map { ($0.frame.offset(by: Point(x: left, y: 0)), $0.target) }
      left += page.size.width
    }
    outcome.pages = 1
    outcome.faces = Service.faces
    try write(try draw(DisplayList(size: size, commands: commands), links, title, columns[0]), nil)
    return outcome
  }

  /// Points above and below the names of skins.
  private static let labelSpace = 12.0

  private var encoding: ImageEncoding { request.format == .webp ? .webp : .png }

  private func pictureLimit(_ column: CardColumn) -> ImageLimit {
    if request.format == .svg { return .drawing }
    return ImageLimit(
      longestSide: encoding.longestSide, scale: column.scale, memory: project.memory,
      bytesPerPixel: column.renderer.encoder.bytesPerPixel(encoding))
  }

  /// Writes a single card, identical to the image of an export.
  private func writeCard(
    _ column: CardColumn, _ title: String, _ write: ([UInt8], Int?) throws -> Void
  ) throws -> Outcome {
    try column.forEachCard { card in
      try pictureLimit(column).check(card.layout.size)
      guard request.isFramed else {
        let list = card.layout.displayList(scale: Double(column.scale))
        return try write(try draw(list, card.links, title, column), nil)
      }
      let frame = FramedCard(card, of: column)
      try pictureLimit(column).check(frame.size)
      try write(try draw(frame.list, frame.links, title, column), nil)
    }
    var outcome = Outcome()
    (outcome.cards, outcome.pages) = (1, 1)
    return outcome
  }

  private func draw(
    _ list: DisplayList, _ links: [(frame: Rect, target: LinkTarget)], _ title: String, _ column: CardColumn
  ) throws -> [UInt8] {
    let pictures = column.renderer.pictures()
    if request.format == .svg {
      let svg = SVGImage(
        title: title, language: project.locale.code, texts: request.outlines ? .outlines : .embedded,
        scale: column.scale, photoQuality: project.photoQuality, limit: project.memory)
      defer { pictures.diagnostics.forEach(progress.reportIfNew) }
      do {
        return try svg.bytes(
          of: list, links: links.map { SVGImage.Link(area: $0.frame, address: $0.target.text) },
          fonts: column.renderer.fonts, painter: column.renderer.painter, images: pictures.at(scale: column.scale))
      } catch let error as ImageError {
        throw Diagnostic(error)
      } catch is SVGImage.TooLarge {
        throw Diagnostic(ImageRunIssue.drawingTooLarge(limit: project.memory))
      }
    }
    let variant = ImageVariant(
      width: column.width, scale: column.scale, theme: column.theme.name, encoding: encoding)
    let file = try column.renderer.draw(list, of: variant, images: pictures).file()
    pictures.diagnostics.forEach(progress.reportIfNew)
    return file
  }

  // MARK: Documents

  /// Writes a feed on the pages of a book, in its own order.
  private func pages(
    of column: CardColumn, _ facts: FeedFacts, _ write: @escaping ([UInt8]) throws -> Void
  ) throws -> Outcome {
    let title = try column.title(facts)
    let part = FeedBook.Part(name: title, renderer: column.renderer, feed: column.feed)
    return try FeedBook(
      title: title, span: nil, parts: [part], request: request, progress: progress, interruption: interruption,
      write: write
    ).make()
  }

  private func writeDocument(
    _ column: CardColumn, _ facts: FeedFacts, _ output: ([UInt8]) throws -> Void
  ) throws -> Outcome {
    let document = try column.renderer.document(title: try column.title(facts))
    var outcome = Outcome()
    func add(_ page: CardPage) throws {
      outcome.pages += 1
      outcome.cards += page.pieces.count { $0.rows.lowerBound == 0 }
      let photos = column.renderer.documentPhotos(scale: column.scale)
      try document.page(page.size, images: photos) { try page.draw(on: $0, column) }
      photos.diagnostics.forEach(progress.reportIfNew)
      try output(document.takeBytes())
    }
    var column = column
    column.said = document.root
    if let columns = request.columns {
      var sheet = ContactSheet(columns: columns, paper: request.paper, of: column)
      func write(_ page: ContactSheet.Page) throws {
        outcome.pages += 1
        outcome.cards += page.pieces.count
        let photos = column.renderer.documentPhotos(scale: column.scale)
        try document.page(sheet.size, images: photos) { try sheet.draw(page, on: $0) }
        photos.diagnostics.forEach(progress.reportIfNew)
        try output(document.takeBytes())
      }
      try column.forEachCard { card in if let full = sheet.add(card) { try write(full) } }
      if let last = sheet.flush() { try write(last) }
    } else if request.post != nil, request.pageHeight == nil {
      try column.forEachPage(height: PDFDocument.longestSide, within: .document) { page in
        var page = page
        page.size.height = min(page.size.height, page.end)
        try add(page)
      }
    } else if let height = request.pageHeight {
      try column.forEachPage(height: Double(height), within: .document, add)
    }
    try output(document.end())
    return outcome
  }
}

extension ImageRun {
  /// Writes all given feeds and chats, each as a part of the book.
  private func writeBook(
    of span: BookPeriod, _ files: FeedFiles, _ write: ([UInt8]) throws -> Void
  ) throws -> Outcome {
    let feeds = try FoundFeed.all(in: files, report: progress.report).filter { $0.source.facts.count > 0 }
    let parts = try zip(feeds, FoundFeed.labels(of: feeds)).map { feed, label in
      let renderer = try CardRenderer(
        project: project, files: feed.files, facts: feed.source.facts, environment: environment, keepsText: true)
      renderer.design.diagnostics.forEach(progress.reportIfNew)
      return FeedBook.Part(name: label, renderer: renderer, feed: feed.source)
    }
    guard let first = parts.first else { throw Diagnostic(ImageRunIssue.emptyBook(span.name)) }
    let count = parts.reduce(0) { $0 + ($1.feed.facts.chat?.messageCount ?? $1.feed.facts.count) }
    progress.begin(step: 2, of: 2, "drawing \(count) \(count == 1 ? "card" : "cards")", total: count)
    let words = first.renderer.strings
    // A feed with several authors is named only by its service.
    let own = first.feed.facts.chat == nil && first.feed.facts.title == nil && first.feed.facts.hasSeveralAuthors
    let title =
      parts.count > 1 ? self.title(of: parts, in: words) : own ? "\(words.screen.feed) · \(first.name)" : first.name
    var outcome = try withoutActuallyEscaping(write) { write in
      try FeedBook(
        title: title, span: span, parts: parts, request: request, progress: progress, interruption: interruption,
        write: write
      ).make()
    }
    let theme = first.renderer.design.themes[0].name
    outcome.look = ImageVariant(width: project.widths[0], scale: project.scales[0], theme: theme).name
    return outcome
  }

  /// Returns the title of several feeds and chats: the project's, else as many names as fit.
  private func title(of parts: [FeedBook.Part], in words: Strings) -> String {
    if FileSystem.exists(project.folder.appendingPathComponent(ProjectFile.name)) {
      return project.folder.lastPathComponent
    }
    return parts.count <= 3 ? parts.map(\.name).joined(separator: ", ") : words.chat.feedsAndChats
  }
}

extension CardRenderer {
  /// Returns a document in the language of the cards, dated with the feed's own time.
  func document(title: String) throws -> PDFDocument {
    try PDFDocument(
      about: .init(title: title, language: project.locale.code, date: ISO8601Moment.utc(clock.now)), fonts: fonts,
      painter: painter, photoQuality: project.photoQuality, pictureWord: strings.accessibility.photo)
  }
}

/// The request of `feedproof picture` besides the project.
package struct ImageRequest: Sendable {
  package enum Format: String, CaseIterable, Sendable {
    case png, webp, svg, pdf

    /// Whether the format contains real text.
    var hasTexts: Bool { self == .svg || self == .pdf }
  }
  package enum State: String, CaseIterable, Sendable { case expanded, collapsed }

  /// The paper of a document.
  package enum Paper: String, CaseIterable, Sendable {
    case a4, letter

    /// The size in points.
    package var size: Size { self == .a4 ? Size(width: 595, height: 842) : Size(width: 612, height: 792) }
  }

  /// The id of a post, or the end of it; nil for the whole feed.
  package var post: String?
  /// Nil shows whole posts, except in images of a feed, which show the initial state.
  package var state: State?
  /// Points; if nil, images show all cards in one column, and documents use A4 pages.
  package var pageHeight: Int?
  /// Whether to show each card in every skin, side by side in one image, which can't be a document.
  package var hasAllFaces = false
  /// The columns of a contact sheet; nil for none.
  package var columns: Int?
  package var format = Format.png
  /// Whether a single post has a ground and a shadow around it, for sharing.
  package var isFramed = false
  /// Whether texts of an SVG are shapes.
  package var outlines = false
  package var paper = Paper.a4
  /// The period of a book; nil for none.
  package var book: BookPeriod?

  package init() {}

  /// Lists settings because it narrows them to those of one image or book.
  ///
  /// Returns a project with a single look: the requested one, else the primary one of several.
  ///
  /// - Parameter book: The period of a book, with full dates and print-quality photos.
  package static func project(_ project: Project, asked: ProjectOverrides, book: BookPeriod? = nil) -> Project {
    func usual<Value: Equatable>(_ values: [Value], _ key: String, _ first: Value, else other: Value) -> [Value] {
      asked[key] == nil ? [values.contains(first) ? first : other] : values
    }
    var project = project
    project.widths = usual(project.widths, "widths", 375, else: project.widths[0])
    project.scales = usual(project.scales, "scales", 2, else: project.scales[project.scales.count - 1])
    if asked["themes"] == nil { project.themes = Array(project.themes.prefix(1)) }
    guard let book else { return project }
    let bounds = book.bounds(in: TimeZone(identifier: project.card.timeZone) ?? .gmt)
    (project.chat.since, project.chat.until) = (bounds.since, bounds.until)
    if asked["dates"] == nil { project.card.dates = .absolute }
    // Three pixels per point are 300 per inch for cards in two columns.
    if asked["scales"] == nil { project.scales = [3] }
    return project
  }

  package static let pageHeights = 200...14_400
  package static let columnCounts = 1...20
}

/// The maximum size of an image or page.
struct ImageLimit {
  /// Pixels a side; points for a document.
  var longestSide: Int
  /// Pixels per point; nil for a document.
  var scale: Int?
  /// The memory limit in bytes while the image is made.
  var memory = Int.max
  var bytesPerPixel = 0.0

  /// The limit of an SVG, which is never rasterized: browsers place edges with a precision of a sixteenth of a point up
  /// to here.
  static let drawing = ImageLimit(longestSide: 1_000_000, scale: nil)

  /// The limit of a document, which is never rasterized.
  static let document = ImageLimit(longestSide: Int(PDFDocument.longestSide), scale: nil)

  /// - Parameter size: The size in points.
  func check(_ size: Size, columns: Int? = nil) throws(Diagnostic) {
    let factor = Double(scale ?? 1)
    // Anything larger is too large in any case.
    let (width, height) = (min(size.width * factor, 1e9).rounded(.up), min(size.height * factor, 1e9).rounded(.up))
    if max(width, height) > Double(longestSide) {
      guard columns == nil, width <= Double(longestSide) else {
        let unit = scale == nil ? "points" : "pixels"
        throw Diagnostic(
          ImageRunIssue.sheetTooLarge(width: Int(width), height: Int(height), limit: longestSide, unit: unit))
      }
      throw Diagnostic(
        ImageRunIssue.tooTall(points: Int(min(size.height, 1e9)), scale: Int(factor), limit: longestSide))
    }
    let needed = width * height * bytesPerPixel
    if needed > Double(memory) {
      throw Diagnostic(
        ImageRunIssue.tooMuchMemory(width: Int(width), height: Int(height), needed: Int(needed), limit: memory))
    }
  }
}
