import Cards
import Diagnostics
import Layout

/// A named box of a layout as printed. In points from the card's top left corner.
package struct BoxDocument: Encodable {
  package var path: String
  /// x, y, width, height.
  package var frame: [Double]
  package var lines: Int?
  var baseline: Double?
  var truncated: Bool?

  init(_ box: NamedBox) {
    path = box.path
    frame = [box.frame.minX, box.frame.minY, box.frame.width, box.frame.height].map(rounded)
    lines = box.lineCount
    baseline = box.baseline.map(rounded)
    truncated = box.isTruncated
  }

  /// `card/text  [12 58 335 44], 2 lines, baseline 74.5`
  var text: String {
    let lines = lines.map { ", \($0.counted("line"))" } ?? ""
    let baseline = baseline.map { ", baseline \(number($0))" } ?? ""
    return
      "\(PlainText.piece(path))  [\(frame.map(number).joined(separator: " "))]\(lines)\(baseline)\(truncated == true ? ", truncated" : "")"
  }
}

/// The boxes of a layout: a template's in one size range, for `template layout`, or a post's at one width and in one
/// state, for `show --stage layout`.
package struct LayoutDocument: Encodable {
  var template: String?
  var post: String?
  /// The screen's width in points.
  var width: Int?
  var state: String?
  /// Width and height in points.
  var size: [Double]
  package var boxes: [BoxDocument]

  private init(_ layout: LaidOutCard) {
    size = [layout.size.width, layout.size.height].map(rounded)
    boxes = layout.namedBoxes.map(BoxDocument.init)
  }

  init(template: String, layout: LaidOutCard) {
    self.init(layout)
    self.template = template
  }

  package init(post: String, width: Int, state: CardState, layout: LaidOutCard) {
    self.init(layout)
    (self.post, self.width, self.state) = (post, width, state.name)
  }

  /// One line per box.
  var text: String {
    let name = template ?? "\(post ?? "") at \(width ?? 0), \(state ?? "")"
    return (["\(name): \(number(size[0])) × \(number(size[1]))"] + boxes.map { "  \($0.text)" }).joined(separator: "\n")
  }
}

/// Rounds to a thousandth of a point, finer than any visible difference.
private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

private func number(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
}
