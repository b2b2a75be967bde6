import Drawing
import Layout
import Support

/// Random trees of all rules. If `isHostile`, some numbers are NaN, infinite, negative, huge or tiny.
struct RandomSpecs {
  var numbers: SplitMix64
  var isHostile: Bool

  init(seed: UInt64, isHostile: Bool = false) {
    numbers = SplitMix64(seed: seed)
    self.isHostile = isHostile
  }

  mutating func spec(depth: Int) -> LayoutSpec {
    LayoutSpec(rule(depth: depth), style: style(), name: chance(3) ? "n\(Int.random(in: 0..<9, using: &numbers))" : nil)
  }

  mutating func range() -> SizeRange {
    let min = Size(width: chance(2) ? 0 : length(), height: chance(2) ? 0 : length())
    if chance(4) { return .exactly(min) }
    return SizeRange(
      min: min,
      max: Size(
        width: chance(3) ? .infinity : min.width + length(), height: chance(3) ? .infinity : min.height + length()))
  }

  private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &numbers) == 0 }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &numbers)]
  }

  private mutating func length() -> Double {
    if isHostile, chance(8) { return pick([.nan, .infinity, -.infinity, -20, 1e300, 1e-300, 0, -0.0]) }
    return (Double.random(in: 0...200, using: &numbers) * 8).rounded() / 8
  }

  private mutating func dimension() -> Dimension {
    switch Int.random(in: 0..<4, using: &numbers) {
    case 0: .points(length())
    case 1: .fraction(isHostile ? length() : Double.random(in: 0...1.5, using: &numbers))
    default: .auto
    }
  }

  private mutating func style() -> ElementStyle {
    var style = ElementStyle.size(width: dimension(), height: dimension())
    if chance(4) { style.minWidth = dimension() }
    if chance(4) { style.minHeight = dimension() }
    if chance(4) { style.maxWidth = dimension() }
    if chance(4) { style.maxHeight = dimension() }
    if chance(3) { style.flexGrow = length() }
    if chance(3) { style.flexShrink = length() }
    if chance(5) { style.flexBasis = dimension() }
    if chance(4) { style.alignSelf = pick(StackRule.AlignItems.allCases) }
    if chance(5) { style.spacingBefore = length() / 4 - 10 }
    if chance(5) { style.position = Point(x: length() - 30, y: length() - 30) }
    return style
  }

  private mutating func children(depth: Int) -> [LayoutSpec] {
    (0..<Int.random(in: 0...4, using: &numbers)).map { _ in spec(depth: depth - 1) }
  }

  private mutating func rule(depth: Int) -> LayoutRule {
    guard depth > 0 else { return leaf() }
    func inner(_ random: inout RandomSpecs) -> LayoutSpec { random.spec(depth: depth - 1) }
    switch Int.random(in: 0..<15, using: &numbers) {
    case 0...4: return .stack(stack(), children: children(depth: depth))
    case 5: return .inset(EdgeInsets(top: inset(), left: inset(), bottom: inset(), right: inset()), child: inner(&self))
    case 6: return .background(inner(&self), child: inner(&self))
    case 7: return .overlay(inner(&self), child: inner(&self))
    case 8: return .ratio(isHostile ? length() : Double.random(in: 0.1...4, using: &numbers), child: inner(&self))
    case 9:
      let rule = RelativeRule(
        horizontal: pick(RelativeRule.Position.allCases), vertical: pick(RelativeRule.Position.allCases),
        minimumWidth: chance(2), minimumHeight: chance(2))
      return .relative(rule, child: inner(&self))
    case 10:
      let rule = CornerRule(
        pick(CornerRule.Location.allCases), offset: Point(x: length() - 100, y: length() - 100), wrapsCorner: chance(2))
      return .corner(rule, child: inner(&self), corner: inner(&self))
    case 11: return .absolute(pick(AbsoluteSizing.allCases), children: children(depth: depth))
    case 13: return .lastLine(spacing: length() / 10, child: inner(&self), element: inner(&self))
    case 12: return .wrapper(children: children(depth: depth))
    default: return leaf()
    }
  }

  private mutating func stack() -> StackRule {
    StackRule(
      pick(StackRule.Direction.allCases), spacing: length() / 10, justifyContent: pick(StackRule.Justify.allCases),
      alignItems: pick(StackRule.AlignItems.allCases), wraps: chance(3),
      alignContent: pick(StackRule.AlignContent.allCases), lineSpacing: length() / 10)
  }

  private mutating func inset() -> Double { chance(5) ? .infinity : length() / 4 - 5 }

  private mutating func leaf() -> LayoutRule {
    switch Int.random(in: 0..<4, using: &numbers) {
    case 0:
      let string = pick([
        "", "a", "one two three four five", "first\n\nthird line", "שלום one", "longlonglonglong word",
      ])
      let style = TextStyle(
        family: "Any", size: 15, lineHeight: pick([17, 20, 22.5]), alignment: pick([.start, .center, .end]))
      return .leaf(.text(TextLeaf(StyledText(string, style: style), maxLines: chance(3) ? 2 : nil)))
    case 1: return .leaf(.image(ImageLeaf(nil, placeholder: .solid(.black))))
    case 2: return .leaf(.icon(Icon(name: "i", viewBox: length(), layers: []), tint: .solid(.black)))
    default: return chance(2) ? .spacer : .leaf(.shape)
    }
  }
}
