/// Why a text is not valid JSON, and where.
package struct JSONFault: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Only white space.
    case empty
    /// The text ends prematurely; `inside` is the path of the truncated value.
    case truncated(inside: String)
    case unexpected(found: String, expected: Expected)
    case badNumber
    case badEscape
    case controlCharacter
    case tooDeep(limit: Int)
    /// More bytes than offsets can represent.
    case tooLarge(limit: Int)
    /// A string with more bytes than `JSONDocument.stringLimit`.
    case longString(limit: Int)
    /// More values and keys than the caller allows.
    case tooManyValues(limit: Int)
    case trailingText
  }

  package enum Expected: Hashable, Sendable {
    case value, key, colon, commaOrBracket, commaOrBrace
  }

  package let kind: Kind
  package let position: TextPosition

  package init(kind: Kind, position: TextPosition) {
    (self.kind, self.position) = (kind, position)
  }
}

/// A line and a column, both counted from 1; columns count Unicode scalars.
package struct TextPosition: Hashable, Sendable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    (self.line, self.column) = (line, column)
  }

  /// - Parameter offset: The byte offset in `text` (UTF-8); an offset beyond its end means its end.
  init(of offset: Int, in text: [UInt8]) {
    let before = text.prefix(offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    // Continuation bytes are not separate characters.
    column = 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 }
  }
}

extension JSONFault.Kind {
  /// The message without the position.
  package var message: String {
    switch self {
    case .empty: "the file is empty"
    case .truncated(let inside) where inside.isEmpty: "the file is truncated"
    case .truncated(let inside): "the file is truncated: it ends inside \(inside)"
    case .unexpected(let found, let expected): "not JSON: expected \(expected.inWords), found \(Self.quoted(found))"
    case .badNumber: "not JSON: a malformed number"
    case .badEscape: "not JSON: an invalid escape after a backslash"
    case .controlCharacter: "not JSON: a line break or control character inside a string"
    case .tooDeep(let limit): "brackets are nested more than \(limit) levels deep"
    case .tooLarge(let limit): "the file has more than \(limit) bytes"
    case .longString(let limit): "a string has more than \(limit) bytes"
    case .tooManyValues(let limit): "the file has more than \(limit) values"
    case .trailingText: "not JSON: extra text follows the document"
    }
  }

  private static func quoted(_ character: String) -> String {
    switch character.unicodeScalars.first {
    case nil: "nothing"
    case let scalar? where scalar.value < 0x20 || scalar.value == 0x7F: "a control character"
    case "\"": "a quote"
    default: "\"\(character)\""
    }
  }
}

extension JSONFault.Expected {
  fileprivate var inWords: String {
    switch self {
    case .value: "a value"
    case .key: "a key in quotes"
    case .colon: "a colon"
    case .commaOrBracket: "a comma or ]"
    case .commaOrBrace: "a comma or }"
    }
  }
}
