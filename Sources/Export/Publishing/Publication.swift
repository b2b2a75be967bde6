import Basics
import CardRendering
import Cards
import Diagnostics
import Drawing
import FeedReading
import FeedSources
import Files
import Foundation
import OutputTransactions
import Projects
import Raster
import RunSupport
import Site

/// The published contents of an export: images, the page and the manifest, from the store's data on each card. A shard
/// has no page; it publishes the data for building the whole instead.
struct Publication {
  let frame: PublicationFrame
  /// Nil if the frame has the pages.
  var templates: SiteTemplates?
  /// The current output folder.
  let folder: String
  /// The feed's cards in order, including removed posts.
  let cards: [Int64]
  /// The cards of removed posts.
  var retained: Set<Int64> = []
  let pictures: [FeedImage.Outcome]
  /// Nil if the whole feed is published.
  var shard: ExportShard?
  /// The data on the feed for the next run.
  var origin: PublishedFeed
  /// The fonts of a page that draws its cards.
  var fonts: FontSet?

  /// The number of cards in memory at a time.
  private static let step = 32

  private static let retainedMark = Digest(of: "removed from the feed")

  /// Returns the key of the publication: equal keys mean equal files.
  func key(_ store: ExportStore) throws -> Digest {
    var chain = DigestChain()
    for start in stride(from: 0, to: cards.count, by: Self.step) {
      let step = cards[start..<min(start + Self.step, cards.count)]
      for (card, key) in zip(step, try store.keys(of: step)) {
        chain.append(key.content, key.photos, key.design)
        if retained.contains(card) { chain.append(Self.retainedMark) }
      }
    }
    chain.append(try Digest(encoding: manifest), try Digest(encoding: site), frame.pageKey)
    if let shard { chain.append(try Digest(encoding: shard.places)) }
    return chain.digest
  }

  /// Adds all files to `update`; images first, then files that refer to them.
  func fill(_ update: some OutputUpdate, from store: ExportStore) throws {
    for start in stride(from: 0, to: cards.count, by: Self.step) {
      try place(cards[start..<min(start + Self.step, cards.count)], in: update, from: store)
    }
    try place(pictures.map(\.id), in: update, from: store)
    try update.write(StateFolder.feed, try origin.text)
    let write = { (path: String, text: String) in try update.write(RelativePath.checked(path), text) }
    var data = shard == nil ? SiteData(site: site, count: cards.count) : nil
    try writeManifest(to: write, from: store) { texts in
      let pages = texts.compactMap(\.page)
      guard pages.count == texts.count else { throw StoreIssue.Fault.corrupt }
      try data?.write(pages, to: write)
    }
    if let shard { return try writeLog(of: shard, to: update, from: store) }
    if let data, let fonts, site.isDrawn { try writeLetters(of: data, in: fonts, to: update) }
    try data?.finish(to: write)
    let pages = try templates.map { try frame.pages(with: $0) } ?? frame.pages ?? []
    let rows = data?.missing.rows
    let onlyWhereMissing = [PageFile.missing, .missingStyle].map(\.path)
    for page in pages where rows != nil || !onlyWhereMissing.contains(page.path) {
      let isList = page.path == PageFile.missing.path
      try write(page.path, isList ? page.text.replacing(FeedSite.missingRows, with: rows ?? "") : page.text)
    }
  }

  /// Writes fonts with the characters of the cards, and color glyphs as images.
  private func writeLetters(of data: SiteData, in fonts: FontSet, to update: some OutputUpdate) throws {
    let glyphs = try SharedGlyphs(fonts: fonts)
    for (face, characters) in data.letters.sorted(by: { $0.key < $1.key }) {
      guard let bytes = try glyphs.font(of: FontFaceID(index: face), characters: characters) else { continue }
      let file = DrawnCardLayout.font(face, bytes)
      try update.write(RelativePath.checked(file.path), file.text)
    }
    for name in data.emoji.sorted() {
      guard let picture = try glyphs.picture(of: name) else { continue }
      try update.write(RelativePath.checked(DrawnCardLayout.emojiPath(name))) { try $0.write(picture) }
    }
    if let problem = fonts.problems.first { throw problem }
  }

  /// Returns the texts of cards at positions, with removed posts marked.
  private func texts(_ places: Range<Int>, _ store: ExportStore) throws -> [StoredCardText] {
    let step = cards[places]
    return try zip(step, store.texts(of: step)).map { card, text in
      retained.contains(card) ? try KeptRemovedCards.marked(text) : text
    }
  }

  private func place(
    _ cards: some Collection<Int64>, in update: some OutputUpdate, from store: ExportStore
  ) throws {
    for (isStaged, files) in try store.files(of: cards) {
      for file in files { try isStaged ? update.take(file.path) : update.keep(file.path) }
    }
  }

  /// - Parameter passing: Receives the cards in feed order, one data file of the page at a time.
  private func writeManifest(
    to write: SiteWriting, from store: ExportStore, passing: ([StoredCardText]) throws -> Void
  ) throws {
    let (pieces, size) = (frame.site.pieces(cards.count), frame.site.postsPerChunk)
    var manifest = manifest
    for (number, places) in pieces.all(size: Manifest.postsPerSegment) {
      var (lines, start) = ("", places.lowerBound)
      while start < places.upperBound {
        let step = pieces.places(from: start, size: size)
        let texts = try texts(step, store)
        for text in texts { lines += "\(text.entry)\n" }
        try passing(texts)
        start = step.upperBound
      }
      let path = ManifestFiles.segment(number)
      manifest.segments.append(
        Manifest.Segment(
          path: path, posts: places.count, bytes: lines.utf8.count, sha256: Digest(of: lines).hex))
      try write(path, lines)
    }
    try write("manifest.json", String(decoding: JSONText.pretty(manifest), as: UTF8.self))
  }

  /// The manifest without the files of posts.
  private var manifest: Manifest {
    var manifest = frame.manifest
    manifest.feedPictures = pictures.map(\.entry)
    manifest.diagnostics += pictures.flatMap(\.diagnostics).uniqued()
    manifest.shard = shard?.record
    return manifest
  }

  /// The review page of a comparison, if there was one.
  private static let reviewPage = "review/index.html"

  private var site: FeedSite {
    var site = frame.site
    site.review = Self.hasReview(in: folder) ? Self.reviewPage : nil
    return site
  }

  static func hasReview(in folder: String) -> Bool { FileStamp("\(folder)/\(reviewPage)", following: true) != nil }
}

/// The link from the page of one feed to the start page.
package struct StartLink: Sendable {
  /// The path relative to the feed's page.
  let page: String
  let label: String
}

/// The published data that don't depend on single posts. All shards of a run have the same frame, which suffices to
/// publish the whole without the feed, its design and its fonts.
struct PublicationFrame: Codable, Sendable {
  struct Page: Codable, Sendable {
    /// The path in the output folder.
    var path: String
    var text: String
  }

  /// The manifest without files of posts, feed images, and their diagnostics.
  var manifest: Manifest
  /// The site without the link to a review.
  var site: FeedSite
  /// The key of the other inputs of the pages: their templates and the tool.
  var pageKey: Digest
  /// The lock, if publishing needs its fonts.
  private(set) var fonts: FontLock?
  /// Rendered lazily by the publisher; nil until then.
  private(set) var pages: [Page]?

  /// - Parameter list: The start page that lists it with others.
  init(renderer: CardRenderer, facts: FeedFacts, tool: Digest, list: StartLink? = nil) {
    manifest = Manifest(renderer: renderer, facts: facts)
    site = FeedSite(renderer: renderer, facts: facts)
    site.list = list?.page
    if let list { site.words["allChats"] = list.label }
    fonts = renderer.drawsInPage ? renderer.fonts.lock : nil
    pageKey = Digest(joining: [renderer.design.siteTemplates.key, tool])
  }

  func pages(with templates: SiteTemplates) throws -> [Page] {
    try pages ?? site.pages(with: templates).map { Page(path: $0.path, text: $0.text) }
  }

  /// Returns the frame with pages, for publishers without templates.
  func withPages(_ templates: SiteTemplates) throws -> PublicationFrame {
    var frame = self
    frame.pages = try pages(with: templates)
    return frame
  }
}

extension Manifest {
  /// Lists settings because a manifest has its own format for the options of its images.
  fileprivate init(renderer: CardRenderer, facts: FeedFacts) {
    let project = renderer.project
    self.init(
      tool: Manifest.Tool(version: FeedproofVersion.current), libraries: Manifest.libraries,
      fonts: renderer.fonts.lock.faces.map { face in
        Manifest.Font(
          family: face.family, style: face.style, file: face.file, version: face.version, sha256: face.sha256)
      },
      options: Manifest.Options(
        widths: project.widths, scales: project.scales, themes: project.themes, locale: project.locale.code,
        timeZone: project.card.timeZone, now: ISO8601Moment.utc(renderer.clock.now), highlight: project.card.highlight,
        dates: renderer.clock.writesOut ? DateStyle.absolute.rawValue : nil, feedHeight: project.feedHeight,
        encoding: project.encoding == .png ? nil : project.encoding,
        photoQuality: project.encoding == .png ? nil : project.photoQuality,
        page: renderer.drawsInPage ? PageStyle.drawn.rawValue : nil),
      nextFrom: facts.nextFrom, segments: [], feedPictures: [],
      diagnostics: facts.diagnostics + renderer.design.diagnostics.map(\.placedForAll))
  }
}

extension Diagnostic {
  /// The diagnostic without the path prefix of the working directory, so that manifests don't depend on it.
  fileprivate var placedForAll: Diagnostic {
    guard let file = place?.file else { return self }
    return placed(inFile: URL(fileURLWithPath: file).lastPathComponent)
  }
}

extension FeedSite {
  init(renderer: CardRenderer, facts: FeedFacts) {
    let theme = renderer.design.themes[0]
    let counted = renderer.builder(for: theme).footer(count: facts.count, areEvents: facts.areEvents).count
    let page = renderer.strings.page
    let footer = facts.chat.map { renderer.strings.counted($0.messageCount, page.messages) } ?? counted
    let author =
      facts.hasSeveralAuthors ? renderer.strings.screen.feed : facts.firstAuthor.map(renderer.strings.name(of:))
    let direction = renderer.strings.direction
    let services = Service.allCases.filter(facts.services.contains)
    let service = services.count == 1 ? services[0].name(writtenBy: facts.firstAuthor) : nil
    let owner = facts.chat?.name ?? facts.title ?? (facts.hasSeveralAuthors ? service : author) ?? author
    let named = (facts.title ?? author).map { "\($0.isolated(in: direction)) · \(footer)" }
    let title = facts.chat.map { $0.name } ?? named ?? footer
    var words = renderer.strings.siteWords
    if facts.chat != nil { words["removed"] = renderer.strings.site.removedMessage }
    self.init(
      language: renderer.project.locale.code, isRightToLeft: direction == .rightToLeft, title: title,
      owner: owner, initials: owner.flatMap(Initials.of), footer: footer,
      words: words.merging(facts.chat == nil ? page.ofFeed : page.ofChat) { $1 },
      themes: renderer.design.themes.map(\.page),
      widths: renderer.project.widths.map { Width(screen: $0, card: renderer.cardWidth(screen: $0, theme: theme)) },
      scales: renderer.project.scales, encoding: renderer.project.encoding, isDrawn: renderer.drawsInPage,
      cardGap: theme.metrics.cardGap,
      cardRadius: theme.metrics.cardRadius, prefetch: renderer.project.prefetch,
      chat: facts.chat.map { ChatPage($0, renderer: renderer) }, timeZone: renderer.clock.timeZone)
  }
}

extension ChatPage {
  fileprivate init(_ facts: FeedFacts.ChatFacts, renderer: CardRenderer) {
    let wording = renderer.strings.dayWording(by: renderer.clock)
    self.init(
      days: facts.days.map { Day(place: $0.place, number: $0.day) }, unread: facts.unread, months: wording.months,
      dayOfYear: wording.ofYear, otherDay: wording.other, year: wording.year)
  }
}

extension Strings {
  /// The words by their names in the page's templates and scripts.
  fileprivate var siteWords: FeedSite.Words {
    [
      "feed": screen.feed, "theme": site.theme, "system": site.system, "light": site.light, "dark": site.dark,
      "width": site.width, "columns": site.columns, "boxes": site.boxes,
      "review": site.review, "faces": site.faces, "showMore": post.showMore,
      "collapse": site.collapse, "carousel": site.carousel, "previous": site.previousPhoto, "next": site.nextPhoto,
      "noScript": site.noScript, "original": site.original, "removed": site.removed,
      "versions": site.versions, "missing": site.missing,
    ]
  }
}

/// The feed of an output folder, saved for the next run.
package struct PublishedFeed: Codable, Equatable, Sendable {
  private static let schemaVersion = 1
  private static let limit = 64 << 20

  private var schema = PublishedFeed.schemaVersion
  /// The paths of the feed relative to the folder, so that both can be moved together.
  package var feeds: [String]
  /// The ids of removed posts that were kept.
  var removed: [String]

  init(feeds: [String], removed: [String] = []) {
    (self.feeds, self.removed) = (feeds, removed)
  }

  package init(of project: Project) {
    let folder = Self.components(project.output)
    feeds = project.feeds.map { Self.path(to: Self.components($0), from: folder) }
    removed = []
  }

  /// Reads the data of the last run; nil if there is none, or its version differs.
  init?(in folder: String) {
    guard let data = try? FileTree(folder).data(StateFolder.feed, limit: Self.limit),
      let known = try? JSONDecoder().decode(PublishedFeed.self, from: data), known.schema == Self.schemaVersion
    else { return nil }
    self = known
  }

  var text: String { get throws { try JSONText.line(self) + "\n" } }

  private static func components(_ url: URL) -> [Substring] {
    FileSystem.resolved(url).standardizedFileURL.path.split(separator: "/")
  }

  private static func path(to target: [Substring], from folder: [Substring]) -> String {
    let common = zip(target, folder).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: folder.count - common) + target.dropFirst(common)).joined(separator: "/")
  }
}
