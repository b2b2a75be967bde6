import Drawing

/// Measures one tree. Every measurement is cached by range and parent size: a stack may measure a child three times,
/// and nesting would otherwise multiply that.
final class LayoutPass {
  let tree: LayoutTree
  let texts: TextPass
  let grid: PixelGrid

  /// The maximum number of ranges in which an element with children is measured. Cards need two or three, random trees
  /// fewer than ten; but each nested stack may triple the number, so that a small hostile template could take years.
  /// Beyond the limit, the last measurement is fitted to the range.
  static let rangeLimit = 64

  private struct CachedMeasurement {
    let range: SizeRange
    let parentSize: ParentSize
    let measurement: Measurement
  }

  /// The first measurement and the others by node index. Most nodes have only one, which needs no array; others have a
  /// few, so that a linear search is faster than hashing.
  private var first: [CachedMeasurement?]
  private var others: [[CachedMeasurement]]
  /// The number of measurements, for tests of complexity.
  private(set) var measurementCount = 0

  init(tree: LayoutTree, texts: TextPass, grid: PixelGrid) {
    self.tree = tree
    self.texts = texts
    self.grid = grid
    first = Array(repeating: nil, count: tree.nodes.count)
    others = Array(repeating: [], count: tree.nodes.count)
  }

  /// Measures an element in `range`, taking its own style into account.
  func measure(_ node: LayoutNode, in range: SizeRange, parentSize: ParentSize) -> Measurement {
    if let known = known(node, in: range, parentSize: parentSize) { return known }
    let own = node.asksForSize ? range.intersection(node.style.sizeRange(in: parentSize)) : range
    if others[node.index].count >= Self.rangeLimit, !node.children.isEmpty, let last = others[node.index].last {
      let last = last.measurement
      return result(
        node, size: last.size, in: own, children: last.children, baselines: last.baselines, facts: last.facts)
    }
    measurementCount += 1
    let measurement = measureRule(node, in: own, parentSize: parentSize)
    keep(CachedMeasurement(range: range, parentSize: parentSize, measurement: measurement), of: node)
    return measurement
  }

  private func known(_ node: LayoutNode, in range: SizeRange, parentSize: ParentSize) -> Measurement? {
    guard let first = first[node.index] else { return nil }
    if first.range == range && first.parentSize == parentSize { return first.measurement }
    return others[node.index].first { $0.range == range && $0.parentSize == parentSize }?.measurement
  }

  private func keep(_ kept: CachedMeasurement, of node: LayoutNode) {
    if first[node.index] == nil { first[node.index] = kept } else { others[node.index].append(kept) }
  }

  private func measureRule(_ node: LayoutNode, in range: SizeRange, parentSize: ParentSize) -> Measurement {
    switch node.rule {
    case .stack(let rule): measureStack(node, rule, in: range)
    case .inset(let insets): measureInset(node, insets, in: range, parentSize: parentSize)
    case .background: measureBackground(node, in: range, parentSize: parentSize)
    case .overlay: measureOverlay(node, in: range, parentSize: parentSize)
    case .ratio(let ratio): measureRatio(node, ratio, in: range)
    case .relative(let rule): measureRelative(node, rule, in: range)
    case .corner(let rule): measureCorner(node, rule, in: range)
    case .lastLine(let spacing): measureLastLine(node, spacing: spacing, in: range)
    case .absolute(let sizing): measureAbsolute(node, sizing, in: range)
    case .wrapper: measureWrapper(node, in: range)
    case .spacer: result(node, size: .zero, in: range)
    case .leaf: measureLeaf(node, in: range)
    case .picture: measurePicture(node, in: range)
    }
  }

  /// A measurement with the size in `range` closest to `size`, rounded up to the pixel.
  func result(
    _ node: LayoutNode, size: Size, in range: SizeRange, children: PlacedChildren = .none, baselines: Baselines = .none,
    text: TextMeasurement? = nil, facts: [LayoutProblem.Fact] = []
  ) -> Measurement {
    Measurement(
      node, size: grid.up(range.clamp(size)), children: children, baselines: baselines, text: text, facts: facts)
  }

  /// A child by its index in the spec; a rule with one or two children always has them.
  func child(_ offset: Int, of node: LayoutNode) -> LayoutNode { tree.nodes[node.children.lowerBound + offset] }
}

/// A text as shaped for a measurement.
struct TextMeasurement: Sendable {
  let shaped: ShapedText
  /// The width at which it was broken, in points; may be infinite.
  let width: Double
  /// The line limit it was shaped with.
  let maxLines: Int?

  /// Lines are filled greedily: a narrower width that still fits every line breaks none of them. This doesn't apply to
  /// lines removed by a limit.
  fileprivate func breaksAlike(at width: Double, maxLines: Int?) -> Bool {
    if self.width == width, self.maxLines == maxLines { return true }
    guard !shaped.isTruncated, width <= self.width, shaped.size.width <= width else { return false }
    return maxLines.map { shaped.lines.count <= $0 } ?? true
  }
}

/// The texts of one layout: none is shaped twice for the same width and line limit.
final class TextPass {
  private let measuring: any TextMeasuring
  /// By node index.
  private var kept: [[TextMeasurement]]

  init(measuring: any TextMeasuring, nodeCount: Int) {
    self.measuring = measuring
    kept = Array(repeating: [], count: nodeCount)
  }

  /// The node's text, broken as at `width`. It may have been shaped at a larger width with the same breaks, e.g.
  /// without a limit in a row that then makes the text's box as wide as the text.
  func shape(_ node: LayoutNode, _ leaf: TextLeaf, width: Double, maxLines: Int?) -> TextMeasurement {
    kept[node.index].first { $0.breaksAlike(at: width, maxLines: maxLines) }
      ?? shapeExactly(node, leaf, width: width, maxLines: maxLines)
  }

  /// The node's text, shaped at exactly `width`.
  func shapeExactly(_ node: LayoutNode, _ leaf: TextLeaf, width: Double, maxLines: Int?) -> TextMeasurement {
    if let known = kept[node.index].first(where: { $0.width == width && $0.maxLines == maxLines }) { return known }
    let shaped = measuring.shape(leaf.text, width: width, maxLines: maxLines, truncation: leaf.truncation)
    let text = TextMeasurement(shaped: shaped, width: width, maxLines: maxLines)
    kept[node.index].append(text)
    return text
  }
}

/// The size that fractions refer to; nil on an axis on which the parent's size is not fixed.
struct ParentSize: Hashable, Sendable {
  var width: Double?
  var height: Double?

  init(width: Double?, height: Double?) {
    self.width = width
    self.height = height
  }

  /// The size of a parent that is laid out in `range`.
  init(fixedIn range: SizeRange) {
    width = range.min.width == range.max.width ? range.max.width : nil
    height = range.min.height == range.max.height ? range.max.height : nil
  }
}

extension Dimension {
  /// Points; nil for auto, and for a fraction of a size that is not fixed.
  func resolved(against parent: Double?) -> Double? {
    switch self {
    case .auto: nil
    case .points(let points): points
    case .fraction(let fraction): parent.map { min(max(0, fraction * $0), InputCheck.longest) }
    }
  }
}

extension ElementStyle {
  /// The sizes that the style allows: a minimum takes precedence over a maximum, which takes precedence over an exact
  /// size.
  func sizeRange(in parent: ParentSize) -> SizeRange {
    let (minWidth, maxWidth) = Self.bounds(
      exactly: width.resolved(against: parent.width), min: minWidth.resolved(against: parent.width),
      max: maxWidth.resolved(against: parent.width))
    let (minHeight, maxHeight) = Self.bounds(
      exactly: height.resolved(against: parent.height), min: minHeight.resolved(against: parent.height),
      max: maxHeight.resolved(against: parent.height))
    return SizeRange(
      min: Size(width: minWidth, height: minHeight), max: Size(width: maxWidth, height: maxHeight))
  }

  private static func bounds(exactly: Double?, min lower: Double?, max upper: Double?) -> (Double, Double) {
    let lower = lower ?? 0
    let upper = upper ?? .infinity
    guard let exactly else { return (lower, max(lower, upper)) }
    let size = max(lower, min(upper, exactly))
    return (size, size)
  }
}

extension SizeRange {
  /// The sizes in both ranges; on an axis without common sizes, this range's bound closest to the other range.
  func intersection(_ other: SizeRange) -> SizeRange {
    let (minWidth, maxWidth) = Self.intersection((min.width, max.width), (other.min.width, other.max.width))
    let (minHeight, maxHeight) = Self.intersection((min.height, max.height), (other.min.height, other.max.height))
    return SizeRange(
      min: Size(width: minWidth, height: minHeight), max: Size(width: maxWidth, height: maxHeight))
  }

  /// The size in the range closest to `size`.
  func clamp(_ size: Size) -> Size {
    Size(
      width: Swift.min(Swift.max(size.width, min.width), max.width),
      height: Swift.min(Swift.max(size.height, min.height), max.height))
  }

  /// A range with the same maximum, starting at 0.
  var withoutMinimum: SizeRange { SizeRange(min: .zero, max: max) }

  private static func intersection(
    _ range: (min: Double, max: Double), _ other: (min: Double, max: Double)
  ) -> (Double, Double) {
    let lower = Swift.max(range.min, other.min)
    let upper = Swift.min(range.max, other.max)
    if lower <= upper { return (lower, upper) }
    return range.min < other.min ? (range.max, range.max) : (range.min, range.min)
  }
}
