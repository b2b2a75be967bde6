import Diagnostics
import Foundation

/// Writes JSON. Keys are sorted, so that equal values become equal bytes. Characters that would control a terminal or a
/// log are escaped (`PlainText`).
package enum JSONText {
  /// Returns indented JSON with a newline at the end.
  package static func pretty(_ value: some Encodable) throws -> Data {
    Data((try encoded(value, [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]) + "\n").utf8)
  }

  /// Returns JSON on one line, without a newline.
  package static func line(_ value: some Encodable) throws -> String {
    try encoded(value, [.sortedKeys, .withoutEscapingSlashes])
  }

  /// Returns JSON without white space between its parts: converts the output of `pretty` to that of `line`.
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

  /// Returns a value as an element of a list; its first line is not indented. The encoder writes an empty line into an
  /// empty list, which stays empty, as in `pretty`.
  ///
  /// - Parameter depth: The number of open brackets around the element, including the list's own.
  package static func element(_ value: some Encodable, depth: Int) throws -> String {
    let text = [UInt8](try pretty(value).dropLast())
    let indent = [UInt8](repeating: UInt8(ascii: " "), count: 2 * depth)
    var written: [UInt8] = []
    written.reserveCapacity(text.count * 5 / 4)
    // Strings contain no bare line breaks, so all of them come from the encoder.
    for (index, byte) in text.enumerated() {
      written.append(byte)
      guard byte == UInt8(ascii: "\n"), index + 1 < text.count else { continue }
      if text[index + 1] != byte { written += indent }
    }
    return String(decoding: written, as: UTF8.self)
  }

  /// Returns what `pretty` writes before and after the elements of a list. With it, a list of any length can be written
  /// in parts, with the same bytes as the whole.
  ///
  /// - Parameter list: The name of a member of `value` that is an empty list.
  package static func frame(
    of value: some Encodable, around list: String
  ) throws -> (head: String, tail: String) {
    let text = String(decoding: try pretty(value), as: UTF8.self)
    // Strings contain no bare line breaks, so this is the member itself.
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

/// Writes a list in indented JSON element by element, with the same bytes as the whole list.
package struct JSONListText {
  private let depth: Int
  private var isEmpty = true

  /// - Parameter depth: The number of open brackets around an element, including the list's own; at least 1.
  package init(depth: Int) {
    self.depth = depth
  }

  /// Returns the text that continues the list with an element.
  ///
  /// - Throws: `EncodingError` if the element can't be encoded.
  package mutating func next(_ element: some Encodable) throws -> String {
    next(written: try text(of: element))
  }

  /// Like `next(_:)`, for an element that `text(of:)` has encoded.
  package mutating func next(written element: String) -> String {
    defer { isEmpty = false }
    return (isEmpty ? "[\n" : ",\n") + element
  }

  /// Returns an element as written in any list of this depth.
  ///
  /// - Throws: `EncodingError` if it can't be encoded.
  package func text(of element: some Encodable) throws -> String {
    String(repeating: "  ", count: depth) + (try JSONText.element(element, depth: depth))
  }

  /// The text that ends the list.
  package var end: String {
    (isEmpty ? "[\n\n" : "\n") + String(repeating: "  ", count: depth - 1) + "]"
  }
}

/// Reads the elements of a list, a member of a JSON document, one by one. Neither the document nor the list is ever in
/// memory. The reader only follows brackets and strings; decoding an element reveals invalid JSON. A list of 60,000
/// elements (59 MB) takes 18 MB of memory, compared with 142 MB as a JSONTree, in the same time.
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

  /// The name of the list's member.
  private let list: [UInt8]
  /// The largest size of an element, and of the document without the elements, in bytes.
  private let limit: Int
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// The last string at depth 1. It is a name if a colon follows.
  private var text: [UInt8] = []
  private var name: [UInt8] = []
  /// Whether the reader is inside the list.
  private var isInList = false
  /// The start of the current element.
  private var start: Int?
  private var end = 0
  private var element: [UInt8] = []
  /// The document without the elements.
  private var frame: [UInt8] = []

  private init(list: String, limit: Int) {
    (self.list, self.limit) = (Array(list.utf8), limit)
  }

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - list: The name of the list's member. A member of this name that is not a list is part of the rest.
  ///   - limit: The largest size of an element, and of the document without the elements, in bytes.
  ///   - body: Receives each element with its place in the file.
  /// - Returns: The document with an empty list.
  /// - Throws: `FileError`, and errors of `body`.
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
    // White space after an element doesn't belong to it.
    if isInString || !Character.space.contains(byte) { end = place + 1 }
  }
}
