/// Why a text is no JSON document, and where.
struct JSONFault: Error, Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Nothing but white space.
    case empty
    /// The text ends before the document does; `inside` is the path of the value that is cut.
    case truncated(inside: String)
    case unexpected(found: String, wanted: Wanted)
    case badNumber
    case badEscape
    case controlCharacter
    case tooDeep(limit: Int)
    case trailingText
  }

  enum Wanted: Hashable, Sendable {
    case value, key, colon, commaOrBracket, commaOrBrace
  }

  let kind: Kind
  /// Line and column in characters, from 1.
  let line: Int
  let column: Int
}

/// Turns an offset into a line and a column.
struct TextPosition: Hashable, Sendable {
  let line: Int
  let column: Int

  /// - Parameter offset: bytes into `text` (UTF-8); beyond its end counts as its end.
  init(of offset: Int, in text: [UInt8]) {
    let before = text.prefix(offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    // Continuation bytes are no characters of their own.
    column = 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 }
  }
}
