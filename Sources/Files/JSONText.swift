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

  private static func encoded(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    return PlainText.json(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}
