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
import RunSupport
import Timeline

/// A part of a feed in memory, and the renderer for its cards on one screen.
package struct FilmSource: Sendable {
  package let renderer: CardRenderer
  package let posts: [PostInFeed]
  package let screen: FilmScreen
  package let feed: FilmFeed
  let theme: Design.Theme
  let header: LaidOutCard
  let footer: LaidOutCard

  /// The maximum number of posts for a film; no film scrolls past more.
  package static let limit = 400
  /// The number of posts to include before a named post that is beyond the limit.
  private static let lead = 20

  /// Returns the first posts, the last ones of a conversation, or those around the named ones.
  ///
  /// - Parameter names: Posts to include; missing ones are reported when they are requested.
  /// - Throws: `FilmIssue.postsTooFarApart`; `Diagnostic` if a file has changed.
  package static func posts(of feed: FeedSource, showing names: [String]) throws -> [PostInFeed] {
    let wanted = Set(names.map { FilmFeed.parts(ofItemNamed: $0).post })
    let start = try beginning(in: feed, showing: wanted)
    var posts: [PostInFeed] = []
    let all = feed.posts()
    guard var post = try all.nextPlaced(at: start) else { return [] }
    while true {
      posts.append(post)
      guard posts.count < limit, let next = try all.nextPlaced() else { return posts }
      post = next
    }
  }

  private static func beginning(in feed: FeedSource, showing wanted: Set<String>) throws -> Int {
    // The position at which a reader starts.
    let usual = feed.facts.chat == nil ? 0 : max(0, feed.facts.count - limit)
    guard !wanted.isEmpty else { return usual }
    var found: [(place: Int, id: String)] = []
    let all = feed.posts()
    var place = 0
    while found.count < wanted.count, let post = try all.next() {
      if wanted.contains(post.id) { found.append((place, post.id)) }
      place += 1
    }
    guard let first = found.first, let last = found.last,
      !(usual..<usual + limit).contains(first.place) || last.place >= usual + limit
    else { return usual }
    let start = max(0, first.place - lead)
    guard last.place - start < limit else {
      throw Diagnostic(FilmIssue.postsTooFarApart(first.id, last.id, limit: limit))
    }
    return start
  }

  /// Lays out every post.
  ///
  /// - Parameter renderer: A renderer for only this screen's width, scale and theme.
  /// - Throws: `RunFailure`.
  package init(
    _ posts: [PostInFeed], facts: FeedFacts, renderer: CardRenderer, width: Int, height: Int, jobs: Int
  ) async throws {
    (self.renderer, self.posts) = (renderer, posts)
    let theme = renderer.design.themes[0]
    self.theme = theme
    let builder = renderer.builder(for: theme)
    let range = SizeRange.width(Double(width))
    let isChat = facts.chat != nil
    header = renderer.engine.layOut(theme.header.spec(for: builder.screenHeader.value(in: .expanded)), in: range)
    footer = renderer.engine.layOut(
      theme.footer.spec(for: builder.footer(count: facts.count, areEvents: facts.areEvents).value(in: .expanded)),
      in: range)
    screen = FilmScreen(
      width: width, height: height, scale: renderer.project.scales[0], theme: theme.name,
      bar: isChat ? 0 : header.size.height, footer: isChat ? 0 : footer.size.height,
      foot: isChat ? Design.Theme.chatFoot : 0, gap: theme.metrics.cardGap,
      margin: theme.metrics.screenMargin)
    var measured: [FilmFeed.Post] = []
    var rest = posts.makeIterator()
    let scale = Double(screen.scale)
    try await WorkerLoop(jobs: jobs).run(taking: .asked) {
      rest.next()
    } work: { post in
      let states = try Self.states(of: post, renderer, theme, screen: width)
      return FilmFeed.Post(post, states, scale: scale)
    } take: {
      measured.append($1)
    }
    feed = FilmFeed(measured, isChat: isChat)
  }

  /// - Parameter isEnd: Whether no message follows: the last of a group has the avatar and the tail. The size doesn't
  ///   change.
  func states(_ place: Int, isEnd: Bool = false) throws -> CardStates {
    let states = try Self.states(of: posts[place], renderer, theme, screen: screen.width)
    guard isEnd else { return states }
    let ended = try Self.states(of: posts[place].followed(by: nil), renderer, theme, screen: screen.width)
    return ended.all.map(\.layout.size) == states.all.map(\.layout.size) ? ended : states
  }

  /// Returns the message composer; nil if there is none.
  func composer(_ draft: String) -> LaidOutCard? {
    guard feed.isChat else { return nil }
    return theme.composer.map {
      renderer.engine.layOut(
        $0.spec(for: renderer.builder(for: theme).composer(draft: draft).value(in: .expanded)),
        in: .width(Double(screen.width)))
    }
  }

  /// Returns a day header as it looks when pinned; nil if there is none.
  func pinnedDay(_ place: Int) -> LaidOutCard? {
    theme.pinnedDay.map {
      renderer.engine.layOut(
        $0.spec(for: renderer.card(for: posts[place], in: theme).value(in: .expanded)),
        in: .width(renderer.cardWidth(screen: screen.width, theme: theme)))
    }
  }

  /// Returns the screen for a script, with the composer heights of its drafts.
  func screen(for script: FilmScript) -> FilmScreen {
    var screen = screen
    for draft in script.drafts + [""] { screen.composers[draft] = composer(draft)?.size.height }
    return screen
  }

  private static func states(
    of post: PostInFeed, _ renderer: CardRenderer, _ theme: Design.Theme, screen: Int
  ) throws -> CardStates {
    var states = try renderer.states(of: post, in: theme, screen: screen)
    guard let edited = post.edited else { return states }
    // A film of a message can show it before and after an edit, just as a post before and after it is expanded.
    states.collapsed = states.expanded
    states.expanded = try renderer.states(of: edited, in: theme, screen: screen).expanded
    return states
  }
}

extension FilmFeed.Post {
  fileprivate init(_ post: PostInFeed, _ states: CardStates, scale: Double) {
    let areas = states.initial.layout.displayList(scale: scale).commands.flatMap(\.imageAreas)
    self.init(
      id: post.id, expanded: states.expanded.size.height, collapsed: states.collapsed?.size.height,
      tapPlace: states.collapsed?.root.showMore?.center.y ?? 0, photos: areas.count,
      bytes: areas.reduce(0) { $0 + Self.bytes(ofPoints: $1, scale: scale) })
    switch post.post.kind {
    case .separator(.day): isDay = true
    case .message(let message) where message.isOutgoing && message.form == .words && !post.post.text.isEmpty:
      draft = String(post.post.text.prefix(Self.draftLimit))
    default: break
    }
  }

  /// The maximum length of a draft that is typed.
  private static let draftLimit = 200

  /// Estimates the size of a JPEG of good quality: a fifth of a byte per pixel, plus headers.
  private static func bytes(ofPoints area: Double, scale: Double) -> Double {
    600 + (area * scale * scale / 5).rounded()
  }
}

extension LaidOutBox {
  fileprivate var showMore: Rect? {
    if role?.content == .showMore { return frame }
    if case .reveal(.some)? = role?.item { return frame }
    return children.lazy.compactMap(\.showMore).first
  }
}

extension DrawingCommand {
  /// The areas of all images in square points.
  fileprivate var imageAreas: [Double] {
    switch self {
    case .image(_, let shape, _, _): [shape.bounds.width * shape.bounds.height]
    case .group(_, _, let commands), .translated(_, let commands), .blurred(let commands, _):
      commands.flatMap(\.imageAreas)
    default: []
    }
  }

  /// The same command before any image is loaded: only placeholders.
  var withoutPictures: DrawingCommand {
    switch self {
    case .image(_, let shape, let placeholder, _): .fill(shape, placeholder)
    case .group(let clip, let opacity, let commands):
      .group(clip: clip, opacity: opacity, commands.map(\.withoutPictures))
    case .translated(let offset, let commands): .translated(offset, commands.map(\.withoutPictures))
    case .blurred(let commands, let radius): .blurred(commands.map(\.withoutPictures), radius: radius)
    default: self
    }
  }

  /// Returns how far shadows extend beyond the card's rectangle, in points.
  func reach(beyond rect: Rect) -> (top: Double, bottom: Double) {
    switch self {
    case .shadow(let shape, let shadow):
      let margin = shadow.spread + max(0, shadow.blur) * 1.5
      return (
        max(0, rect.minY - (shape.bounds.minY - margin + shadow.offset.y)),
        max(0, shape.bounds.maxY + margin + shadow.offset.y - rect.maxY)
      )
    case .group(_, _, let commands), .translated(_, let commands), .blurred(let commands, _):
      return commands.reduce((0, 0)) {
        let reach = $1.reach(beyond: rect)
        return (max($0.0, reach.top), max($0.1, reach.bottom))
      }
    default: return (0, 0)
    }
  }
}

extension PostInFeed {
  /// The message with its words repeated, as an edit that adds text; nil if it has no words.
  fileprivate var edited: PostInFeed? {
    guard case .message(let message) = post.kind, message.form == .words, !post.text.isEmpty else { return nil }
    var edited = post
    edited.text += "\n" + post.text.prefix(Self.editLimit)
    edited.flags.insert(.edited)
    return replacing(edited)
  }

  /// The maximum number of characters that an edit adds.
  private static let editLimit = 400
}
