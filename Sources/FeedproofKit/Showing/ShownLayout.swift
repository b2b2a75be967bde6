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
    let lines = lines.map { ", \($0) line\($0 == 1 ? "" : "s")" } ?? ""
    let baseline = baseline.map { ", baseline \(number($0))" } ?? ""
    return
      "\(PlainText.piece(path))  [\(frame.map(number).joined(separator: " "))]\(lines)\(baseline)\(truncated == true ? ", truncated" : "")"
  }
}

/// A template's boxes in one size range, as `template layout` prints them.
struct ShownTemplateLayout: Encodable {
  var template: String
  /// Width, height.
  var size: [Double]
  var boxes: [ShownBox]

  init(template: String, layout: LaidOutCard) {
    self.template = template
    size = [layout.size.width, layout.size.height].map(rounded)
    boxes = layout.namedBoxes.map(ShownBox.init)
  }

  /// One line a box.
  var text: String {
    (["\(template): \(number(size[0])) × \(number(size[1]))"] + boxes.map { "  \($0.text)" }).joined(separator: "\n")
  }
}

/// A post's boxes at one width and state, as `show --stage layout` prints them.
struct ShownLayout: Encodable {

  var post: String
  /// The screen's width.
  var width: Int
  var state: String
  /// Width, height.
  var size: [Double]
  var boxes: [ShownBox]

  init(post: String, width: Int, state: CardState, layout: LaidOutCard) {
    self.post = post
    self.width = width
    self.state = state.name
    size = [layout.size.width, layout.size.height].map(rounded)
    boxes = layout.namedBoxes.map(ShownBox.init)
  }

  /// One line a box.
  var text: String {
    let head = "\(post) at \(width), \(state): \(number(size[0])) × \(number(size[1]))"
    return ([head] + boxes.map { "  \($0.text)" }).joined(separator: "\n")
  }
}

/// A thousandth of a point is as fine as anybody looks.
private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

private func number(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
}
