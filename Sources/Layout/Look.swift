import Drawing

/// How an element's box is painted, under its content.
package struct Look: Hashable, Sendable {
  package enum Outline: Hashable, Sendable {
    case rectangle
    /// Points; clamped to half the shorter side.
    case rounded(Double)
    /// The ellipse in the box.
    case circle
  }

  package struct Border: Hashable, Sendable {
    /// Points, inside the box.
    package var width: Double
    package var color: Color

    package init(width: Double, color: Color) {
      self.width = width
      self.color = color
    }
  }

  package var outline: Outline
  package var fill: Paint?
  package var shadow: Shadow?
  package var border: Border?
  /// Clips the content (children, image) to the outline.
  package var clipsContent: Bool
  /// 0…1, of the whole element.
  package var opacity: Double

  package init(
    outline: Outline = .rectangle, fill: Paint? = nil, shadow: Shadow? = nil, border: Border? = nil,
    clipsContent: Bool = false, opacity: Double = 1
  ) {
    self.outline = outline
    self.fill = fill
    self.shadow = shadow
    self.border = border
    self.clipsContent = clipsContent
    self.opacity = opacity
  }
}

/// What stands in a leaf's box.
package enum Leaf: Hashable, Sendable {
  case text(TextLeaf)
  case image(ImageLeaf)
  case icon(Icon, tint: Paint)
  /// Nothing but its look; takes the size its style says.
  case shape
}

package struct TextLeaf: Hashable, Sendable {
  package enum Truncation: String, Sendable, CaseIterable {
    /// An ellipsis at the end of the last line that fits.
    case tail
    /// Whole lines are left out.
    case clip
  }

  package var text: StyledText
  /// For the whole text, not for each paragraph; nil has no limit.
  package var maxLines: Int?
  package var truncation: Truncation

  package init(_ text: StyledText, maxLines: Int? = nil, truncation: Truncation = .tail) {
    self.text = text
    self.maxLines = maxLines
    self.truncation = truncation
  }
}

package struct ImageLeaf: Hashable, Sendable {
  /// Nil draws the placeholder.
  package var image: ImageReference?
  /// Fills the box's outline until (or where no) picture is there.
  package var placeholder: Paint

  package init(_ image: ImageReference?, placeholder: Paint) {
    self.image = image
    self.placeholder = placeholder
  }
}
