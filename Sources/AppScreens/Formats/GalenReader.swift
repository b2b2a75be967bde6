import DataFormats
import Drawing

/// Reads Galen's page dump: named areas in CSS px.
enum GalenReader {
  static func read(_ root: JSONNode) throws -> AppScreen {
    let records = (root.child("items")?.members ?? []).map { ScreenRecord(content: .json($0)) }
    var screen = try AppScreen(.galen, .css, of: records) { record, node, _ in
      guard case .json(let json) = record.content else { return }
      node.kind = "item"
      node.identifier = json.key
      let sides = json.child("area")?.listed(atMost: 5).compactMap(\.value.double) ?? []
      if sides.count == 4 { node.frame = Rect(x: sides[0], y: sides[1], width: sides[2], height: sides[3]) }
      node.spread = .rounded
    }
    screen.bounds = screen.nodes.first { $0.identifier == "screen" }?.frame
    screen.scaleSource = .cssPixels
    return screen
  }
}
