import Drawing
import Layout
import Proof

extension LayoutRecord {
  /// What a comparison keeps of a laid-out card.
  package init(_ card: LaidOutCard) {
    var boxes: [BoxRecord] = []
    // Boxes still to be visited, the next one last: a loop, since trees may be deeper than a thread's stack.
    var pending = [(box: card.root, prefix: "")]
    while let (box, prefix) = pending.popLast() {
      let path = box.name.map { prefix.isEmpty ? $0 : "\(prefix)/\($0)" } ?? prefix
      if box.name != nil { boxes.append(BoxRecord(box, path: path)) }
      pending += box.shownChildren.reversed().map { ($0, path) }
    }
    self.init(
      size: Size(width: recorded(card.size.width), height: recorded(card.size.height)), boxes: boxes)
  }
}

extension BoxRecord {
  fileprivate init(_ box: LaidOutBox, path: String) {
    self.init(
      path: path,
      frame: Rect(
        x: recorded(box.frame.minX), y: recorded(box.frame.minY), width: recorded(box.frame.width),
        height: recorded(box.frame.height)))
    switch box.content {
    case .text(let shaped, let text):
      lineCount = shaped.lines.count
      baseline = shaped.lines.first.map { recorded($0.baseline + box.frame.minY) }
      isTruncated = shaped.isTruncated
      lineTexts = shaped.lines.map { $0.text(in: text.string) }
      color = BoxRecord.text(of: text.style.color)
      font = FontRecord(
        family: text.style.family, size: text.style.size, weight: text.style.weight, lineHeight: text.style.lineHeight,
        letterSpacing: text.style.letterSpacing)
    case .icon(_, tint: .solid(let tint)): color = BoxRecord.text(of: tint)
    case .none:
      if case .solid(let fill) = box.look.fill { color = BoxRecord.text(of: fill) }
    case .icon, .image: break
    }
  }
}

extension ShapedText.Line {
  /// What the line says, without white space at its end.
  fileprivate func text(in string: String) -> String {
    let bytes = string.utf8.dropFirst(range.lowerBound).prefix(range.count)
    var text = Substring(bytes)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

/// A thousandth of a point is as fine as anybody looks.
private func recorded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
