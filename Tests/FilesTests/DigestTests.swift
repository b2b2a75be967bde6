import Files
import Foundation
import Testing

struct DigestTests {
  // The examples of FIPS 180-4 (NIST's "Examples with Intermediate Values"). Digests of lengths around the 64-byte
  // block are from Python's hashlib.
  @Test(
    "SHA-256 is that of FIPS 180-4's examples",
    arguments: [
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
      (
        String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
      (String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
      (String(repeating: "a", count: 56), "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
      (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    ])
  func vectors(text: String, expected: String) {
    #expect(Digest(of: text).hex == expected)
    var piecewise = RunningDigest()
    for start in stride(from: 0, to: text.utf8.count, by: 50) {
      Array(text.utf8.dropFirst(start).prefix(50)).withUnsafeBytes { piecewise.add($0) }
    }
    #expect(piecewise.finish().hex == expected)
    // Contiguous bytes, and bytes that are not contiguous.
    #expect(Digest(of: Array(text.utf8)).hex == expected)
    #expect(Digest(of: text.utf8.lazy.map { $0 }).hex == expected)
  }

  @Test("a digest survives as bytes, as digits and as JSON")
  func roundTrip() throws {
    let digest = Digest(of: "abc")
    #expect(Digest(digest.bytes) == digest)
    #expect(Digest(hex: digest.hex) == digest)
    #expect(try JSONDecoder().decode([Digest].self, from: JSONEncoder().encode([digest])) == [digest])
  }

  @Test(
    "anything that is not a digest is refused",
    arguments: ["", "00", String(repeating: "A", count: 64), String(repeating: "g", count: 64)])
  func refused(hex: String) {
    #expect(Digest(hex: hex) == nil)
    #expect(Digest(Array(hex.utf8.prefix(31))) == nil)
  }

  @Test("the order of members does not change a value's digest; their names, kinds and places do")
  func encoding() throws {
    struct Value: Encodable {
      var name = "a"
      var inner: [[Int?]] = []
    }
    let numbers = Dictionary(uniqueKeysWithValues: (0..<40).map { ("\($0)", $0) })
    let same = Dictionary(uniqueKeysWithValues: (0..<40).reversed().map { ("\($0)", $0) })
    #expect(try Digest(encoding: numbers) == Digest(encoding: same))
    let values: [any Encodable] = [
      ["a": 1, "b": 2], ["a": 2, "b": 1], ["a": 1], ["a": "1", "b": "2"], ["a": 1.0, "b": 2.0], ["a", "b"], ["ab"],
      [1, 2],
      [UInt8(1), 2], [true], [false], [[Int]](), Value(), Value(name: "b"), Value(inner: [[]]),
      Value(inner: [[nil], [1]]),
      Value(inner: [[nil, 1]]), [Double.infinity], [Double.nan],
    ]
    #expect(try Set(values.map { try Digest(encoding: $0) }).count == values.count)
  }

  @Test("a list is its kind, its length and what it holds, each with a kind of its own")
  func encodedList() throws {
    #expect(try Digest(encoding: [true, nil]) == Digest(of: [6, 2, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0]))
  }

  @Test("a chain tells the order and the number of its links")
  func chain() {
    func chain(_ texts: String...) -> Digest {
      var chain = DigestChain()
      for text in texts { chain.append(Digest(of: text)) }
      return chain.digest
    }
    #expect(chain() == .none)
    #expect(chain("a", "b") != chain("b", "a"))
    #expect(chain("a") != chain("a", "a"))
    let first = Digest(joining: [.none, Digest(of: "a")])
    #expect(chain("a", "b") == Digest(joining: [first, Digest(of: "b")]))
  }
}
