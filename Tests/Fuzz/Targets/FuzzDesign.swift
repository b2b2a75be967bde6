import Basics
import CardTemplates
import Cards
import DesignTokens
import Drawing
import Foundation
import Layout
import Raster
import Support

/// The project's own design for rendering inputs, loaded once.
struct FuzzDesign: Sendable {
  static let shared = FuzzDesign()

  let tokens: TokenSet
  let icons: IconSet
  let templates: [String: CardTemplate]
  let builder: CardBuilder
  private let engine: LayoutEngine
  private let painter: Painter

  private init() {
    do {
      guard
        let icons = IconSet.parse(TemplateFile(name: "icons.yml", contents: try Self.text("Templates/Icons/icons.yml")))
          .0
      else { throw Violation("the project's own icons can't be read") }
      self.icons = icons
      tokens = try Self.tokens(["Mockups/newsfeed/newsfeed.tokens.json"])
      var templates: [String: CardTemplate] = [:]
      for name in ["post", "system", "event"] {
        let file = TemplateFile(name: "\(name).yml", contents: try Self.text("Templates/Cards/\(name).yml"))
        let read = TemplateSource.read(file)
        // The tokens in the template's folder that its file names.
        let tokens = try Self.tokens((read.0?.tokens ?? []).map { "Templates/Cards/\($0)" })
        let context = TemplateContext(tokens: tokens, icons: icons) { try? Self.text("Templates/Cards/\($0)") }
        templates[name] = CardTemplate.compile(read, called: file.name, in: context).0
      }
      self.templates = templates
      let lock = try FontLock(
        json: try Data(contentsOf: Checkout.url("Templates/Fonts/fonts.lock.json")), name: "fonts.lock.json")
      let fonts = try FontSet.load(
        lock: lock, searching: [Checkout.url("Templates/Fonts").path, "/usr/share/fonts", "/usr/local/share/fonts"])
      engine = LayoutEngine(measuring: Typesetter(fonts: fonts))
      painter = Painter(fonts: fonts)
    } catch {
      preconditionFailure("the checkout's own design can't be loaded: \(error)")
    }
    builder = CardBuilder(
      rules: PostCardRules(
        collapsesAbove: 8, collapsedLines: 6, minimumAspect: 0.4, maximumAspect: 2.5, fallbackAspect: 1.5),
      strings: Language.ru.strings, clock: CardClock(now: 1_542_561_600, timeZone: .gmt))
  }

  private static func tokens(_ paths: [String]) throws -> TokenSet {
    let files = try paths.map { TokenFile(name: ($0 as NSString).lastPathComponent, contents: try text($0)) }
    guard let tokens = TokenSet.load(layers: files).0 else { throw Violation("no tokens in \(paths)") }
    return tokens
  }

  static func text(_ path: String) throws -> String { try String(contentsOf: Checkout.url(path), encoding: .utf8) }

  /// Lays a card out, and paints it unless it is too large.
  ///
  /// - Throws: `Violation` if the layout is invalid.
  func draw(_ value: CardValue, with template: CardTemplate) throws {
    let layout = engine.layOut(template.spec(for: value), in: .width(359))
    var waiting = [layout.root]
    while let box = waiting.popLast() {
      let frame = box.frame
      try Violation.unless(
        [frame.minX, frame.minY, frame.maxX, frame.maxY].allSatisfy(\.isFinite) && frame.maxX >= frame.minX
          && frame.maxY >= frame.minY, "a box without a place: \(box.name ?? "?") \(frame)")
      waiting += box.children
    }
    try Violation.unless(layout.size.width <= 359.5, "a card wider than its screen: \(layout.size)")
    guard layout.size.height <= 2500, layout.size.width > 0, layout.size.height > 0 else { return }
    // A painting error is allowed.
    _ = try? painter.paint(layout.displayList(scale: 1), scale: 1, images: NoImages())
  }

  private struct NoImages: ImageSource {
    func picture(for reference: ImageReference, width: Int, height: Int) -> Bitmap? { nil }
  }
}
