import Drawing

/// What is to be laid out: a rule for arranging children (or a leaf), a style for its parent, a decoration, and a name.
///
/// The model is Texture's (ex AsyncDisplayKit). Specs are values; laying one out never changes it.
public struct LayoutSpec: Sendable {
  private struct Values: Hashable, Sendable {
    var rule: LayoutRule
    var style: ElementStyle
    var decoration: BoxDecoration
    var name: String?
    var role: BoxRole?
  }

  private final class Box: Sendable {
    let values: Values
    init(_ values: Values) { self.values = values }
  }

  /// Behind a reference: a spec is large, and handed on from the template to the layout far more often than changed.
  private var box: Box

  private var values: Values {
    get { box.values }
    set { box = Box(newValue) }
  }

  /// - Parameter name: Unique within the nearest named ancestor; nil for a box that nobody asks after.
  public init(
    _ rule: LayoutRule, style: ElementStyle = ElementStyle(), decoration: BoxDecoration = BoxDecoration(),
    name: String? = nil
  ) {
    self.init(rule, style: style, decoration: decoration, name: name, role: nil)
  }

  package init(
    _ rule: LayoutRule, style: ElementStyle = ElementStyle(), decoration: BoxDecoration = BoxDecoration(),
    name: String? = nil, role: BoxRole?
  ) {
    box = Box(Values(rule: rule, style: style, decoration: decoration, name: name, role: role))
  }

  /// How children are arranged, or what a leaf shows.
  public var rule: LayoutRule {
    get { box.values.rule }
    set { values.rule = newValue }
  }
  /// What it asks of its parent.
  public var style: ElementStyle {
    get { box.values.style }
    set { values.style = newValue }
  }
  /// How its box is painted, under what is in it.
  public var decoration: BoxDecoration {
    get { box.values.decoration }
    set { values.decoration = newValue }
  }
  /// How the box is called in dumps, comparisons and overlays; unique within the nearest named ancestor.
  public var name: String? {
    get { box.values.name }
    set { values.name = newValue }
  }
  /// What the box means to a reader; it reaches the laid-out box as it is.
  package var role: BoxRole? {
    get { box.values.role }
    set { values.role = newValue }
  }

  /// The rule with usable values; its children are handed on in drawing order. Here, so that what a leaf shows is not
  /// copied to be looked at.
  func nodeRule(check: inout InputCheck, child add: (LayoutSpec) -> Void) -> NodeRule {
    switch box.values.rule {
    case .stack(let stack, let children):
      for child in children { add(child) }
      return .stack(check.stack(stack))
    case .inset(let insets, let child):
      add(child)
      return .inset(check.insets(insets))
    case .background(let background, let child):
      add(background)
      add(child)
      return .background
    case .overlay(let overlay, let child):
      add(child)
      add(overlay)
      return .overlay
    case .ratio(let ratio, let child):
      add(child)
      return .ratio(check.ratio(ratio))
    case .relative(let relative, let child):
      add(child)
      return .relative(relative)
    case .corner(let corner, let child, let element):
      add(child)
      add(element)
      return .corner(check.corner(corner))
    case .lastLine(let spacing, let child, let element):
      add(child)
      add(element)
      return .lastLine(spacing: check.length(spacing))
    case .absolute(let sizing, let children):
      for child in children { add(child) }
      return .absolute(sizing)
    case .wrapper(let children):
      for child in children { add(child) }
      return .wrapper
    case .spacer: return .spacer
    case .leaf: return .leaf
    case .picture(_, let missing):
      add(missing)
      return .picture
    }
  }

  /// What stands in a leaf's box; nil for other elements.
  var leaf: Leaf? {
    switch box.values.rule {
    case .leaf(let leaf): leaf
    case .picture(let image, _): .image(image)
    default: nil
    }
  }

  /// Whether an element with this spec has a box: one with a name, a role, a decoration or a content that shows.
  var leavesBox: Bool {
    if box.values.name != nil || box.values.role != nil || box.values.decoration.shows { return true }
    return switch box.values.rule {
    case .leaf(.text), .leaf(.image), .leaf(.icon), .picture: true
    default: false
    }
  }
}

extension LayoutSpec: Hashable {
  public static func == (left: LayoutSpec, right: LayoutSpec) -> Bool {
    left.box === right.box || left.values == right.values
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// How a spec arranges its children, or what it shows itself. Lengths in points.
public enum LayoutRule: Hashable, Sendable {
  case stack(StackRule, children: [LayoutSpec])
  case inset(EdgeInsets, child: LayoutSpec)
  /// The child decides the size, the background gets exactly it and lies under the child.
  case background(LayoutSpec, child: LayoutSpec)
  /// The child decides the size, the overlay gets exactly it and lies over the child.
  case overlay(LayoutSpec, child: LayoutSpec)
  /// Height ÷ width.
  case ratio(Double, child: LayoutSpec)
  case relative(RelativeRule, child: LayoutSpec)
  case corner(CornerRule, child: LayoutSpec, corner: LayoutSpec)
  /// An element at the end of a text's last line where there is room for it, else under the text; `spacing` is between the
  /// words and it.
  case lastLine(spacing: Double, child: LayoutSpec, element: LayoutSpec)
  /// Children stand at their style's `position`.
  case absolute(AbsoluteSizing, children: [LayoutSpec])
  /// All children at (0, 0); as large as the largest.
  case wrapper(children: [LayoutSpec])
  /// No content of its own: the minimal size.
  case spacer
  case leaf(Leaf)
  /// An image, and what is drawn over its placeholder where the picture can't be had: that gets exactly the image's size.
  case picture(ImageLeaf, missing: LayoutSpec)
}

/// Children one after the other, along the main axis, after CSS flexbox as Texture has it.
public struct StackRule: Hashable, Sendable {
  /// The main axis.
  public enum Direction: String, Sendable, CaseIterable { case horizontal, vertical }
  /// Where children stand along the main axis where they don't fill it.
  public enum Justify: String, Sendable, CaseIterable { case start, center, end, spaceBetween, spaceAround }
  /// Where each child stands across the main axis; baselines are those of rows.
  public enum AlignItems: String, Sendable, CaseIterable {
    case stretch, start, center, end, baselineFirst, baselineLast
  }
  /// Where lines stand across the main axis where they don't fill it.
  public enum AlignContent: String, Sendable, CaseIterable {
    case start, center, end, spaceBetween, spaceAround, stretch
  }

  /// The main axis.
  public var direction: Direction
  /// Points between two children; may be negative.
  public var spacing: Double
  /// Where children stand along the main axis where they don't fill it.
  public var justifyContent: Justify
  /// Where children stand across it.
  public var alignItems: AlignItems
  /// Whether children that find no room begin another line.
  public var wraps: Bool
  /// Where lines stand across the main axis; counts only where it wraps.
  public var alignContent: AlignContent
  /// Points between two lines; counts only where it wraps.
  public var lineSpacing: Double

  public init(
    _ direction: Direction, spacing: Double = 0, justifyContent: Justify = .start, alignItems: AlignItems = .stretch,
    wraps: Bool = false, alignContent: AlignContent = .start, lineSpacing: Double = 0
  ) {
    self.direction = direction
    self.spacing = spacing
    self.justifyContent = justifyContent
    self.alignItems = alignItems
    self.wraps = wraps
    self.alignContent = alignContent
    self.lineSpacing = lineSpacing
  }
}

/// Where a child stands in a larger area. Center is `.center` on both axes.
public struct RelativeRule: Hashable, Sendable {
  /// At which side of the larger area; `none` begins where the area does.
  public enum Position: String, Sendable, CaseIterable { case none, start, center, end }

  /// Across.
  public var horizontal: Position
  /// Down.
  public var vertical: Position
  /// Take the child's width (height) instead of the range's maximum on a positioned axis.
  public var minimumWidth: Bool
  /// Take the child's height instead of the range's maximum on a positioned axis.
  public var minimumHeight: Bool

  public init(
    horizontal: Position = .none, vertical: Position = .none, minimumWidth: Bool = false, minimumHeight: Bool = false
  ) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.minimumWidth = minimumWidth
    self.minimumHeight = minimumHeight
  }
}

/// Puts the corner element's centre on a corner of the child, plus an offset.
public struct CornerRule: Hashable, Sendable {
  /// Which corner of the child.
  public enum Location: String, Sendable, CaseIterable { case topLeft, topRight, bottomLeft, bottomRight }

  /// Which corner of the child.
  public var location: Location
  /// Points from that corner to the element's centre.
  public var offset: Point
  /// The spec is as large as both together instead of as the child.
  public var wrapsCorner: Bool

  public init(_ location: Location, offset: Point = .zero, wrapsCorner: Bool = false) {
    self.location = location
    self.offset = offset
    self.wrapsCorner = wrapsCorner
  }
}

/// How large an `absolute` is.
public enum AbsoluteSizing: String, Hashable, Sendable, CaseIterable {
  /// The range's maximum.
  case `default`
  /// The union of the children.
  case sizeToFit
}

/// A length on one axis.
public enum Dimension: Hashable, Sendable {
  case auto
  /// Points, at least 0.
  case points(Double)
  /// A share of the parent's size; auto where the parent's size is not fixed.
  case fraction(Double)
}

/// What an element asks of its parent.
public struct ElementStyle: Hashable, Sendable {
  /// Exactly so wide, within the minimum and the maximum.
  public var width: Dimension = .auto
  /// Exactly so high, within the minimum and the maximum.
  public var height: Dimension = .auto
  /// At least so wide: it beats both others.
  public var minWidth: Dimension = .auto
  /// At least so high: it beats both others.
  public var minHeight: Dimension = .auto
  /// At most so wide.
  public var maxWidth: Dimension = .auto
  /// At most so high.
  public var maxHeight: Dimension = .auto
  /// Its share, 0 or more, of what a stack has too much.
  public var flexGrow: Double = 0
  /// Its share, 0 or more, of what a stack has too little.
  public var flexShrink: Double = 0
  /// Its length along a stack before it grows or shrinks; auto for its own.
  public var flexBasis: Dimension = .auto
  /// Nil takes the stack's `alignItems`.
  public var alignSelf: StackRule.AlignItems?
  /// Extra space on the main axis of a stack, in points.
  public var spacingBefore: Double = 0
  /// Extra space on the main axis of a stack, in points.
  public var spacingAfter: Double = 0
  /// The place in an `absolute` parent, in points; x is counted from where its lines begin.
  public var position: Point = .zero
  /// Where rows and lines in the element begin; nil is as around it. A layout is the same in both directions, mirrored: what
  /// is called left in rules and decorations is where lines begin.
  public var direction: LayoutDirection?

  public init() {}

  /// Nothing but a size.
  public static func size(width: Dimension = .auto, height: Dimension = .auto) -> ElementStyle {
    var style = ElementStyle()
    style.width = width
    style.height = height
    return style
  }
}

/// The smallest and the largest size a spec may take, in points; a maximum may be infinite.
public struct SizeRange: Hashable, Sendable {
  /// Finite.
  public var min: Size
  /// At least the minimum; either side may be infinite.
  public var max: Size

  public init(min: Size, max: Size) {
    self.min = min
    self.max = max
  }

  /// No other size than this one.
  public static func exactly(_ size: Size) -> SizeRange { SizeRange(min: size, max: size) }

  /// Exactly this wide, as high as the content.
  public static func width(_ width: Double) -> SizeRange {
    SizeRange(min: Size(width: width, height: 0), max: Size(width: width, height: .infinity))
  }
}

/// A layout rule without its children, which the node knows by index.
enum NodeRule: Sendable {
  case stack(StackRule)
  case inset(EdgeInsets)
  /// Two children: the background, then the child.
  case background
  /// Two children: the child, then the overlay.
  case overlay
  /// Nil where the ratio is not usable.
  case ratio(Double?)
  case relative(RelativeRule)
  /// Two children: the child, then the corner.
  case corner(CornerRule)
  /// Two children: the text, then what stands in its last line.
  case lastLine(spacing: Double)
  case absolute(AbsoluteSizing)
  case wrapper
  case spacer
  /// What it shows is the node's `leaf`.
  case leaf
  /// One child: what stands in for the picture, which is the node's `leaf`.
  case picture
}
