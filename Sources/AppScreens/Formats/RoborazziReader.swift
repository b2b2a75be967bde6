import DataFormats
import Diagnostics
import Drawing

/// Reads Roborazzi's `*.uitree.json`: pixels of the window, whose root is the content of the image.
enum RoborazziReader {
  static func read(_ root: JSONNode) throws -> AppScreen {
    let records = try ScreenRecord.all(under: root.child("root").map { [$0] } ?? []) {
      $0.child("children")?.listed() ?? []
    }
    let origin = records.first.flatMap { bounds($0)?.origin } ?? .zero
    var screen = try AppScreen(.roborazzi, .px, of: records) { record, node, _ in
      node.kind = record["properties", "Role"] ?? record["className"] ?? record["type"] ?? ""
      node.identifier = record["testTag"]
      node.text = record["properties", "Text"] ?? record["properties", "ContentDescription"]
      node.frame = bounds(record)?.offset(by: Point(x: -origin.x, y: -origin.y))
      node.spread = .rounded
      node.isShown = record["visibility"].map { $0.lowercased() == "visible" } ?? true
    }
    screen.scaleSource = .captureOnly
    let capture = root.child("capture")
    if let width = capture?.double("imageWidth"), let height = capture?.double("imageHeight"),
      let scale = capture?.double("scale"), scale > 0
    {
      screen.bounds = Rect(x: 0, y: 0, width: width / scale, height: height / scale)
    }
    return screen
  }

  private static func bounds(_ record: ScreenRecord) -> Rect? {
    guard case .json(let node) = record.content else { return nil }
    let edges = node.child("bounds")?.listed(atMost: 5).compactMap(\.value.double) ?? []
    return edges.count == 4 ? Rect(left: edges[0], top: edges[1], right: edges[2], bottom: edges[3]) : nil
  }
}
