import Basics
import DataFormats

/// A digest of a value's content, the same on every machine and in every run: the id of an item without one.
struct ContentDigest {
  private var digest = FNV1a64()

  /// - Parameter ignored: Members of the outermost object to ignore.
  init(of root: JSONValue, ignoring ignored: Set<String> = []) {
    add(root, ignoring: ignored)
  }

  /// The digest of a text, equal to that of a JSON string.
  init(ofText text: String) {
    addString(text)
  }

  /// Sixteen hexadecimal digits.
  var hex: String { digest.hex }

  private mutating func add(_ text: String) {
    digest.append(text)
    // A byte that never occurs in UTF-8, so that "ab", "c" and "a", "bc" differ.
    digest.append(0xFF)
  }

  private mutating func addString(_ text: String) {
    add("\"")
    add(text)
  }

  /// Members are sorted by name, so that their order in the document doesn't matter.
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
