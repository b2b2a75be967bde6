/// One face of the font lock, by its index there.
package struct FontFaceID: Hashable, Codable, Sendable {
  package var index: Int

  package init(index: Int) {
    self.index = index
  }

  /// No face: the box that stands for a character which none has. Its glyphs are the characters' own code points.
  package static let lastResort = FontFaceID(index: -1)
}

/// Glyphs of one face, size and colour, each at its place: nothing is left to measure when it is drawn.
package struct GlyphRun: Hashable, Codable, Sendable {
  package struct Glyph: Hashable, Codable, Sendable {
    /// The glyph's index in its face.
    package var id: UInt32
    /// The glyph's origin on the baseline, in points, relative to the text's top left corner.
    package var x: Double
    package var y: Double

    package init(id: UInt32, x: Double, y: Double) {
      self.id = id
      self.x = x
      self.y = y
    }
  }

  package var face: FontFaceID
  /// Points per em.
  package var size: Double
  package var color: Color
  package var glyphs: [Glyph]
  /// What each glyph stands for; empty of a further glyph of the same letter. Nil where nobody asked for it.
  package var pieces: [String]?

  package init(face: FontFaceID, size: Double, color: Color, glyphs: [Glyph], pieces: [String]? = nil) {
    self.face = face
    self.size = size
    self.color = color
    self.glyphs = glyphs
    self.pieces = pieces
  }
}

/// A text broken into lines and shaped: what measuring returns and painting draws. All points, from its top left corner.
package struct ShapedText: Hashable, Codable, Sendable {
  package struct Line: Hashable, Codable, Sendable {
    /// The line's box: as high as the style's line height, as wide as its advance.
    package var frame: Rect
    /// The baseline's y.
    package var baseline: Double
    /// UTF-8 offsets into the text's string, without a trailing newline.
    package var range: Range<Int>
    package var runs: [GlyphRun]

    package init(frame: Rect, baseline: Double, range: Range<Int>, runs: [GlyphRun]) {
      self.frame = frame
      self.baseline = baseline
      self.range = range
      self.runs = runs
    }
  }

  /// Where a piece of an attribute stands on a line; an attribute over two lines has two.
  package struct AttributeFrame: Hashable, Codable, Sendable {
    /// Index into the styled text's attributes.
    package var attribute: Int
    package var line: Int
    /// The words' advance box, as high as the line.
    package var frame: Rect

    package init(attribute: Int, line: Int, frame: Rect) {
      self.attribute = attribute
      self.line = line
      self.frame = frame
    }
  }

  /// Width of the widest line, height of all lines.
  package var size: Size
  package var lines: [Line]
  package var attributeFrames: [AttributeFrame]
  /// True when the line limit left something out.
  package var isTruncated: Bool
  /// How many lines the whole text has at this width, without the limit.
  package var fullLineCount: Int
  /// Scalars that no face of the font lock has.
  package var missing: [UInt32]

  package init(
    size: Size, lines: [Line], attributeFrames: [AttributeFrame] = [], isTruncated: Bool = false,
    fullLineCount: Int? = nil, missing: [UInt32] = []
  ) {
    self.size = size
    self.lines = lines
    self.attributeFrames = attributeFrames
    self.isTruncated = isTruncated
    self.fullLineCount = fullLineCount ?? lines.count
    self.missing = missing
  }
}
