/// A parsed document: its text, and one to three words for each value and each key, in the order of the text.
///
/// A tree of enums costs tens of bytes for a number and more than a hundred for a small object; a document of megabytes
/// that somebody sends must not become gigabytes. Here scalars are 8 bytes, lists and objects 24, and texts stay where
/// they stand until somebody asks for them.
///
/// - Scalars and keys: the kind, how long the value is written, where it begins.
/// - Lists and objects: the same (for the opening bracket); then where on the tape the next value begins and the
///   surrounding list or object; then which element of that it is: a list's index, an object's key.
final class JSONTape: Sendable {
  enum Kind: UInt64 {
    case null, no, yes, integer, real
    /// As it stands; with escapes, or with bytes that are no UTF-8.
    case plainString, codedString
    case array, object

    var isContainer: Bool { self == .array || self == .object }
  }

  /// No surrounding list or object.
  static let outermost = UInt32.max
  /// Places in the text and on the tape have 32 bits, and there is never more than a word for a byte.
  static let byteLimit = Int(UInt32.max) - 4096

  let bytes: [UInt8]
  private let words: [UInt64]

  init(bytes: [UInt8], words: [UInt64]) {
    (self.bytes, self.words) = (bytes, words)
  }

  var count: Int { words.count }

  func kind(_ index: UInt32) -> Kind { Kind(rawValue: words[Int(index)] >> 60) ?? .null }

  /// Where the value begins: a string behind its quote.
  func offset(_ index: UInt32) -> Int { Int(words[Int(index)] & 0xFFFF_FFFF) }

  /// Of a scalar or key, as it is written; of strings without the quotes.
  func text(_ index: UInt32) -> ArraySlice<UInt8> {
    let start = offset(index)
    let length = Int(words[Int(index)] >> 32 & Self.lengthMask)
    return bytes[start..<start + (length < Int(Self.lengthMask) ? length : longLength(from: start, kind(index)))]
  }

  /// The value behind this one.
  func next(_ index: UInt32) -> UInt32 { kind(index).isContainer ? UInt32(words[Int(index) + 1] >> 32) : index + 1 }

  /// Of a list or object: the first key or element; equal to `next` where there is none.
  func first(_ index: UInt32) -> UInt32 { index + 3 }

  func parent(_ container: UInt32) -> UInt32 { UInt32(words[Int(container) + 1] & 0xFFFF_FFFF) }

  func step(_ container: UInt32) -> UInt32 { UInt32(words[Int(container) + 2] & 0xFFFF_FFFF) }

  // MARK: Long texts

  private static let lengthMask: UInt64 = 0xFFF_FFFF

  /// Of a value that is longer than a word can say; the parser has seen that it ends.
  private func longLength(from start: Int, _ kind: Kind) -> Int {
    var index = start
    if kind == .plainString || kind == .codedString {
      while bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
    } else {
      while index < bytes.count, bytes[index].isPartOfNumber { index += 1 }
    }
    return index - start
  }

  // MARK: Writing

  static func word(_ kind: Kind, length: Int = 0, at offset: Int) -> UInt64 {
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

/// Lines and columns of a document's values. Each lookup goes on from the one before: asking in the order of the text
/// goes through the text once.
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
