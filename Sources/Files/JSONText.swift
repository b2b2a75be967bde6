import Diagnostics
import Foundation

/// JSON as the tool writes it: keys sorted, so that the same values are the same bytes, and every character that would
/// steer a terminal or a log escaped (`PlainText`).
package enum JSONText {
  /// Indented, with a newline at the end.
  package static func pretty(_ value: some Encodable) throws -> Data {
    Data((try encoded(value, [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]) + "\n").utf8)
  }

  /// On one line, without a newline.
  package static func line(_ value: some Encodable) throws -> String {
    try encoded(value, [.sortedKeys, .withoutEscapingSlashes])
  }

  /// JSON without the white space between its parts: what `line` writes of what `pretty` has written.
  package static func compacted(_ text: String) -> String {
    var (written, isString, isEscaped) = ([UInt8](), false, false)
    for byte in text.utf8 {
      if !isString, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { continue }
      written.append(byte)
      if byte == UInt8(ascii: "\""), !isEscaped { isString.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return String(decoding: written, as: UTF8.self)
  }

  /// A value as an element of a list, its first line without indent. In a list without elements the encoder leaves a line
  /// empty, and it stays empty, as `pretty` of the whole has it.
  ///
  /// - Parameter depth: How many brackets are open around it, the list's own included.
  package static func element(_ value: some Encodable, depth: Int) throws -> String {
    let text = [UInt8](try pretty(value).dropLast())
    let indent = [UInt8](repeating: UInt8(ascii: " "), count: 2 * depth)
    var written: [UInt8] = []
    written.reserveCapacity(text.count * 5 / 4)
    // Line breaks in strings are escaped: those of the text are all the encoder's.
    for (index, byte) in text.enumerated() {
      written.append(byte)
      guard byte == UInt8(ascii: "\n"), index + 1 < text.count else { continue }
      if text[index + 1] != byte { written += indent }
    }
    return String(decoding: written, as: UTF8.self)
  }

  /// What `pretty` writes before and after the elements of a list, so that a list of any length can be written piece by
  /// piece and the bytes are those of the whole.
  ///
  /// - Parameter list: A member of `value`, which has no elements.
  package static func frame(
    of value: some Encodable, around list: String
  ) throws -> (head: String, tail: String) {
    let text = String(decoding: try pretty(value), as: UTF8.self)
    // Line breaks in strings are escaped, so this is the member itself.
    guard let start = text.range(of: "\n  \"\(list)\" : ["), let end = text[start.upperBound...].firstIndex(of: "]")
    else { throw CocoaError(.coderInvalidValue) }
    return (String(text[..<start.upperBound]), String(text[text.index(after: end)...]))
  }

  private static func encoded(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    return PlainText.json(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}

/// A list in indented JSON that is written element by element: the bytes are those of the whole list written at once.
package struct JSONListText {
  private let depth: Int
  private var isEmpty = true

  /// - Parameter depth: How many brackets are open around an element, the list's own included; 1 or more.
  package init(depth: Int) {
    self.depth = depth
  }

  /// What follows what was written before.
  ///
  /// - Throws: `EncodingError` where the element can't be written.
  package mutating func next(_ element: some Encodable) throws -> String {
    next(written: try text(of: element))
  }

  /// As `next(_:)`, of an element that `text(of:)` has written.
  package mutating func next(written element: String) -> String {
    defer { isEmpty = false }
    return (isEmpty ? "[\n" : ",\n") + element
  }

  /// The text of an element at this depth of any list.
  ///
  /// - Throws: `EncodingError` where it can't be written.
  package func text(of element: some Encodable) throws -> String {
    String(repeating: "  ", count: depth) + (try JSONText.element(element, depth: depth))
  }

  /// What ends the list.
  package var end: String {
    (isEmpty ? "[\n\n" : "\n") + String(repeating: "  ", count: depth - 1) + "]"
  }
}

/// A JSON document whose list, a member of the whole, is read element by element: neither the document nor the list is ever
/// in memory. Elements and the rest are found by brackets and strings alone; decoding them finds invalid JSON.
/// A list of 60 000 elements (59 MB) takes 18 MB of memory so, and 142 MB as a JSONTree, in the same time.
package struct JSONListReader {
  private enum Character {
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
    static let open = [UInt8(ascii: "{"), UInt8(ascii: "[")]
    static let close = [UInt8(ascii: "}"), UInt8(ascii: "]")]
    static let comma = UInt8(ascii: ",")
    static let colon = UInt8(ascii: ":")
    static let space = [0x20, 0x09, 0x0A, 0x0D] as [UInt8]
  }

  /// The member's name.
  private let list: [UInt8]
  /// Bytes that an element, or all but the list, may have.
  private let limit: Int
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// The string at depth 1 that was read last, which is a name when a colon follows.
  private var text: [UInt8] = []
  private var name: [UInt8] = []
  /// Whether the list is open.
  private var isInList = false
  /// Where the element that is being read began.
  private var start: Int?
  private var end = 0
  private var element: [UInt8] = []
  /// All but the elements.
  private var frame: [UInt8] = []

  private init(list: String, limit: Int) {
    (self.list, self.limit) = (Array(list.utf8), limit)
  }

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - list: The member's name. A member of this name that is not a list is part of the rest.
  ///   - limit: The largest number of bytes of an element, and of the rest of the document.
  ///   - body: Gets each element with its place in the file.
  /// - Returns: The document with an empty list.
  /// - Throws: `FileError`, and what `body` throws.
  package static func read(
    _ file: RegularFile, list: String, limit: Int = 1 << 26,
    _ body: (_ element: [UInt8], _ place: Range<Int>) throws -> Void
  ) throws -> [UInt8] {
    var reader = JSONListReader(list: list, limit: limit)
    var offset = 0
    while true {
      let piece = try file.read(at: offset, upTo: 1 << 18)
      if piece.isEmpty { return reader.frame }
      for (index, byte) in piece.enumerated() { try reader.take(byte, at: offset + index, body) }
      guard reader.element.count <= limit, reader.frame.count <= limit else {
        throw FileError(file.path, .tooLarge(limit: limit))
      }
      offset += piece.count
    }
  }

  private mutating func take(
    _ byte: UInt8, at place: Int, _ body: ([UInt8], Range<Int>) throws -> Void
  ) throws {
    if isInString {
      takeInString(byte, at: place)
    } else if isInList, depth == 2, byte == Character.comma || byte == Character.close[1] {
      if let start { try body(Array(element.prefix(end - start)), start..<end) }
      start = nil
      element.removeAll(keepingCapacity: true)
      guard byte == Character.close[1] else { return }
      (depth, isInList) = (1, false)
      frame.append(byte)
    } else {
      keep(byte, at: place)
      takeOutside(byte)
    }
  }

  private mutating func takeInString(_ byte: UInt8, at place: Int) {
    keep(byte, at: place)
    if isEscaped {
      isEscaped = false
    } else if byte == Character.backslash {
      isEscaped = true
    } else if byte == Character.quote {
      isInString = false
      return
    }
    if depth == 1 { text.append(byte) }
  }

  private mutating func takeOutside(_ byte: UInt8) {
    switch byte {
    case Character.quote:
      isInString = true
      if depth == 1 { text.removeAll(keepingCapacity: true) }
    case Character.colon: if depth == 1 { name = text }
    case Character.comma: if depth == 1 { name = [] }
    case _ where Character.open.contains(byte):
      isInList = isInList || depth == 1 && byte == Character.open[1] && name == list
      depth += 1
    case _ where Character.close.contains(byte): depth -= 1
    default: break
    }
  }

  private mutating func keep(_ byte: UInt8, at place: Int) {
    guard isInList else { return frame.append(byte) }
    if start == nil {
      if Character.space.contains(byte) { return }
      start = place
    }
    element.append(byte)
    // Space behind an element is none of it.
    if isInString || !Character.space.contains(byte) { end = place + 1 }
  }
}
