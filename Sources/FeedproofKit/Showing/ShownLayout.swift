import Cards
import Layout

/// A post's boxes at one width and state, as `show --stage layout` prints them. Points, from the card's top left corner.
struct ShownLayout: Encodable {
  struct Box: Encodable {
    var path: String
    /// x, y, width, height.
    var frame: [Double]
    var lines: Int?
    var baseline: Double?
    var truncated: Bool?
  }

  var post: String
  /// The screen's width.
  var width: Int
  var state: String
  /// Width, height.
  var size: [Double]
  var boxes: [Box]

  init(post: String, width: Int, state: CardState, layout: LaidOutCard) {
    self.post = post
    self.width = width
    self.state = state.name
    size = [layout.size.width, layout.size.height].map(rounded)
    boxes = layout.namedBoxes.map { box in
      Box(
        path: box.path, frame: [box.frame.minX, box.frame.minY, box.frame.width, box.frame.height].map(rounded),
        lines: box.lineCount, baseline: box.baseline.map(rounded), truncated: box.isTruncated)
    }
  }

  /// One line a box.
  var text: String {
    let head = "\(post) at \(width), \(state): \(number(size[0])) × \(number(size[1]))"
    let lines = boxes.map { box in
      let frame = box.frame.map(number).joined(separator: " ")
      let lines = box.lines.map { ", \($0) line\($0 == 1 ? "" : "s")" } ?? ""
      let baseline = box.baseline.map { ", baseline \(number($0))" } ?? ""
      return "  \(box.path)  [\(frame)]\(lines)\(baseline)\(box.truncated == true ? ", truncated" : "")"
    }
    return ([head] + lines).joined(separator: "\n")
  }
}

/// A thousandth of a point is as fine as anybody looks.
private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

private func number(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
}

extension CardState {
  /// The state in file names, manifests and dumps.
  package var name: String {
    switch self {
    case .expanded: "expanded"
    case .collapsed: "collapsed"
    }
  }
}
