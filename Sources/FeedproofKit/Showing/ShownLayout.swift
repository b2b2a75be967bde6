import Cards
import Diagnostics
import Layout

/// A named box of a layout as it is printed. Points, from the card's top left corner.
struct ShownBox: Encodable {
  var path: String
  /// x, y, width, height.
  var frame: [Double]
  var lines: Int?
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

/// A layout's boxes: a template's in one size range, as `template layout` prints them, or a post's at one width and state,
/// as `show --stage layout` does.
struct ShownLayout: Encodable {
  var template: String?
  var post: String?
  /// The screen's width.
  var width: Int?
  var state: String?
  /// Width, height.
  var size: [Double]
  var boxes: [ShownBox]

  private init(_ layout: LaidOutCard) {
    size = [layout.size.width, layout.size.height].map(rounded)
    boxes = layout.namedBoxes.map(ShownBox.init)
  }

  init(template: String, layout: LaidOutCard) {
    self.init(layout)
    self.template = template
  }

  init(post: String, width: Int, state: CardState, layout: LaidOutCard) {
    self.init(layout)
    (self.post, self.width, self.state) = (post, width, state.name)
  }

  /// One line a box.
  var text: String {
    let name = template ?? "\(post ?? "") at \(width ?? 0), \(state ?? "")"
    return (["\(name): \(number(size[0])) × \(number(size[1]))"] + boxes.map { "  \($0.text)" }).joined(separator: "\n")
  }
}

/// A thousandth of a point is as fine as anybody looks.
private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

private func number(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
}
