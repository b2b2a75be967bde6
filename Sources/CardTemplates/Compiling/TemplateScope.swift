import Cards
import Diagnostics

/// The values that paths in a template can name: the view model and, inside repeats, the items, innermost last.
struct TemplateScope {
  /// Nil for a scope without a known schema (a part that no card uses), which accepts every path.
  var schemas: [CardSchema?]

  func adding(_ schema: CardSchema?) -> TemplateScope { TemplateScope(schemas: schemas + [schema]) }

  /// Looks up a plain path in the innermost scope first, then outward; `.` is the innermost value itself.
  func resolve(_ path: String) throws(TemplateIssue) -> (path: ValuePath, schema: CardSchema?) {
    if path == "." { return (ValuePath(depth: 0, fields: []), schemas.last ?? nil) }
    let fields = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for (depth, schema) in schemas.reversed().enumerated() {
      guard let schema else { return (ValuePath(depth: depth, fields: fields), nil) }
      guard schema.members?[fields[0]] != nil else { continue }
      return (ValuePath(depth: depth, fields: fields), try Self.walk(schema, fields))
    }
    let known = schemas.reversed().flatMap { $0?.fieldNames ?? [] }
    throw .unknownPath(path, suggestion: nearest(to: path, among: known + leaves), known: known)
  }

  /// The schema of the value at a path.
  func schema(at path: ValuePath) -> CardSchema? {
    let index = schemas.count - 1 - path.depth
    var schema = schemas.indices.contains(index) ? schemas[index] : nil
    for field in path.fields { schema = schema?.members?[field] }
    return schema
  }

  private static func walk(_ schema: CardSchema, _ fields: [String]) throws(TemplateIssue) -> CardSchema {
    var schema = schema
    for (index, field) in fields.enumerated() {
      let prefix = fields.prefix(index).joined(separator: ".")
      guard let members = schema.members else {
        throw .pathType(prefix, expected: "a group of values", found: schema.inWords, fields: [])
      }
      guard let member = members[field] else {
        let near = nearest(to: field, among: schema.fieldNames).map { "\(prefix).\($0)" }
        let known = schema.fieldNames.map { "\(prefix).\($0)" }
        throw .unknownPath(fields.joined(separator: "."), suggestion: near, known: known)
      }
      schema = member
    }
    return schema
  }

  /// Includes two-step paths, so that a missing first step gets a suggestion.
  private var leaves: [String] {
    schemas.compactMap { $0 }.flatMap { schema in
      (schema.members ?? [:]).flatMap { name, member in member.fieldNames.map { "\(name).\($0)" } }.sorted()
    }
  }
}

extension CardSchema {
  /// The fields of a record.
  package var members: [String: CardSchema]? {
    if case .record(let members) = form { members } else { nil }
  }

  package var fieldNames: [String] { members?.keys.sorted() ?? [] }

  var inWords: String { form.inWords }
}

extension CardSchema.Form {
  /// The type's description for messages.
  var inWords: String {
    switch self {
    case .text: "a text"
    case .number: "a number"
    case .flag: "a flag"
    case .image: "an image"
    case .icon: "an icon"
    case .list: "a list"
    case .record: "a group of values"
    }
  }
}

/// The names of the boxes within one named box, used to find duplicates.
final class BoxNames {
  private struct Entry {
    var name: String
    /// Numbered in the layout: `page` becomes `page-0`, `page-1`, …
    var isRepeated: Bool
    var place: Place
  }

  private var entries: [Entry] = []

  /// Returns the place of another box that could have the same name; if there is none, adds the name and returns nil.
  func take(_ name: String, isRepeated: Bool, at place: Place) -> Place? {
    if let other = entries.first(where: { Self.clash($0.name, $0.isRepeated, name, isRepeated) }) { return other.place }
    entries.append(Entry(name: name, isRepeated: isRepeated, place: place))
    return nil
  }

  /// A copy of the names that can grow independently.
  func copy() -> BoxNames {
    let copy = BoxNames()
    copy.entries = entries
    return copy
  }

  /// Adds the names of alternative copies: only one alternative is shown, so they may share names.
  func take(_ alternatives: [BoxNames]) {
    let known = entries.count
    entries += alternatives.flatMap { $0.entries.dropFirst(known) }
  }

  private static func clash(_ a: String, _ aRepeats: Bool, _ b: String, _ bRepeats: Bool) -> Bool {
    if aRepeats == bRepeats { return a == b }
    return aRepeats ? isNumbered(b, of: a) : isNumbered(a, of: b)
  }

  /// Whether `name` is `base` followed by numbers, as repeats append them.
  private static func isNumbered(_ name: String, of base: String) -> Bool {
    guard name.hasPrefix(base + "-") else { return false }
    let numbers = name.dropFirst(base.count + 1).split(separator: "-", omittingEmptySubsequences: false)
    return numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
  }
}
