import Names

/// What a file is by its first bytes.
enum MediaKind {
  /// Nil where it may be what is wanted; else what came instead, in words.
  static func objection(to start: [UInt8], type: String) -> String? {
    if start.isEmpty { return "nothing" }
    if ServiceWords.isWebPage(start) { return "a web page" }
    if isKnown(start) { return nil }
    if type == "text/html" || type == "application/xhtml+xml" { return "a web page" }
    if type.hasSuffix("json") { return "JSON" }
    let isNamed = ["image/", "video/", "audio/"].contains { type.hasPrefix($0) }
    return isNamed || type.isEmpty || type.hasSuffix("octet-stream") ? nil : "a file of the type \(type)"
  }

  /// Pictures, films and sounds that say what they are.
  private static func isKnown(_ start: [UInt8]) -> Bool {
    if let format = ImageFormat(of: start), format != .html { return true }
    let marks: [[UInt8]] = [
      Array("RIFF".utf8), Array("ID3".utf8), Array("OggS".utf8), Array("fLaC".utf8), [0x1A, 0x45, 0xDF, 0xA3],
    ]
    return marks.contains { start.starts(with: $0) } || start.dropFirst(4).starts(with: Array("ftyp".utf8))
  }

  /// Whether a picture ends where its format says that one ends; true of formats that do not say.
  static func isWhole(start: [UInt8], end: [UInt8]) -> Bool {
    guard let mark = ImageFormat(of: start)?.endMark else { return true }
    return contains(end, mark)
  }

  private static func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
    guard bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
  }
}
