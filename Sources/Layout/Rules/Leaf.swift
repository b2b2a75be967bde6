import Drawing

extension LayoutPass {
  /// Apart from the rules with children: a leaf's content is large, and would take room on the stack at every level.
  func measureLeaf(_ node: LayoutNode, in range: SizeRange) -> Measurement {
    switch node.leaf {
    case .text(let text): measureText(node, text, in: range)
    case .icon(let icon, tint: _): measureIcon(node, icon, in: range)
    case .image, .shape, nil: result(node, size: .zero, in: range)
    }
  }

  /// An image, and what stands in for it over all of its box.
  func measurePicture(_ node: LayoutNode, in range: SizeRange) -> Measurement {
    let image = result(node, size: .zero, in: range)
    let missing = measure(
      child(0, of: node), in: .exactly(image.size),
      parentSize: ParentSize(width: image.size.width, height: image.size.height))
    return result(node, size: .zero, in: range, children: .one(PlacedChild(missing)))
  }

  /// An icon without a size of its own is as large as its view box, a unit a point.
  private func measureIcon(_ node: LayoutNode, _ icon: Icon, in range: SizeRange) -> Measurement {
    guard icon.viewBox.isFinite, icon.viewBox > 0 else {
      return result(node, size: .zero, in: range, facts: [.notANumber])
    }
    let side = min(icon.viewBox, InputCheck.longest)
    return result(node, size: Size(width: side, height: side), in: range)
  }

  /// A text broken at the range's maximal width. A maximal height shows the whole lines that fit, at least one.
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
    return result(node, size: text.shaped.size, in: range, baselines: baselines, text: text)
  }
}
