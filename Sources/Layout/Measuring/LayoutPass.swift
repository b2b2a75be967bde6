import Drawing

/// Measures one tree. Every measurement is cached by range and parent size: a stack may measure a child three times,
/// and nesting would otherwise multiply that.
package final class LayoutPass {
  let tree: LayoutTree
  let texts: TextPass
  let grid: PixelGrid

  /// The maximum number of ranges in which an element with children is measured. Cards need two or three, random trees
  /// fewer than ten; but each nested stack may triple the number, so that a small hostile template could take years.
  /// Beyond the limit, the last measurement is fitted to the range.
  package static let rangeLimit = 64

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
  package private(set) var measurementCount = 0

  package init(tree: LayoutTree, texts: TextPass, grid: PixelGrid) {
    self.tree = tree
    self.texts = texts
    self.grid = grid
    first = Array(repeating: nil, count: tree.nodes.count)
    others = Array(repeating: [], count: tree.nodes.count)
  }

  /// Measures an element in `range`, taking its own style into account.
  package func measure(_ node: LayoutNode, in range: SizeRange, parentSize: ParentSize) -> Measurement {
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
package final class TextPass {
  private let measuring: any TextMeasuring
  /// By node index.
  private var kept: [[TextMeasurement]]

  package init(measuring: any TextMeasuring, nodeCount: Int) {
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
package struct ParentSize: Hashable, Sendable {
  var width: Double?
  var height: Double?

  package init(width: Double?, height: Double?) {
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

// MARK: - Single child rules

extension LayoutPass {
  /// Separate from the rules with children: a leaf's content is large and would take stack space at every level.
  func measureLeaf(_ node: LayoutNode, in range: SizeRange) -> Measurement {
    switch node.leaf {
    case .text(let text): measureText(node, text, in: range)
    case .icon(let icon, tint: _): measureIcon(node, icon, in: range)
    case .image, .shape, nil: result(node, size: .zero, in: range)
    }
  }

  /// An image, and its replacement with the same size.
  func measurePicture(_ node: LayoutNode, in range: SizeRange) -> Measurement {
    let image = result(node, size: .zero, in: range)
    let missing = measure(
      child(0, of: node), in: .exactly(image.size),
      parentSize: ParentSize(width: image.size.width, height: image.size.height))
    return result(node, size: .zero, in: range, children: .one(PlacedChild(missing)))
  }

  /// An icon without an explicit size is as large as its view box, one unit per point.
  private func measureIcon(_ node: LayoutNode, _ icon: Icon, in range: SizeRange) -> Measurement {
    guard icon.viewBox.isFinite, icon.viewBox > 0 else {
      return result(node, size: .zero, in: range, facts: [.notANumber])
    }
    let side = min(icon.viewBox, InputCheck.longest)
    return result(node, size: Size(width: side, height: side), in: range)
  }

  /// A text broken at the range's maximum width. A maximum height limits it to whole lines, at least one.
  private func measureText(_ node: LayoutNode, _ leaf: TextLeaf, in range: SizeRange) -> Measurement {
    let width = range.max.width
    guard width > 0 || leaf.text.string.isEmpty else {
      let nothing = TextMeasurement(shaped: ShapedText(size: .zero, lines: []), width: 0, maxLines: nil)
      return result(node, size: .zero, in: range, text: nothing, facts: [.textWithoutWidth])
    }
    var text = texts.shape(node, leaf, width: width, maxLines: leaf.maxLines.map { max(1, $0) })
    let pitch = leaf.text.style.lineHeight
    if range.max.height < text.shaped.size.height - 0.01, pitch > 0, text.shaped.lines.count > 1 {
      let fitting = max(1, Int(((range.max.height + 0.01) / pitch).rounded(.down)))
      if fitting < text.shaped.lines.count { text = texts.shape(node, leaf, width: width, maxLines: fitting) }
    }
    guard text.shaped.size.width.isFinite, text.shaped.size.height.isFinite else {
      let nothing = TextMeasurement(shaped: ShapedText(size: .zero, lines: []), width: 0, maxLines: nil)
      return result(node, size: .zero, in: range, text: nothing, facts: [.notANumber])
    }
    let baselines = Baselines(first: text.shaped.lines.first?.baseline, last: text.shaped.lines.last?.baseline)
    var size = text.shaped.size
    if leaf.hasWholeWidth { size.width = (size.width - 1e-6).rounded(.up) }
    return result(node, size: size, in: range, baselines: baselines, text: text)
  }

  func measureWrapper(_ node: LayoutNode, in range: SizeRange) -> Measurement {
    let parentSize = ParentSize(fixedIn: range)
    let children = tree.children(of: node).map { PlacedChild(measure($0, in: range, parentSize: parentSize)) }
    let size = Size(
      width: children.reduce(0) { max($0, $1.measurement.size.width) },
      height: children.reduce(0) { max($0, $1.measurement.size.height) })
    return result(node, size: size, in: range, children: PlacedChildren(children), baselines: children.firstBaselines)
  }

  /// The child in the range reduced by the insets. With one infinite inset on an axis, the child keeps its own size and
  /// the inset takes the rest; with two, the child is centered.
  func measureInset(
    _ node: LayoutNode, _ insets: EdgeInsets, in range: SizeRange, parentSize: ParentSize
  ) -> Measurement {
    let horizontal = InsetAxis(before: insets.left, after: insets.right)
    let vertical = InsetAxis(before: insets.top, after: insets.bottom)
    let fixed = ParentSize(fixedIn: range)
    let innerRange = SizeRange(
      min: Size(width: horizontal.innerMin(range.min.width), height: vertical.innerMin(range.min.height)),
      max: Size(width: horizontal.inner(range.max.width), height: vertical.inner(range.max.height)))
    let innerParent = ParentSize(
      width: (fixed.width ?? parentSize.width).map(horizontal.inner),
      height: (fixed.height ?? parentSize.height).map(vertical.inner))
    let child = measure(child(0, of: node), in: innerRange, parentSize: innerParent)

    let size = range.clamp(
      Size(
        width: horizontal.outer(child.size.width, max: range.max.width),
        height: vertical.outer(child.size.height, max: range.max.height)))
    let placed = PlacedChild(
      child,
      at: Point(
        x: horizontal.offset(of: child.size.width, in: size.width, grid: grid),
        y: vertical.offset(of: child.size.height, in: size.height, grid: grid)))
    let lacksEnd =
      horizontal.takesRest && range.max.width == .infinity || vertical.takesRest && range.max.height == .infinity
    return result(
      node, size: size, in: range, children: .one(placed), baselines: placed.baselines,
      facts: lacksEnd ? [.infiniteSize] : [])
  }

  /// The child in the size closest to the ratio of height to width. If neither axis has a maximum, or the ratio is
  /// invalid, the child decides.
  func measureRatio(_ node: LayoutNode, _ ratio: Double?, in range: SizeRange) -> Measurement {
    let element = child(0, of: node)
    guard let ratio, let size = nearestSize(to: ratio, in: range) else {
      let child = measure(element, in: range, parentSize: ParentSize(fixedIn: range))
      let isEmpty = child.size.width == 0 || child.size.height == 0
      return result(
        node, size: child.size, in: range, children: .one(PlacedChild(child)), baselines: child.baselines,
        facts: ratio != nil && isEmpty ? [.infiniteSize] : [])
    }
    let child = measure(element, in: .exactly(size), parentSize: ParentSize(width: size.width, height: size.height))
    return result(node, size: child.size, in: range, children: .one(PlacedChild(child)), baselines: child.baselines)
  }

  private func nearestSize(to ratio: Double, in range: SizeRange) -> Size? {
    var options: [Size] = []
    if range.max.width.isFinite {
      let height = grid.down(min(ratio * range.max.width, InputCheck.longest))
      options.append(range.clamp(Size(width: range.max.width, height: height)))
    }
    if range.max.height.isFinite {
      let width = grid.down(min(range.max.height / ratio, InputCheck.longest))
      options.append(range.clamp(Size(width: width, height: range.max.height)))
    }
    // The first of two equally close options: the full width.
    return options.min { Self.distance($0, from: ratio) < Self.distance($1, from: ratio) }
  }

  private static func distance(_ size: Size, from ratio: Double) -> Double {
    size.width > 0 ? abs(size.height / size.width - ratio) : .infinity
  }

  /// Places the element in the text's last line, on its baseline, if both fit into the range's maximum width; otherwise
  /// below the text. In either case it ends at the box's end, and the box is no wider than necessary.
  func measureLastLine(_ node: LayoutNode, spacing: Double, in range: SizeRange) -> Measurement {
    let fixed = ParentSize(fixedIn: range)
    var text = measure(child(0, of: node), in: range.withoutMinimum, parentSize: fixed)
    let element = measure(child(1, of: node), in: range.withoutMinimum, parentSize: fixed)
    let shared = text.lastLineEnd(node.direction).map { $0 + spacing + element.size.width }
    let isShared = shared.map { $0 <= range.max.width } ?? false
    let width = max(text.size.width, isShared ? shared ?? 0 : element.size.width, range.min.width)
    var top = text.size.height
    if isShared {
      // Without text, align the lower edges.
      let baselines = text.baselines.last.flatMap { own in element.baselines.last.map { own - $0 } }
      top = max(0, baselines ?? text.size.height - element.size.height)
    }
    let size = range.clamp(Size(width: width, height: max(text.size.height, top + element.size.height)))
    // Lines in the opposite direction begin at the box's end.
    if text.runsBackward(node.direction), text.size.width < size.width {
      let exactly = SizeRange(
        min: Size(width: size.width, height: 0), max: Size(width: size.width, height: range.max.height))
      text = measure(child(0, of: node), in: exactly, parentSize: fixed)
    }
    let origin = Point(x: max(0, size.width - element.size.width), y: top)
    return result(
      node, size: size, in: range, children: [PlacedChild(text), PlacedChild(element, at: origin)],
      baselines: text.baselines)
  }
}

/// The two insets on one axis, in points; either may be infinite.
private struct InsetAxis {
  let before: Double
  let after: Double

  var takesRest: Bool { before.isInfinite || after.isInfinite }

  private var finiteSum: Double { (before.isFinite ? before : 0) + (after.isFinite ? after : 0) }

  func inner(_ outer: Double) -> Double { max(0, outer - finiteSum) }

  func innerMin(_ outer: Double) -> Double { takesRest ? 0 : inner(outer) }

  func outer(_ inner: Double, max: Double) -> Double {
    takesRest && max.isFinite ? max : inner + finiteSum
  }

  func offset(of inner: Double, in outer: Double, grid: PixelGrid) -> Double {
    switch (before.isFinite, after.isFinite) {
    case (true, _): before
    case (false, true): outer - after - inner
    case (false, false): outer - grid.nearest((outer - inner) / 2) - inner
    }
  }
}

extension Measurement {
  /// The end of the last line's words, measured from where lines begin. Nil if there is no text, and for a line in the
  /// opposite direction, which ends at the box's start.
  fileprivate func lastLineEnd(_ direction: LayoutDirection) -> Double? {
    guard let text, let line = text.shaped.lines.last else { return nil }
    let gap = text.gap(before: line, direction)
    return gap < 0.01 ? gap + line.frame.width : nil
  }

  /// Whether any line of a text doesn't start at the start of its available width.
  fileprivate func runsBackward(_ direction: LayoutDirection) -> Bool {
    text.map { text in text.shaped.lines.contains { text.gap(before: $0, direction) >= 0.01 } } ?? false
  }
}

extension TextMeasurement {
  /// The distance in points between the starting edge and the start of a line.
  fileprivate func gap(before line: ShapedText.Line, _ direction: LayoutDirection) -> Double {
    switch direction {
    case .leftToRight: line.frame.minX
    case .rightToLeft: (width.isFinite ? width : shaped.size.width) - line.frame.maxX
    }
  }
}

// MARK: - Overlapping rules

extension LayoutPass {
  func measureBackground(_ node: LayoutNode, in range: SizeRange, parentSize: ParentSize) -> Measurement {
    let child = decidingChild(child(1, of: node), in: range, parentSize: parentSize)
    let background = measureExactly(self.child(0, of: node), child.size)
    return result(
      node, size: child.size, in: range, children: [PlacedChild(background), PlacedChild(child)],
      baselines: child.baselines)
  }

  func measureOverlay(_ node: LayoutNode, in range: SizeRange, parentSize: ParentSize) -> Measurement {
    let child = decidingChild(child(0, of: node), in: range, parentSize: parentSize)
    let overlay = measureExactly(self.child(1, of: node), child.size)
    return result(
      node, size: child.size, in: range, children: [PlacedChild(child), PlacedChild(overlay)],
      baselines: child.baselines)
  }

  /// The layer's range and parent are the child's own: a background or overlay adds no enclosing box.
  private func decidingChild(
    _ child: LayoutNode, in range: SizeRange, parentSize: ParentSize
  ) -> Measurement {
    let fixed = ParentSize(fixedIn: range)
    return measure(
      child, in: range,
      parentSize: ParentSize(width: fixed.width ?? parentSize.width, height: fixed.height ?? parentSize.height))
  }

  private func measureExactly(_ node: LayoutNode, _ size: Size) -> Measurement {
    measure(node, in: .exactly(size), parentSize: ParentSize(width: size.width, height: size.height))
  }

  /// Measures each child at its style's position, limited to the remaining range.
  func measureAbsolute(_ node: LayoutNode, _ sizing: AbsoluteSizing, in range: SizeRange) -> Measurement {
    let fixed = ParentSize(fixedIn: range)
    let fills = sizing == .default
    let full = ParentSize(
      width: fills && range.max.width.isFinite ? range.max.width : fixed.width,
      height: fills && range.max.height.isFinite ? range.max.height : fixed.height)
    let children = tree.children(of: node).map { child in
      let position = child.style.position
      let left = Size(
        width: max(0, range.max.width - position.x), height: max(0, range.max.height - position.y))
      return PlacedChild(measure(child, in: SizeRange(min: .zero, max: left), parentSize: full), at: position)
    }
    let width = children.reduce(0) { max($0, $1.origin.x + $1.measurement.size.width) }
    let height = children.reduce(0) { max($0, $1.origin.y + $1.measurement.size.height) }
    let size = Size(
      width: fills && range.max.width.isFinite ? range.max.width : width,
      height: fills && range.max.height.isFinite ? range.max.height : height)
    let lacksEnd = children.isEmpty && fills && (range.max.width.isInfinite || range.max.height.isInfinite)
    return result(
      node, size: size, in: range, children: PlacedChildren(children), baselines: children.firstBaselines,
      facts: lacksEnd ? [.infiniteSize] : [])
  }

  /// As large as the range allows (or as the child, if there is no maximum or the rule asks for the minimum), with the
  /// child at the start, center or end.
  func measureRelative(_ node: LayoutNode, _ rule: RelativeRule, in range: SizeRange) -> Measurement {
    let childRange = SizeRange(
      min: Size(
        width: rule.horizontal == .none ? range.min.width : 0,
        height: rule.vertical == .none ? range.min.height : 0),
      max: range.max)
    let fixed = ParentSize(fixedIn: range)
    let full = ParentSize(
      width: rule.minimumWidth || range.max.width == .infinity ? fixed.width : range.max.width,
      height: rule.minimumHeight || range.max.height == .infinity ? fixed.height : range.max.height)
    let child = measure(child(0, of: node), in: childRange, parentSize: full)
    let size = range.clamp(
      Size(width: full.width ?? child.size.width, height: full.height ?? child.size.height))
    let placed = PlacedChild(
      child,
      at: Point(
        x: grid.nearest(rule.horizontal.share * (size.width - child.size.width)),
        y: grid.nearest(rule.vertical.share * (size.height - child.size.height))))
    return result(node, size: size, in: range, children: .one(placed), baselines: placed.baselines)
  }

  func measureCorner(_ node: LayoutNode, _ rule: CornerRule, in range: SizeRange) -> Measurement {
    let fixed = ParentSize(fixedIn: range)
    let child = measure(child(0, of: node), in: range, parentSize: fixed)
    // The range's minimum applies to the child only: a badge is not stretched over the element it decorates.
    let corner = measure(self.child(1, of: node), in: range.withoutMinimum, parentSize: fixed)
    let childFrame = Rect(origin: .zero, size: child.size)
    let anchor = rule.location.point(of: child.size) + rule.offset
    let cornerFrame = Rect(
      x: anchor.x - corner.size.width / 2, y: anchor.y - corner.size.height / 2, width: corner.size.width,
      height: corner.size.height)

    guard rule.wrapsCorner else {
      return result(
        node, size: child.size, in: range, children: [PlacedChild(child), PlacedChild(corner, at: cornerFrame.origin)],
        baselines: child.baselines)
    }
    let both = childFrame.union(cornerFrame)
    let shift = Point(x: -both.minX, y: -both.minY)
    let placed = PlacedChild(child, at: shift)
    return result(
      node, size: both.size, in: range, children: [placed, PlacedChild(corner, at: cornerFrame.origin + shift)],
      baselines: placed.baselines)
  }
}

extension [PlacedChild] {
  /// The baselines of the first child that has any.
  var firstBaselines: Baselines { first { $0.measurement.baselines != .none }?.baselines ?? .none }
}

extension RelativeRule.Position {
  /// The share of the free space before the child.
  fileprivate var share: Double {
    switch self {
    case .none, .start: 0
    case .center: 0.5
    case .end: 1
    }
  }
}

extension CornerRule.Location {
  fileprivate func point(of size: Size) -> Point {
    switch self {
    case .topLeft: .zero
    case .topRight: Point(x: size.width, y: 0)
    case .bottomLeft: Point(x: 0, y: size.height)
    case .bottomRight: Point(x: size.width, y: size.height)
    }
  }
}

extension Rect {
  fileprivate func union(_ other: Rect) -> Rect {
    let origin = Point(x: min(minX, other.minX), y: min(minY, other.minY))
    return Rect(
      x: origin.x, y: origin.y, width: max(maxX, other.maxX) - origin.x, height: max(maxY, other.maxY) - origin.y)
  }
}
