import Drawing

/// A layout specification: a rule for arranging children (or a leaf), a style for its parent, a decoration, and a name.
///
/// The model is Texture's (formerly AsyncDisplayKit). Specs are values; laying one out never changes it.
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

  /// By reference: a spec is large, and passed from the template to the layout far more often than it is changed.
  private var box: Box

  private var values: Values {
    get { box.values }
    set { box = Box(newValue) }
  }

  /// - Parameter name: Unique within the nearest named ancestor; nil for a box that need not be found.
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

  /// How children are arranged, or the content of a leaf.
  public var rule: LayoutRule {
    get { box.values.rule }
    set { values.rule = newValue }
  }
  /// The requests to its parent.
  public var style: ElementStyle {
    get { box.values.style }
    set { values.style = newValue }
  }
  /// How its box is painted, below its content.
  public var decoration: BoxDecoration {
    get { box.values.decoration }
    set { values.decoration = newValue }
  }
  /// The box's name in dumps, comparisons and overlays; unique within the nearest named ancestor.
  public var name: String? {
    get { box.values.name }
    set { values.name = newValue }
  }
  /// The meaning of the box for a reader; passed on to the laid-out box.
  package var role: BoxRole? {
    get { box.values.role }
    set { values.role = newValue }
  }

  /// The rule with valid values; passes on its children in drawing order. Implemented here to avoid copying a leaf's
  /// content.
  package func nodeRule(check: inout InputCheck, child add: (LayoutSpec) -> Void) -> NodeRule {
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

  /// The content of a leaf's box; nil for other elements.
  package var leaf: Leaf? {
    switch box.values.rule {
    case .leaf(let leaf): leaf
    case .picture(let image, _): .image(image)
    default: nil
    }
  }

  /// Whether the element produces a box: it has a name, a role, a visible decoration or visible content.
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

/// How a spec arranges its children, or its own content. Lengths in points.
public enum LayoutRule: Hashable, Sendable {
  case stack(StackRule, children: [LayoutSpec])
  case inset(EdgeInsets, child: LayoutSpec)
  /// The child determines the size; the background has the same size and is below the child.
  case background(LayoutSpec, child: LayoutSpec)
  /// The child determines the size; the overlay has the same size and is above the child.
  case overlay(LayoutSpec, child: LayoutSpec)
  /// Height ÷ width.
  case ratio(Double, child: LayoutSpec)
  case relative(RelativeRule, child: LayoutSpec)
  case corner(CornerRule, child: LayoutSpec, corner: LayoutSpec)
  /// An element at the end of a text's last line if there is room, or else below the text; `spacing` is the gap between
  /// words and element.
  case lastLine(spacing: Double, child: LayoutSpec, element: LayoutSpec)
  /// Children are at their style's `position`.
  case absolute(AbsoluteSizing, children: [LayoutSpec])
  /// All children at (0, 0); as large as the largest.
  case wrapper(children: [LayoutSpec])
  /// No content of its own: the minimum size.
  case spacer
  case leaf(Leaf)
  /// An image, and a replacement drawn over its placeholder if the image is missing, with exactly the image's size.
  case picture(ImageLeaf, missing: LayoutSpec)
}

/// Children in sequence along the main axis, as in CSS flexbox and Texture.
public struct StackRule: Hashable, Sendable {
  /// The main axis.
  public enum Direction: String, Sendable, CaseIterable { case horizontal, vertical }
  /// The distribution of children along the main axis if they don't fill it.
  public enum Justify: String, Sendable, CaseIterable { case start, center, end, spaceBetween, spaceAround }
  /// The alignment of children across the main axis; baselines only apply to rows.
  public enum AlignItems: String, Sendable, CaseIterable {
    case stretch, start, center, end, baselineFirst, baselineLast
  }
  /// The distribution of lines across the main axis if they don't fill it.
  public enum AlignContent: String, Sendable, CaseIterable {
    case start, center, end, spaceBetween, spaceAround, stretch
  }

  /// The main axis.
  public var direction: Direction
  /// Points between two children; may be negative.
  public var spacing: Double
  /// The distribution of children along the main axis if they don't fill it.
  public var justifyContent: Justify
  /// The alignment of children across the main axis.
  public var alignItems: AlignItems
  /// Whether children that don't fit start another line.
  public var wraps: Bool
  /// The distribution of lines across the main axis; only applies if it wraps.
  public var alignContent: AlignContent
  /// Points between two lines; only applies if it wraps.
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

/// The position of a child in a larger area. Center is `.center` on both axes.
public struct RelativeRule: Hashable, Sendable {
  /// The side of the larger area; `none` means its start.
  public enum Position: String, Sendable, CaseIterable { case none, start, center, end }

  /// The horizontal position.
  public var horizontal: Position
  /// The vertical position.
  public var vertical: Position
  /// Use the child's width instead of the range's maximum on a positioned axis.
  public var minimumWidth: Bool
  /// Use the child's height instead of the range's maximum on a positioned axis.
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

/// Centers the corner element on a corner of the child, plus an offset.
public struct CornerRule: Hashable, Sendable {
  /// The corner of the child.
  public enum Location: String, Sendable, CaseIterable { case topLeft, topRight, bottomLeft, bottomRight }

  /// The corner of the child.
  public var location: Location
  /// The offset in points from that corner to the element's center.
  public var offset: Point
  /// Whether the spec is as large as both together, instead of as the child.
  public var wrapsCorner: Bool

  public init(_ location: Location, offset: Point = .zero, wrapsCorner: Bool = false) {
    self.location = location
    self.offset = offset
    self.wrapsCorner = wrapsCorner
  }
}

/// The size of an `absolute`.
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
  /// A share of the parent's size; auto if the parent's size is not fixed.
  case fraction(Double)
}

/// The properties of an element that its parent uses.
public struct ElementStyle: Hashable, Sendable {
  /// The exact width, within the minimum and the maximum.
  public var width: Dimension = .auto
  /// The exact height, within the minimum and the maximum.
  public var height: Dimension = .auto
  /// The minimum width; takes precedence over the other two.
  public var minWidth: Dimension = .auto
  /// The minimum height; takes precedence over the other two.
  public var minHeight: Dimension = .auto
  /// The maximum width.
  public var maxWidth: Dimension = .auto
  /// The maximum height.
  public var maxHeight: Dimension = .auto
  /// Its share, 0 or more, of a stack's free space.
  public var flexGrow: Double = 0
  /// Its share, 0 or more, of a stack's overflow.
  public var flexShrink: Double = 0
  /// Its length along a stack before it grows or shrinks; auto uses its own.
  public var flexBasis: Dimension = .auto
  /// Nil uses the stack's `alignItems`.
  public var alignSelf: StackRule.AlignItems?
  /// Extra space before it on the main axis of a stack, in points.
  public var spacingBefore: Double = 0
  /// Extra space after it on the main axis of a stack, in points.
  public var spacingAfter: Double = 0
  /// The position in an `absolute` parent, in points; x is measured from the side where lines start.
  public var position: Point = .zero
  /// The side where rows and lines in the element start; nil inherits it. A layout is computed the same way in both
  /// directions and then mirrored: "left" in rules and decorations is the side where lines start.
  public var direction: LayoutDirection?

  public init() {}

  /// A style with only a size.
  public static func size(width: Dimension = .auto, height: Dimension = .auto) -> ElementStyle {
    var style = ElementStyle()
    style.width = width
    style.height = height
    return style
  }
}

/// The smallest and largest size of a spec, in points; a maximum may be infinite.
public struct SizeRange: Hashable, Sendable {
  /// Finite.
  public var min: Size
  /// At least the minimum; either side may be infinite.
  public var max: Size

  public init(min: Size, max: Size) {
    self.min = min
    self.max = max
  }

  /// A range with only this size.
  public static func exactly(_ size: Size) -> SizeRange { SizeRange(min: size, max: size) }

  /// Exactly this wide, as high as the content.
  public static func width(_ width: Double) -> SizeRange {
    SizeRange(min: Size(width: width, height: 0), max: Size(width: width, height: .infinity))
  }
}

/// A layout rule without its children, which the node references by index.
package enum NodeRule: Sendable {
  case stack(StackRule)
  case inset(EdgeInsets)
  /// Two children: the background, then the child.
  case background
  /// Two children: the child, then the overlay.
  case overlay
  /// Nil if the ratio is invalid.
  case ratio(Double?)
  case relative(RelativeRule)
  /// Two children: the child, then the corner.
  case corner(CornerRule)
  /// Two children: the text, then the element in its last line.
  case lastLine(spacing: Double)
  case absolute(AbsoluteSizing)
  case wrapper
  case spacer
  /// The content is the node's `leaf`.
  case leaf
  /// One child: the replacement for the image, which is the node's `leaf`.
  case picture
}
