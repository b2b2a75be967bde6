import DataFormats
import Drawing

/// Reads `maestro hierarchy`, and Trailblaze's variant of it. Android: pixels; iOS: points, each edge truncated to an
/// integer.
enum MaestroReader {
  static func read(_ root: JSONNode) throws -> AppScreen {
    let records = try ScreenRecord.all(under: [root]) { $0.child("children")?.listed() ?? [] }
    let isAndroid = records.contains {
      ($0["attributes", "class"] ?? $0["attributes", "package"] ?? $0["attributes", "ignoreBoundsFiltering"]) != nil
    }
    return try AppScreen(.maestro, isAndroid ? .px : .pt, of: records) { record, node, _ in
      node.kind = record["attributes", "class"] ?? ""
      node.identifier = record["attributes", "resource-id"]
      node.text =
        record["attributes", "text"] ?? record["attributes", "accessibilityText"] ?? record["attributes", "title"]
        ?? record["attributes", "value"]
      node.frame = Rect(androidBounds: record["attributes", "bounds"])
      node.spread = isAndroid ? .rounded : .cut
      node.isShown = record["attributes", "visible"] != "false"
      node.isClickable = record["attributes", "clickable"] == "true"
    }
  }

  static func readTrailblaze(_ root: JSONNode) throws -> AppScreen {
    let records = try ScreenRecord.all(under: root.child("viewHierarchy").map { [$0] } ?? []) {
      $0.child("children")?.listed() ?? []
    }
    let isAndroid = records.contains { $0["className"] != nil }
    var screen = try AppScreen(.trailblaze, isAndroid ? .px : .pt, of: records) { record, node, _ in
      node.kind = record["className"] ?? ""
      node.identifier = record["resourceId"]
      node.text = record["text"] ?? record["accessibilityText"]
      // Edges at 0 are omitted.
      node.frame = Rect(
        left: record.number("x1") ?? 0, top: record.number("y1") ?? 0, right: record.number("x2") ?? 0,
        bottom: record.number("y2") ?? 0)
      node.spread = isAndroid ? .rounded : .cut
      node.isClickable = record["clickable"] == "true"
    }
    if let width = root.double("deviceWidth"), let height = root.double("deviceHeight") {
      screen.bounds = Rect(x: 0, y: 0, width: width, height: height)
    }
    return screen
  }
}
