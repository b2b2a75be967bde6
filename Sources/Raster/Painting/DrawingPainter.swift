import CPangoCairo
import Drawing

/// Draws commands one after the other; measures nothing and decides nothing. Pixels and documents differ in what a
/// picture, a text and a layer are to them.
protocol DrawingPainter {
  var canvas: Canvas { get }

  func paint(_ reference: ImageReference, in shape: Shape, _ placeholder: Paint, _ missing: [DrawingCommand]) throws
  func paint(_ run: GlyphRun, at origin: Point) throws
  /// What is drawn together: cut to `clip`, and let through as a whole.
  func paint(_ commands: [DrawingCommand], clip: Shape?, opacity: Double) throws
}

extension DrawingPainter {
  func paint(_ commands: [DrawingCommand]) throws {
    for command in commands {
      switch command {
      case .fill(let shape, let paint): canvas.fill(shape, paint)
      case .stroke(let path, let width, let paint): canvas.stroke(path, width: width, paint)
      case .shadow(let shape, let shadow): try canvas.shadow(of: shape, shadow)
      case .image(let reference, let shape, let placeholder, let missing):
        try paint(reference, in: shape, placeholder, missing)
      case .glyphs(let run, let origin): try paint(run, at: origin)
      case .group(let clip, let opacity, let commands): try paint(commands, clip: clip, opacity: opacity)
      case .translated(let offset, let commands):
        guard offset.x.isFinite, offset.y.isFinite else { continue }
        try canvas.saved {
          cairo_translate(canvas.context, offset.x, offset.y)
          try paint(commands)
        }
      }
    }
  }
}
