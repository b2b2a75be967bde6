import DataFormats
import Diagnostics
import Files
import Foundation

/// Maps boxes of a card to layers of a design whose names don't match.
package struct BoxMap: Sendable {
  package struct Entry: Sendable {
    /// The path of a box, with or without the card's name, or its end.
    package var box: String
    /// Layer ids, or paths of layer names, separated by slashes. The first one that the frame has counts.
    package var layers: [String]

    package init(box: String, layers: [String]) {
      (self.box, self.layers) = (box, layers)
    }
  }

  package var entries: [Entry]

  package init(entries: [Entry] = []) { self.entries = entries }

  /// - Parameter node: A mapping of boxes to layers.
  package static func read(_ node: SourceNode) throws(Diagnostic) -> BoxMap {
    guard let members = node.members else {
      throw Diagnostic(ProjectIssue.value(key: "map", expected: expected, found: node.quotedScalar), at: node.place)
    }
    var map = BoxMap()
    for member in members {
      let layers = member.value.text.map { [$0] } ?? member.value.elements?.compactMap(\.text) ?? []
      guard !layers.isEmpty else {
        throw Diagnostic(
          ProjectIssue.value(key: member.key, expected: "a layer's id or path", found: member.value.quotedScalar),
          at: member.value.place)
      }
      map.entries.append(Entry(box: member.key, layers: layers))
    }
    return map
  }

  package static func read(_ file: URL, called name: String) throws(Diagnostic) -> BoxMap {
    try read(ProjectFile.source(file, called: name))
  }

  private static let expected = "boxes with their layers (avatar: \"12:345\"), or a file of them"
}

/// A map that `compare` proposes for unmatched boxes and layers.
package struct BoxMapProposal: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var box: String
    /// The layer's id, or its path of names from the frame if the designer named all of its layers.
    package var layer: String
    /// The path of names, if `layer` is an id.
    package var comment: String?

    package init(box: String, layer: String, comment: String? = nil) {
      (self.box, self.layer, self.comment) = (box, layer, comment)
    }
  }

  package var entries: [Entry]

  package init(entries: [Entry]) { self.entries = entries }

  /// Returns the map as a file. A box that has different layers in several frames gets a list.
  package static func text(_ entries: [Entry]) -> String {
    var layers: [String: [Entry]] = [:]
    for entry in entries where layers[entry.box]?.contains(where: { $0.layer == entry.layer }) != true {
      layers[entry.box, default: []].append(entry)
    }
    return entries.map(\.box).uniqued().map { box in
      let own = layers[box] ?? []
      let quoted = own.map { YAMLText.quoted($0.layer) }
      let comments = own.compactMap(\.comment).map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
      let value = quoted.count == 1 ? quoted[0] : "[\(quoted.joined(separator: ", "))]"
      return "\(box): \(value)\(comments.isEmpty ? "" : "  # \(comments.joined(separator: ", "))")\n"
    }.joined()
  }
}

/// A new file for a proposed map. Existing files are never overwritten.
package struct BoxMapFile {
  private let file: String
  private let url: URL

  /// - Throws: `Diagnostic` if the file exists.
  package init(_ file: String, _ environment: Environment) throws(Diagnostic) {
    (self.file, url) = (file, environment.url(file))
    if FileSystem.exists(url) { throw Diagnostic(ProjectIssue.mapInTheWay, at: Place(file: file)) }
  }

  /// Writes the maps of single cases as one map.
  ///
  /// - Returns: The file and the number of boxes in it.
  package func write(_ proposals: [String]) throws -> (file: String, boxes: Int) {
    let maps = try proposals.map { try BoxMap.read(try YAMLSource.read($0, file: file)) }
    let entries = maps.flatMap(\.entries).flatMap { entry in
      entry.layers.map { BoxMapProposal.Entry(box: entry.box, layer: $0) }
    }
    guard !entries.isEmpty else { return (file, 0) }
    let head =
      InputSchema.line("map")
      + "# The layers of the boxes: ids, or paths of names in the frame. Correct the map if it is wrong.\n"
    let text = head + BoxMapProposal.text(entries)
    let folder = OutputFolder(url.deletingLastPathComponent())
    guard try folder.write(Array(text.utf8), to: try .checked(url.lastPathComponent), replacing: false) else {
      throw Diagnostic(ProjectIssue.mapInTheWay, at: Place(file: file))
    }
    return (file, entries.map(\.box).uniqued().count)
  }
}
