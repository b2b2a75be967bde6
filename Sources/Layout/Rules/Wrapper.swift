import Drawing

extension LayoutPass {
  func measureWrapper(_ node: LayoutNode, in range: SizeRange) -> Measurement {
    let parentSize = ParentSize(fixedIn: range)
    let children = tree.children(of: node).map { PlacedChild(measure($0, in: range, parentSize: parentSize)) }
    let size = Size(
      width: children.reduce(0) { max($0, $1.measurement.size.width) },
      height: children.reduce(0) { max($0, $1.measurement.size.height) })
    return result(node, size: size, in: range, children: PlacedChildren(children), baselines: children.firstBaselines)
  }
}
