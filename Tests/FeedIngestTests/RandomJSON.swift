import Support

@testable import FeedIngest

extension SplitMix64 {
  mutating func jsonValue(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &self) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2: return .integer(Int.random(in: -1_000_000_000_000...1_000_000_000_000, using: &self))
    // Halves, so that nothing depends on how many digits somebody writes.
    case 3: return .real(Double(Int.random(in: -999...999, using: &self)) + 0.5)
    case 4: return .string(text())
    case 5: return .array((0..<Int.random(in: 0..<5, using: &self)).map { _ in jsonValue(depth: depth - 1) })
    default:
      let members = (0..<Int.random(in: 0..<5, using: &self)).map { index in
        JSONObject.Member(key: "\(index)\(text())", value: jsonValue(depth: depth - 1))
      }
      return .object(JSONObject(members: members))
    }
  }

  private mutating func text() -> String {
    let alphabet = Array("ab\"\\/\n\t\u{1}жé中😀\u{200D}&<;")
    return String((0..<Int.random(in: 0..<8, using: &self)).map { _ in alphabet.randomElement(using: &self) ?? "a" })
  }
}
