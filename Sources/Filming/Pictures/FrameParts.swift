import Basics
import CardRendering
import Cards
import Drawing
import Layout
import Raster
import Synchronization

/// The parts around the cards of every frame, drawn once: background, bar, footer, spinners, finger.
struct FrameParts: Sendable {
  let background: Bitmap
  /// The bar, opaque, as wide as the screen.
  let bar: Bitmap
  let footer: Bitmap
  /// The spinner for each twelfth of a turn.
  let spinners: [Bitmap]
  let finger: Bitmap
  /// The area that the keyboard can cover, as large as the screen.
  let keyboard: Bitmap
  let composers: ComposerImages

  init(_ source: FilmSource) throws {
    let (screen, renderer) = (source.screen, source.renderer)
    composers = ComposerImages(source)
    let scale = Double(screen.scale)
    let pictures = renderer.pictures()
    func paint(_ size: Size, _ commands: [DrawingCommand]) throws -> Bitmap {
      try renderer.painter.paint(
        DisplayList(size: size, commands: commands), scale: scale, images: pictures.at(scale: screen.scale))
    }
    func commands(_ layout: LaidOutCard) -> [DrawingCommand] { layout.displayList(scale: scale).commands }
    let size = Size(width: Double(screen.width), height: Double(screen.height))
    let fill = DrawingCommand.fill(
      .rectangle(Rect(origin: .zero, size: size)), source.theme.metrics.background)
    // Behind everything, in case the background is translucent.
    background = try paint(size, [.fill(.rectangle(Rect(origin: .zero, size: size)), .solid(.black)), fill])
    let width = size.width
    let barSize = Size(width: width, height: max(1 / scale, screen.bar))
    // Marks the edge under which cards disappear.
    let hairline = Rect(x: 0, y: barSize.height - 1 / scale, width: width, height: 1 / scale)
    let secondary = source.theme.secondary
    let faint = Color(red: secondary.red, green: secondary.green, blue: secondary.blue, alpha: 0.25)
    bar = try paint(
      barSize,
      [.fill(.rectangle(Rect(origin: .zero, size: barSize)), .solid(.black)), fill] + commands(source.header)
        + [.fill(.rectangle(hairline), .solid(faint))])
    footer = try paint(Size(width: width, height: max(1 / scale, screen.footer)), commands(source.footer))
    let color = source.theme.secondary
    spinners = try (0..<12).map { turn in
      try paint(
        Size(width: Self.spinnerSide, height: Self.spinnerSide), Self.spokes(turn: turn, color))
    }
    let keys = source.theme.page.isDark ? 0.16 : 0.82
    keyboard = try paint(
      size,
      [
        .fill(
          .rectangle(Rect(origin: .zero, size: size)),
          .solid(Color(red: keys, green: keys + 0.015, blue: keys + 0.03, alpha: 1)))
      ])
    finger = try paint(
      Size(width: Self.fingerSide, height: Self.fingerSide), Self.touch(color))
  }

  /// The size of the spinner in points.
  static let spinnerSide = 24.0
  static let fingerSide = 44.0

  /// The sines of multiples of thirty degrees; the system's library may differ in the last bits.
  private static let sines: [Double] = {
    let root = 3.0.squareRoot() / 2
    return [0, 0.5, root, 1, root, 0.5, 0, -0.5, -root, -1, -root, -0.5]
  }()

  /// Returns twelve spokes around a center, the current one darkest.
  private static func spokes(turn: Int, _ color: Color) -> [DrawingCommand] {
    let middle = spinnerSide / 2
    return (0..<12).map { spoke in
      let (x, y) = (sines[spoke], -sines[(spoke + 3) % 12])
      let path = Path([
        .move(Point(x: middle + 5 * x, y: middle + 5 * y)), .line(Point(x: middle + 9.5 * x, y: middle + 9.5 * y)),
      ])
      let age = (turn - spoke + 12) % 12
      let alpha = color.alpha * max(0.2, 1 - Double(age) / 10)
      return .stroke(
        path, width: 2, .solid(Color(red: color.red, green: color.green, blue: color.blue, alpha: alpha)))
    }
  }

  private static func touch(_ color: Color) -> [DrawingCommand] {
    let (outer, inner) = (
      Rect(x: 1, y: 1, width: fingerSide - 2, height: fingerSide - 2),
      Rect(x: 3, y: 3, width: fingerSide - 6, height: fingerSide - 6)
    )
    let shade = { (alpha: Double) in
      Paint.solid(Color(red: color.red, green: color.green, blue: color.blue, alpha: alpha))
    }
    return [.fill(.ellipse(outer), shade(0.35)), .fill(.ellipse(inner), shade(0.3))]
  }
}

/// The bitmaps of the message composer by draft, drawn on first use. Can be used from any task.
final class ComposerImages: Sendable {
  private let source: FilmSource
  private let known = Mutex<[String: Bitmap]>([:])

  init(_ source: FilmSource) { self.source = source }

  /// Returns an opaque bitmap as wide as the screen; nil if there is no composer.
  func picture(_ draft: String) throws -> Bitmap? {
    if let picture = known.withLock({ $0[draft] }) { return picture }
    guard let layout = source.composer(draft) else { return nil }
    let scale = Double(source.screen.scale)
    let ground = DrawingCommand.fill(.rectangle(Rect(origin: .zero, size: layout.size)), .solid(.black))
    let pictures = source.renderer.pictures().at(scale: source.screen.scale)
    let list = DisplayList(
      size: layout.size,
      commands: [ground, .fill(.rectangle(Rect(origin: .zero, size: layout.size)), source.theme.metrics.background)]
        + layout.displayList(scale: scale).commands)
    let picture = try source.renderer.painter.paint(list, scale: scale, images: pictures)
    known.withLock { $0[draft] = picture }
    return picture
  }
}
