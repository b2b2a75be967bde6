/// Telegram Desktop writes what is no JSON: control characters as `\x1F`, and U+2028 and U+2029 as their escapes with two
/// stray bytes of their UTF-8 behind them.
enum TelegramJSON {
  /// The same document as JSON, and in how many places that differs.
  static func repaired(_ bytes: [UInt8]) -> (bytes: [UInt8], repairs: Int) {
    let backslash = UInt8(ascii: "\\")
    guard bytes.contains(backslash) else { return (bytes, 0) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var repairs = 0
    var index = 0
    while index < bytes.count {
      guard bytes[index] == backslash, index + 1 < bytes.count else {
        result.append(bytes[index])
        index += 1
        continue
      }
      switch bytes[index + 1] {
      case UInt8(ascii: "x") where index + 3 < bytes.count && isHex(bytes[index + 2]) && isHex(bytes[index + 3]):
        result += "\\u00".utf8
        result += bytes[index + 2...index + 3]
        index += 4
        repairs += 1
      case UInt8(ascii: "u") where index + 7 < bytes.count && isStray(bytes[(index + 2)...(index + 7)]):
        result += bytes[index...index + 5]
        index += 8
        repairs += 1
      default:
        result += bytes[index...index + 1]
        index += 2
      }
    }
    return (result, repairs)
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x46 ~= byte || 0x61...0x66 ~= byte
  }

  /// `2028` with 80 A8, `2029` with 80 A9.
  private static func isStray(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.elementsEqual("2028".utf8 + [0x80, 0xA8]) || bytes.elementsEqual("2029".utf8 + [0x80, 0xA9])
  }
}
