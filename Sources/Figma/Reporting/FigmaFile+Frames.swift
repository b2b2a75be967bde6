import Diagnostics
import Drawing

extension FigmaFile {
  /// A top-level frame: on a page, in a section, or as a variant of a component.
  package struct Frame: Sendable {
    package var id: String
    package var name: String
    package var page: String?
    /// The size in points.
    package var size: Size?
    package var isHidden: Bool
    /// The texts in document order, without hidden ones.
    package var texts: [String]
    /// The number of layers with a name from the designer, which can become boxes.
    package var named: Int
  }

  package var frames: [Frame] {
    var frames: [Frame] = []
    var index = 0
    while index < nodes.count {
      let node = nodes[index]
      // Sections and component sets aren't frames themselves.
      guard node.isFrame, node.type != "SECTION", node.type != "COMPONENT_SET" else {
        index += 1
        continue
      }
      let inside = nodes[(index + 1)..<node.end].filter { $0.isHidden == node.isHidden }
      frames.append(
        Frame(
          id: node.id, name: node.name, page: node.page, size: node.box?.size, isHidden: node.isHidden,
          texts: inside.compactMap { $0.text?.characters }, named: inside.count { !$0.isUnnamed }))
      index = node.end
    }
    return frames
  }

  /// Returns the index of the frame with this id or name; the outermost of several, then the first.
  ///
  /// - Throws: `FigmaIssue.noFrame`, `.frameWithoutBox`.
  package func index(ofFrame wanted: String) throws(Diagnostic) -> Int {
    func isFrame(_ index: Int) -> Bool { nodes[index].isFrame || nodes[index].end > index + 1 }
    var named: Int?
    var found: Int?
    for index in nodes.indices where isFrame(index) {
      if nodes[index].id == wanted {
        found = index
        break
      }
      guard nodes[index].name == wanted, named.map({ nodes[index].depth < nodes[$0].depth }) ?? true else { continue }
      named = index
    }
    guard let index = found ?? named else {
      let known = nodes.indices.filter { nodes[$0].depth <= 1 && isFrame($0) }.map { nodes[$0].name }
      throw Diagnostic(FigmaIssue.noFrame(wanted, known: known))
    }
    guard nodes[index].box != nil else { throw Diagnostic(FigmaIssue.frameWithoutBox(wanted)) }
    return index
  }

  /// Returns the file name of a frame's image in a pull: `1-2@2x.png`.
  ///
  /// - Parameter scale: Pixels per point.
  package static func pictureName(ofFrame id: String, scale: Double) -> String {
    let number = Int(exactly: scale).map(String.init) ?? String(scale)
    return "\(pictureStem(ofFrame: id))@\(number)x.png"
  }

  package static func pictureStem(ofFrame id: String) -> String {
    id.map { $0 == ":" ? "-" : $0.isLetter || $0.isNumber || $0 == "-" ? String($0) : "_" }.joined()
  }
}
