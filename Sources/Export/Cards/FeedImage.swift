import CardRendering
import Cards
import Diagnostics
import Drawing
import FeedReading
import FeedSources
import Files
import Foundation
import Layout
import Raster
import Site

/// An image of the first screens of the feed: background, header, cards with shadows and gaps, footer. For a
/// conversation, the last screens without header and footer.
///
/// There is one image for each width, theme and scale, at its `pathOfFeed`. The store treats each like a card, with its
/// path as the id, which no post can have.
package struct FeedImage {
  let renderer: CardRenderer
  let check: CardCheck
  let facts: FeedFacts
  let edge: FirstPosts

  package init(renderer: CardRenderer, check: CardCheck, feed: FeedSource) {
    (self.renderer, self.check, facts, edge) = (renderer, check, feed.facts, feed.postsFromEdge())
  }

  /// An image that is valid, or was just drawn.
  package struct Outcome {
    var id: Int64
    var entry: Manifest.Picture
    var diagnostics: [Diagnostic]
    var isDrawn: Bool
  }

  private typealias Target = (variant: ImageVariant, theme: Design.Theme)

  private var targets: [Target] {
    let project = renderer.project
    return renderer.design.themes.flatMap { theme in
      ImageVariant.ofFeed(
        project.widths, project.scales, [theme.name], project.encoding, isDrawn: renderer.drawsInPage
      ).map { ($0, theme) }
    }
  }

  /// Returns the stored outcomes; nil if an image has to be drawn.
  func kept(showing cards: FirstCards, in store: ExportStore) throws -> [Outcome]? {
    var outcomes: [Outcome] = []
    for target in targets {
      guard let outcome = try kept(target, showing: cards, in: store) else { return nil }
      outcomes.append(outcome)
    }
    return outcomes
  }

  /// Draws stale images.
  func export(showing cards: FirstCards, in store: ExportStore, to output: OutputFolder) throws -> [Outcome] {
    try targets.map { target in
      if let kept = try kept(target, showing: cards, in: store) { return kept }
      let stamp = renderer.photoKeys.stamp(of: ownImages)
      let key = CardKey(
        content: try content(of: target, showing: cards), photos: renderer.photoKeys.digest(of: stamp),
        design: check.keys.feed)
      // Every image needs its own sizes, so decoded photos are released with each.
      let pictures = renderer.pictures()
      let column = try column(width: target.variant.width, theme: target.theme)
      let list = displayList(
        column, width: target.variant.width, theme: target.theme, scale: Double(target.variant.scale))
      let path = target.variant.pathOfFeed
      let (entry, file) = try EncodedImage(
        renderer.draw(list, of: target.variant, images: pictures),
        earlier: check.earlierPictures(of: path).bytes(at: path)
      ).stage(target.variant.pathOfFeed, in: output)
      let card = NewCard(
        StoredCardText(name: target.variant.pathOfFeed, entry: try JSONText.line(entry)),
        key: pictures.isLimited ? key.limited(to: renderer.memory) : key,
        stamp: pictures.isLimited ? nil : stamp.digest, photos: PhotoDigests.addresses(of: ownImages),
        diagnostics: pictures.diagnostics, files: [file])
      let ids = try store.save([card], designs: check.keys.components)
      return Outcome(id: ids[0], entry: entry, diagnostics: pictures.diagnostics, isDrawn: true)
    }
  }

  private func kept(_ target: Target, showing cards: FirstCards, in store: ExportStore) throws -> Outcome? {
    guard !check.isForced, let card = try store.cards([target.variant.pathOfFeed])[0] else { return nil }
    var refreshed: [StoredCard] = []
    let verdict = check.verdict(
      on: card, content: try content(of: target, showing: cards), images: { ownImages },
      design: check.keys.feed, &refreshed)
    guard case .kept = verdict, let text = try store.texts(of: [card.id]).first?.entry,
      let entry = try? JSONDecoder().decode(Manifest.Picture.self, from: Data(text.utf8))
    else { return nil }
    return Outcome(
      id: card.id, entry: entry, diagnostics: card.diagnostics, isDrawn: false)
  }

  // MARK: Keys

  /// The inputs of an image besides its cards.
  private struct Content: Encodable {
    var place: String
    var height: Int
    /// Nil for a conversation.
    var header: ScreenHeader?
    /// Nil if the feed continues below the image.
    var footer: FeedFooter?
    /// The pinned day header of a conversation.
    var day: String?
  }

  private var ownImages: [ImageReference] {
    renderer.builder(for: renderer.design.themes[0]).screenHeader.avatar.map { [$0] } ?? []
  }

  private func content(of target: Target, showing cards: FirstCards) throws -> Digest {
    let (count, isWhole) = try shown(of: cards, at: target)
    let builder = renderer.builder(for: target.theme)
    var content = Content(place: target.variant.pathOfFeed, height: renderer.project.feedHeight)
    if let chat = facts.chat {
      content.day = chat.day(at: facts.count - count).map(String.init)
    } else {
      content.header = builder.screenHeader
      if isWhole { content.footer = builder.footer(count: facts.count, areEvents: facts.areEvents) }
    }
    var chain = DigestChain()
    chain.append(try Digest(encoding: content))
    for key in cards.keys(ofFirst: count) { chain.append(key.content, key.photos, key.design) }
    return chain.digest
  }

  /// Returns the number of cards that extend into the image, possibly with one or two more, since heights are rounded
  /// to points.
  private func shown(of cards: FirstCards, at target: Target) throws -> (count: Int, isWhole: Bool) {
    var top = 0.0
    var count = 0
    while let height = try cards.height(at: count, width: target.variant.width) {
      guard top < Double(renderer.project.feedHeight) else { return (count, false) }
      count += 1
      top += Double(max(0, height - 1)) + target.theme.metrics.cardGap
    }
    return (count, true)
  }

  // MARK: Drawing

  /// The parts of the screen from top to bottom, each with its origin in points.
  package struct Column {
    package var parts: [(origin: Point, layout: LaidOutCard)]
    package var height: Double
  }

  private func column(width: Int, theme: Design.Theme) throws -> Column {
    try facts.chat == nil ? feedColumn(width: width, theme: theme) : chatColumn(width: width, theme: theme)
  }

  private func feedColumn(width: Int, theme: Design.Theme) throws -> Column {
    let limit = Double(renderer.project.feedHeight)
    let builder = renderer.builder(for: theme)
    let header = renderer.engine.layOut(
      theme.header.spec(for: builder.screenHeader.value(in: .expanded)), in: .width(Double(width)))
    var column = Column(parts: [(.zero, header)], height: header.size.height)
    while let post = try edge.post(at: column.parts.count - 1) {
      guard column.height < limit else { return Column(parts: column.parts, height: limit) }
      let top = column.height + (column.parts.count == 1 ? 0 : theme.metrics.cardGap)
      let layout = try layout(of: post, width: width, theme: theme)
      column.parts.append((Point(x: theme.metrics.screenMargin, y: top), layout))
      column.height = top + layout.size.height
    }
    let footer = renderer.engine.layOut(
      theme.footer.spec(for: builder.footer(count: facts.count, areEvents: facts.areEvents).value(in: .expanded)),
      in: .width(Double(width)))
    column.parts.append((Point(x: 0, y: column.height), footer))
    column.height = min(limit, column.height + footer.size.height)
    return column
  }

  func layout(of post: PostInFeed, width: Int, theme: Design.Theme) throws -> LaidOutCard {
    guard let made = check.made, let place = renderer.design.themes.firstIndex(where: { $0.name == theme.name }) else {
      return try layout(of: renderer.card(for: post, in: theme), width: width, theme: theme)
    }
    return try made.states(of: made.input(post), theme: place, width: width).states.initial.layout
  }

  /// Returns the initial layout, in points at the card's width.
  func layout(of card: FeedCard, width: Int, theme: Design.Theme) throws -> LaidOutCard {
    try renderer.states(of: card, in: theme, screen: width).initial.layout
  }

  private func displayList(_ column: Column, width: Int, theme: Design.Theme, scale: Double) -> DisplayList {
    let size = Size(width: Double(width), height: (column.height * scale).rounded(.up) / scale)
    let screen = Rect(origin: .zero, size: size)
    var commands: [DrawingCommand] = [.fill(.rectangle(screen), theme.metrics.background)]
    for (origin, layout) in column.parts {
      // Rounded to device pixels, so that the card stays crisp.
      let snapped = Point(x: (origin.x * scale).rounded() / scale, y: (origin.y * scale).rounded() / scale)
      commands.append(.translated(snapped, layout.displayList(scale: scale, includesRootShadow: true).commands))
    }
    return DisplayList(size: size, commands: commands)
  }
}

extension ImageVariant {
  /// Returns the images of the feed in drawing order.
  ///
  /// - Parameter isDrawn: Whether the page draws the cards: then only the images for a start page are needed.
  static func ofFeed(
    _ widths: [Int], _ scales: [Int], _ themes: [String], _ encoding: ImageEncoding, isDrawn: Bool
  ) -> [ImageVariant] {
    let widths = isDrawn ? widths.min().map { [$0] } ?? [] : widths
    let scales = isDrawn ? scales.min().map { [$0] } ?? [] : scales
    return themes.flatMap { theme in
      widths.flatMap { width in
        scales.map { ImageVariant(width: width, scale: $0, theme: theme, encoding: encoding) }
      }
    }
  }
}

/// The last screens of a conversation, aligned to the bottom: older messages are cut off at the top, and a short
/// conversation leaves space there.
extension FeedImage {
  package func chatColumn(width: Int, theme: Design.Theme) throws -> Column {
    let limit = Double(renderer.project.feedHeight)
    var parts: [(post: Post, layout: LaidOutCard)] = []
    var height = Design.Theme.chatFoot
    while height < limit, let placed = try edge.post(at: parts.count) {
      let layout = try layout(of: placed, width: width, theme: theme)
      parts.append((placed.post, layout))
      height += layout.size.height
    }
    let screen = min(limit, max(height, (Double(width) / theme.metrics.screenAspect).rounded()))
    var column = Column(parts: [], height: screen)
    var bottom = screen - Design.Theme.chatFoot
    var days: [Double] = []
    for part in parts {
      bottom -= part.layout.size.height
      column.parts.append((Point(x: theme.metrics.screenMargin, y: bottom), part.layout))
      if case .separator(.day) = part.post.kind { days.append(bottom) }
    }
    // The first visible day header pushes out the pinned one.
    if let pinned = try pinnedDay(over: parts.count, width: width, theme: theme), days.last.map({ $0 > 0 }) ?? true {
      let top = min(0, (days.last ?? screen) - pinned.size.height)
      column.parts.append((Point(x: theme.metrics.screenMargin, y: top), pinned))
    }
    return column
  }

  /// Returns the day header of the topmost entry; nil if that is the header itself, or has no day.
  private func pinnedDay(over count: Int, width: Int, theme: Design.Theme) throws -> LaidOutCard? {
    let first = facts.count - count
    guard let chat = facts.chat, let day = chat.day(at: first) else { return nil }
    let header = Post(id: "day", kind: .separator(.day(day)), author: Author(id: "", name: ""))
    let card = renderer.builder(for: theme).feedCard(for: header)
    return try layout(of: card, width: width, theme: theme)
  }
}

/// The cards at the start of the feed (the end of a conversation) that its images show, loaded on demand.
package final class FirstCards {
  /// A card's key, and its height at a screen width, in whole points.
  package typealias Card = (key: CardKey, height: (_ width: Int) throws -> Int)

  private var known: [Card] = []
  private let next: (_ index: Int) throws -> Card?

  private init(next: @escaping (_ index: Int) throws -> Card?) { self.next = next }

  /// Creates cards from the store.
  convenience init(_ cards: [Int64], of facts: FeedFacts, in store: ExportStore) {
    let cards = facts.chat == nil ? cards : cards.reversed()
    self.init { index in
      guard index < cards.count else { return nil }
      return (try store.keys(of: [cards[index]])[0], { try store.height(of: cards[index], width: $0) })
    }
  }

  /// Lays out cards that other shards draw, to determine their heights.
  convenience init(measuring feed: FeedSource, renderer: CardRenderer, keys: DesignKeys) {
    let posts = feed.postsFromEdge()
    self.init { index in
      guard let post = try posts.post(at: index) else { return nil }
      let input = CardInput(post, renderer: renderer)
      let card = input.cards[renderer.builderOfTheme[0]]
      let site = SiteCard(input, card: card, read: try renderer.read(card, in: renderer.design.themes[0]))
      let entry = SiteEntry(site)
      return (try input.key(renderer, keys, input.images).key, { entry[$0]?.initial ?? 0 })
    }
  }

  /// - Parameter index: The position from that edge.
  func height(at index: Int, width: Int) throws -> Int? {
    while known.count <= index {
      guard let card = try next(known.count) else { return nil }
      known.append(card)
    }
    return try known[index].height(width)
  }

  /// Returns the keys of cards whose heights were requested.
  func keys(ofFirst count: Int) -> [CardKey] { known.prefix(count).map(\.key) }
}
