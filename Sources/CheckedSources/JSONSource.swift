import Diagnostics
import JSONTree

/// Reads strict JSON (RFC 8259) into a tree that knows lines and columns; columns count Unicode scalars from 1.
///
/// Stricter than what feeds are read with, for people write these files: a key stands once, and nothing is repaired.
package struct JSONSource {
  /// Deeper documents are refused, so that no file can exhaust the stack.
  static let depthLimit = 256

  private let file: String
  private var positions = PositionFinder()

  /// - Parameter file: How diagnostics call it.
  package static func read(_ text: String, file: String) throws(SourceFault) -> SourceNode {
    let document: JSONDocument
    do {
      document = try JSONDocument.parse(Array(text.utf8), depthLimit: depthLimit)
    } catch {
      throw SourceFault(.json(error.kind), at: place(error.position, in: file))
    }
    if let position = document.firstRepair { throw SourceFault(.badText, at: place(position, in: file)) }
    var source = JSONSource(file: file)
    return try source.node(document.root.value)
  }

  private init(file: String) {
    self.file = file
  }

  private static func place(_ position: TextPosition, in file: String) -> Place {
    .line(position.line, column: position.column, in: file)
  }

  private mutating func node(_ value: JSONValue) throws(SourceFault) -> SourceNode {
    let place = Self.place(positions.position(of: value), in: file)
    switch value.content {
    case .null: return SourceNode(.null, at: place)
    case .bool(let flag): return SourceNode(.flag(flag), at: place)
    case .integer(let number): return SourceNode(.number(Double(number)), at: place)
    case .real(let number):
      guard number.isFinite else { throw SourceFault(.hugeNumber, at: place) }
      return SourceNode(.number(number), at: place)
    case .string(let text): return SourceNode(.string(text), at: place)
    case .array(let elements):
      var nodes: [SourceNode] = []
      for element in elements { nodes.append(try node(element)) }
      return SourceNode(.array(nodes), at: place)
    case .object(let object):
      var (members, keys): ([SourceNode.Member], Set<String>) = ([], [])
      for member in object.members {
        let (key, keyPlace) = (member.key, Self.place(positions.position(ofKey: member), in: file))
        guard keys.insert(key).inserted else { throw SourceFault(.duplicateKey(key), at: keyPlace) }
        members.append(.init(key: key, keyPlace: keyPlace, value: try node(member.value)))
      }
      return SourceNode(.object(members), at: place)
    }
  }
}
