import Diagnostics
import Drawing

/// A hierarchy for `show --stage screen`.
package struct HierarchyListing: Encodable {
  package struct Extent: Encodable {
    /// Width and height; nil if unknown.
    var px: [Double]?
    var pt: [Double]?
    var scale: Double?
    var scaleSource: String

    private enum Key: String, CodingKey {
      case px, pt, scale
      case scaleSource = "scale_source"
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(px, forKey: .px)
      try container.encode(pt, forKey: .pt)
      try container.encode(scale, forKey: .scale)
      try container.encode(scaleSource, forKey: .scaleSource)
    }
  }

  /// A visible element. Frames are x, y, width, height, from the screen's top left corner.
  package struct Leaf: Encodable {
    var type: String
    var identifier: String?
    var text: String?
    var framePx: [Double]?
    var framePt: [Double]?

    private enum Key: String, CodingKey {
      case type, identifier, text
      case framePx = "frame_px"
      case framePt = "frame_pt"
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(type, forKey: .type)
      try container.encode(identifier, forKey: .identifier)
      try container.encode(text, forKey: .text)
      try container.encode(framePx, forKey: .framePx)
      try container.encode(framePt, forKey: .framePt)
    }
  }

  private enum Key: String, CodingKey {
    case format, screen, nodes, leaves
    case unit = "unit_in_file"
    case visibleLeaves = "visible_leaves"
  }

  var format: ScreenFormat
  var unit: ScreenUnit
  var screen: Extent
  var nodes: Int
  package var leaves: [Leaf]

  package init(_ screen: AppScreen) {
    format = screen.format
    unit = screen.unit
    nodes = screen.nodes.count
    let (points, pixels) = (screen.pointsPerUnit, screen.pixelsPerUnit)
    self.screen = Extent(
      px: Self.size(screen.bounds, times: pixels), pt: Self.size(screen.bounds, times: points), scale: screen.scale,
      scaleSource: screen.scaleSource.text)
    leaves = screen.visibleLeaves.map { index in
      let node = screen.nodes[index]
      return Leaf(
        type: node.kind, identifier: node.identifier, text: node.text, framePx: Self.sides(node.frame, times: pixels),
        framePt: Self.sides(node.frame, times: points))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(format, forKey: .format)
    try container.encode(unit, forKey: .unit)
    try container.encode(screen, forKey: .screen)
    try container.encode(nodes, forKey: .nodes)
    try container.encode(leaves.count, forKey: .visibleLeaves)
    try container.encode(leaves, forKey: .leaves)
  }

  private static func size(_ bounds: Rect?, times factor: Double?) -> [Double]? {
    guard let bounds, let factor else { return nil }
    return [bounds.width, bounds.height].map { rounded($0 * factor) }
  }

  private static func sides(_ frame: Rect?, times factor: Double?) -> [Double]? {
    guard let frame, let factor else { return nil }
    return [frame.minX, frame.minY, frame.width, frame.height].map { rounded($0 * factor) }
  }

  /// Rounds to a thousandth, halves to even, so that exact values in the file stay the nearest number.
  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded(.toNearestOrEven) / 1000 }
}

extension HierarchyListing {
  /// The text output, one leaf per line: `TextView #name "Ada" [64 12 97.1 20] pt [128 24 194.1 40] px`.
  package var text: String {
    let size = [(screen.pt, "pt"), (screen.px, "px")].compactMap { size, unit in
      size.map { "\(inWords($0[0])) × \(inWords($0[1])) \(unit)" }
    }
    let scale = "scale \(screen.scale.map { inWords($0) } ?? "unknown") (\(screen.scaleSource))"
    let head = ([format.tool] + size + [scale, "\(nodes) nodes, \(leaves.count) visible leaves"]).joined(
      separator: ", ")
    return ([head] + leaves.map(Self.line)).joined(separator: "\n")
  }

  private static func line(_ leaf: Leaf) -> String {
    let name = leaf.identifier.map { " #\(PlainText.piece($0))" } ?? ""
    let text = leaf.text.map { " \"\(PlainText.piece($0))\"" } ?? ""
    let frames = [(leaf.framePt, "pt"), (leaf.framePx, "px")].compactMap { frame, unit in
      frame.map { "  [\($0.map { inWords($0) }.joined(separator: " "))] \(unit)" }
    }
    return "  \(leaf.type.isEmpty ? "–" : PlainText.piece(leaf.type))\(name)\(text)\(frames.joined())"
  }
}
