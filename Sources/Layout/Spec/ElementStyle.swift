import Drawing

/// A length on one axis.
package enum Dimension: Hashable, Sendable {
  case auto
  /// Points, at least 0.
  case points(Double)
  /// A share of the parent's size; auto where the parent's size is not fixed.
  case fraction(Double)
}

/// What an element asks of its parent.
package struct ElementStyle: Hashable, Sendable {
  package var width: Dimension = .auto
  package var height: Dimension = .auto
  package var minWidth: Dimension = .auto
  package var minHeight: Dimension = .auto
  package var maxWidth: Dimension = .auto
  package var maxHeight: Dimension = .auto
  package var flexGrow: Double = 0
  package var flexShrink: Double = 0
  package var flexBasis: Dimension = .auto
  /// Nil takes the stack's `alignItems`.
  package var alignSelf: StackRule.AlignItems?
  /// Extra space on the main axis of a stack, in points.
  package var spacingBefore: Double = 0
  package var spacingAfter: Double = 0
  /// The place in an `absolute` parent, in points.
  package var position: Point = .zero

  package init() {}

  package static func size(width: Dimension = .auto, height: Dimension = .auto) -> ElementStyle {
    var style = ElementStyle()
    style.width = width
    style.height = height
    return style
  }
}

/// The smallest and the largest size a spec may take, in points; a maximum may be infinite.
package struct SizeRange: Hashable, Sendable {
  package var min: Size
  package var max: Size

  package init(min: Size, max: Size) {
    self.min = min
    self.max = max
  }

  package static func exactly(_ size: Size) -> SizeRange { SizeRange(min: size, max: size) }

  /// Exactly this wide, as high as the content.
  package static func width(_ width: Double) -> SizeRange {
    SizeRange(min: Size(width: width, height: 0), max: Size(width: width, height: .infinity))
  }
}
