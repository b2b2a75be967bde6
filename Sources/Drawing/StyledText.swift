import Names

/// How a text is set. Lengths in points.
package struct TextStyle: Hashable, Codable, Sendable {
  /// `start` and `end` are where the script begins and ends a line; `left` and `right` are edges whatever the script, for a
  /// line beside something that stands there.
  package enum Alignment: String, CaseIterable, Codable, Sendable { case start, center, end, left, right }

  /// The first choice; other families of the font lock fill in for scripts it lacks.
  package var family: String
  package var size: Double
  /// CSS weight, 100…900.
  package var weight: Int
  /// The distance of two baselines, whatever the glyphs' own heights.
  package var lineHeight: Double
  /// Added after every cluster.
  package var letterSpacing: Double
  package var color: Color
  package var alignment: Alignment
  /// Of paragraphs without a letter that says where they begin: of digits and signs alone.
  package var direction: LayoutDirection

  package init(
    family: String, size: Double, weight: Int = 400, lineHeight: Double, letterSpacing: Double = 0,
    color: Color = .black, alignment: Alignment = .start, direction: LayoutDirection = .leftToRight
  ) {
    self.family = family
    self.size = size
    self.weight = weight
    self.lineHeight = lineHeight
    self.letterSpacing = letterSpacing
    self.color = color
    self.alignment = alignment
    self.direction = direction
  }

  /// Points: of a picture that stands in a line like a letter. A third larger than the letters, and never higher than the
  /// line.
  package var pictureSide: Double { min(lineHeight, size * 4 / 3) }
}

/// A text ready to be shaped: one style, and attributes that differ from it. None but pictures change the text's metrics.
package struct StyledText: Hashable, Sendable {
  package struct Attribute: Hashable, Sendable {
    /// UTF-8 offsets into the string, on character boundaries.
    package var range: Range<Int>
    package var color: Color?
    package var highlight: Highlight?
    /// Where a tap leads; kept through shaping so that a page can lay a real link over the glyphs.
    package var target: LinkTarget?
    /// Drawn in the line in place of the words, as wide as the style's `pictureSide`.
    package var picture: ImageReference?

    package init(
      range: Range<Int>, color: Color? = nil, highlight: Highlight? = nil, target: LinkTarget? = nil,
      picture: ImageReference? = nil
    ) {
      self.picture = picture
      self.range = range
      self.color = color
      self.highlight = highlight
      self.target = target
    }
  }

  /// A rounded rectangle behind words. Lengths in points.
  package struct Highlight: Hashable, Codable, Sendable {
    package var fill: Color
    package var radius: Double
    package var height: Double
    /// How much wider than the words on each side.
    package var outset: Double

    package init(fill: Color, radius: Double, height: Double, outset: Double) {
      self.fill = fill
      self.radius = radius
      self.height = height
      self.outset = outset
    }
  }

  package var string: String
  package var style: TextStyle
  /// In the order of the text; where two overlap, the later one's values win.
  package var attributes: [Attribute]

  package init(_ string: String, style: TextStyle, attributes: [Attribute] = []) {
    self.string = string
    self.style = style
    self.attributes = attributes
  }
}

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
  /// UTF-8 offset in the text of what each glyph stands for, whose order is that of reading. Nil as `pieces` is.
  package var offsets: [Int]?

  package init(
    face: FontFaceID, size: Double, color: Color, glyphs: [Glyph], pieces: [String]? = nil, offsets: [Int]? = nil
  ) {
    self.face = face
    self.size = size
    self.color = color
    self.glyphs = glyphs
    self.pieces = pieces
    self.offsets = offsets
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
