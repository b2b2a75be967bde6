import Foundation

/// As much of JSON Schema as the project's own schemas use. A member that a schema does not name is a fault: what a command
/// prints is to be written down.
package struct JSONSchema {
  private let root: [String: Any]

  package init(_ name: String) throws {
    let data = try Data(contentsOf: Checkout.url("docs/schemas/\(name).json"))
    root = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  /// What is wrong with a text, with places as `/posts/0/id`; nothing where it is as the schema says.
  package func faults(in text: String) throws -> [String] {
    faults(in: try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed), root, "")
  }

  private func faults(in value: Any, _ schema: [String: Any], _ place: String) -> [String] {
    if let reference = schema["$ref"] as? String {
      let name = String(reference.dropFirst("#/$defs/".count))
      guard let target = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else {
        return ["\(place): \(reference) leads nowhere"]
      }
      return faults(in: value, target, place)
    }
    if let choices = schema["anyOf"] as? [[String: Any]] {
      let all = choices.map { faults(in: value, $0, place) }
      return all.contains { $0.isEmpty } ? [] : all.min { $0.count < $1.count } ?? []
    }
    if let expected = schema["const"] as? String {
      return value as? String == expected ? [] : ["\(place): not \(expected)"]
    }
    if let known = schema["enum"] as? [String], !known.contains(value as? String ?? "") {
      return ["\(place): \(value) is none of \(known)"]
    }
    let types = schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
    guard types.contains(where: { Self.isValue(value, of: $0) }) else { return ["\(place): \(value) is no \(types)"] }
    if let items = value as? [Any], let item = schema["items"] as? [String: Any] {
      return items.enumerated().flatMap { faults(in: $1, item, "\(place)/\($0)") }
    }
    return (value as? [String: Any]).map { faults(inMembers: $0, schema, place) } ?? []
  }

  private func faults(inMembers members: [String: Any], _ schema: [String: Any], _ place: String) -> [String] {
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

  private static func isValue(_ value: Any, of type: String) -> Bool {
    let number = value as? NSNumber
    let isFlag = value is Bool
    switch type {
    case "null": return value is NSNull
    case "boolean": return isFlag
    case "string": return value is String
    case "array": return value is [Any]
    case "object": return value is [String: Any]
    case "integer": return !isFlag && number.map { $0.doubleValue == $0.doubleValue.rounded() } == true
    case "number": return !isFlag && number != nil
    default: return false
    }
  }
}
