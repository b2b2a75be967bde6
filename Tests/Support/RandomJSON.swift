import Foundation

/// JSON that a test builds and writes.
package indirect enum RandomJSON {
  case null
  case bool(Bool)
  case integer(Int)
  /// Infinity is written as a number that exceeds a `Double`.
  case real(Double)
  case string(String)
  case array([RandomJSON])
  case object([(key: String, value: RandomJSON)])

  package var text: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .real(let number): number.isFinite ? "\(number)" : "1e999"
    case .string(let text): Self.quoted(text)
    case .array(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(Self.quoted($0.key)):\($0.value.text)" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\0"..<" ": quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// The value in the types of `JSONSerialization`.
  package var foundation: Any {
    switch self {
    case .null: NSNull()
    case .bool(let flag): flag
    case .integer(let number): number
    case .real(let number): number
    case .string(let text): text
    case .array(let elements): elements.map(\.foundation)
    case .object(let members):
      Dictionary(members.map { ($0.key, $0.value.foundation) }, uniquingKeysWith: { _, last in last })
    }
  }

  /// The value with all members sorted by name.
  package var sorted: RandomJSON {
    switch self {
    case .array(let elements): .array(elements.map(\.sorted))
    case .object(let members):
      .object(members.map { (key: $0.key, value: $0.value.sorted) }.sorted { $0.key < $1.key })
    default: self
    }
  }
}

extension SplitMix64 {
  package mutating func json(depth: Int) -> RandomJSON {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &self) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2: return .integer(Int.random(in: -1_000_000_000_000...1_000_000_000_000, using: &self))
    // Halves have the same digits in every implementation.
    case 3: return .real(Double(Int.random(in: -999...999, using: &self)) + 0.5)
    case 4: return .string(text())
    case 5: return .array((0..<Int.random(in: 0..<5, using: &self)).map { _ in json(depth: depth - 1) })
    default:
      return .object(
        (0..<Int.random(in: 0..<5, using: &self)).map { ("\($0)\(text())", json(depth: depth - 1)) })
    }
  }

  private mutating func text() -> String {
    let alphabet = Array("ab\"\\/\n\t\u{1}жé中😀\u{200D}&<;")
    return String((0..<Int.random(in: 0..<8, using: &self)).map { _ in alphabet.randomElement(using: &self) ?? "a" })
  }
}
