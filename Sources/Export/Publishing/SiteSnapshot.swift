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
import Site
import Synchronization

/// An immutable snapshot of a feed's site. Files are generated on first request and cached.
package final class SiteSnapshot: Sendable {
  /// A number that changes with every change of the images.
  package let number: Int
  package let renderer: CardRenderer
  package let files: FeedFiles
  package let site: FeedSite
  /// Changes if an open page can't be updated in place.
  package let pageKey: Digest
  package let posts: [PostInFeed]
  private let places: [String: Int]
  private let feed: FeedSource
  private let made: CardCache
  private let photos: PhotoCache
  /// Nil if the page shows images.
  private let drawings: CardDrawings?
  private let shown = Mutex(RenderedPages())

  private struct RenderedPages {
    var pages: [String: String]?
    var heights: [HeightsKey: SiteEntry.Heights] = [:]
  }

  private struct HeightsKey: Hashable {
    var place: Int
    var width: Int
  }

  /// Bytes; the measured texts of a whole feed take some megabytes.
  private static let textLimit = 32 << 20

  /// The parts that differ from the previous snapshot.
  package struct Changes: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let feed = Changes(rawValue: 1)
    package static let photos = Changes(rawValue: 2)
    /// Options, templates, tokens, fonts.
    package static let texts = Changes(rawValue: 4)
    package static let all: Changes = [.feed, .photos, .texts]
  }

  /// - Parameters:
  ///   - earlier: The previous snapshot; nil reads everything.
  ///   - environment: An environment whose texts are read again.
  package init(
    project: Project, environment: Environment, after earlier: SiteSnapshot?, changes: Changes,
    report: (Diagnostic) -> Void
  ) throws {
    number = (earlier?.number ?? Int(FileStamp.now / 1_000_000)) + 1
    let earlierFeed = changes.contains(.feed) ? nil : earlier
    files = earlierFeed?.files ?? FeedFiles.find(of: project)
    feed = try earlierFeed?.feed ?? FeedSource.open(files, keptBytes: .max, report: report)
    posts = try earlierFeed?.posts ?? feed.posts().nextPlaced(.max)
    places =
      earlierFeed?.places ?? Dictionary(zip(posts.map(\.id), posts.indices), uniquingKeysWith: { first, _ in first })
    var tools =
      try earlier.map { RendererResources(of: $0.renderer, textLimit: Self.textLimit) }
      ?? RendererResources(project: project, environment: environment, textLimit: Self.textLimit)
    if earlierFeed == nil || changes.contains(.photos) { tools.photos = nil }
    let facts = feed.facts
    renderer = try CardRenderer(
      project: project, files: files, facts: facts, environment: environment, keeping: tools)
    if let earlierFeed, Self.makesSameCards(renderer, earlierFeed.renderer, changes) {
      made = CardCache(renderer, inputs: earlierFeed.made.inputs)
    } else {
      made = CardCache(renderer, inputs: CardCache.Inputs())
    }
    if let earlier, tools.photos != nil, earlier.photos.serve(renderer) {
      photos = earlier.photos
    } else {
      photos = PhotoCache(renderer)
    }
    site = FeedSite(renderer: renderer, facts: facts)
    idsKey = earlierFeed?.idsKey ?? Digest(of: posts.map(\.id).joined(separator: "\n"))
    drawings = try CardDrawings(renderer)
    // Drawings refer to faces by their position in the lock.
    let lock = drawings == nil ? [] : [try Digest(encoding: renderer.fonts.lock)]
    pageKey = Digest(joining: [idsKey, Digest(of: site.fixedSettings), renderer.design.siteTemplates.key] + lock)
    renderer.design.diagnostics.forEach(report)
  }

  private let idsKey: Digest

  /// The source for exporting this snapshot, including its cache.
  package var source: ExportSource { ExportSource(files: files, feed: feed, renderer: renderer, made: made) }

  private static func makesSameCards(_ new: CardRenderer, _ old: CardRenderer, _ changes: Changes) -> Bool {
    !changes.contains(.photos) && new.design.themes.map(\.rules) == old.design.themes.map(\.rules)
      && new.options == old.options
  }

  package var count: Int { posts.count }

  // MARK: Heights

  /// Returns a post's heights at a screen width.
  ///
  /// - Returns: Nil for an unknown position or width.
  package func heights(_ place: Int, width: Int) throws -> SiteEntry.Heights? {
    let key = HeightsKey(place: place, width: width)
    if let known = shown.withLock({ $0.heights[key] }) { return known }
    guard posts.indices.contains(place), renderer.project.widths.contains(width) else { return nil }
    let found = try entry(place, widths: [width])[width]?.heights
    shown.withLock { $0.heights[key] = found }
    return found
  }

  private func entry(_ place: Int, widths: [Int], isDrawn: Bool = false) throws -> SiteEntry {
    let input = made.input(posts[place])
    let read = try widths.map { try made.states(of: input, theme: 0, width: $0) }
    return SiteEntry(
      SiteCard(input, card: input.cards[renderer.builderOfTheme[0]], read: read),
      drawn: isDrawn ? try drawn(place, drawings) : [])
  }

  // MARK: Drawings

  private func drawn(_ place: Int, _ drawings: CardDrawings?) throws -> [DrawnCardLayout] {
    guard let drawings else { return [] }
    let widths = try lists(place, drawings)
    var photos = drawings.photos(on: widths)
    // Nothing is decoded until it is requested.
    for (number, photo) in photos.all.enumerated()
    where !photo.reference.candidates.contains(where: { renderer.photos.location(of: $0.url) != nil }) {
      photos.missing.insert(number)
    }
    return try widths.map { try drawings.layout($0, photos) }
  }

  /// Returns the lists by width.
  private func lists(_ place: Int, _ drawings: CardDrawings) throws -> [CardDrawings.Lists] {
    let input = made.input(posts[place])
    return try renderer.project.widths.map { width in
      drawings.lists(
        try renderer.design.themes.indices.map { try made.states(of: input, theme: $0, width: width) })
    }
  }

  /// `photo-3.webp`
  private func photo(_ place: Int, _ file: String) throws -> Data? {
    guard let drawings, file.hasPrefix("photo-"), file.hasSuffix(".webp"),
      let number = Int(file.dropFirst(6).dropLast(5))
    else { return nil }
    let all = drawings.photos(on: try lists(place, drawings)).all
    guard all.indices.contains(number) else { return nil }
    let input = made.input(posts[place])
    return try photos.with(place) {
      renderer.photoKeys.stamp(of: input.images).digest
    } draw: { pictures, _ in
      try drawings.file(of: all[number], pictures).map { Data($0) }
    }
  }

  /// Returns fonts with all their characters, since the characters of later posts are unknown.
  private func letters(_ kind: String, _ file: String) throws -> Data? {
    guard let glyphs = drawings?.glyphs else { return nil }
    if kind == "emoji" { return try glyphs.picture(of: String(file.dropLast(4))).map { Data($0) } }
    guard file.hasSuffix(".js"), let face = Int(file.dropLast(3)) else { return nil }
    let id = FontFaceID(index: face)
    return try glyphs.font(of: id, characters: glyphs.characters(of: id)).map {
      Data(DrawnCardLayout.font(face, $0).text.utf8)
    }
  }

  // MARK: Originals

  /// Returns the original photo of a card in full size, only from the folders that the feed's photos may come from.
  ///
  /// - Parameters:
  ///   - part: The index of the element that shows it, from 0.
  ///   - page: The page of a carousel, from 0; 0 for a single photo.
  ///   - output: The output folder of the page that shows the card; nil for a page of this snapshot.
  /// - Returns: Nil if there is no such photo, if browsers don't support its format, or if the exported post differs from
  ///   this snapshot, since its parts may differ too.
  package func original(ofCard id: String, part: Int, page: Int, shownIn output: URL?) throws -> OriginalPhoto? {
    guard let place = places[id] else { return nil }
    let input = made.input(posts[place])
    let read = try renderer.project.widths.map { try made.states(of: input, theme: 0, width: $0) }
    let nodes = read.numberedNodes
    guard nodes.indices.contains(part), nodes[part].photos.indices.contains(page), let photo = nodes[part].photos[page]
    else { return nil }
    if let output {
      let card = SiteCard(input, card: input.cards[renderer.builderOfTheme[0]], read: read)
      guard isTold(card, place, in: output) else { return nil }
    }
    return renderer.pictures().original(of: photo)
  }

  /// Whether the exported elements of a post start like this snapshot's, up to the part.
  private func isTold(_ card: SiteCard, _ place: Int, in output: URL) -> Bool {
    var card = card
    (card.permalink, card.fullDate, card.earlier, card.missing, card.isRemoved) = (nil, nil, [], [], false)
    let number = site.pieces(count).number(of: place, size: site.postsPerChunk)
    guard let file = try? RegularFile(output.appendingPathComponent("site/stories/\(number).js")),
      let bytes = try? file.bytes(limit: RegularFile.textLimit)
    else { return false }
    return String(decoding: bytes, as: UTF8.self).contains(String(card.story.script.dropLast()))
  }

  // MARK: Files

  /// Returns a file of the site by its path in the output folder; nil if it is unchanged from the export.
  package func file(_ path: String) throws -> Data? {
    let names = path.split(separator: "/").map(String.init)
    switch names.first {
    case "cards": return try names.count == 3 ? picture(ofCard: names[1], names[2]) : nil
    case "site" where names.count == 3 && ["fonts", "emoji"].contains(names[1]): return try letters(names[1], names[2])
    case "site" where names.count > 2: return try chunk(Array(names.dropFirst()))
    default: return try page(path)
    }
  }

  /// Returns the page itself, its style sheet and its script.
  package func page(_ path: String) throws -> Data? {
    if let known = shown.withLock({ $0.pages }) { return known[path].map { Data($0.utf8) } }
    let pages = try site.watchedPages(with: renderer.design.siteTemplates)
    shown.withLock { $0.pages = pages }
    return pages[path].map { Data($0.utf8) }
  }

  /// Returns words, places and boxes of all widths: the files refer to each other by number.
  private func chunk(_ names: [String]) throws -> Data? {
    guard let file = names.last, file.hasSuffix(".js"), let number = Int(file.dropLast(3)), number >= 0 else {
      return nil
    }
    let part: SiteData.Part? =
      switch (names[0], names.count == 3 ? Int(names[1]) : nil) {
      case ("stories", nil) where names.count == 2: .stories
      case ("layouts", let width?): .layouts(width)
      case ("boxes", let width?): .boxes(width)
      case ("drawings", let width?): .drawings(width)
      default: nil
      }
    guard let part, let places = site.pieces(count).places(number: number, size: site.postsPerChunk) else {
      return nil
    }
    let isDrawn = if case .drawings = part { true } else { false }
    let entries = try places.map { try entry($0, widths: renderer.project.widths, isDrawn: isDrawn) }
    return Data(SiteData.file(part, number, entries).text.utf8)
  }

  // MARK: Pictures

  private func picture(ofCard id: String, _ file: String) throws -> Data? {
    if let place = places[id], let photo = try photo(place, file) { return photo }
    guard let dot = file.lastIndex(of: "."), let encoding = ImageEncoding(rawValue: String(file[dot...].dropFirst())),
      let variant = ImageVariant(name: file[..<dot], encoding: encoding), let place = places[id]
    else { return nil }
    return try picture(place, variant)
  }

  /// Returns nil if there is no such image.
  @discardableResult
  package func picture(_ place: Int, _ variant: ImageVariant) throws -> Data? {
    let project = renderer.project
    guard posts.indices.contains(place), project.widths.contains(variant.width),
      project.scales.contains(variant.scale), let theme = project.themes.firstIndex(of: variant.theme)
    else { return nil }
    let id = posts[place].id
    if let known = made.picture(of: id, variant) { return Data(known.bytes) }
    let input = made.input(posts[place])
    let states = try made.states(of: input, theme: theme, width: variant.width)
    return try photos.with(place) {
      renderer.photoKeys.stamp(of: input.images).digest
    } draw: { pictures, stamp in
      // Another task may have drawn it meanwhile.
      if let known = made.picture(of: id, variant) { return Data(known.bytes) }
      guard let layout = layout(variant.state, of: states) else { return nil }
      let list = layout.displayList(scale: Double(variant.scale))
      let picture = try EncodedImage(renderer.draw(list, of: variant, images: pictures))
      made.keep(picture, of: id, stamp, photos: pictures, isSeen: true)
      return Data(picture.bytes)
    }
  }

  private func layout(_ state: ImageVariant.State?, of read: AccessibleStates) -> LaidOutCard? {
    switch state {
    case .expanded: return read.states.expanded
    case .collapsed: return read.states.collapsed
    case .page(let number):
      let pages = read.pages
      return pages.indices.contains(number - 1) ? pages[number - 1] : nil
    case nil: return nil
    }
  }
}

/// A cache of decoded and resampled photos of recently drawn posts, valid while the files don't change.
///
/// Its memory isn't part of the drawing budget: no task has to wait for it.
final class PhotoCache: Sendable {
  private final class Post: Sendable {
    let pictures: Mutex<PostImages>
    /// The stamp of the files, taken before any was read.
    let stamp: Digest?

    init(_ pictures: consuming sending PostImages, _ stamp: Digest?) {
      self.pictures = Mutex(pictures)
      self.stamp = stamp
    }
  }

  private struct State {
    var posts: [Int: Post] = [:]
    /// Indices in order of use, the most recent last.
    var order: [Int] = []
  }

  /// The limit in bytes.
  private static let limit = 384 << 20
  private static let postLimit = 64

  private let renderer: CardRenderer
  private let memory = MemoryBudget(limit: Int.max / 4)
  private let state = Mutex(State())

  /// - Parameter renderer: Determines the locations of photos and the scales.
  init(_ renderer: CardRenderer) {
    self.renderer = renderer
  }

  /// Whether the cache also fits another renderer.
  func serve(_ other: CardRenderer) -> Bool { renderer.project.scales == other.project.scales }

  /// Passes a post's photos to a closure, one thread at a time.
  func with<Result: Sendable>(
    _ place: Int, stamp: () -> Digest?, draw: (PostImages, _ stamp: Digest?) throws -> Result
  ) rethrows -> Result {
    let post = state.withLock { state -> Post in
      state.order.removeAll { $0 == place }
      state.order.append(place)
      if let known = state.posts[place] { return known }
      while let oldest = state.order.first, oldest != place,
        state.order.count > Self.postLimit || memory.taken > Self.limit
      {
        state.order.removeFirst()
        state.posts[oldest] = nil
      }
      let made = Post(
        PostImages(
          files: renderer.photos, memory: memory, scales: renderer.project.scales,
          undecodable: renderer.undecodablePhotos, keepsDecoded: true), stamp())
      state.posts[place] = made
      return made
    }
    return try post.pictures.withLock { try draw($0, post.stamp) }
  }
}
