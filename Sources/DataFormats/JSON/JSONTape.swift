/// A parsed document: its text, and one to three words for each value and each key, in the order of the text.
///
/// A tree of enums takes tens of bytes for a number and more than a hundred for a small object; a document of megabytes
/// from a stranger must not become gigabytes. Here scalars take 8 bytes, lists and objects 24, and strings stay in the
/// text until they are requested.
///
/// - Scalars and keys: kind, length of the value's text, offset.
/// - Lists and objects: the same (for the opening bracket); then the tape index of the next value and of the enclosing
///   list or object; then which element of that it is: a list's index, an object's key.
package final class JSONTape: Sendable {
  package enum Kind: UInt64 {
    case null, no, yes, integer, real
    /// As written; with escapes, or with invalid UTF-8.
    case plainString, codedString
    case array, object

    var isContainer: Bool { self == .array || self == .object }
  }

  /// No enclosing list or object.
  static let outermost = UInt32.max
  /// Offsets in the text and on the tape have 32 bits, and there is at most one word per byte.
  static let byteLimit = Int(UInt32.max) - 4096

  let bytes: [UInt8]
  private let words: [UInt64]

  package init(bytes: [UInt8], words: [UInt64]) {
    (self.bytes, self.words) = (bytes, words)
  }

  var count: Int { words.count }

  func kind(_ index: UInt32) -> Kind { Kind(rawValue: words[Int(index)] >> 60) ?? .null }

  /// The offset of the value; for a string, the offset after its quote.
  func offset(_ index: UInt32) -> Int { Int(words[Int(index)] & 0xFFFF_FFFF) }

  /// The text of a scalar or key as written; of strings without the quotes.
  package func text(_ index: UInt32) -> ArraySlice<UInt8> {
    let start = offset(index)
    let length = Int(words[Int(index)] >> 32 & Self.lengthMask)
    return bytes[start..<start + (length < Int(Self.lengthMask) ? length : longLength(from: start, kind(index)))]
  }

  /// The value after this one.
  package func next(_ index: UInt32) -> UInt32 {
    kind(index).isContainer ? UInt32(words[Int(index) + 1] >> 32) : index + 1
  }

  /// The first key or element of a list or object; equal to `next` if it is empty.
  func first(_ index: UInt32) -> UInt32 { index + 3 }

  func parent(_ container: UInt32) -> UInt32 { UInt32(words[Int(container) + 1] & 0xFFFF_FFFF) }

  func step(_ container: UInt32) -> UInt32 { UInt32(words[Int(container) + 2] & 0xFFFF_FFFF) }

  // MARK: Long texts

  private static let lengthMask: UInt64 = 0xFFF_FFFF

  /// The length of a value that doesn't fit into its word; the parser has checked that it ends.
  private func longLength(from start: Int, _ kind: Kind) -> Int {
    var index = start
    if kind == .plainString || kind == .codedString {
      while bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
    } else {
      while index < bytes.count, bytes[index].isPartOfNumber { index += 1 }
    }
    return index - start
  }

  // MARK: Encoding

  package static func word(_ kind: Kind, length: Int = 0, at offset: Int) -> UInt64 {
    kind.rawValue << 60 | min(UInt64(length), lengthMask) << 32 | UInt64(offset)
  }

  static func link(next: Int, parent: UInt32) -> UInt64 { UInt64(next) << 32 | UInt64(parent) }
}

extension UInt8 {
  /// A letter, a digit or `_`.
  package var isASCIIWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
    default: isASCIIDigit
    }
  }

  package var isASCIIDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  fileprivate var isPartOfNumber: Bool {
    isASCIIDigit
      || [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(self)
  }
}

/// Finds lines and columns of a document's values. Each lookup continues from the previous one: lookups in text order
/// need a single pass.
package struct PositionFinder {
  private var offset = 0
  private var line = 1
  private var column = 1

  package init() {}

  package mutating func position(of value: JSONValue) -> TextPosition { position(at: value.offset, in: value.tape) }

  package mutating func position(ofKey member: JSONObject.Member) -> TextPosition {
    position(at: member.offset, in: member.tape)
  }

  private mutating func position(at target: Int, in tape: JSONTape) -> TextPosition {
    if target < offset { self = PositionFinder() }
    for byte in tape.bytes[offset..<target] {
      if byte == UInt8(ascii: "\n") {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    offset = target
    return TextPosition(line: line, column: column)
  }
}
