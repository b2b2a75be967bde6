import Drawing
import Layout

/// Short forms of specs for the tests.
func shape(_ name: String? = nil, _ width: Double? = nil, _ height: Double? = nil) -> LayoutSpec {
  LayoutSpec(.leaf(.shape), name: name).sized(width, height)
}

func text(
  _ string: String, _ name: String = "text", lineHeight: Double = 20, maxLines: Int? = nil,
  alignment: TextStyle.Alignment = .start
) -> LayoutSpec {
  let style = TextStyle(family: "Any", size: 15, lineHeight: lineHeight, alignment: alignment)
  return LayoutSpec(.leaf(.text(TextLeaf(StyledText(string, style: style), maxLines: maxLines))), name: name)
}

func row(
  _ children: [LayoutSpec], spacing: Double = 0, justify: StackRule.Justify = .start,
  align: StackRule.AlignItems = .start
) -> LayoutSpec {
  LayoutSpec(
    .stack(StackRule(.horizontal, spacing: spacing, justifyContent: justify, alignItems: align), children: children),
    name: "row")
}

func column(
  _ children: [LayoutSpec], spacing: Double = 0, justify: StackRule.Justify = .start,
  align: StackRule.AlignItems = .stretch
) -> LayoutSpec {
  LayoutSpec(
    .stack(StackRule(.vertical, spacing: spacing, justifyContent: justify, alignItems: align), children: children),
    name: "column")
}

extension LayoutSpec {
  func sized(_ width: Double?, _ height: Double?) -> LayoutSpec {
    with {
      $0.width = width.map(Dimension.points) ?? $0.width
      $0.height = height.map(Dimension.points) ?? $0.height
    }
  }

  func with(_ change: (inout ElementStyle) -> Void) -> LayoutSpec {
    var spec = self
    change(&spec.style)
    return spec
  }

  func grow(_ factor: Double = 1) -> LayoutSpec { with { $0.flexGrow = factor } }
  func shrink(_ factor: Double = 1) -> LayoutSpec { with { $0.flexShrink = factor } }
  func align(_ alignment: StackRule.AlignItems) -> LayoutSpec { with { $0.alignSelf = alignment } }

  func named(_ name: String) -> LayoutSpec {
    var spec = self
    spec.name = name
    return spec
  }

  func decorated(_ decoration: BoxDecoration) -> LayoutSpec {
    var spec = self
    spec.decoration = decoration
    return spec
  }
}

extension SizeRange {
  static func upTo(_ width: Double, _ height: Double) -> SizeRange {
    SizeRange(min: .zero, max: Size(width: width, height: height))
  }

  static func exactly(_ width: Double, _ height: Double) -> SizeRange {
    .exactly(Size(width: width, height: height))
  }

  static let unbounded = SizeRange(min: .zero, max: .infinite)
}

func layOut(_ spec: LayoutSpec, in range: SizeRange, scale: Double = 2) -> LaidOutCard {
  LayoutEngine(measuring: FixedAdvanceText(), scale: scale).layOut(spec, in: range)
}

extension LaidOutCard {
  /// Returns the frame of the only box with this name; nil if there is none.
  func frame(_ name: String) -> Rect? {
    namedBoxes.first { $0.path == name || $0.path.hasSuffix("/\(name)") }?.frame
  }
}

extension Size {
  static let infinite = Size(width: .infinity, height: .infinity)
}
