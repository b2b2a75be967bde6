import Drawing

extension LayoutPass {
  /// The child in the size that comes nearest to the ratio of height to width. Where neither axis has a maximum, or the
  /// ratio is not usable, the child decides.
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
    // The first of two that are equally near: the full width.
    return options.min { Self.distance($0, from: ratio) < Self.distance($1, from: ratio) }
  }

  private static func distance(_ size: Size, from ratio: Double) -> Double {
    size.width > 0 ? abs(size.height / size.width - ratio) : .infinity
  }
}
