import Foundation

/// The subset of JSON Schema that the project's schemas use. A member that a schema doesn't name is a fault, because
/// all output must be documented.
package struct JSONSchema {
  private let root: [String: Any]

  /// - Parameter folder: The folder of the schema.
  package init(_ name: String, in folder: String = "docs/schemas") throws {
    let data = try Data(contentsOf: Checkout.url("\(folder)/\(name).json"))
    root = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  /// Returns the faults of a text with their places, such as `/posts/0/id`. Empty if the text matches the schema.
  package func faults(in text: String) throws -> [String] {
    faults(in: try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)), root, "")
  }

  private func faults(in value: JSONValue, _ schema: [String: Any], _ place: String) -> [String] {
    if let reference = schema["$ref"] as? String {
      let parts = reference.split(separator: "/").map(String.init)
      guard parts.count == 3, let target = (root[parts[1]] as? [String: Any])?[parts[2]] as? [String: Any] else {
        return ["\(place): \(reference) leads nowhere"]
      }
      return faults(in: value, target, place)
    }
    if let choices = schema["anyOf"] as? [[String: Any]] {
      let all = choices.map { faults(in: value, $0, place) }
      return all.contains { $0.isEmpty } ? [] : all.min { $0.count < $1.count } ?? []
    }
    if let expected = schema["const"] as? String {
      return value.string == expected ? [] : ["\(place): not \(expected)"]
    }
    if let known = schema["enum"] as? [String], !known.contains(value.string ?? "") {
      return ["\(place): \(value) is none of \(known)"]
    }
    let types = schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
    guard types.isEmpty || types.contains(where: value.isA) else { return ["\(place): \(value) is no \(types)"] }
    if case .array(let items) = value, let item = schema["items"] as? [String: Any] {
      return items.enumerated().flatMap { faults(in: $1, item, "\(place)/\($0)") }
    }
    if case .object(let members) = value { return faults(inMembers: members, schema, place) }
    return []
  }

  private func faults(inMembers members: [String: JSONValue], _ schema: [String: Any], _ place: String) -> [String] {
    let known = schema["properties"] as? [String: [String: Any]] ?? [:]
    let missing = (schema["required"] as? [String] ?? []).filter { members[$0] == nil }.map { "\(place): no \($0)" }
    return missing
      + members.sorted { $0.key < $1.key }.flatMap { name, member -> [String] in
        if let schema = known[name] { return faults(in: member, schema, "\(place)/\(name)") }
        if let other = schema["additionalProperties"] as? [String: Any] {
          return faults(in: member, other, "\(place)/\(name)")
        }
        return schema["additionalProperties"] as? Bool == true ? [] : ["\(place): \(name) is not written down"]
      }
  }
}

/// JSON that distinguishes numbers from booleans.
private enum JSONValue: Decodable {
  case null
  case flag(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let array = try? container.decode([JSONValue].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  var string: String? { if case .string(let string) = self { string } else { nil } }

  /// - Parameter type: The name of a type in JSON Schema.
  func isA(_ type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .flag: type == "boolean"
    case .number(let number): type == "number" || type == "integer" && number == number.rounded()
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}
