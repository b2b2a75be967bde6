import Diagnostics

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
}
