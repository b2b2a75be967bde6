import DataFormats

/// The beginning of an export that ends in the middle, closed after the last whole message.
struct TruncatedExport {
  /// Valid JSON, with the positions of the file.
  let json: [UInt8]

  private struct Level {
    let isList: Bool
    /// The name of the member that contains it.
    let name: String
    /// The offset after its last whole element.
    var end: Int
    /// The name of the member that is being read.
    var member = ""
  }

  /// Members that contain the messages of a chat, or the chats of an account.
  private static let lists: Set = ["messages", "events", "event", "items", "list", "response", ""]

  /// Returns nil if the text does not begin an object or a list.
  init?(_ bytes: [UInt8]) {
    var levels: [Level] = []
    var index = bytes.firstIndex { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } ?? bytes.endIndex
    func ends(at index: Int) { if !levels.isEmpty { levels[levels.count - 1].end = index } }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        levels.append(
          Level(isList: bytes[index] == UInt8(ascii: "["), name: levels.last?.member ?? "", end: index + 1))
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard levels.popLast() != nil else { return nil }
        index += 1
        ends(at: index)
        if levels.isEmpty { return nil }
      case UInt8(ascii: "\""):
        guard let close = Self.end(ofString: index, in: bytes) else {
          index = bytes.count
          break
        }
        let next = bytes[close...].first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
        if next == UInt8(ascii: ":") {
          levels[levels.count - 1].member = String(decoding: bytes[index + 1..<close - 1], as: UTF8.self)
        } else if next != nil {
          ends(at: close)
        }
        index = close
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09: index += 1
      default:
        let end = bytes[index...].firstIndex { [0x2C, 0x5D, 0x7D, 0x20, 0x0A, 0x0D, 0x09].contains($0) }
        if let end { ends(at: end) }
        index = end ?? bytes.count
      }
    }
    let messages = levels.lastIndex { $0.isList && Self.lists.contains($0.name) }
    guard let level = messages ?? levels.indices.first else { return nil }
    json =
      bytes[..<levels[level].end]
      + levels[...level].reversed().map { $0.isList ? UInt8(ascii: "]") : UInt8(ascii: "}") }
  }

  /// The offset after the quotation mark that ends a string; nil if none does.
  private static func end(ofString start: Int, in bytes: [UInt8]) -> Int? {
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\"") { return index + 1 }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }
}
