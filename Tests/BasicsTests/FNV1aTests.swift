import Basics
import Testing

// Landon Noll's test vectors: http://www.isthe.com/chongo/src/fnv/test_fnv.c
struct FNV1aTests {
  @Test(
    "64 bits are Landon Noll's",
    arguments: [
      ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("b", "af63df4c8601f1a5"), ("foobar", "85944171f73967e8"),
      ("chongo was here!\n", "46810940eff5f915"),
    ])
  func wide(text: String, expected: String) {
    #expect(FNV1a64(of: text).hex == expected)
    var piecewise = FNV1a64()
    for byte in text.utf8 { piecewise.append(byte) }
    #expect(piecewise == FNV1a64(of: text))
  }

  @Test(
    "32 bits are Landon Noll's",
    arguments: [
      ("", 0x811C_9DC5), ("a", 0xE40C_292C), ("b", 0xE70C_2DE5), ("foobar", 0xBF9C_F968),
      ("chongo was here!\n", 0xD499_30D5),
    ])
  func narrow(text: String, expected: UInt32) {
    #expect(FNV1a32.hash(of: text) == expected)
  }

  @Test("sixteen digits also where the first are zeros")
  func digits() {
    // Found by search: the first text of this form whose hash begins with a zero.
    let text = (0...).lazy.map(String.init).first { FNV1a64(of: $0).value >> 60 == 0 } ?? ""
    #expect(FNV1a64(of: text).hex.count == 16)
    #expect(FNV1a64(of: text).hex.hasPrefix("0"))
  }
}
