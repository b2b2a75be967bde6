import Diagnostics
import Drawing
import Foundation

/// A design file as Figma's REST API gives it, whole or the nodes that were asked for: frames of layers, which become the
/// named boxes that a card is compared with.
package struct FigmaDesign: Decodable, Sendable {
  private let frames: [(node: FigmaNode, depth: Int)]

  private struct Document: Decodable {
    var document: FigmaNode
  }

  private enum Key: CodingKey { case document, nodes }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let roots: [FigmaNode]
    if let nodes = try container.decodeIfPresent([String: Document?].self, forKey: .nodes) {
      roots = nodes.sorted { $0.key < $1.key }.compactMap { $0.value?.document }
    } else {
      roots = [try container.decode(FigmaNode.self, forKey: .document)]
    }
    frames = roots.flatMap(\.frames)
  }

  /// The boxes of the frame with this name or id, from the frame's top left corner.
  ///
  /// - Parameter root: The name of a card's outermost box. Where the frame has a layer of that name, the boxes start
  ///   there; otherwise the frame itself stands for it.
  package func layout(ofFrame wanted: String, root: String = "card") throws(Diagnostic) -> LayoutRecord {
    let found =
      frames.first { $0.node.id == wanted }
      ?? frames.filter { $0.node.name == wanted }.min { $0.depth < $1.depth }
    guard let found else {
      let names = frames.filter { $0.depth <= 2 }.map(\.node.name)
      throw Diagnostic(ProofIssue.figmaNoFrame(wanted, known: names))
    }
    guard let layout = found.node.layout(root: root) else {
      throw Diagnostic(ProofIssue.figmaFrameWithoutBox(wanted))
    }
    return layout
  }
}

extension FigmaNode {
  /// Every layer that has layers, with its depth; outer ones first.
  fileprivate var frames: [(node: FigmaNode, depth: Int)] {
    var found: [(node: FigmaNode, depth: Int)] = []
    var pending = [(self, 0)]
    while let (node, depth) = pending.popLast() {
      guard let children = node.children else { continue }
      found.append((node, depth))
      pending += children.reversed().map { ($0, depth + 1) }
    }
    return found
  }

  /// Nil when the frame has no place on the canvas.
  fileprivate func layout(root: String) -> LayoutRecord? {
    guard let place = absoluteBoundingBox else { return nil }
    let start = children?.first { $0.boxName == root && $0.visible != false && $0.children != nil } ?? self
    let origin = start.absoluteBoundingBox ?? place
    var boxes: [BoxRecord] = []
    var pending = [(node: start, path: root)]
    while let (node, path) = pending.popLast() {
      guard node.visible != false else { continue }
      if let box = node.box(path: path, origin: Point(x: origin.x, y: origin.y)) { boxes.append(box) }
      pending += (node.children ?? []).reversed().compactMap { child in child.path(in: path).map { (child, $0) } }
    }
    // A background that names itself after the card stands for it instead of the frame.
    if boxes.dropFirst().contains(where: { $0.path == root }) { boxes.removeFirst() }
    return LayoutRecord(size: Size(width: origin.width, height: origin.height), boxes: boxes)
  }

  /// `Ellipse 12 [card/avatar]` names its box whole; any other name is the box's own.
  var boxName: String {
    guard name.hasSuffix("]"), let start = name.lastIndex(of: "[") else { return name }
    return String(name[name.index(after: start)..<name.index(before: name.endIndex)])
  }

  /// Nil for layers that are no boxes and hold none: names with `_` or `.` in front, which Figma does not publish either.
  fileprivate func path(in parent: String) -> String? {
    if name.hasPrefix("_") || name.hasPrefix(".") { return nil }
    if boxName != name { return boxName }
    return isUnnamed ? parent : "\(parent)/\(name)"
  }

  /// A name that Figma gave by itself: `Group 12`, `Vector`. Such a layer is no box; those in it may be.
  var isUnnamed: Bool {
    let words = name.split(separator: " ")
    guard let kind = words.first, words.count <= 2, words.count == 1 || words[1].allSatisfy(\.isNumber) else {
      return false
    }
    let kinds = [
      "Boolean", "Ellipse", "Frame", "Group", "Line", "Mask", "Polygon", "Rectangle", "Star", "Union", "Vector",
    ]
    return kinds.contains(String(kind))
  }

  fileprivate func box(path: String, origin: Point) -> BoxRecord? {
    guard let place = absoluteBoundingBox, boxName != name || !isUnnamed else { return nil }
    let frame = Rect(x: place.x - origin.x, y: place.y - origin.y, width: place.width, height: place.height)
    var box = BoxRecord(path: path, frame: frame, color: color)
    guard type == "TEXT" else { return box }
    let facts = sharedPluginData?.feedproof
    box.lineTexts = facts?.lines.map { $0.components(separatedBy: "\n") }
    box.lineCount = box.lineTexts?.count ?? style?.lineHeightPx.flatMap { lineCount(pitch: $0, height: place.height) }
    box.baseline = facts?.baseline.flatMap(Double.init)
    if style?.textTruncation == "ENDING" { box.isTruncated = true }
    box.font = style.map { style in
      FontRecord(
        family: style.fontFamily, size: style.fontSize, weight: style.fontWeight.flatMap { Int(exactly: $0.rounded()) },
        lineHeight: style.lineHeightPx, letterSpacing: style.letterSpacing)
    }
    return box
  }

  /// As many lines as fit the text's height; Figma makes a text's box as high as its lines.
  private func lineCount(pitch: Double, height: Double) -> Int? {
    pitch > 0 ? Int(exactly: (height / pitch).rounded()).map { max(1, $0) } : nil
  }

  /// Of the topmost fill, where it is a plain colour.
  private var color: String? {
    guard let fill = fills?.last(where: { $0.visible != false }), fill.type == "SOLID", let color = fill.color else {
      return nil
    }
    let alpha = (color.a ?? 1) * (fill.opacity ?? 1) * (opacity ?? 1)
    return Color(red: color.r, green: color.g, blue: color.b, alpha: alpha).hex
  }
}

/// A layer of a design file, as Figma's REST API tells it (`GET /v1/files/:key` and `/nodes`); what a comparison needs.
struct FigmaNode: Decodable {
  struct Box: Decodable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  struct Fill: Decodable {
    struct Color: Decodable {
      var r: Double
      var g: Double
      var b: Double
      var a: Double?
    }
    var type: String
    var visible: Bool?
    var opacity: Double?
    var color: Color?
  }

  struct Style: Decodable {
    var fontFamily: String?
    var fontWeight: Double?
    var fontSize: Double?
    var lineHeightPx: Double?
    var letterSpacing: Double?
    var textTruncation: String?
  }

  /// What a mockup's maker adds in Figma's own place for such things: lines and baselines, which Figma does not tell.
  struct Shared: Decodable {
    struct Facts: Decodable {
      /// What the lines say, joined by newlines.
      var lines: String?
      /// The first baseline's y from the frame's top, a number in text.
      var baseline: String?
    }
    var feedproof: Facts?
  }

  var id: String
  var name: String
  var type: String
  var visible: Bool?
  var opacity: Double?
  /// Nil for layers without a place (and for everything that is hidden).
  var absoluteBoundingBox: Box?
  var fills: [Fill]?
  var characters: String?
  var style: Style?
  var sharedPluginData: Shared?
  var children: [FigmaNode]?
}
