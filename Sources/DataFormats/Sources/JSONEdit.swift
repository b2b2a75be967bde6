import Diagnostics

/// Sets values in a JSON text and leaves everything else as written: order, spaces, number formats.
package struct JSONEdit {
  package private(set) var text: String
  private let file: String

  /// - Parameter file: The name in diagnostics.
  package init(_ text: String, file: String) {
    (self.text, self.file) = (text, file)
  }

  /// Sets the value at a path of members; missing objects are appended to the enclosing object.
  ///
  /// - Throws: `SourceFault` if the text is not valid JSON.
  package mutating func set(_ path: [String], to value: SourceNode) throws(SourceFault) {
    var node = try JSONSource.read(text, file: file)
    var rest = path[...]
    while let name = rest.first, let next = node[name] {
      (node, rest) = (next, rest.dropFirst())
    }
    let start = offset(of: node.place)
    let end = end(ofValueAt: start)
    if let name = rest.first, let members = node.members {
      let inner = rest.dropFirst().reversed().reduce(value) { inner, key in
        SourceNode(.object([SourceNode.Member(key: key, keyPlace: node.place, value: inner)]), at: node.place)
      }
      insert("\(SourceNode(.string(name), at: node.place).json): \(inner.spaced)", into: members, from: start, to: end)
    } else {
      replace(start..<end, with: value.spaced)
    }
  }

  private mutating func replace(_ range: Range<Int>, with new: String) {
    let bytes = Array(text.utf8)
    text = String(decoding: bytes[..<range.lowerBound] + Array(new.utf8) + bytes[range.upperBound...], as: UTF8.self)
  }

  /// Appends a member to the object, on a line of its own if the others have their own lines.
  private mutating func insert(_ member: String, into members: [SourceNode.Member], from start: Int, to end: Int) {
    let bytes = Array(text.utf8)
    guard let last = members.last else { return replace(start..<end, with: "{ \(member) }") }
    let lastEnd = self.end(ofValueAt: offset(of: last.value.place))
    let key = offset(of: last.keyPlace)
    let line = bytes[..<key].lastIndex(of: UInt8(ascii: "\n"))
    let indent = line.map { bytes[($0 + 1)..<key] }
    let isOwnLine = indent?.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } == true
    let gap = isOwnLine ? "\n\(String(decoding: indent ?? [], as: UTF8.self))" : " "
    replace(lastEnd..<lastEnd, with: ",\(gap)\(member)")
  }

  /// - Returns: An offset in the text's bytes.
  private func offset(of place: Place) -> Int {
    guard case .line(let line, let column)? = place.position else { return 0 }
    let bytes = Array(text.utf8)
    var (offset, left) = (0, line - 1)
    while left > 0, offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "\n") { left -= 1 }
      offset += 1
    }
    // Columns count characters; each character has exactly one byte that is not a continuation byte.
    var behind = (column ?? 1) - 1
    while behind > 0, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      behind -= 1
    }
    return offset
  }

  /// The end of the value that starts at `start`; the text is known to be JSON.
  private func end(ofValueAt start: Int) -> Int {
    let bytes = Array(text.utf8)
    var (offset, depth, isText) = (start, 0, false)
    while offset < bytes.count {
      let byte = bytes[offset]
      if isText {
        if byte == UInt8(ascii: "\\") { offset += 1 } else if byte == UInt8(ascii: "\"") { isText = false }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if depth == 0 { return offset }
          depth -= 1
        case UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
          if depth == 0 { return offset }
        default:
          offset += 1
          continue
        }
      }
      offset += 1
      if depth == 0, !isText { return offset }
    }
    return bytes.count
  }
}

extension SourceNode {
  /// JSON on one line, with spaces for readability.
  fileprivate var spaced: String {
    switch content {
    case .object(let members):
      members.isEmpty
        ? "{}"
        : "{ \(members.map { "\(SourceNode(.string($0.key), at: place).json): \($0.value.spaced)" }.joined(separator: ", ")) }"
    case .array(let elements): "[\(elements.map(\.spaced).joined(separator: ", "))]"
    case .string, .number, .flag, .null: json
    }
  }
}
