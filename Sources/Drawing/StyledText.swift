/// How a text is set. Lengths in points.
package struct TextStyle: Hashable, Codable, Sendable {
  /// `start` and `end` are where the script begins and ends a line; `left` is the left edge whatever the script, for a
  /// line beside something that stands left of it.
  package enum Alignment: String, Codable, Sendable { case start, center, end, left }

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

  package init(
    family: String, size: Double, weight: Int = 400, lineHeight: Double, letterSpacing: Double = 0,
    color: Color = .black, alignment: Alignment = .start
  ) {
    self.family = family
    self.size = size
    self.weight = weight
    self.lineHeight = lineHeight
    self.letterSpacing = letterSpacing
    self.color = color
    self.alignment = alignment
  }
}

extension TextStyle {
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
    /// Where a tap leads (a URL); kept through shaping so that a page can lay a real link over the glyphs.
    package var target: String?
    /// Drawn in the line in place of the words, as wide as the style's `pictureSide`.
    package var picture: ImageReference?

    package init(
      range: Range<Int>, color: Color? = nil, highlight: Highlight? = nil, target: String? = nil,
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
