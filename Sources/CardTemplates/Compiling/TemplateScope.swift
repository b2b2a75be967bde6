import Cards
import Diagnostics

/// The values that paths in a template can name: the view model, and inside repeats the items, innermost last.
struct TemplateScope {
  /// Nil where nothing is known of a scope (a part that no card uses): every path is taken there.
  var schemas: [CardSchema?]

  func adding(_ schema: CardSchema?) -> TemplateScope { TemplateScope(schemas: schemas + [schema]) }

  /// A bare path is looked for in the innermost scope first, then outward; `.` is the innermost value itself.
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

  /// What is known of the value that a path leads to.
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

  /// Two-step paths too, so that a forgotten first step finds its suggestion.
  private var leaves: [String] {
    schemas.compactMap { $0 }.flatMap { schema in
      (schema.members ?? [:]).flatMap { name, member in member.fieldNames.map { "\(name).\($0)" } }.sorted()
    }
  }
}

extension CardSchema {
  /// Of a record.
  var members: [String: CardSchema]? {
    if case .record(let members) = form { members } else { nil }
  }

  var fieldNames: [String] { members?.keys.sorted() ?? [] }

  var inWords: String { form.inWords }
}

extension CardSchema.Form {
  /// The type in words, for messages.
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

/// The names of the boxes within one named box, to find two that are called alike.
final class BoxNames {
  private struct Entry {
    var name: String
    /// Numbered when it is shown: `page` gives `page-0`, `page-1`, …
    var isRepeated: Bool
    var place: Place
  }

  private var entries: [Entry] = []

  /// The place of a box whose name could be the same; nil, and the name is taken, where there is none.
  func take(_ name: String, isRepeated: Bool, at place: Place) -> Place? {
    if let other = entries.first(where: { Self.clash($0.name, $0.isRepeated, name, isRepeated) }) { return other.place }
    entries.append(Entry(name: name, isRepeated: isRepeated, place: place))
    return nil
  }

  /// The names so far, to be taken further by themselves.
  func copy() -> BoxNames {
    let copy = BoxNames()
    copy.entries = entries
    return copy
  }

  /// Takes what copies of it took: of several only one is ever shown, so that they may be called alike.
  func take(_ alternatives: [BoxNames]) {
    let known = entries.count
    entries += alternatives.flatMap { $0.entries.dropFirst(known) }
  }

  private static func clash(_ a: String, _ aRepeats: Bool, _ b: String, _ bRepeats: Bool) -> Bool {
    if aRepeats == bRepeats { return a == b }
    return aRepeats ? isNumbered(b, of: a) : isNumbered(a, of: b)
  }

  /// Whether `name` is `base` with numbers after it, as repeats give them.
  private static func isNumbered(_ name: String, of base: String) -> Bool {
    guard name.hasPrefix(base + "-") else { return false }
    let numbers = name.dropFirst(base.count + 1).split(separator: "-", omittingEmptySubsequences: false)
    return numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
  }
}
