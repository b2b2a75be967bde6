/// A value and where it stands in its document, so that every diagnostic can say so.
struct JSONNode: Sendable {
  let value: JSONValue
  let path: JSONPath

  /// The member of that name with its place; nil where it is absent or `null`.
  func child(_ key: String) -> JSONNode? {
    value[key].map { JSONNode(value: $0, path: .key(path, key)) }
  }

  /// The first of `keys` that is there as an object.
  func object(_ keys: String...) -> JSONNode? {
    keys.lazy.compactMap { child($0) }.first { $0.value.object != nil }
  }

  /// The first of `keys` that reads as a whole number.
  func int(_ keys: String...) -> Int? {
    keys.lazy.compactMap { value[$0]?.int }.first
  }

  func double(_ keys: String...) -> Double? {
    keys.lazy.compactMap { value[$0]?.double }.first
  }

  /// The first of `keys` that is a string (or a number) and not blank, as it stands in the document.
  func text(_ keys: String...) -> String? {
    keys.lazy.compactMap { value[$0]?.text }.first { !$0.trimmed.isEmpty }
  }

  func isTrue(_ key: String) -> Bool {
    value[key]?.isTrue ?? false
  }

  /// The elements of the member of that name, however the service wrote the list (see `elements`).
  func list(_ key: String) -> [JSONNode] {
    child(key)?.elements ?? []
  }

  /// The elements of a list in any of the forms services use: `[…]`, `[count, …]`, `{"count": …, "items": […]}`,
  /// `{"0": …, "1": …}`. Empty for anything else, e.g. the `false` that PHP writes for an empty list.
  var elements: [JSONNode] {
    switch value {
    case .array(let elements):
      let nodes = elements.enumerated().map { JSONNode(value: $1, path: .index(path, $0)) }
      // A list of numbers alone is a list of ids, and its first one no count.
      let counts = elements.count == 1 || elements.dropFirst().contains { $0.int == nil }
      if case .integer = elements.first, counts { return Array(nodes.dropFirst()) }
      return nodes
    case .object(let object):
      if let items = child("items") { return items.elements }
      let numbered = object.members.compactMap { member in Int(member.key).map { ($0, member) } }
      guard numbered.count == object.members.count else { return [] }
      return numbered.sorted { $0.0 < $1.0 }.map { JSONNode(value: $1.value, path: .key(path, $1.key)) }
    case .null, .bool, .integer, .real, .string:
      return []
    }
  }
}

/// Where a value stands: `response.items[3].attachments[0]`. Kept as links, written out only for a diagnostic.
indirect enum JSONPath: Sendable, CustomStringConvertible {
  case root
  case key(JSONPath, String)
  case index(JSONPath, Int)

  var description: String {
    var steps: [String] = []
    var rest = self
    while true {
      switch rest {
      case .root:
        let joined = steps.reversed().joined()
        return joined.hasPrefix(".") ? String(joined.dropFirst()) : joined
      case .key(let parent, let key):
        steps.append(JSONPath.step(key))
        rest = parent
      case .index(let parent, let index):
        steps.append("[\(index)]")
        rest = parent
      }
    }
  }

  /// `.items`, or `["a b"]` where the key is not a plain word.
  static func step(_ key: String) -> String {
    let isWord = !key.isEmpty && key.utf8.allSatisfy { $0.isASCIIWord }
    return isWord ? ".\(key)" : "[\"\(key.prefix(40))\"]"
  }
}

extension UInt8 {
  /// A letter, a digit or `_`.
  var isASCIIWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
    default: isASCIIDigit
    }
  }

  var isASCIIDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
