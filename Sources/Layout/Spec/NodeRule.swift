import Drawing

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
