import Drawing

/// How an element's box is painted, under its content.
public struct BoxDecoration: Sendable {
  /// The shape that is filled, bordered and clipped to.
  public enum Outline: Hashable, Sendable {
    case rectangle
    /// Points; clamped to half the shorter side.
    case rounded(Double)
    /// Fit into the box when they are drawn.
    case cornered(CornerRadii)
    /// The ellipse in the box.
    case circle
  }

  /// A line inside the box's edges.
  public struct Border: Hashable, Sendable {
    /// Points, inside the box.
    public var widths: EdgeInsets
    /// Of the line on all sides.
    public var color: Color
    /// Nil for a whole line.
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

  /// Behind a reference, and none for one that shows nothing, as most do: it is handed on with every box.
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

  /// The shape that is filled, bordered and clipped to.
  public var outline: Outline {
    get { box?.values.outline ?? .rectangle }
    set { values.outline = newValue }
  }
  /// What the outline is filled with; nil for nothing.
  public var fill: Paint? {
    get { box?.values.fill }
    set { values.fill = newValue }
  }
  /// Under the box; the first lies over the others.
  public var shadows: [Shadow] {
    get { box?.values.shadows ?? [] }
    set { values.shadows = newValue }
  }
  /// Over the fill and under the border; the first lies over the others.
  public var innerShadows: [Shadow] {
    get { box?.values.innerShadows ?? [] }
    set { values.innerShadows = newValue }
  }
  /// Over fill and inner shadows; nil for none.
  public var border: Border? {
    get { box?.values.border }
    set { values.border = newValue }
  }
  /// Clips the content (children, image) to the outline.
  public var clipsContent: Bool {
    get { box?.values.clipsContent ?? false }
    set { values.clipsContent = newValue }
  }
  /// 0…1, of the whole element.
  public var opacity: Double {
    get { box?.values.opacity ?? 1 }
    set { values.opacity = newValue }
  }

  /// Of the whole element, in points; twice the Gaussian's σ.
  public var blur: Double {
    get { box?.values.blur ?? 0 }
    set { values.blur = newValue }
  }

  /// Whether it makes a difference to what is drawn. An outline alone does not.
  var shows: Bool {
    guard let values = box?.values else { return false }
    return values.fill != nil || !values.shadows.isEmpty || !values.innerShadows.isEmpty || values.border != nil
      || values.clipsContent || values.opacity != 1 || values.blur != 0
  }
}

extension BoxDecoration {
  /// With corners and sides in each other's place. Light comes from where it did: shadows and gradients stay.
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

/// What stands in a leaf's box.
public enum Leaf: Hashable, Sendable {
  case text(TextLeaf)
  case image(ImageLeaf)
  case icon(Icon, tint: Paint)
  /// Nothing but its decoration; takes the size its style says.
  case shape
}

/// A text to be broken where its box ends.
public struct TextLeaf: Hashable, Sendable {
  /// What is done with words that find no room.
  public enum Truncation: String, Sendable, CaseIterable {
    /// An ellipsis at the end of the last line that fits.
    case tail
    /// Whole lines are left out.
    case clip
  }

  /// What it says, and how it is set.
  public var text: StyledText
  /// For the whole text, not for each paragraph; nil has no limit.
  public var maxLines: Int?
  /// Where `maxLines`, or a largest height, leaves words out.
  public var truncation: Truncation
  /// Whether its width is rounded up to whole points, as design tools do.
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

/// A picture that fills its box.
public struct ImageLeaf: Hashable, Sendable {
  /// Nil draws the placeholder.
  public var image: ImageReference?
  /// Fills the box's outline until (or where no) picture is there.
  public var placeholder: Paint

  public init(_ image: ImageReference?, placeholder: Paint) {
    self.image = image
    self.placeholder = placeholder
  }
}
