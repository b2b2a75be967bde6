import Drawing
import Layout

/// A text that the card's edge, or a box that clips its content, cuts off.
package struct CutText: Hashable, Sendable {
  /// The names of the text's box and of the boxes around it, joined by `/`.
  package var path: String
  /// The card's width in points.
  package var width: Double
  /// Points of the text that are cut off, on the side where most are.
  package var hidden: Double

  package init(path: String, width: Double, hidden: Double) {
    (self.path, self.width, self.hidden) = (path, width, hidden)
  }
}

extension LaidOutCard {
  /// The texts that are cut off, in drawing order; for several with the same path, the one that loses most.
  ///
  /// The pages of a carousel are meant to be cut: the next one looks in from the side.
  package var cutTexts: [CutText] {
    var found: [CutText] = []
    var pending = [CutTextStep(box: root, prefix: "", visible: root.frame)]
    while let step = pending.popLast() {
      let box = step.box
      if box.role?.list == .carousel || box.decoration.opacity <= 0 { continue }
      let path = box.name.map { step.prefix.isEmpty ? $0 : "\(step.prefix)/\($0)" } ?? step.prefix
      if case .text(let shaped, _) = box.content {
        let hidden = shaped.lines.map { $0.hidden(at: box.frame.origin, outside: step.visible) }.max() ?? 0
        if hidden > CutTextStep.tolerance { found.append(CutText(path: path, width: size.width, hidden: hidden)) }
      }
      let visible = box.decoration.clipsContent ? step.visible.common(with: box.frame) : step.visible
      pending += box.shownChildren.reversed().map { CutTextStep(box: $0, prefix: path, visible: visible) }
    }
    return found.reduce(into: []) { kept, text in
      guard let known = kept.firstIndex(where: { $0.path == text.path }) else { return kept.append(text) }
      kept[known].hidden = max(kept[known].hidden, text.hidden)
    }
  }
}

private struct CutTextStep {
  let box: LaidOutBox
  let prefix: String
  let visible: Rect

  /// Rounding and the side bearings of glyphs, in points.
  static let tolerance = 1.0
}

extension ShapedText.Line {
  /// The points of the line that are outside of an area. Vertically, what counts is the space from the tops of capitals
  /// to the baseline: the leading may be cut.
  fileprivate func hidden(at origin: Point, outside visible: Rect) -> Double {
    guard frame.width > 0 else { return 0 }
    let words = frame.offset(by: origin)
    let base = baseline + origin.y
    let sides = max(visible.minX - words.minX, words.maxX - visible.maxX)
    let top = base - (base - words.minY) * 0.6
    return max(sides, base - visible.maxY, visible.minY - top)
  }
}

extension Rect {
  /// The intersection; empty if there is none.
  fileprivate func common(with other: Rect) -> Rect {
    let (x, y) = (max(minX, other.minX), max(minY, other.minY))
    return Rect(
      x: x, y: y, width: max(0, min(maxX, other.maxX) - x), height: max(0, min(maxY, other.maxY) - y))
  }
}
