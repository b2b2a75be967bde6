import Drawing

/// An element to be laid out: a rule for arranging children (or a leaf), a style for its parent, a look, and a name.
///
/// The model is Texture's (ex AsyncDisplayKit). Specs are values; laying one out never changes it.
package struct LayoutSpec: Sendable {
  /// Behind a reference: a spec is large, and handed on from the template to the layout far more often than changed.
  private final class Storage: Sendable {
    let rule: LayoutRule
    let style: ElementStyle
    let look: Look
    let name: String?

    init(_ rule: LayoutRule, _ style: ElementStyle, _ look: Look, _ name: String?) {
      self.rule = rule
      self.style = style
      self.look = look
      self.name = name
    }
  }

  private var storage: Storage

  package init(_ rule: LayoutRule, style: ElementStyle = ElementStyle(), look: Look = Look(), name: String? = nil) {
    storage = Storage(rule, style, look, name)
  }

  package var rule: LayoutRule {
    get { storage.rule }
    set { storage = Storage(newValue, style, look, name) }
  }
  package var style: ElementStyle {
    get { storage.style }
    set { storage = Storage(rule, newValue, look, name) }
  }
  package var look: Look {
    get { storage.look }
    set { storage = Storage(rule, style, newValue, name) }
  }
  /// How the box is called in dumps, comparisons and overlays; unique within the nearest named ancestor.
  package var name: String? {
    get { storage.name }
    set { storage = Storage(rule, style, look, newValue) }
  }
}

extension LayoutSpec: Hashable {
  package static func == (left: LayoutSpec, right: LayoutSpec) -> Bool {
    left.storage === right.storage
      || left.name == right.name && left.style == right.style && left.look == right.look && left.rule == right.rule
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(rule)
    hasher.combine(style)
    hasher.combine(look)
    hasher.combine(name)
  }
}

package indirect enum LayoutRule: Hashable, Sendable {
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
  /// Children stand at their style's `position`.
  case absolute(AbsoluteSizing, children: [LayoutSpec])
  /// All children at (0, 0); as large as the largest.
  case wrapper(children: [LayoutSpec])
  /// No content of its own: the minimal size.
  case spacer
  case leaf(Leaf)
}

package struct StackRule: Hashable, Sendable {
  package enum Direction: String, Sendable, CaseIterable { case horizontal, vertical }
  package enum Justify: String, Sendable, CaseIterable { case start, center, end, spaceBetween, spaceAround }
  package enum AlignItems: String, Sendable, CaseIterable {
    case stretch, start, center, end, baselineFirst, baselineLast
  }
  package enum AlignContent: String, Sendable, CaseIterable {
    case start, center, end, spaceBetween, spaceAround, stretch
  }

  package var direction: Direction
  package var spacing: Double
  package var justifyContent: Justify
  package var alignItems: AlignItems
  package var wraps: Bool
  package var alignContent: AlignContent
  package var lineSpacing: Double

  package init(
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
package struct RelativeRule: Hashable, Sendable {
  package enum Position: String, Sendable, CaseIterable { case none, start, center, end }

  package var horizontal: Position
  package var vertical: Position
  /// Take the child's width (height) instead of the range's maximum on a positioned axis.
  package var minimumWidth: Bool
  package var minimumHeight: Bool

  package init(
    horizontal: Position = .none, vertical: Position = .none, minimumWidth: Bool = false, minimumHeight: Bool = false
  ) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.minimumWidth = minimumWidth
    self.minimumHeight = minimumHeight
  }
}

/// Puts the corner element's centre on a corner of the child, plus an offset.
package struct CornerRule: Hashable, Sendable {
  package enum Location: String, Sendable, CaseIterable { case topLeft, topRight, bottomLeft, bottomRight }

  package var location: Location
  package var offset: Point
  /// The spec is as large as both together instead of as the child.
  package var wrapsCorner: Bool

  package init(_ location: Location, offset: Point = .zero, wrapsCorner: Bool = false) {
    self.location = location
    self.offset = offset
    self.wrapsCorner = wrapsCorner
  }
}

package enum AbsoluteSizing: String, Hashable, Sendable, CaseIterable {
  /// The range's maximum.
  case `default`
  /// The union of the children.
  case sizeToFit
}
