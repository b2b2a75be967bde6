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

  /// A value as an element of a list, its first line without indent.
  ///
  /// - Parameters:
  ///   - depth: How many brackets are open around it, the list's own included.
  ///   - indentsEmptyLines: The encoder leaves a line empty in a list without elements. Without this it stays empty, as
  ///     `pretty` of the whole has it.
  package static func element(
    _ value: some Encodable, depth: Int, indentsEmptyLines: Bool = false
  ) throws -> String {
    let text = [UInt8](try pretty(value).dropLast())
    let indent = [UInt8](repeating: UInt8(ascii: " "), count: 2 * depth)
    var written: [UInt8] = []
    written.reserveCapacity(text.count * 5 / 4)
    // Line breaks in strings are escaped: those of the text are all the encoder's.
    for (index, byte) in text.enumerated() {
      written.append(byte)
      guard byte == UInt8(ascii: "\n"), index + 1 < text.count else { continue }
      if indentsEmptyLines || text[index + 1] != byte { written += indent }
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
