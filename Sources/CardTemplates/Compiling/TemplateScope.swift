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
