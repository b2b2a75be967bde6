import Drawing

/// Reads Detox's `generateViewHierarchyXml`. Android: pixels in the window; iOS: points relative to the parent. All
/// values are truncated to integers.
package enum DetoxReader {
  static func read(_ records: [ScreenRecord], root: ScreenRecord?) throws -> AppScreen {
    let density = root?.number("density")
    let isAndroid = density != nil || records.contains { $0["class"]?.contains("android") == true }
    var screen = try AppScreen(.detox, isAndroid ? .px : .pt, of: records) { record, node, screen in
      node.kind = record["class"].flatMap { $0.split(separator: ".").last.map(String.init) } ?? record.name
      node.identifier = record["id"]
      node.text = record["text"] ?? record["label"] ?? record["value"]
      node.isShown =
        screen.isParentShown(node) && record["visibility"].map { $0 == "visible" } != false
        && record.number("alpha").map { $0 > 0 } != false
      guard let width = record.number("width"), let height = record.number("height") else { return }
      let origin = isAndroid ? .zero : screen.origin(of: node)
      node.frame = Rect(
        x: origin.x + (record.number("x") ?? 0), y: origin.y + (record.number("y") ?? 0), width: width, height: height)
      // On iOS, truncation errors of all ancestors add up.
      let lost = (isAndroid ? nil : node.parent.map { screen.nodes[$0].spread.near.upperBound }) ?? 0
      node.spread = EdgeSpread(near: 0...(lost + 1), far: 0...(lost + 2))
    }
    screen.bounds = screen.nodes.first?.frame
    if isAndroid, let density, density > 0 { (screen.scale, screen.scaleSource) = (density, .density) }
    return screen
  }
}
