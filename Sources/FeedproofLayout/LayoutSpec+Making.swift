extension LayoutSpec {
  /// Arranges children vertically.
  ///
  /// - Parameters:
  ///   - spacing: Points between two children; may be negative.
  ///   - alignItems: The horizontal alignment of each child.
  public static func column(
    spacing: Double = 0, alignItems: StackRule.AlignItems = .stretch, _ children: [LayoutSpec]
  ) -> LayoutSpec {
    LayoutSpec(.stack(StackRule(.vertical, spacing: spacing, alignItems: alignItems), children: children))
  }

  /// Arranges children horizontally.
  ///
  /// - Parameters:
  ///   - spacing: Points between two children; may be negative.
  ///   - alignItems: The vertical alignment of each child.
  public static func row(
    spacing: Double = 0, alignItems: StackRule.AlignItems = .stretch, _ children: [LayoutSpec]
  ) -> LayoutSpec {
    LayoutSpec(.stack(StackRule(.horizontal, spacing: spacing, alignItems: alignItems), children: children))
  }

  /// A text that wraps at the edge of its box.
  ///
  /// - Parameter maxLines: The maximum number of lines, at least 1; nil for no limit.
  public static func text(_ string: String, style: TextStyle, maxLines: Int? = nil) -> LayoutSpec {
    LayoutSpec(.leaf(.text(TextLeaf(StyledText(string, style: style), maxLines: maxLines))))
  }

  /// An image that fills its box, cropped to its proportions.
  ///
  /// - Parameter placeholder: Fills the box until the image is loaded, or if there is none.
  public static func image(_ image: ImageReference?, placeholder: Paint) -> LayoutSpec {
    LayoutSpec(.leaf(.image(ImageLeaf(image, placeholder: placeholder))))
  }

  /// A painted box without content, sized by its style.
  public static func shape(_ decoration: BoxDecoration) -> LayoutSpec {
    LayoutSpec(.leaf(.shape), decoration: decoration)
  }

  /// Returns the spec with space around it, in points; an infinite inset takes the remaining space on its side.
  public func inset(_ insets: EdgeInsets) -> LayoutSpec { LayoutSpec(.inset(insets, child: self)) }

  /// Returns the spec in a box with fixed proportions.
  ///
  /// - Parameter ratio: Height ÷ width, above 0.
  public func ratio(_ ratio: Double) -> LayoutSpec { LayoutSpec(.ratio(ratio, child: self)) }

  /// Returns the spec with a name, which identifies its box in layouts and comparisons.
  ///
  /// - Parameter name: Unique within the nearest named ancestor.
  public func named(_ name: String) -> LayoutSpec {
    var spec = self
    spec.name = name
    return spec
  }

  /// Returns the spec with a painted box.
  public func decorated(_ decoration: BoxDecoration) -> LayoutSpec {
    var spec = self
    spec.decoration = decoration
    return spec
  }

  /// Returns the spec with a modified style: `styled { $0.flexGrow = 1 }`.
  public func styled(_ change: (inout ElementStyle) -> Void) -> LayoutSpec {
    var spec = self
    change(&spec.style)
    return spec
  }
}
