import DataFormats
import Drawing

/// Reads the nodes of Lighthouse's full-page screenshot: a flat list in whole CSS px.
enum LighthouseReader {
  /// Returns the object with `nodes` and `screenshot`, either on its own or in a full report.
  static func nodes(in root: JSONNode) -> JSONNode? {
    let places = [
      root, root.child("fullPageScreenshot"),
      root.child("audits")?.child("full-page-screenshot")?.child("details"),
    ]
    return places.compactMap { $0 }.first { $0.child("nodes") != nil && $0.child("screenshot") != nil }
  }

  static func read(_ root: JSONNode) throws -> AppScreen {
    let records = (root.child("nodes")?.members ?? []).map { ScreenRecord(content: .json($0)) }
    var screen = try AppScreen(.lighthouse, .css, of: records) { record, node, _ in
      guard case .json(let json) = record.content else { return }
      // `page-6-H2`
      node.kind = json.key.flatMap { $0.split(separator: "-", maxSplits: 2).last.map(String.init) } ?? ""
      node.identifier = record["id"]
      node.spread = .rounded
      if let left = json.double("left"), let top = json.double("top"), let right = json.double("right"),
        let bottom = json.double("bottom")
      {
        node.frame = Rect(left: left, top: top, right: right, bottom: bottom)
      }
    }
    let picture = root.child("screenshot")
    if let width = picture?.double("width"), let height = picture?.double("height"), width > 0 {
      let page = screen.nodes.first { $0.kind == "HTML" }?.frame
      let scale = page.map { width / $0.width } ?? 1
      screen.bounds = Rect(x: 0, y: 0, width: width / scale, height: height / scale)
      (screen.scale, screen.scaleSource) = (scale, .file)
    }
    return screen
  }
}
