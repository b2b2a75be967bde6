import Drawing

/// Corrects a spec's numbers so that a layout can calculate with them, and records what was wrong.
package struct InputCheck {
  /// The maximum length in points, so that sums of thousands of lengths are exact to the pixel.
  static let longest = 1e9

  var facts: [LayoutProblem.Fact] = []

  package init() {}

  /// A size: a number of at least 0.
  mutating func length(_ value: Double) -> Double {
    guard let value = number(value) else { return 0 }
    if value < 0 { note(.negativeLength(value)) }
    return max(0, value)
  }

  /// A distance, which may be negative.
  mutating func distance(_ value: Double) -> Double { number(value) ?? 0 }

  mutating func factor(_ value: Double) -> Double { min(length(value), 1e6) }

  mutating func dimension(_ dimension: Dimension) -> Dimension {
    switch dimension {
    case .auto: .auto
    case .points(let value): number(value) == nil ? .auto : .points(length(value))
    case .fraction(let value): number(value) == nil ? .auto : .fraction(length(value))
    }
  }

  mutating func point(_ point: Point) -> Point { Point(x: distance(point.x), y: distance(point.y)) }

  mutating func corner(_ rule: CornerRule) -> CornerRule {
    var rule = rule
    rule.offset = point(rule.offset)
    return rule
  }

  mutating func stack(_ rule: StackRule) -> StackRule {
    var rule = rule
    rule.spacing = distance(rule.spacing)
    rule.lineSpacing = distance(rule.lineSpacing)
    return rule
  }

  mutating func insets(_ insets: EdgeInsets) -> EdgeInsets {
    EdgeInsets(
      top: inset(insets.top), left: inset(insets.left), bottom: inset(insets.bottom), right: inset(insets.right))
  }

  mutating func ratio(_ value: Double) -> Double? {
    guard let value = number(value) else { return nil }
    guard value > 0 else {
      note(.ratioNotPositive(value))
      return nil
    }
    return value
  }

  mutating func style(_ style: ElementStyle) -> ElementStyle {
    if style.isSound { return style }
    var style = style
    style.width = dimension(style.width)
    style.height = dimension(style.height)
    style.minWidth = dimension(style.minWidth)
    style.minHeight = dimension(style.minHeight)
    style.maxWidth = maximum(style.maxWidth)
    style.maxHeight = maximum(style.maxHeight)
    style.flexGrow = factor(style.flexGrow)
    style.flexShrink = factor(style.flexShrink)
    style.flexBasis = dimension(style.flexBasis)
    style.spacingBefore = distance(style.spacingBefore)
    style.spacingAfter = distance(style.spacingAfter)
    style.position = point(style.position)
    return style
  }

  /// A range with 0 ≤ min ≤ max and a finite minimum.
  mutating func range(_ range: SizeRange) -> SizeRange {
    let min = Size(width: length(range.min.width), height: length(range.min.height))
    let max = Size(
      width: Swift.max(min.width, upperBound(range.max.width)),
      height: Swift.max(min.height, upperBound(range.max.height)))
    return SizeRange(min: min, max: max)
  }

  private mutating func inset(_ value: Double) -> Double { value == .infinity ? value : distance(value) }

  /// An infinite maximum means no maximum.
  private mutating func maximum(_ value: Dimension) -> Dimension {
    switch value {
    case .points(.infinity), .fraction(.infinity): .auto
    default: dimension(value)
    }
  }

  private mutating func upperBound(_ value: Double) -> Double {
    if value.isNaN { note(.notANumber) }
    return value.isNaN || value > Self.longest ? .infinity : length(value)
  }

  private mutating func number(_ value: Double) -> Double? {
    if value.isNaN {
      note(.notANumber)
      return nil
    }
    if value.isInfinite {
      note(.infiniteSize)
      return nil
    }
    return min(max(value, -Self.longest), Self.longest)
  }

  private mutating func note(_ fact: LayoutProblem.Fact) {
    if !facts.contains(fact) { facts.append(fact) }
  }
}

extension ElementStyle {
  /// Whether no value needs to be corrected, as in nearly every style.
  fileprivate var isSound: Bool {
    width.isSound && height.isSound && minWidth.isSound && minHeight.isSound && maxWidth.isSound && maxHeight.isSound
      && flexBasis.isSound && 0...1e6 ~= flexGrow && 0...1e6 ~= flexShrink && spacingBefore.isSoundDistance
      && spacingAfter.isSoundDistance && position.x.isSoundDistance && position.y.isSoundDistance
  }
}

extension Dimension {
  fileprivate var isSound: Bool {
    switch self {
    case .auto: true
    case .points(let length), .fraction(let length): length >= 0 && length <= InputCheck.longest
    }
  }
}

extension Double {
  /// False for NaN too.
  fileprivate var isSoundDistance: Bool { abs(self) <= InputCheck.longest }
}
