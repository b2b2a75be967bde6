import Foundation

/// JSON as the tool writes it: keys sorted, so that the same values are the same bytes.
package enum JSONText {
  /// Indented, with a newline at the end.
  package static func pretty(_ value: some Encodable) throws -> Data {
    try encoded(value, [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]) + Data("\n".utf8)
  }

  /// On one line, without a newline.
  package static func line(_ value: some Encodable) throws -> String {
    String(decoding: try encoded(value, [.sortedKeys, .withoutEscapingSlashes]), as: UTF8.self)
  }

  private static func encoded(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    return try encoder.encode(value)
  }
}
