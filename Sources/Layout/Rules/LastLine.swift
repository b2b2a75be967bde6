import Drawing

extension LayoutPass {
  /// The element shares the text's last line, on its baseline, where both fit into the range's maximal width; else it stands
  /// under the text. Either way it ends where the box does, which grows no wider than both need.
  func measureLastLine(_ node: LayoutNode, spacing: Double, in range: SizeRange) -> Measurement {
    let fixed = ParentSize(fixedIn: range)
    var text = measure(child(0, of: node), in: range.withoutMinimum, parentSize: fixed)
    let element = measure(child(1, of: node), in: range.withoutMinimum, parentSize: fixed)
    let shared = text.lastLineEnd.map { $0 + spacing + element.size.width }
    let isShared = shared.map { $0 <= range.max.width } ?? false
    let width = max(text.size.width, isShared ? shared ?? 0 : element.size.width, range.min.width)
    var top = text.size.height
    if isShared {
      // Of what has no words, the lower edges are level.
      let baselines = text.baselines.last.flatMap { own in element.baselines.last.map { own - $0 } }
      top = max(0, baselines ?? text.size.height - element.size.height)
    }
    let size = range.clamp(Size(width: width, height: max(text.size.height, top + element.size.height)))
    // Lines that run from the right begin where the box ends.
    if text.runsFromRight, text.size.width < size.width {
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

extension Measurement {
  /// Where the words of the last line end. Nil of what is no text, and of a line that begins at the right: its end is where
  /// the box begins.
  fileprivate var lastLineEnd: Double? {
    guard let line = text?.shaped.lines.last, line.frame.minX < 0.01 else { return nil }
    return line.frame.maxX
  }

  /// Whether some line of a text stands apart from the left edge of the room that it was given.
  fileprivate var runsFromRight: Bool { text?.shaped.lines.contains { $0.frame.minX >= 0.01 } ?? false }
}
