/// 64-bit FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/): a short name for a text that is the same on every
/// machine and in every run, unlike `Hasher`. Not collision-resistant against an attacker.
package struct FNV1a64: Hashable, Sendable {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// Hashes the text's UTF-8 bytes.
  package init(of text: String) {
    append(text)
  }

  package mutating func append(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  package mutating func append(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  /// Sixteen lowercase hexadecimal digits.
  package var hex: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// 32-bit FNV-1a, for tables used by scripts: JavaScript multiplies 32-bit numbers exactly, but not 64-bit ones.
package enum FNV1a32 {
  /// Hashes the text's UTF-8 bytes.
  package static func hash(of text: String) -> UInt32 {
    text.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x100_0193 }
  }
}
