import Drawing

/// Reads `uiautomator dump` and Appium's page source on Android: absolute device pixels of the unclipped part.
package enum UIAutomatorReader {
  static func read(_ records: [ScreenRecord], root: ScreenRecord?) throws -> AppScreen {
    var screen = try AppScreen(.uiAutomator, .px, of: records) { record, node, _ in
      node.kind = record["class"] ?? record.name
      node.identifier = record["resource-id"]
      node.text = record["text"] ?? record["content-desc"]
      node.frame = Rect(androidBounds: record["bounds"])
      node.spread = .rounded
      node.isShown = !record.isFalse("displayed") && !record.isFalse("visible-to-user")
      node.isClickable = record["clickable"] == "true"
    }
    if let width = root?.number("width"), let height = root?.number("height") {
      screen.bounds = Rect(x: 0, y: 0, width: width, height: height)
    }
    return screen
  }
}
