import Cards
import Drawing
import FeedIngest
import FeedSources
import Files
import Foundation
import Layout
import Projects
import Raster

/// All that every card of a run is made with, loaded once: design, fonts, strings, where photos are.
///
/// Lists settings because this is the place that uses them.
package struct CardRenderer: Sendable {
  package let project: Project
  package let design: Design
  package let fonts: FontSet
  package let engine: LayoutEngine
  package let painter: Painter
  package let encoder: PictureEncoder
  package let photos: PhotoFiles
  /// What of the project's options reaches cards.
  package let options: SettingValues
  package let clock: CardClock
  package let strings: Strings
  package let memory: MemoryBudget
  /// Whether the page gets drawings of cards in place of pictures.
  package let drawsInPage: Bool
  /// Makers of cards, one for each set of rules that the themes have.
  package var builders: [any FeedCardBuilding]
  /// Which of the builders makes a theme's cards, by the theme's place.
  package let builderOfTheme: [Int]
  let feedBuilders: FeedBuilders
  package let photoKeys: PhotoKeys
  package let undecodablePhotos = UndecodablePhotos()

  /// - Parameters:
  ///   - files: The feed's; photos are looked for beside them.
  ///   - facts: Of the feed: dates are relative to its newest post unless the project says otherwise, cards of several
  ///     services say which one each is from, and the templates of its entries are read.
  ///   - kept: What another renderer has ready; nil gets all of it anew.
  ///   - keepsText: Whether texts are to be told by their glyphs, as a document needs it.
  /// - Throws: `RunFailure`.
  package init(
    project: Project, files: FeedFiles, facts: FeedFacts, environment: Environment,
    keeping kept: RendererTools? = nil, keepsText: Bool = false
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
    encoder = PictureEncoder(photoQuality: project.photoQuality)
    photos = kept?.photos ?? PhotoFiles(roots: project.photoRoots(of: files), archives: files.archives)
    memory = MemoryBudget(limit: project.memory)
    var dated = project
    dated.card.now = project.card.now ?? facts.newestDate ?? 0
    let options = dated.values(reaching: SettingValues.reach)
    // Of an archive nothing is of today or yesterday, unless somebody says when today is.
    let looksBack = facts.spansYears || facts.isArchive && facts.chat == nil && project.card.now == nil
    (self.options, clock, strings) = (options, CardClock(dated.card, looksBack), design.strings)
    photoKeys = PhotoKeys(files: photos)
    let feedBuilders = FeedBuilders(
      project: project, strings: design.strings, namesServices: facts.hasSeveralServices,
      looksBack: looksBack, photos: photos, environment: environment)
    let rules = design.themes.map(\.rules).uniqued()
    (self.feedBuilders, builders) = (feedBuilders, rules.map { feedBuilders.builder(rules: $0, options: options) })
    builderOfTheme = design.themes.map { rules.firstIndex(of: $0.rules) ?? 0 }
  }

  /// The card of a post in a theme.
  package func card(for post: PlacedPost, in theme: Design.Theme) -> FeedCard {
    let place = design.themes.firstIndex { $0.name == theme.name } ?? 0
    return builders[builderOfTheme[place]].feedCard(for: post.post, beside: post.neighbours)
  }

  /// Makes cards of the feed as a theme's rules and the options and words of a design say; nil takes the project's.
  package func builder(for theme: Design.Theme, of record: DesignRecord? = nil) -> CardBuilder {
    feedBuilders.builder(rules: theme.rules, options: record?.options ?? options, words: record?.strings)
  }

  /// Where lines begin in the language of a design.
  package func direction(of record: DesignRecord) -> LayoutDirection {
    feedBuilders.strings(options: record.options, words: record.strings).direction
  }

  /// The same for who wants to know of every picture that may stand for words, whether it is there or not.
  package func builderWithAllPictures(for theme: Design.Theme) -> CardBuilder {
    feedBuilders.builder(rules: theme.rules, options: options) { _ in true }
  }

  /// A card laid out in a theme.
  ///
  /// - Parameter screen: Its width in points.
  /// - Throws: `RunFailure` where the design has no template for such a card.
  package func states(of card: FeedCard, in theme: Design.Theme, screen: Int) throws -> CardStates {
    let scale = Double(project.scales.max() ?? 1)
    let longest = (Double(project.encoding.longestSide) / scale).rounded(.down)
    return try CardStates(
      card, design: theme, engine: engine, width: cardWidth(screen: screen, theme: theme), longest: longest)
  }

  package func states(of post: PlacedPost, in theme: Design.Theme, screen: Int) throws -> CardStates {
    try states(of: card(for: post, in: theme), in: theme, screen: screen)
  }

  /// What its cards are made with, as a baseline remembers it.
  package var designRecord: DesignRecord {
    var record = design.sources.record
    record.options = options
    return record
  }

  /// For a page of a document.
  package func documentPhotos(scale: Int) -> DocumentPhotos { DocumentPhotos(pictures(), files: photos, scale: scale) }

  /// For one post, or one picture of the feed.
  package func pictures() -> PostPictures {
    PostPictures(files: photos, memory: memory, scales: project.scales, undecodable: undecodablePhotos)
  }

  /// The card's width on a screen this wide, in points.
  package func cardWidth(screen: Int, theme: Design.Theme) -> Double { Double(screen) - 2 * theme.metrics.screenMargin }
}

/// Makes the makers of a feed's cards, whatever they are to look like: now, as they were approved, or as they would be.
struct FeedBuilders: Sendable {
  let project: Project
  /// In the project's language.
  let strings: Strings
  /// Whether cards say which service a post is from.
  let namesServices: Bool
  /// Whether dates are written out where the project leaves it open.
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
  ///   - options: What reaches cards, in place of what the project says.
  ///   - words: The project's own, in place of those that its file has now.
  ///   - hasPicture: Whether there is a picture at an address; nil looks for it.
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

/// What of a renderer does not depend on the design, for the next one of the same feed.
package struct RendererTools: Sendable {
  package var fonts: FontSet
  package var engine: LayoutEngine
  package var painter: Painter
  /// Nil looks for them anew.
  package var photos: PhotoFiles?
  /// UTF-8 bytes of texts that are remembered as measured, where the fonts are others.
  package var textLimit: Int

  /// Fonts alone, with a memory for the texts of a whole feed.
  package init(project: Project, environment: Environment, textLimit: Int) throws {
    fonts = try FontLoading.fonts(lock: project.fontLock, environment: environment)
    // Whether it is a conversation, nobody knows yet.
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
  /// Where photos come from: beside each feed file and in its archive, then in the folders that were given, in the project's folder, and in
  /// those that are named for photos.
  package func photoRoots(of found: FeedFiles) -> [URL] {
    let files = found.files.map { $0.url.deletingLastPathComponent() } + found.archives.map(\.folder)
    let fetched = found.files.compactMap(\.fetchedFolder).uniqued()
    let given = feeds.filter(FileSystem.isFolder) + [folder] + photos
    return (files + fetched + given).map(\.standardizedFileURL).uniqued()
  }
}
