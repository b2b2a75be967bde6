import Basics
import CardRendering
import Comparison
import Diagnostics
import Drawing
import FeedReading
import FeedSources
import Files
import Foundation
import ImageComparison
import Projects
import Raster
import RunSupport

/// The cards of a project, laid out for comparison with screens and rendered on demand.
final class ScreenCards {
  private let project: Project
  private let source: FeedSource
  private let renderer: CardRenderer
  private let posts: [PostInFeed]
  private let byID: [String: PostInFeed]
  /// Layouts by theme, then by width, then by state. Computed on first request.
  private var layouts: [Int: [Int: [[ScreenCard]]]] = [:]
  private var drawn: [Look: [(card: VisualCard, state: Int)]] = [:]

  private struct Look: Hashable {
    var width: Int
    var scale: Int
    var theme: Int
  }

  /// The names of the themes that the project renders.
  var themeNames: [String] { renderer.design.themes.map(\.name) }

  /// - Throws: `RunFailure` if the feed or the design can't be read.
  init(of project: Project, environment: Environment, report: @escaping (Diagnostic) -> Void) throws {
    self.project = project
    let files = FeedFiles.find(of: project)
    do {
      source = try FeedSource.open(files, showsChats: true) { report($0) }
    } catch {
      throw RunFailure(stopping: error)
    }
    renderer = try CardRenderer(project: project, files: files, facts: source.facts, environment: environment)
    var posts: [PostInFeed] = []
    let read = source.posts()
    while let post = try read.nextPlaced() { posts.append(post) }
    self.posts = posts
    byID = Dictionary(posts.map { ($0.id, $0) }) { first, _ in first }
  }

  /// The layouts of all cards in two states: initial, then expanded.
  ///
  /// - Parameter width: One of the project's widths, in points.
  func layouts(width: Int, theme: Int) throws -> [[ScreenCard]] {
    if let known = layouts[theme] { return known[width] ?? [] }
    let design = renderer.design.themes[theme]
    var laidOut: [Int: [[ScreenCard]]] = [:]
    for width in project.widths { laidOut[width] = [[], []] }
    for post in posts {
      let card = renderer.card(for: post, in: design)
      for width in project.widths {
        let states = try renderer.states(of: card, in: design, screen: width)
        for (index, layout) in [states.initial.layout, states.expanded].enumerated() {
          let record = LayoutRecord(layout) { _ in "photo" }
          laidOut[width]?[index].append(ScreenCard(name: post.id, layout: record))
        }
      }
    }
    layouts[theme] = laidOut
    return laidOut[width] ?? []
  }

  /// The theme with the background color closest to the image. Nil if no card has a background.
  func nearestTheme(to picture: Bitmap) throws -> Int? {
    guard let width = project.widths.first else { return nil }
    let grounds = try themeNames.indices.map { theme in
      try layouts(width: width, theme: theme).first?.lazy.compactMap { $0.layout.boxes.first?.color }.first
    }
    return picture.nearestGround(of: grounds)
  }

  /// A card found on a screen, for the review: its findings, its rendered image and the matching part of the
  /// screenshot.
  ///
  /// - Parameter state: The index of the state in `layouts`.
  /// - Throws: `Diagnostic` if the card can't be rendered.
  func shown(
    _ judged: ScreenJudgement, as id: String, state: Int, width: Int, theme: Int, on shot: Screenshot
  ) throws -> RendererCard {
    let design = renderer.design.themes[theme]
    var shown = RendererCard(id: id, post: judged.card, width: width, scale: shot.scale, theme: design.name)
    shown.findings = judged.findings.map { .init(part: $0.part, text: $0.text, follows: $0.moved) }
    shown.unknown = judged.unknown
    guard let post = byID[judged.card] else { return shown }
    let states = try renderer.states(of: post, in: design, screen: width)
    let layout = state == 0 ? states.initial.layout : states.expanded
    let record = LayoutRecord(layout) { _ in "photo" }
    shown.layout = record
    shown.drawn = try draw(states, state, Look(width: width, scale: shot.scale, theme: theme))
    guard let origin = judged.origin else { return shown }
    let step = Point(x: -origin.x, y: -origin.y)
    shown.elements = judged.pairs.map { pair in
      .init(
        path: pair.part, frame: pair.frame.offset(by: step), evidence: "by \(pair.evidence.inWords)",
        identifier: pair.element.identifier, pin: pair.element.pin)
    }
    for (number, extra) in judged.extra.enumerated() {
      shown.elements.append(
        .init(
          path: "extra/\(number + 1)", frame: extra.frame.offset(by: step), evidence: nil,
          identifier: extra.element.identifier, pin: extra.element.pin))
    }
    // If the card is taller on the screen, show it to its end.
    let end = shown.elements.map { $0.frame.maxY + 12 }.max() ?? 0
    let height = min(max(record.size.height, end), 2 * record.size.height + 400)
    shown.shown = shot.piece(at: origin, size: Size(width: record.size.width, height: height))
    return shown
  }

  private func draw(_ states: CardStates, _ state: Int, _ look: Look) throws -> Bitmap {
    let variant = ImageVariant(
      width: look.width, scale: look.scale, theme: themeNames[look.theme],
      state: state == 0 ? states.initial.state.ofPicture : .expanded)
    let layout = state == 0 ? states.initial.layout : states.expanded
    return try renderer.draw(
      layout.displayList(scale: Double(look.scale)), of: variant, images: renderer.pictures()
    ).bitmap.converted(to: .rgba)
  }

  /// Renders every card, for comparison with screenshots without a hierarchy.
  ///
  /// - Parameters:
  ///   - width: The screen's width in points.
  ///   - scale: Pixels per point.
  /// - Returns: Each card with the index of its state in `layouts`.
  /// - Throws: `Diagnostic` if a card can't be rendered.
  func seen(width: Int, scale: Int, theme: Int) throws -> [(card: VisualCard, state: Int)] {
    let look = Look(width: width, scale: scale, theme: theme)
    if let known = drawn[look] { return known }
    let layouts = try layouts(width: width, theme: theme)
    var cards: [(card: VisualCard, state: Int)] = []
    for (index, initial) in (layouts.first ?? []).enumerated() {
      guard let post = byID[initial.name] else { continue }
      let states = try renderer.states(of: post, in: renderer.design.themes[theme], screen: width)
      for (state, layout) in layouts.enumerated() where state == 0 || layout[index].layout != initial.layout {
        let picture = try draw(states, state, look)
        cards.append((VisualCard(layout[index], picture: picture, scale: Double(scale)), state))
      }
    }
    drawn[look] = cards
    return cards
  }
}

/// A screenshot with a mapping from points to its pixels. Decoded on first use.
final class Screenshot {
  /// The scale of parts cut from the screenshot, in pixels per point.
  let scale: Int
  /// The top left corner of the screenshot in points, and its pixels per point.
  private let view: (origin: Point, pixels: Double)?
  private lazy var picture: Bitmap? = file.flatMap { try? ScreenFile.picture($0) }
  private let file: URL?

  init(of screen: AppScreen, _ report: ScreenReport, file: URL?) {
    let size = file.flatMap { try? ScreenFile.pictureSize($0) }
    self.file = size == nil ? nil : file
    guard let size, let bounds = screen.bounds, let points = screen.pointsPerUnit ?? report.pointsPerUnit,
      bounds.width > 0
    else {
      view = nil
      scale = Int(min(3, max(1, (screen.scale ?? 2).rounded())))
      return
    }
    let pixels = Double(size.width) / (bounds.width * points)
    // A screenshot shorter than the page starts at the scroll position.
    let isPart = Double(size.height) < bounds.height * points * pixels * 0.98
    let scroll = isPart ? screen.scroll : .zero
    view = (Point(x: bounds.minX * points + scroll.x, y: bounds.minY * points + scroll.y), pixels)
    scale = Int(min(3, max(1, pixels.rounded())))
  }

  /// Cuts a part from the screenshot and resamples it to `scale`. Areas outside of the screenshot are white. Returns
  /// nil if there is no screenshot.
  ///
  /// - Parameter origin: The part's top left corner on the screen, in points.
  func piece(at origin: Point, size: Size) -> Bitmap? {
    guard let view, let picture, size.width > 0, size.height > 0, size.width * size.height < 1e7 else { return nil }
    let rect = PixelRect(
      x: whole((origin.x - view.origin.x) * view.pixels), y: whole((origin.y - view.origin.y) * view.pixels),
      width: max(1, whole(size.width * view.pixels)), height: max(1, whole(size.height * view.pixels)))
    guard let count = Bitmap.byteCount(width: rect.width, height: rect.height) else { return nil }
    var bytes = [UInt8](repeating: 255, count: count)
    let seen = rect.intersection(PixelRect(picture.size))
    for y in seen.rows where !seen.isEmpty {
      let from = (y * picture.width + seen.x) * 4
      let to = ((y - rect.y) * rect.width + seen.x - rect.x) * 4
      bytes.replaceSubrange(to..<to + seen.width * 4, with: picture.bytes[from..<from + seen.width * 4])
    }
    return Bitmap(width: rect.width, height: rect.height, format: .rgba, bytes: bytes).map {
      Resampler.scale(
        $0, toWidth: max(1, whole(size.width * Double(scale))), height: max(1, whole(size.height * Double(scale))))
    }
  }

  private func whole(_ value: Double) -> Int { Int(min(1e6, max(-1e6, value.rounded()))) }
}
