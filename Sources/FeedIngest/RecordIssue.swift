import Diagnostics

/// What can be wrong with entries that a project's own types describe.
enum RecordIssue: Issue, Hashable {
  /// - Parameter suggestion: The path that was meant, as far as anybody can tell.
  case noEntries(path: String, suggestion: String?)
  case notAnEntry(kind: String)
  case noType
  /// No entry has it. `known` stands where the path ends.
  case nothingAt(field: String, path: String, suggestion: String?, known: [String])
  case otherKind(field: String, found: String, expected: String)
  case noCurrency(field: String)
  case tooMany(field: String, limit: Int)

  var text: IssueText {
    switch self {
    case .noEntries(let path, let suggestion):
      .error(
        "record.entries", "there are no entries at \(path)",
        hint: suggestion.map { "did you mean \($0)?" } ?? "\"entries\" in the file of types says where they are")
    case .notAnEntry(let kind):
      .error("record.entry", "the entry is \(kind) where an object should be", hint: "the other entries are shown")
    case .noType:
      .warning(
        "record.no-type", "no type is meant for this entry",
        hint: "\"when\" in the file of types says which entries are of a type; a type without it takes all")
    case .nothingAt(let field, let path, let suggestion, let known):
      .warning(
        "record.path", "no entry has \(path), the path of \"\(field)\"",
        hint: suggestion.map { "did you mean \($0)?" } ?? knownNames(known)
          ?? "add \"optional: true\" where it may be absent")
    case .otherKind(let field, let found, let expected):
      .warning(
        "record.value", "\"\(field)\" is \(found), and not \(expected)",
        hint: "the card is shown without it, or with its fallback")
    case .noCurrency(let field):
      .warning(
        "record.value", "nothing says in which currency \"\(field)\" is",
        hint: "a currency is a code of three letters, like EUR")
    case .tooMany(let field, let limit):
      .warning("record.rows", "\"\(field)\" has more than \(limit) values; the others are left out")
    }
  }
}

/// Which paths of a project's types have led to something, and which have not: told once of a whole feed, for what one
/// entry lacks another may have.
package struct RecordFindings: Hashable, Sendable {
  /// A field by its type's name and its own path of names.
  private var found: Set<String> = []
  private var missed: [String: Diagnostic] = [:]

  package init() {}

  mutating func find(_ field: String) { found.insert(field) }

  mutating func miss(_ field: String, _ diagnostic: () -> Diagnostic) {
    if !found.contains(field), missed[field] == nil { missed[field] = diagnostic() }
  }

  package mutating func add(_ other: RecordFindings) {
    found.formUnion(other.found)
    missed.merge(other.missed) { first, _ in first }
  }

  /// Of paths that lead nowhere in the whole feed, by the names of their fields.
  package var diagnostics: [Diagnostic] {
    missed.filter { !found.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
  }
}
