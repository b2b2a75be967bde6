import Drawing

/// How an element's box is painted, below its content.
public struct BoxDecoration: Sendable {
  /// The shape used for fill, border and clipping.
  public enum Outline: Hashable, Sendable {
    case rectangle
    /// The corner radius in points; limited to half the shorter side.
    case rounded(Double)
    /// Corner radii, reduced to fit the box when drawn.
    case cornered(CornerRadii)
    /// The ellipse inscribed in the box.
    case circle
  }

  /// A line along the inside of the box's edges.
  public struct Border: Hashable, Sendable {
    /// Points, inside the box.
    public var widths: EdgeInsets
    /// The color of all sides.
    public var color: Color
    /// Nil for a solid line.
    public var dashes: Dashes?

    public init(widths: EdgeInsets, color: Color, dashes: Dashes? = nil) {
      self.widths = widths
      self.color = color
      self.dashes = dashes
    }

    public init(width: Double, color: Color, dashes: Dashes? = nil) {
      self.init(widths: EdgeInsets(all: width), color: color, dashes: dashes)
    }
  }

  private struct Values: Hashable, Sendable {
    var outline = Outline.rectangle
    var fill: Paint?
    var shadows: [Shadow] = []
    var innerShadows: [Shadow] = []
    var border: Border?
    var clipsContent = false
    var opacity = 1.0
    var blur = 0.0
  }

  private final class Box: Sendable {
    let values: Values
    init(_ values: Values) { self.values = values }
  }

  /// Values by reference, and nil if nothing is painted, as for most boxes: a decoration is copied with every box.
  private var box: Box?

  private var values: Values {
    get { box?.values ?? Values() }
    set { box = newValue == Values() ? nil : Box(newValue) }
  }

  public init(
    outline: Outline = .rectangle, fill: Paint? = nil, shadow: Shadow? = nil, innerShadows: [Shadow] = [],
    border: Border? = nil, clipsContent: Bool = false, opacity: Double = 1, blur: Double = 0
  ) {
    values = Values(
      outline: outline, fill: fill, shadows: shadow.map { [$0] } ?? [], innerShadows: innerShadows, border: border,
      clipsContent: clipsContent, opacity: opacity, blur: blur)
  }

  /// The shape used for fill, border and clipping.
  public var outline: Outline {
    get { box?.values.outline ?? .rectangle }
    set { values.outline = newValue }
  }
  /// The fill of the outline; nil for none.
  public var fill: Paint? {
    get { box?.values.fill }
    set { values.fill = newValue }
  }
  /// Shadows below the box; the first one is on top.
  public var shadows: [Shadow] {
    get { box?.values.shadows ?? [] }
    set { values.shadows = newValue }
  }
  /// Shadows above the fill and below the border; the first one is on top.
  public var innerShadows: [Shadow] {
    get { box?.values.innerShadows ?? [] }
    set { values.innerShadows = newValue }
  }
  /// Painted above fill and inner shadows; nil for none.
  public var border: Border? {
    get { box?.values.border }
    set { values.border = newValue }
  }
  /// Whether the content (children, image) is clipped to the outline.
  public var clipsContent: Bool {
    get { box?.values.clipsContent ?? false }
    set { values.clipsContent = newValue }
  }
  /// The opacity of the whole element, 0…1.
  public var opacity: Double {
    get { box?.values.opacity ?? 1 }
    set { values.opacity = newValue }
  }

  /// The blur of the whole element in points; twice the Gaussian's σ.
  public var blur: Double {
    get { box?.values.blur ?? 0 }
    set { values.blur = newValue }
  }

  /// Whether the decoration paints anything. An outline alone doesn't.
  var shows: Bool {
    guard let values = box?.values else { return false }
    return values.fill != nil || !values.shadows.isEmpty || !values.innerShadows.isEmpty || values.border != nil
      || values.clipsContent || values.opacity != 1 || values.blur != 0
  }
}

extension BoxDecoration {
  /// Mirrors corners and sides. Shadows and gradients are unchanged, since the light source stays.
  func turned(to direction: LayoutDirection) -> BoxDecoration {
    guard direction == .rightToLeft, let values = box?.values else { return self }
    var turned = self
    if case .cornered(let radii) = values.outline { turned.outline = .cornered(radii.mirrored) }
    if let border = values.border { turned.border?.widths = border.widths.mirrored }
    return turned
  }
}

extension BoxDecoration: Hashable {
  public static func == (left: BoxDecoration, right: BoxDecoration) -> Bool {
    left.box === right.box || left.values == right.values
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// The content of a leaf's box.
public enum Leaf: Hashable, Sendable {
  case text(TextLeaf)
  case image(ImageLeaf)
  case icon(Icon, tint: Paint)
  /// A decoration without content; its size is given by its style.
  case shape
}

/// A text that is broken to fit its box.
public struct TextLeaf: Hashable, Sendable {
  /// How words that don't fit are removed.
  public enum Truncation: String, Sendable, CaseIterable {
    /// An ellipsis at the end of the last line that fits.
    case tail
    /// Whole lines are dropped.
    case clip
  }

  /// The styled text.
  public var text: StyledText
  /// The limit for the whole text, not for each paragraph; nil for no limit.
  public var maxLines: Int?
  /// Applies if `maxLines` or a maximum height removes words.
  public var truncation: Truncation
  /// Whether its width is rounded up to whole points, as in design tools.
  public var hasWholeWidth: Bool

  public init(
    _ text: StyledText, maxLines: Int? = nil, truncation: Truncation = .tail, hasWholeWidth: Bool = false
  ) {
    self.text = text
    self.maxLines = maxLines
    self.truncation = truncation
    self.hasWholeWidth = hasWholeWidth
  }
}

/// An image that fills its box.
public struct ImageLeaf: Hashable, Sendable {
  /// Nil draws the placeholder.
  public var image: ImageReference?
  /// Fills the box's outline if the image is missing or not yet loaded.
  public var placeholder: Paint

  public init(_ image: ImageReference?, placeholder: Paint) {
    self.image = image
    self.placeholder = placeholder
  }
}
