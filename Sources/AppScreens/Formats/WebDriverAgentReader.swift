import DataFormats
import Drawing

/// Reads WebDriverAgent's source (Appium on iOS), in XML and in JSON: absolute points, rounded outward to integers.
enum WebDriverAgentReader {
  static func read(_ records: [ScreenRecord], _ format: ScreenFormat) throws -> AppScreen {
    try AppScreen(format, .pt, of: records) { record, node, _ in
      node.kind = kind(record["type"] ?? record.name)
      let label = record["label"]
      // The name is the label if the app sets no identifier.
      let name = record["rawIdentifier"] ?? record["name"]
      node.identifier = name == label ? nil : name
      node.text = label ?? record["value"]
      node.isShown = !record.isFalse("visible") && !record.isFalse("isVisible")
      node.isClickable = ["Button", "Cell", "Link"].contains(node.kind)
      if let native = (record["nativeframe"] ?? record["nativeFrame"]).flatMap(Rect.init(originAndSize:)) {
        (node.frame, node.spread) = (native, .within(0.01))
      } else {
        (node.frame, node.spread) = (frame(record), .outward)
      }
    }
  }

  private static func kind(_ type: String) -> String {
    for prefix in ["XCUIElementType", "xcuielementtype", "UIA"] where type.hasPrefix(prefix) {
      return String(type.dropFirst(prefix.count))
    }
    return type
  }

  private static func frame(_ record: ScreenRecord) -> Rect? {
    let sides =
      record.number("x") != nil
      ? ["x", "y", "width", "height"].map { record.number($0) }
      : [
        record.number("rect", "x") ?? record.number("rect", "origin", "x"),
        record.number("rect", "y") ?? record.number("rect", "origin", "y"),
        record.number("rect", "width") ?? record.number("rect", "size", "width"),
        record.number("rect", "height") ?? record.number("rect", "size", "height"),
      ]
    let known = sides.compactMap { $0 }
    return known.count == 4 ? Rect(x: known[0], y: known[1], width: known[2], height: known[3]) : nil
  }

  /// Returns the tree of a response; nil if there is none. Appium and the agent wrap it in `value`, and old versions of
  /// the agent in `tree` within it.
  static func source(in root: JSONNode) -> JSONNode? {
    let value = root.object("value") ?? root
    let tree = value.object("tree") ?? value
    return tree.child("rect") != nil && tree.child("type") != nil ? tree : nil
  }

  static func read(_ root: JSONNode, _ format: ScreenFormat) throws -> AppScreen {
    try read(ScreenRecord.all(under: [root]) { $0.child("children")?.listed() ?? [] }, format)
  }
}
