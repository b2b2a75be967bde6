/// A JSON document that was read.
package struct JSONDocument: Sendable {
  /// The outermost value, with its place.
  package let root: JSONNode
  /// How many strings had something in them that is no Unicode text, and where the first begins.
  package let repairedStrings: Int
  package let firstRepair: TextPosition?

  /// Reads strict JSON (RFC 8259).
  ///
  /// - Parameters:
  ///   - file: The bytes of a file in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
  ///   - depthLimit: How many brackets may be open at once.
  package static func parse(
    _ file: [UInt8], depthLimit: Int = JSONDocument.depthLimit
  ) throws(JSONFault) -> JSONDocument {
    try JSONParser.parse(file, depthLimit: depthLimit)
  }

  /// As many levels as Foundation's parser allows.
  package static let depthLimit = 512
}
