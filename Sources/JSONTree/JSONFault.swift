/// Why a text is no JSON document, and where.
package struct JSONFault: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Nothing but white space.
    case empty
    /// The text ends before the document does; `inside` is the path of the value that is cut.
    case truncated(inside: String)
    case unexpected(found: String, expected: Expected)
    case badNumber
    case badEscape
    case controlCharacter
    case tooDeep(limit: Int)
    /// More bytes than places in them can be kept.
    case tooLarge(limit: Int)
    case trailingText
  }

  package enum Expected: Hashable, Sendable {
    case value, key, colon, commaOrBracket, commaOrBrace
  }

  package let kind: Kind
  package let position: TextPosition
}

/// A line and a column, both counted from 1; columns count Unicode scalars.
package struct TextPosition: Hashable, Sendable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    (self.line, self.column) = (line, column)
  }

  /// - Parameter offset: bytes into `text` (UTF-8); beyond its end counts as its end.
  init(of offset: Int, in text: [UInt8]) {
    let before = text.prefix(offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    // Continuation bytes are no characters of their own.
    column = 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 }
  }
}
