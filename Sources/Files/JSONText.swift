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

  /// A value as `pretty` writes it as an element of a list that is a member of the whole.
  package static func element(_ value: some Encodable) throws -> String {
    String(String(decoding: try pretty(value), as: UTF8.self).dropLast()).replacing("\n", with: "\n    ")
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
