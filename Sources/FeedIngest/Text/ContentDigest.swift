import JSONTree
import Names

/// A digest of a value's content, the same on every machine and in every run: the id of an item that has none.
struct ContentDigest {
  private var digest = FNV1a64()

  /// - Parameter ignored: members of the outermost object that do not count.
  init(of root: JSONValue, ignoring ignored: Set<String> = []) {
    add(root, ignoring: ignored)
  }

  /// Of a text, as of a JSON string.
  init(ofText text: String) {
    addString(text)
  }

  /// Sixteen hexadecimal digits.
  var hex: String { digest.hex }

  private mutating func add(_ text: String) {
    digest.append(text)
    // A byte that UTF-8 never has, so that "ab", "c" and "a", "bc" differ.
    digest.append(0xFF)
  }

  private mutating func addString(_ text: String) {
    add("\"")
    add(text)
  }

  /// Members by name, so that the order in which a service happens to write them does not count.
  private mutating func add(_ json: JSONValue, ignoring ignored: Set<String>) {
    switch json.content {
    case .null: add("null")
    case .bool(let flag): add(flag ? "true" : "false")
    case .integer(let number): add(String(number))
    case .real(let number): add(String(number))
    case .string(let text): addString(text)
    case .array(let elements):
      add("[")
      for element in elements { add(element, ignoring: []) }
      add("]")
    case .object(let object):
      add("{")
      let members = object.members.map { (key: $0.key, value: $0.value) }
      for member in members.sorted(by: { $0.key < $1.key }) where !ignored.contains(member.key) {
        add(member.key)
        add(member.value, ignoring: [])
      }
      add("}")
    }
  }
}
