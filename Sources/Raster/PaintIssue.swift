import Diagnostics

/// A problem that prevents an image from being painted.
package enum PaintIssue: Issue {
  /// The requested size in points and the scale; `limit` is pixels a side.
  case tooLarge(width: Double, height: Double, scale: Double, limit: Int)
  case notFinite(width: Double, height: Double, scale: Double)
  /// Cairo's message.
  case cairo(String)
  /// FreeType's error number for a glyph of a font file.
  case glyph(file: String, id: UInt32, error: Int)
  case outOfMemory
  /// A text could not be shaped; holds the error's message.
  case text(String)

  package var text: IssueText {
    switch self {
    case .tooLarge(let width, let height, let scale, let limit):
      .error(
        "raster.too-large",
        "an image of \(width) × \(height) points at scale \(scale) is larger than \(limit) pixels on a side",
        hint: "export at a smaller scale, or reduce the height of the feed image with --feed-height")
    case .notFinite(let width, let height, let scale):
      .error(
        "raster.not-finite", "an image can't be \(width) × \(height) points at scale \(scale)",
        hint: "find the box without a size: feedproof show --stage layout")
    case .cairo(let words):
      .error("raster.cairo", "Cairo could not draw: \(words)", kind: .environment)
    case .glyph(let file, let id, let error):
      .error(
        "raster.glyph", "FreeType could not draw glyph \(id) of \(file) (error \(error))",
        hint: "the font file may be damaged: feedproof fonts", kind: .environment)
    case .outOfMemory:
      .error(
        "raster.memory", "there is not enough memory to draw the image", hint: "run fewer jobs at once: --jobs 1",
        kind: .environment)
    case .text(let words):
      .error("raster.text", "a text could not be shaped: \(words)", kind: .environment)
    }
  }
}
