extension PaintIssue {
  var message: String {
    switch self {
    case .tooLarge(let width, let height, let scale):
      "a picture of \(width) × \(height) points at scale \(scale) is larger than \(Canvas.longestSide) pixels a side"
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
