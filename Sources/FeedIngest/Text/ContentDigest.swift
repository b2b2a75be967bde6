import Digests

/// A digest of a value's content, the same on every machine and in every run: the id of an item that has none.
struct ContentDigest {
  private var digest = FNV1a64()

  /// - Parameter ignored: members of the outermost object that do not count.
  init(of root: JSONValue, ignoring ignored: Set<String> = []) {
    add(root, ignoring: ignored)
  }

  /// Sixteen hexadecimal digits.
  var hex: String { digest.hex }

  private mutating func add(_ text: String) {
    digest.append(text)
    // A byte that UTF-8 never has, so that "ab", "c" and "a", "bc" differ.
    digest.append(0xFF)
  }

  /// Members by name, so that the order in which a service happens to write them does not count.
  private mutating func add(_ json: JSONValue, ignoring ignored: Set<String>) {
    switch json {
    case .null: add("null")
    case .bool(let flag): add(flag ? "true" : "false")
    case .integer(let number): add(String(number))
    case .real(let number): add(String(number))
    case .string(let text):
      add("\"")
      add(text)
    case .array(let elements):
      add("[")
      for element in elements { add(element, ignoring: []) }
      add("]")
    case .object(let object):
      add("{")
      for member in object.members.sorted(by: { $0.key < $1.key }) where !ignored.contains(member.key) {
        add(member.key)
        add(member.value, ignoring: [])
      }
      add("}")
    }
  }
}
