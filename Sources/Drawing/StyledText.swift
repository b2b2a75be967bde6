import Basics

/// The style of a text. Lengths in points.
public struct TextStyle: Hashable, Codable, Sendable {
  /// `start` and `end` depend on the script's direction; `left` and `right` are fixed edges, for a line aligned to an
  /// adjacent element.
  public enum Alignment: String, CaseIterable, Codable, Sendable { case start, center, end, left, right }

  /// The preferred family; other families of the font lock are used for scripts that it lacks.
  public var family: String
  /// Points per em.
  public var size: Double
  /// CSS weight, 100…900.
  public var weight: Int
  /// The distance between two baselines, whatever the glyphs' own heights.
  public var lineHeight: Double
  /// Added after every cluster.
  public var letterSpacing: Double
  /// The color of text without a color attribute.
  public var color: Color
  /// The alignment of lines in a wider box.
  public var alignment: Alignment
  /// The direction of paragraphs without a letter that determines it, such as digits and signs only.
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

  /// The side of an inline image in points: a third larger than the letters, and at most as high as the line.
  package var pictureSide: Double { min(lineHeight, size * 4 / 3) }
}

/// A text ready for shaping: one style, and attributes for deviating parts. Of the public attributes, only images
/// change the text's metrics.
public struct StyledText: Hashable, Sendable {
  /// The deviating properties of a part of a text.
  public struct Attribute: Hashable, Sendable {
    /// UTF-8 offsets into the string, on character boundaries.
    public var range: Range<Int>
    /// Nil for the style's color.
    public var color: Color?
    /// The highlight behind the words; nil for none.
    public var highlight: Highlight?
    /// The link target; kept during shaping so that a page can put a real link over the glyphs.
    package var target: LinkTarget?
    /// Drawn in the line instead of the words, as wide as the style's `pictureSide`.
    public var picture: ImageReference?
    /// The font family; nil for the style's family.
    package var family: String?
    /// The CSS weight; nil for the style's weight.
    package var weight: Int?
    /// Whether the words are slanted. The font lock has no italic fonts: the upright glyphs are drawn at an angle.
    package var isSlanted = false
    /// The color of a line through the words; nil for none.
    package var strike: Color?
    /// The color of a cover over the words, which hides them; nil for none.
    package var cover: Color?
    /// For paragraphs: the indentation of a quotation.
    package var quotation: Quotation?
    /// Whether the words are a paragraph's marker (`•`, `12.`) and its following lines are indented to the text after
    /// it.
    package var hangs = false

    /// Whether the attribute affects typesetting, not only colors.
    package var setsAnything: Bool { family != nil || weight != nil || quotation != nil || hangs }

    /// Whether anything is drawn over the words.
    package var overlaysAnything: Bool { strike != nil || cover != nil }

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

  /// A bar at the start of lines, with space after it. Lengths in points.
  package struct Quotation: Hashable, Sendable {
    /// The indentation of the lines, including the bar.
    package var indent: Double
    /// The bar's width.
    package var width: Double
    package var color: Color

    package init(indent: Double, width: Double, color: Color) {
      (self.indent, self.width, self.color) = (indent, width, color)
    }
  }

  /// A rounded rectangle behind words. Lengths in points.
  public struct Highlight: Hashable, Codable, Sendable {
    /// The color behind the words.
    public var fill: Color
    /// The corner radius.
    public var radius: Double
    /// The height of the rectangle, centered on the line.
    public var height: Double
    /// The distance by which it extends beyond the words on each side.
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
  /// The style of the whole text.
  public var style: TextStyle
  /// In the order of the text; if two overlap, the later one wins.
  public var attributes: [Attribute]

  public init(_ string: String, style: TextStyle, attributes: [Attribute] = []) {
    self.string = string
    self.style = style
    self.attributes = attributes
  }
}

/// A font of the font lock, by its index there.
public struct FontFaceID: Hashable, Codable, Sendable {
  /// The measurer's index of the font, from 0.
  public var index: Int

  public init(index: Int) {
    self.index = index
  }

  /// No font: the box that replaces a character missing from all fonts. Its glyph ids are the characters' code points.
  public static let lastResort = FontFaceID(index: -1)
}

/// Positioned glyphs of one font, size and color: drawing needs no further measurement.
public struct GlyphRun: Hashable, Codable, Sendable {
  /// A positioned glyph.
  public struct Glyph: Hashable, Codable, Sendable {
    /// The glyph's index in its font.
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

  /// The font of the glyphs.
  public var face: FontFaceID
  /// Points per em.
  public var size: Double
  /// The color of all glyphs.
  public var color: Color
  /// The distance by which glyphs lean to the right, as a fraction of their height; nil for upright glyphs.
  public var slant: Double?
  /// In drawing order, left to right.
  public var glyphs: [Glyph]
  /// The text of each glyph; empty for the further glyphs of a letter. Nil if not requested.
  public var pieces: [String]?
  /// The UTF-8 offset in the text of each glyph, which gives the reading order. Nil if `pieces` is nil.
  public var offsets: [Int]?

  public init(
    face: FontFaceID, size: Double, color: Color, glyphs: [Glyph], pieces: [String]? = nil, offsets: [Int]? = nil,
    slant: Double? = nil
  ) {
    self.face = face
    self.size = size
    self.color = color
    self.glyphs = glyphs
    self.pieces = pieces
    self.offsets = offsets
    self.slant = slant
  }

  /// The slant of words in italics, an angle of 12°, as in other programs that slant upright fonts.
  package static let italicSlant = 0.2126
}

/// A text broken into lines and shaped: the result of measuring, and the input of painting. In points from its top left
/// corner.
public struct ShapedText: Hashable, Codable, Sendable {
  /// A line of a broken text.
  public struct Line: Hashable, Codable, Sendable {
    /// The line's box: as high as the style's line height, as wide as its advance.
    public var frame: Rect
    /// The baseline's y.
    public var baseline: Double
    /// UTF-8 offsets into the text's string, without a trailing newline.
    public var range: Range<Int>
    /// In drawing order, left to right.
    public var runs: [GlyphRun]

    public init(frame: Rect, baseline: Double, range: Range<Int>, runs: [GlyphRun]) {
      self.frame = frame
      self.baseline = baseline
      self.range = range
      self.runs = runs
    }
  }

  /// The frame of a part of an attribute on one line; an attribute across two lines has two.
  public struct AttributeFrame: Hashable, Codable, Sendable {
    /// An index into the styled text's attributes.
    public var attribute: Int
    /// An index into `lines`.
    public var line: Int
    /// The words' advance box, as high as the line.
    public var frame: Rect

    public init(attribute: Int, line: Int, frame: Rect) {
      self.attribute = attribute
      self.line = line
      self.frame = frame
    }
  }

  /// The width of the widest line and the height of all lines.
  public var size: Size
  /// From top to bottom.
  public var lines: [Line]
  /// In the order of the text.
  public var attributeFrames: [AttributeFrame]
  /// Whether the line limit removed text.
  public var isTruncated: Bool
  /// The number of lines of the whole text at this width, without the limit.
  public var fullLineCount: Int
  /// The Unicode scalars that no font of the font lock has.
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
