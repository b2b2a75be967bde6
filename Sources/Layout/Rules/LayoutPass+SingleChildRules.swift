import Drawing

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
