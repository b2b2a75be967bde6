import Names

/// How a text is set. Lengths in points.
public struct TextStyle: Hashable, Codable, Sendable {
  /// `start` and `end` are where the script begins and ends a line; `left` and `right` are edges whatever the script, for a
  /// line beside something that stands there.
  public enum Alignment: String, CaseIterable, Codable, Sendable { case start, center, end, left, right }

  /// The first choice; other families of the font lock fill in for scripts it lacks.
  public var family: String
  /// Points an em.
  public var size: Double
  /// CSS weight, 100…900.
  public var weight: Int
  /// The distance of two baselines, whatever the glyphs' own heights.
  public var lineHeight: Double
  /// Added after every cluster.
  public var letterSpacing: Double
  /// Of all that no attribute colours otherwise.
  public var color: Color
  /// Where lines stand in a box wider than they are.
  public var alignment: Alignment
  /// Of paragraphs without a letter that says where they begin: of digits and signs alone.
  public var direction: LayoutDirection

  public init(
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

/// A text ready to be shaped: one style, and attributes that differ from it. Of those that are public, none but pictures
/// change the text's metrics.
public struct StyledText: Hashable, Sendable {
  /// What is otherwise in a part of a text.
  public struct Attribute: Hashable, Sendable {
    /// UTF-8 offsets into the string, on character boundaries.
    public var range: Range<Int>
    /// Nil for the style's.
    public var color: Color?
    /// What stands behind the words; nil for nothing.
    public var highlight: Highlight?
    /// Where a tap leads; kept through shaping so that a page can lay a real link over the glyphs.
    package var target: LinkTarget?
    /// Drawn in the line in place of the words, as wide as the style's `pictureSide`.
    public var picture: ImageReference?
    /// What the words are set in; nil for the style's family.
    package var family: String?
    /// Of paragraphs: how they stand in as another's words.
    package var quotation: Quotation?
    /// The words are a paragraph's mark (`•`, `12.`), behind which its further lines begin as the first one does.
    package var hangs = false

    /// Whether it says how the words are set, not how they look.
    package var setsAnything: Bool { family != nil || quotation != nil || hangs }

    public init(
      range: Range<Int>, color: Color? = nil, highlight: Highlight? = nil, picture: ImageReference? = nil
    ) {
      self.init(range: range, color: color, highlight: highlight, target: nil, picture: picture)
    }

    package init(
      range: Range<Int>, color: Color? = nil, highlight: Highlight? = nil, target: LinkTarget?,
      picture: ImageReference? = nil
    ) {
      self.picture = picture
      self.range = range
      self.color = color
      self.highlight = highlight
      self.target = target
    }
  }

  /// A bar where lines begin, and room between it and them. Lengths in points.
  package struct Quotation: Hashable, Sendable {
    /// How far the lines stand in, with the bar.
    package var indent: Double
    /// The bar's.
    package var width: Double
    package var color: Color

    package init(indent: Double, width: Double, color: Color) {
      (self.indent, self.width, self.color) = (indent, width, color)
    }
  }

  /// A rounded rectangle behind words. Lengths in points.
  public struct Highlight: Hashable, Codable, Sendable {
    /// The colour behind the words.
    public var fill: Color
    /// Of its corners.
    public var radius: Double
    /// From its top to its bottom, in the middle of the line.
    public var height: Double
    /// How much wider than the words on each side.
    public var outset: Double

    public init(fill: Color, radius: Double, height: Double, outset: Double) {
      self.fill = fill
      self.radius = radius
      self.height = height
      self.outset = outset
    }
  }

  /// With line feeds between paragraphs.
  public var string: String
  /// Of the whole text.
  public var style: TextStyle
  /// In the order of the text; where two overlap, the later one's values win.
  public var attributes: [Attribute]

  public init(_ string: String, style: TextStyle, attributes: [Attribute] = []) {
    self.string = string
    self.style = style
    self.attributes = attributes
  }
}

/// One face of the font lock, by its index there.
public struct FontFaceID: Hashable, Codable, Sendable {
  /// From 0, as whoever measures texts counts faces.
  public var index: Int

  public init(index: Int) {
    self.index = index
  }

  /// No face: the box that stands for a character which none has. Its glyphs are the characters' own code points.
  public static let lastResort = FontFaceID(index: -1)
}

/// Glyphs of one face, size and colour, each at its place: nothing is left to measure when it is drawn.
public struct GlyphRun: Hashable, Codable, Sendable {
  /// One glyph at its place.
  public struct Glyph: Hashable, Codable, Sendable {
    /// The glyph's index in its face.
    public var id: UInt32
    /// The glyph's origin on the baseline, in points, relative to the text's top left corner.
    public var x: Double
    /// Points down from the text's top.
    public var y: Double

    public init(id: UInt32, x: Double, y: Double) {
      self.id = id
      self.x = x
      self.y = y
    }
  }

  /// Whose glyphs these are.
  public var face: FontFaceID
  /// Points per em.
  public var size: Double
  /// Of all of them.
  public var color: Color
  /// In the order of drawing, left to right.
  public var glyphs: [Glyph]
  /// What each glyph stands for; empty of a further glyph of the same letter. Nil where nobody asked for it.
  public var pieces: [String]?
  /// UTF-8 offset in the text of what each glyph stands for, whose order is that of reading. Nil as `pieces` is.
  public var offsets: [Int]?

  public init(
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
public struct ShapedText: Hashable, Codable, Sendable {
  /// A line of a text as it was broken.
  public struct Line: Hashable, Codable, Sendable {
    /// The line's box: as high as the style's line height, as wide as its advance.
    public var frame: Rect
    /// The baseline's y.
    public var baseline: Double
    /// UTF-8 offsets into the text's string, without a trailing newline.
    public var range: Range<Int>
    /// In the order of drawing, left to right.
    public var runs: [GlyphRun]

    public init(frame: Rect, baseline: Double, range: Range<Int>, runs: [GlyphRun]) {
      self.frame = frame
      self.baseline = baseline
      self.range = range
      self.runs = runs
    }
  }

  /// Where a piece of an attribute stands on a line; an attribute over two lines has two.
  public struct AttributeFrame: Hashable, Codable, Sendable {
    /// Index into the styled text's attributes.
    public var attribute: Int
    /// Index into `lines`.
    public var line: Int
    /// The words' advance box, as high as the line.
    public var frame: Rect

    public init(attribute: Int, line: Int, frame: Rect) {
      self.attribute = attribute
      self.line = line
      self.frame = frame
    }
  }

  /// Width of the widest line, height of all lines.
  public var size: Size
  /// From top to bottom.
  public var lines: [Line]
  /// In the order of the text.
  public var attributeFrames: [AttributeFrame]
  /// True when the line limit left something out.
  public var isTruncated: Bool
  /// How many lines the whole text has at this width, without the limit.
  public var fullLineCount: Int
  /// Scalars that no face of the font lock has.
  public var missing: [UInt32]

  public init(
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
