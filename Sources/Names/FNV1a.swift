/// FNV-1a with 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/): a short name for a text that is the same on every
/// machine and in every run, unlike `Hasher`. It is no protection against somebody who wants two texts to be equal.
package struct FNV1a64: Hashable, Sendable {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// Of the text's UTF-8.
  package init(of text: String) {
    append(text)
  }

  package mutating func append(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  package mutating func append(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  /// Sixteen hexadecimal digits, lower case.
  package var hex: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// FNV-1a with 32 bits, for tables that scripts look up: JavaScript multiplies 32 bits exactly, 64 it does not.
package enum FNV1a32 {
  /// Of the text's UTF-8.
  package static func hash(of text: String) -> UInt32 {
    text.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x100_0193 }
  }
}
