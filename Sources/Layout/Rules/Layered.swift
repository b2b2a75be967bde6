import Drawing

extension LayoutPass {
  func measureBackground(_ node: LayoutNode, in range: SizeRange, parentSize: ParentSize) -> Measurement {
    let child = decidingChild(child(1, of: node), of: node, in: range, parentSize: parentSize)
    let background = measureExactly(self.child(0, of: node), child.size)
    return result(
      node, size: child.size, in: range, children: [PlacedChild(background), PlacedChild(child)],
      baselines: child.baselines)
  }

  func measureOverlay(_ node: LayoutNode, in range: SizeRange, parentSize: ParentSize) -> Measurement {
    let child = decidingChild(child(0, of: node), of: node, in: range, parentSize: parentSize)
    let overlay = measureExactly(self.child(1, of: node), child.size)
    return result(
      node, size: child.size, in: range, children: [PlacedChild(child), PlacedChild(overlay)],
      baselines: child.baselines)
  }

  /// The layer's range and parent are the child's own: a background or overlay adds no box around it.
  private func decidingChild(
    _ child: LayoutNode, of node: LayoutNode, in range: SizeRange, parentSize: ParentSize
  ) -> Measurement {
    let fixed = ParentSize(fixedIn: range)
    return measure(
      child, in: range,
      parentSize: ParentSize(width: fixed.width ?? parentSize.width, height: fixed.height ?? parentSize.height))
  }

  private func measureExactly(_ node: LayoutNode, _ size: Size) -> Measurement {
    measure(node, in: .exactly(size), parentSize: ParentSize(width: size.width, height: size.height))
  }
}
