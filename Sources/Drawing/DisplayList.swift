/// What a painter draws, in order: absolute rectangles, colours, positioned glyphs, image references.
///
/// Everything is resolved: the painter measures nothing and decides nothing.
package struct DisplayList: Hashable, Codable, Sendable {
  /// The canvas in points.
  package var size: Size
  package var commands: [DrawingCommand]

  package init(size: Size, commands: [DrawingCommand]) {
    self.size = size
    self.commands = commands
  }
}

package indirect enum DrawingCommand: Hashable, Codable, Sendable {
  case fill(Shape, Paint)
  /// A line along the path with round caps and joins; `width` in points.
  case stroke(Path, width: Double, Paint)
  /// The shape's shadow alone, also under the shape itself.
  case shadow(Shape, Shadow)
  /// The picture fills the shape's bounds (aspect fill, centred) and is clipped to the shape; where it can't be had
  /// the placeholder fills the shape, and `missing` is drawn over it.
  case image(ImageReference, Shape, placeholder: Paint, missing: [DrawingCommand] = [])
  /// The run's glyphs, their text's top left corner at `origin`.
  case glyphs(GlyphRun, origin: Point)
  /// The commands, clipped to the shape, drawn as one layer with `opacity` (0…1).
  case group(clip: Shape?, opacity: Double, [DrawingCommand])
  /// The commands, moved by an offset in points.
  case translated(Point, [DrawingCommand])
}
