import FeedproofLayout

/// Paints a rough version of a card: filled boxes, and letters as blocks. An app paints the same list with Core
/// Graphics.
public struct BlockPainter {
  public let width: Int
  public let height: Int
  /// Four bytes per pixel: red, green, blue, alpha.
  public private(set) var rgba: [UInt8]
  private let scale: Double

  public init(_ list: DisplayList, scale: Double) {
    (width, height) = (Int((list.size.width * scale).rounded()), Int((list.size.height * scale).rounded()))
    rgba = [UInt8](repeating: 255, count: width * height * 4)
    self.scale = scale
    for command in list.commands { draw(command, at: .zero) }
  }

  private mutating func draw(_ command: DrawingCommand, at origin: Point) {
    switch command {
    case .fill(let shape, .solid(let color)): fill(shape.bounds, color, at: origin)
    case .image(_, let shape, placeholder: .solid(let color), missing: _): fill(shape.bounds, color, at: origin)
    case .glyphs(let run, origin: let place):
      for glyph in run.glyphs {
        let box = Rect(
          x: place.x + glyph.x, y: place.y + glyph.y - run.size * 0.5, width: run.size * 0.5, height: run.size * 0.5)
        fill(box, run.color, at: origin)
      }
    case .group(clip: _, opacity: _, let commands), .blurred(let commands, radius: _):
      for command in commands { draw(command, at: origin) }
    case .translated(let offset, let commands):
      for command in commands { draw(command, at: Point(x: origin.x + offset.x, y: origin.y + offset.y)) }
    default: break
    }
  }

  private mutating func fill(_ rect: Rect, _ color: Color, at origin: Point) {
    func pixel(_ points: Double, upTo limit: Int) -> Int { min(limit, max(0, Int((points * scale).rounded()))) }
    let bytes = [color.red, color.green, color.blue, color.alpha].map { UInt8(($0 * 255).rounded()) }
    let columns = pixel(rect.minX + origin.x, upTo: width)..<pixel(rect.maxX + origin.x, upTo: width)
    for y in pixel(rect.minY + origin.y, upTo: height)..<pixel(rect.maxY + origin.y, upTo: height) {
      for x in columns { rgba.replaceSubrange((y * width + x) * 4..<(y * width + x) * 4 + 4, with: bytes) }
    }
  }
}
