import Cards
import Drawing
import FeedReading
import FeedSources
import Files
import Foundation
import Layout
import Projects
import Raster

/// The resources that all cards of a run share, loaded once: design, fonts, strings, photo locations.
///
/// Lists settings because this is the place that uses them.
package struct CardRenderer: Sendable {
  package let project: Project
  package let design: Design
  package let fonts: FontSet
  package let engine: LayoutEngine
  package let painter: Painter
  package let encoder: ImageFileEncoder
  package let photos: PhotoFiles
  /// The project's options that affect cards.
  package let options: SettingValues
  package let clock: CardClock
  package let strings: Strings
  package let memory: MemoryBudget
  /// Whether the page gets SVG drawings of cards instead of images.
  package let drawsInPage: Bool
  /// Card builders, one for each distinct set of rules among the themes.
  package var builders: [any FeedCardBuilding]
  /// For each theme, by its index, the index of its builder.
  package let builderOfTheme: [Int]
  let feedBuilders: CardBuilderFactory
  package let photoKeys: PhotoDigests
  package let undecodablePhotos = UndecodablePhotos()

  /// - Parameters:
  ///   - files: The feed's files; photos are looked for next to them.
  ///   - facts: Facts about the feed: dates are relative to its newest post unless the project sets a date, cards of a
  ///     feed with several services name the service, and only the templates of its kinds of entries are read.
  ///   - kept: The resources of an earlier renderer to reuse; nil loads everything again.
  ///   - keepsText: Whether glyph runs keep their text, as a document needs it.
  /// - Throws: `RunFailure`.
  package init(
    project: Project, files: FeedFiles, facts: FeedFacts, environment: Environment,
    keeping kept: RendererResources? = nil, keepsText: Bool = false
  ) throws {
    self.project = project
    drawsInPage = project.page.map { $0 == .drawn } ?? (facts.chat != nil)
    design = try Design.load(for: project, environment: environment, showing: facts.cardRoles, from: facts.services)
    if let kept, try FontLoading.lock(at: project.fontLock, environment: environment) == kept.fonts.lock {
      (fonts, engine, painter) = (kept.fonts, kept.engine, kept.painter)
    } else {
      fonts = try FontLoading.fonts(lock: project.fontLock, environment: environment)
      let typesetter = Typesetter(fonts: fonts, keepsText: keepsText || drawsInPage)
      engine = LayoutEngine(
        measuring: MeasuredTextCache(typesetter, limit: kept?.textLimit ?? MeasuredTextCache.usualLimit))
      painter = Painter(fonts: fonts)
    }
    encoder = ImageFileEncoder(photoQuality: project.photoQuality)
    photos = kept?.photos ?? PhotoFiles(roots: project.photoRoots(of: files), archives: files.archives)
    memory = MemoryBudget(limit: project.memory)
    var dated = project
    dated.card.now = project.card.now ?? facts.newestDate ?? 0
    let options = dated.values(reaching: SettingValues.reach)
    // In an archive nothing is from today or yesterday, unless the project sets the current date.
    let looksBack = facts.spansYears || facts.isArchive && facts.chat == nil && project.card.now == nil
    (self.options, clock, strings) = (options, CardClock(dated.card, looksBack), design.strings)
    photoKeys = PhotoDigests(files: photos)
    let feedBuilders = CardBuilderFactory(
      project: project, strings: design.strings, namesServices: facts.hasSeveralServices,
      looksBack: looksBack, photos: photos, environment: environment)
    let rules = design.themes.map(\.rules).uniqued()
    (self.feedBuilders, builders) = (feedBuilders, rules.map { feedBuilders.builder(rules: $0, options: options) })
    builderOfTheme = design.themes.map { rules.firstIndex(of: $0.rules) ?? 0 }
  }

  /// The card of a post in a theme.
  package func card(for post: PostInFeed, in theme: Design.Theme) -> FeedCard {
    let place = design.themes.firstIndex { $0.name == theme.name } ?? 0
    return builders[builderOfTheme[place]].feedCard(for: post.post, beside: post.neighbours)
  }

  /// Makes a card builder with a theme's rules and with the options and words of a design; nil takes the project's.
  package func builder(for theme: Design.Theme, of record: DesignRecord? = nil) -> CardBuilder {
    feedBuilders.builder(rules: theme.rules, options: record?.options ?? options, words: record?.strings)
  }

  /// The writing direction of a design's language.
  package func direction(of record: DesignRecord) -> LayoutDirection {
    feedBuilders.strings(options: record.options, words: record.strings).direction
  }

  /// A builder that keeps all inline images of words, whether they exist or not.
  package func builderWithAllPictures(for theme: Design.Theme) -> CardBuilder {
    feedBuilders.builder(rules: theme.rules, options: options) { _ in true }
  }

  /// A card laid out in a theme.
  ///
  /// - Parameter screen: The screen's width in points.
  /// - Throws: `RunFailure` if the design has no template for such a card.
  package func states(of card: FeedCard, in theme: Design.Theme, screen: Int) throws -> CardStates {
    try CardStates(card, design: theme, engine: engine, width: cardWidth(screen: screen, theme: theme))
  }

  /// A card laid out in a theme for an image of its own, cut to the longest side that the project's encoding has at the
  /// project's largest scale.
  ///
  /// - Parameter screen: The screen's width in points.
  /// - Throws: `RunFailure` if the design has no template for such a card.
  package func imageStates(of card: FeedCard, in theme: Design.Theme, screen: Int) throws -> CardStates {
    let scale = Double(project.scales.max() ?? 1)
    let longest = (Double(project.encoding.longestSide) / scale).rounded(.down)
    return try CardStates(
      card, design: theme, engine: engine, width: cardWidth(screen: screen, theme: theme), longest: longest)
  }

  package func states(of post: PostInFeed, in theme: Design.Theme, screen: Int) throws -> CardStates {
    try states(of: card(for: post, in: theme), in: theme, screen: screen)
  }

  /// The design of the cards as a baseline stores it.
  package var designRecord: DesignRecord {
    var record = design.sources.record
    record.options = options
    return record
  }

  /// The photos for one page of a document.
  package func documentPhotos(scale: Int) -> DocumentPhotos { DocumentPhotos(pictures(), files: photos, scale: scale) }

  /// The photos for one post, or for one image of the feed.
  package func pictures() -> PostImages {
    PostImages(files: photos, memory: memory, scales: project.scales, undecodable: undecodablePhotos)
  }

  /// The width of a card on a screen of the given width, in points.
  package func cardWidth(screen: Int, theme: Design.Theme) -> Double { Double(screen) - 2 * theme.metrics.screenMargin }
}

/// Makes the card builders of a feed for any design: the current one, the approved one, or a proposed one.
struct CardBuilderFactory: Sendable {
  let project: Project
  /// In the project's language.
  let strings: Strings
  /// Whether cards name the service that a post is from.
  let namesServices: Bool
  /// Whether dates are written out if the project leaves it open.
  let looksBack: Bool
  let photos: PhotoFiles
  let environment: Environment
  private let aspects = PhotoAspects()

  init(
    project: Project, strings: Strings, namesServices: Bool, looksBack: Bool, photos: PhotoFiles,
    environment: Environment
  ) {
    (self.project, self.strings, self.namesServices) = (project, strings, namesServices)
    (self.looksBack, self.photos, self.environment) = (looksBack, photos, environment)
  }

  /// - Parameters:
  ///   - options: The options that affect cards, instead of the project's.
  ///   - words: The project's own words, instead of those in its file now.
  ///   - hasPicture: Whether an image exists at an address; nil looks it up.
  func builder(
    rules: CardRules, options: SettingValues, words: String? = nil,
    hasPicture: (@Sendable (String) -> Bool)? = nil
  ) -> CardBuilder {
    let (photos, aspects) = (photos, aspects)
    let project = project.restoring(options, reaching: SettingValues.reach)
    let isThere = hasPicture ?? { photos.location(of: $0) != nil }
    return CardBuilder(
      rules: rules.usual, ofServices: rules.ofServices, strings: strings(options: options, words: words),
      clock: CardClock(project.card, looksBack), request: project.card, namesServices: namesServices,
      hasPicture: isThere, hasPreview: isThere, aspectOfFile: { aspects.aspect(of: $0, in: photos) })
  }

  /// Cards may have been approved in another language, or with other words.
  func strings(options: SettingValues, words: String?) -> Strings {
    let old = project.restoring(options, reaching: SettingValues.reach)
    if (old.locale, old.strings) == (project.locale, project.strings), words == nil { return strings }
    let files = DesignFiles(project: old, environment: environment)
    return (try? files.strings(of: old.locale, own: words)) ?? strings
  }
}

extension CardClock {
  fileprivate init(_ request: CardRequest, _ looksBack: Bool) {
    self.init(
      now: request.now ?? 0, timeZone: TimeZone(identifier: request.timeZone) ?? .gmt,
      writesOut: request.dates == .absolute || request.dates == .auto && looksBack)
  }
}

/// The parts of a renderer that don't depend on the design, for reuse by the next renderer of the same feed.
package struct RendererResources: Sendable {
  package var fonts: FontSet
  package var engine: LayoutEngine
  package var painter: Painter
  /// Nil looks photos up again.
  package var photos: PhotoFiles?
  /// The limit of the text measurement cache in UTF-8 bytes, used if the fonts have changed.
  package var textLimit: Int

  /// Fonts only, with a cache for the texts of a whole feed.
  package init(project: Project, environment: Environment, textLimit: Int) throws {
    fonts = try FontLoading.fonts(lock: project.fontLock, environment: environment)
    // It is not known yet whether the feed is a conversation.
    let typesetter = Typesetter(fonts: fonts, keepsText: project.page != .pictures)
    engine = LayoutEngine(measuring: MeasuredTextCache(typesetter, limit: textLimit))
    painter = Painter(fonts: fonts)
    self.textLimit = textLimit
  }

  package init(of renderer: CardRenderer, textLimit: Int) {
    (fonts, engine, painter, photos) = (renderer.fonts, renderer.engine, renderer.painter, renderer.photos)
    self.textLimit = textLimit
  }
}

extension Project {
  /// The folders to look for photos in: next to each feed file and in its archive, then the given folders, the
  /// project's folder, and the photo folders.
  package func photoRoots(of found: FeedFiles) -> [URL] {
    let files = found.files.map { $0.url.deletingLastPathComponent() } + found.archives.map(\.folder)
    let fetched = found.files.compactMap(\.fetchedFolder).uniqued()
    let given = feeds.filter(FileSystem.isFolder) + [folder] + photos
    return (files + fetched + given).map(\.standardizedFileURL).uniqued()
  }
}
