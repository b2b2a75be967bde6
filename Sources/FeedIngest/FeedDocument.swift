import JSONTree

/// One saved answer of a service: the bytes of a file or of one of its lines, and the name diagnostics call it by.
package struct FeedDocument: Sendable {
  /// The file's name.
  package let name: String
  /// Of newline-delimited JSON: the line in the file, counted from 1.
  package let line: Int?
  package let bytes: [UInt8]

  package init(name: String, line: Int? = nil, bytes: [UInt8]) {
    self.name = name
    self.line = line
    self.bytes = bytes
  }

  /// What JSON paths start from: `feed.json`, or `feed.ndjson:12`.
  var placeName: String { line.map { "\(name):\($0)" } ?? name }

  /// A line of the file, where `line` is counted from 1 in the document.
  func fileLine(_ line: Int) -> Int { (self.line ?? 1) - 1 + line }

  /// Whether the bytes are whole JSON by themselves. Of newline-delimited JSON the first line is.
  package var isWholeJSON: Bool { (try? JSONDocument.parse(bytes)) != nil }
}
