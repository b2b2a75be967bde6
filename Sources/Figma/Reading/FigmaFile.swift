import DataFormats
import Diagnostics
import Drawing

/// A design file, either complete (`/files/:key`) or only the requested nodes (`/nodes`).
package struct FigmaFile: Sendable {
  package struct Page: Hashable, Sendable {
    package var id: String
    package var name: String
  }

  package var name: String?
  package var version: String?
  package var lastModified: String?
  /// The pages; empty for a response with nodes only.
  package var pages: [Page] = []
  /// The layers in document order: a layer is followed by its descendants.
  package var nodes: [FigmaNode] = []
  /// The styles, sorted by name.
  package var styles: [FigmaStyle] = []

  /// Returns the indices of the direct children of a layer.
  package func children(of index: Int) -> some Sequence<Int> {
    let end = nodes[index].end
    return sequence(state: index + 1) { next -> Int? in
      guard next < end else { return nil }
      defer { next = nodes[next].end }
      return next
    }
  }

  /// The indices of layers by id.
  package var places: [String: Int] {
    Dictionary(nodes.indices.map { (nodes[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the offset from the parent's top left corner; nil if either has no position.
  package func offsetInParent(of index: Int) -> Point? {
    let around = nodes[index].parent.flatMap { nodes[$0].box }
    return nodes[index].box.flatMap { box in around.map { Point(x: box.minX - $0.minX, y: box.minY - $0.minY) } }
  }
}

/// Reads a file's layers iteratively, so that any depth works.
struct FigmaFileReader {
  let name: String
  private(set) var problems = DiagnosticTally()
  private var pool = FigmaPool()

  init(name: String) {
    self.name = name
  }

  mutating func file(_ root: JSONNode) -> FigmaFile {
    var file = FigmaFile(
      name: root.text("name"), version: root.text("version"), lastModified: root.text("lastModified"))
    readStyles(root, into: &file)
    if let document = root.object("document") {
      read(document, into: &file)
    } else {
      for member in root.object("nodes")?.members ?? [] {
        guard let document = member.object("document") else {
          problems.add(FigmaIssue.missingNode(member.key ?? ""), at: .json(member.path.description, in: name))
          continue
        }
        readStyles(member, into: &file)
        read(document, into: &file)
      }
    }
    file.styles.sort { ($0.name, $0.id) < ($1.name, $1.id) }
    return file
  }

  /// Reads styles; every requested node repeats them.
  private func readStyles(_ root: JSONNode, into file: inout FigmaFile) {
    guard let styles = root.object("styles") else { return }
    let known = Set(file.styles.map(\.id))
    for member in styles.members {
      guard let id = member.key, !known.contains(id), let name = member.text("name") else { continue }
      file.styles.append(
        FigmaStyle(
          id: id, name: name, type: member.text("styleType", "style_type") ?? "",
          description: member.text("description") ?? ""))
    }
  }

  private mutating func read(_ root: JSONNode, into file: inout FigmaFile) {
    let first = file.nodes.count
    var pending: [(json: JSONNode, parent: Int?, page: String?)] = [(root, nil, nil)]
    while let (json, parent, page) = pending.popLast() {
      var (node, inside, page) = (FigmaNode(json, sharing: &pool), parent, page)
      guard !node.id.isEmpty else {
        problems.add(FigmaIssue.nodeWithoutID, at: .json(json.path.description, in: name))
        continue
      }
      if !FigmaNode.knownTypes.contains(node.type) {
        problems.add(FigmaIssue.unknownNodeType(node.type), at: .json(json.path.description, in: name))
      }
      if node.type == "CANVAS" {
        file.pages.append(FigmaFile.Page(id: node.id, name: node.name))
        page = node.name
      } else if node.type != "DOCUMENT" {
        node.parent = parent
        node.page = page
        node.depth = parent.map { file.nodes[$0].depth + 1 } ?? 0
        node.isHidden = !node.isVisible || parent.map { file.nodes[$0].isHidden } ?? false
        inside = file.nodes.count
        node.end = file.nodes.count + 1
        // Doubling the capacity would take more memory than the layers themselves.
        if file.nodes.count == file.nodes.capacity {
          file.nodes.reserveCapacity(file.nodes.count + file.nodes.count / 4 + 64)
        }
        file.nodes.append(node)
      }
      for child in (json.child("children")?.listed() ?? []).reversed() where child.value.object != nil {
        pending.append((child, inside, page))
      }
    }
    for index in file.nodes.indices[first...].reversed() {
      if let parent = file.nodes[index].parent {
        file.nodes[parent].end = max(file.nodes[parent].end, file.nodes[index].end)
      }
    }
  }
}

// MARK: - Frames

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
