extension LayoutSpec {
  /// Children under each other.
  ///
  /// - Parameters:
  ///   - spacing: Points between two of them; may be negative.
  ///   - alignItems: Where each stands across.
  public static func column(
    spacing: Double = 0, alignItems: StackRule.AlignItems = .stretch, _ children: [LayoutSpec]
  ) -> LayoutSpec {
    LayoutSpec(.stack(StackRule(.vertical, spacing: spacing, alignItems: alignItems), children: children))
  }

  /// Children beside each other.
  ///
  /// - Parameters:
  ///   - spacing: Points between two of them; may be negative.
  ///   - alignItems: Where each stands from top to bottom.
  public static func row(
    spacing: Double = 0, alignItems: StackRule.AlignItems = .stretch, _ children: [LayoutSpec]
  ) -> LayoutSpec {
    LayoutSpec(.stack(StackRule(.horizontal, spacing: spacing, alignItems: alignItems), children: children))
  }

  /// A text, broken where its box ends.
  ///
  /// - Parameter maxLines: For the whole of it, 1 or more; nil has no limit.
  public static func text(_ string: String, style: TextStyle, maxLines: Int? = nil) -> LayoutSpec {
    LayoutSpec(.leaf(.text(TextLeaf(StyledText(string, style: style), maxLines: maxLines))))
  }

  /// A picture that fills its box, cut where its shape differs.
  ///
  /// - Parameter placeholder: Fills the box until, or where no, picture is there.
  public static func image(_ image: ImageReference?, placeholder: Paint) -> LayoutSpec {
    LayoutSpec(.leaf(.image(ImageLeaf(image, placeholder: placeholder))))
  }

  /// A painted box without content, as large as its style says.
  public static func shape(_ decoration: BoxDecoration) -> LayoutSpec {
    LayoutSpec(.leaf(.shape), decoration: decoration)
  }

  /// The spec with space around it, in points; an infinite inset takes what is left on its side.
  public func inset(_ insets: EdgeInsets) -> LayoutSpec { LayoutSpec(.inset(insets, child: self)) }

  /// The spec in a box of its shape.
  ///
  /// - Parameter ratio: Height ÷ width, above 0.
  public func ratio(_ ratio: Double) -> LayoutSpec { LayoutSpec(.ratio(ratio, child: self)) }

  /// The same spec under a name, by which its box is found in a finished layout and in comparisons.
  ///
  /// - Parameter name: Unique within the nearest named ancestor.
  public func named(_ name: String) -> LayoutSpec {
    var spec = self
    spec.name = name
    return spec
  }

  /// The same spec with a box that is painted.
  public func decorated(_ decoration: BoxDecoration) -> LayoutSpec {
    var spec = self
    spec.decoration = decoration
    return spec
  }

  /// The same spec with a style that is changed: `styled { $0.flexGrow = 1 }`.
  public func styled(_ change: (inout ElementStyle) -> Void) -> LayoutSpec {
    var spec = self
    change(&spec.style)
    return spec
  }
}
