import Drawing

extension FigmaFile {
  /// A frame that stands by itself: on a page, in a section, or as one of a component's variants.
  package struct Frame: Sendable {
    package var id: String
    package var name: String
    package var page: String?
    /// Points.
    package var size: Size?
    package var isHidden: Bool
    /// What its texts say, in document order; not those that are hidden.
    package var texts: [String]
    /// How many of its layers somebody has named, so that they can be boxes.
    package var named: Int
  }

  package var frames: [Frame] {
    var frames: [Frame] = []
    var index = 0
    while index < nodes.count {
      let node = nodes[index]
      // Sections and sets of variants are no frames themselves.
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
}

extension FigmaNode {
  /// A name that Figma gave by itself: `Group 12`, `Vector`.
  package var isUnnamed: Bool {
    let words = name.split(separator: " ")
    guard let kind = words.first, words.count <= 2, words.count == 1 || words[1].allSatisfy(\.isNumber) else {
      return false
    }
    return Self.ownNames.contains(String(kind))
  }

  private static let ownNames: Set = [
    "Boolean", "Ellipse", "Frame", "Group", "Line", "Mask", "Polygon", "Rectangle", "Star", "Union", "Vector",
  ]
}
