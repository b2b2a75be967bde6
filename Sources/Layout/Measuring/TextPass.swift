import Drawing

/// A text as it was shaped for a measurement.
struct TextMeasurement: Sendable {
  let shaped: ShapedText
  /// The breaking width it was shaped at, in points; may be infinite.
  let width: Double
  /// The line limit it was shaped with.
  let maxLines: Int?
}

/// The texts of one layout: none is shaped twice for the same width and line limit.
final class TextPass {
  private let measuring: any TextMeasuring
  /// By the node's index.
  private var kept: [[TextMeasurement]]

  init(measuring: any TextMeasuring, nodeCount: Int) {
    self.measuring = measuring
    kept = Array(repeating: [], count: nodeCount)
  }

  /// The node's text, broken as it breaks at `width`. It may have been shaped at a larger width that breaks it in the
  /// same way, e.g. at none in a row that then makes the text's box as wide as the text.
  func shape(_ node: LayoutNode, _ leaf: TextLeaf, width: Double, maxLines: Int?) -> TextMeasurement {
    kept[node.index].first { $0.breaksAlike(at: width, maxLines: maxLines) }
      ?? shapeExactly(node, leaf, width: width, maxLines: maxLines)
  }

  /// The node's text, shaped at `width` itself.
  func shapeExactly(_ node: LayoutNode, _ leaf: TextLeaf, width: Double, maxLines: Int?) -> TextMeasurement {
    if let known = kept[node.index].first(where: { $0.width == width && $0.maxLines == maxLines }) { return known }
    let shaped = measuring.shape(leaf.text, width: width, maxLines: maxLines, truncation: leaf.truncation)
    let text = TextMeasurement(shaped: shaped, width: width, maxLines: maxLines)
    kept[node.index].append(text)
    return text
  }
}

extension TextMeasurement {
  /// Lines are filled greedily: a narrower width that still holds every line breaks none of them. That is not known of
  /// lines that a limit left out.
  fileprivate func breaksAlike(at width: Double, maxLines: Int?) -> Bool {
    if self.width == width, self.maxLines == maxLines { return true }
    guard !shaped.isTruncated, width <= self.width, shaped.size.width <= width else { return false }
    return maxLines.map { shaped.lines.count <= $0 } ?? true
  }
}
