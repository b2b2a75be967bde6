import DataFormats
import Drawing

/// Reads hierarchies of AccessibilitySnapshotModel encoded by `Codable`: the elements that VoiceOver sees, in points.
enum AccessibilitySnapshotReader {
  static func recognizes(_ root: JSONNode) -> Bool {
    items(root).first.map { $0.object("element", "container") != nil } ?? false
  }

  static func read(_ root: JSONNode) throws -> AppScreen {
    let records = try ScreenRecord.all(under: items(root)) { $0.child("container")?.child("children")?.listed() ?? [] }
    return try AppScreen(.accessibilitySnapshot, .pt, of: records) { record, node, _ in
      guard case .json(let json) = record.content, let item = json.object("element", "container") else { return }
      let value = item.child("_0") ?? item
      node.kind = item.key ?? ""
      node.identifier = value.text("identifier")
      node.text = value.text("label", "value")
      node.frame = value.child("shape").flatMap(frame) ?? value.child("frame").flatMap(frame)
    }
  }

  private static func items(_ root: JSONNode) -> [JSONNode] { root.value.array == nil ? [root] : root.listed() }

  /// Returns the frame of a shape; nil for a path, which gives no position.
  private static func frame(_ node: JSONNode) -> Rect? {
    if let inner = node.child("frame") ?? node.child("_0") { return frame(inner) }
    let pair = node.listed(atMost: 3).map { $0.listed(atMost: 3).compactMap(\.value.double) }
    guard pair.count == 2, pair.allSatisfy({ $0.count == 2 }) else { return nil }
    return Rect(x: pair[0][0], y: pair[0][1], width: pair[1][0], height: pair[1][1])
  }
}
