import Foundation

/// Applies edits to an SQLite file, one a line: `OFFSET HEX` writes bytes, `cut SIZE` truncates the file.
enum StoreEdits {
  private static let limit = 1 << 20

  static func applied(_ edits: [UInt8], to sound: [UInt8]) -> [UInt8] {
    var bytes = sound
    for line in edits.split(separator: UInt8(ascii: "\n")).prefix(200) {
      let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 2 else { continue }
      if words[0] == "cut", let size = Int(words[1]), size >= 0 {
        bytes = Array(bytes.prefix(size))
      } else if let offset = Int(words[0]), (0..<limit).contains(offset) {
        let new = Self.bytes(words[1])
        if bytes.count < offset + new.count { bytes += [UInt8](repeating: 0, count: offset + new.count - bytes.count) }
        bytes.replaceSubrange(offset..<offset + new.count, with: new)
      }
    }
    return bytes
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.utf8.compactMap { Int(String(UnicodeScalar($0)), radix: 16) }.prefix(8192)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }
}

/// Merges JSON into JSON: members replace members of the same name, null removes them (RFC 7396).
enum MergePatch {
  /// Returns nil if either is not JSON.
  static func applied(_ patch: [UInt8], to document: [UInt8]) -> [UInt8]? {
    guard let patch = try? JSONSerialization.jsonObject(with: Data(patch), options: .fragmentsAllowed),
      let document = try? JSONSerialization.jsonObject(with: Data(document), options: .fragmentsAllowed)
    else { return nil }
    let merged = merged(patch, into: document)
    return (try? JSONSerialization.data(withJSONObject: merged, options: [.fragmentsAllowed, .sortedKeys])).map(
      Array.init)
  }

  private static func merged(_ patch: Any, into target: Any?) -> Any {
    guard let patch = patch as? [String: Any] else { return patch }
    var result = target as? [String: Any] ?? [:]
    for (name, value) in patch { result[name] = value is NSNull ? nil : merged(value, into: result[name]) }
    return result
  }
}
