import Diagnostics
import Drawing

/// What can keep a picture from being painted.
enum PaintIssue: Issue {
  /// Points and scale as asked for.
  case tooLarge(width: Double, height: Double, scale: Double)
  case notFinite(width: Double, height: Double, scale: Double)
  /// Cairo's own words.
  case cairo(String)
  /// FreeType's error number for a glyph of a font file.
  case glyph(file: String, id: UInt32, error: Int)
  case outOfMemory
  /// A text could not be shaped, in the error's own words.
  case text(String)

  var kind: Diagnostic.Kind {
    switch self {
    case .tooLarge, .notFinite: .input
    case .cairo, .glyph, .outOfMemory, .text: .environment
    }
  }

  var severity: Diagnostic.Severity { .error }

  var code: String {
    switch self {
    case .tooLarge: "raster.too-large"
    case .notFinite: "raster.not-finite"
    case .cairo: "raster.cairo"
    case .glyph: "raster.glyph"
    case .outOfMemory: "raster.memory"
    case .text: "raster.text"
    }
  }

  var message: String {
    switch self {
    case .tooLarge(let width, let height, let scale):
      "a picture of \(width) × \(height) points at scale \(scale) is larger than \(PictureEncoding.png.longestSide) pixels a side"
    case .notFinite(let width, let height, let scale):
      "a picture can't be \(width) × \(height) points at scale \(scale)"
    case .cairo(let words): "Cairo could not draw: \(words)"
    case .glyph(let file, let id, let error): "FreeType could not draw glyph \(id) of \(file) (error \(error))"
    case .outOfMemory: "there is not enough memory to draw"
    case .text(let words): "a text could not be shaped: \(words)"
    }
  }

  var hint: String? {
    switch self {
    case .tooLarge: "export at a smaller scale, or split the feed picture with --feed-height"
    case .notFinite: "look for the box without a size: feedproof show --stage layout"
    case .cairo, .text: nil
    case .glyph: "the font file may be damaged: feedproof fonts"
    case .outOfMemory: "run fewer jobs at once: --jobs 1"
    }
  }
}
