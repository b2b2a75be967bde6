import CardDrawing
import Cards
import Diagnostics
import Digests
import Drawing
import FeedIngest
import FeedSources
import Files
import Foundation
import Layout
import Projects
import Site
import Synchronization

/// A feed's site as its sources are now. What is asked for of it is made then, and kept for the next one who asks.
package final class SiteEdition: Sendable {
  /// Another one for each change that reaches the pictures.
  package let number: Int
  package let renderer: CardRenderer
  package let files: FeedFiles
  package let site: FeedSite
  /// What a page that is open can't take over in place.
  package let pageKey: Digest
  let feed: WatchedPosts
  let photos: KeptPhotos
  private let made = Mutex(Made())

  private struct Made {
    var pages: [String: String]?
    var heights: [HeightsKey: SiteEntry.Heights] = [:]
    var pictures: [PictureKey: Data] = [:]
    var pictureOrder: [PictureKey] = []
    var pictureBytes = 0
  }

  private struct HeightsKey: Hashable {
    var place: Int
    var width: Int
  }

  private struct PictureKey: Hashable {
    var place: Int
    var variant: PictureVariant
  }

  /// Bytes of pictures that are kept.
  private static let pictureLimit = 96 << 20
  /// Texts of a whole feed stay measured, some megabytes of them.
  private static let textLimit = 32 << 20

  /// What is taken over from the edition before.
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
  ///   - earlier: The edition before; nil reads everything.
  ///   - changes: What is not as it was.
  ///   - environment: One whose texts are read anew.
  /// - Throws: `RunFailure`, `SeveralChats`.
  package init(
    project: Project, environment: Environment, after earlier: SiteEdition?, changes: Changes,
    report: (Diagnostic) -> Void
  ) throws {
    number = (earlier?.number ?? Int(FileStamp.now / 1_000_000)) + 1
    var feed: WatchedPosts
    if let earlier, !changes.contains(.feed) {
      (feed, files) = (earlier.feed, earlier.files)
    } else {
      files = FeedFiles.find(of: project)
      feed = try WatchedPosts(FeedSource.open(files, report: report))
    }
    var tools =
      try earlier.map { RendererTools(of: $0.renderer, textLimit: Self.textLimit) }
      ?? RendererTools(project: project, environment: environment, textLimit: Self.textLimit)
    if earlier == nil || changes.contains(.photos) || changes.contains(.feed) { tools.photos = nil }
    let facts = feed.facts
    renderer = try CardRenderer(
      project: project, files: files, facts: facts, environment: environment, keeping: tools)
    if let earlier, !changes.contains(.feed), !Self.makesSameCards(renderer, earlier.renderer, changes) {
      feed = feed.anew
    }
    if let earlier, tools.photos != nil, earlier.photos.serve(renderer) {
      photos = earlier.photos
    } else {
      photos = KeptPhotos(renderer)
    }
    self.feed = feed
    site = FeedSite(renderer: renderer, facts: facts)
    let ids = feed.ids
    pageKey = Digest(joining: [
      ids == earlier?.feed.ids ? earlier?.idsKey ?? Self.key(of: ids) : Self.key(of: ids),
      Digest(of: site.fixedSettings),
      renderer.design.siteTemplates.key,
    ])
    idsKey = Self.key(of: ids)
    renderer.design.diagnostics.forEach(report)
  }

  private let idsKey: Digest

  private static func key(of ids: [String]) -> Digest { Digest(of: ids.joined(separator: "\n")) }

  private static func makesSameCards(_ new: CardRenderer, _ old: CardRenderer, _ changes: Changes) -> Bool {
    !changes.contains(.photos) && new.design.themes.map(\.rules) == old.design.themes.map(\.rules)
      && new.options == old.options
  }

  package var count: Int { feed.posts.count }

  // MARK: Heights

  /// A post's at a screen's width.
  ///
  /// - Returns: Nil for a place or a width that there is none of.
  package func heights(_ place: Int, width: Int) throws -> SiteEntry.Heights? {
    let key = HeightsKey(place: place, width: width)
    if let known = made.withLock({ $0.heights[key] }) { return known }
    guard feed.posts.indices.contains(place), renderer.project.widths.contains(width) else { return nil }
    let found = try entry(place, widths: [width]).heights[width]
    made.withLock { $0.heights[key] = found }
    return found
  }

  /// Those that are known.
  package func knownHeights(width: Int) -> [Int: SiteEntry.Heights] {
    made.withLock { made in
      Dictionary(
        made.heights.lazy.filter { $0.key.width == width }.map { ($0.key.place, $0.value) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  private func entry(_ place: Int, widths: [Int]) throws -> SiteEntry {
    let input = feed.input(place, renderer)
    let theme = renderer.design.themes[0]
    let card = input.cards[renderer.builderOfTheme[0]]
    let read = try widths.map { try renderer.read(card, in: theme, width: $0) }
    return SiteEntry(SiteCard(input, card: card, read: read))
  }

  // MARK: Files

  /// A file of the site, by its path in the output folder; nil for one that is as it was exported.
  ///
  /// - Throws: `Diagnostic` where it can't be made.
  package func file(_ path: String) throws -> Data? {
    let names = path.split(separator: "/").map(String.init)
    switch names.first {
    case "cards": return try names.count == 3 ? picture(ofCard: names[1], names[2]) : nil
    case "site" where names.count > 2: return try chunk(Array(names.dropFirst()))
    default: return try page(path)
    }
  }

  /// The page itself, its style and its script.
  package func page(_ path: String) throws -> Data? {
    if let known = made.withLock({ $0.pages }) { return known[path].map { Data($0.utf8) } }
    let pages = try site.watchedPages(with: renderer.design.siteTemplates)
    made.withLock { $0.pages = pages }
    return pages[path].map { Data($0.utf8) }
  }

  /// Words, places and boxes, of all widths: what stands in one file is numbered by what stands in the others.
  private func chunk(_ names: [String]) throws -> Data? {
    guard let file = names.last, file.hasSuffix(".js"), let number = Int(file.dropLast(3)), number >= 0 else {
      return nil
    }
    let part: SiteData.Part? =
      switch (names[0], names.count == 3 ? Int(names[1]) : nil) {
      case ("stories", nil) where names.count == 2: .stories
      case ("layouts", let width?): .layouts(width)
      case ("boxes", let width?): .boxes(width)
      default: nil
      }
    let (start, overflow) = number.multipliedReportingOverflow(by: SiteData.postsPerChunk)
    guard let part, !overflow, start < count else { return nil }
    let places = start..<min(start + SiteData.postsPerChunk, count)
    let entries = try places.map { try entry($0, widths: renderer.project.widths) }
    return Data(SiteData.file(part, number, entries).text.utf8)
  }

  // MARK: Pictures

  private func picture(ofCard id: String, _ file: String) throws -> Data? {
    guard let dot = file.lastIndex(of: "."), let encoding = PictureEncoding(rawValue: String(file[dot...].dropFirst())),
      let variant = PictureVariant(name: file[..<dot], encoding: encoding), let place = feed.places[id]
    else { return nil }
    return try picture(place, variant)
  }

  /// Nil where there is no such picture.
  ///
  /// - Throws: `Diagnostic`
  @discardableResult
  package func picture(_ place: Int, _ variant: PictureVariant) throws -> Data? {
    let (project, key) = (renderer.project, PictureKey(place: place, variant: variant))
    guard feed.posts.indices.contains(place), project.widths.contains(variant.width),
      project.scales.contains(variant.scale), let number = project.themes.firstIndex(of: variant.theme)
    else { return nil }
    if let known = made.withLock({ $0.pictures[key] }) { return known }
    let (theme, input) = (renderer.design.themes[number], feed.input(place, renderer))
    let card = input.cards[renderer.builderOfTheme[number]]
    return try photos.with(place) { pictures in
      // Somebody else may have drawn it meanwhile.
      if let known = made.withLock({ $0.pictures[key] }) { return known }
      let states = try renderer.states(of: card, in: theme, screen: variant.width)
      guard let layout = layout(variant.state, of: states) else { return nil }
      let drawn = try renderer.draw(layout.displayList(scale: Double(variant.scale)), of: variant, images: pictures)
      let data = Data(drawn.bytes)
      keep(data, key)
      return data
    }
  }

  private func layout(_ state: PictureVariant.State?, of states: CardStates) -> LaidOutCard? {
    switch state {
    case .expanded: return states.expanded
    case .collapsed: return states.collapsed
    case .page(let number):
      let pages = states.pages(strings: renderer.strings)
      return pages.indices.contains(number - 1) ? pages[number - 1] : nil
    case nil: return nil
    }
  }

  private func keep(_ data: Data, _ key: PictureKey) {
    made.withLock { made in
      guard made.pictures.updateValue(data, forKey: key) == nil else { return }
      made.pictureOrder.append(key)
      made.pictureBytes += data.count
      while made.pictureBytes > Self.pictureLimit, made.pictureOrder.count > 1 {
        made.pictureBytes -= made.pictures.removeValue(forKey: made.pictureOrder.removeFirst())?.count ?? 0
      }
    }
  }
}
