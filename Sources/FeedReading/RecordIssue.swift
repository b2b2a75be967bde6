import Diagnostics

/// A problem with entries described by a project's own types.
enum RecordIssue: Issue, Hashable {
  /// - Parameter suggestion: The path that was probably meant, if there is a good guess.
  case noEntries(path: String, suggestion: String?)
  /// - Parameter each: The path to the entries of a list found in place of an entry.
  case notAnEntry(kind: String, each: String?)
  case noType
  /// No entry has the field. `known` are the names at the point where the path ends.
  case nothingAt(field: String, path: String, suggestion: String?, known: [String])
  case otherKind(field: String, found: String, expected: String)
  /// A value that is not among the choices.
  case unlisted(field: String, found: String, expected: String)
  case noCurrency(field: String)
  case tooMany(field: String, limit: Int)

  var text: IssueText {
    switch self {
    case .noEntries(let path, let suggestion):
      .error(
        "record.entries", "no entries found at \(path)",
        hint: suggestion.map { "did you mean \($0)?" } ?? "set \"entries\" in the types file to the path of the entries"
      )
    case .notAnEntry(let kind, let each):
      .error(
        "record.entry", "the entry must be an object, not \(kind)",
        hint: each.map { "to read each element of a list as an entry, write [*]: entries: \"\($0)\"" }
          ?? "the other entries are shown")
    case .noType:
      .warning(
        "record.no-type", "no type matches this entry",
        hint: "check \"when\" in the types file; a type without \"when\" matches every entry")
    case .nothingAt(let field, let path, let suggestion, let known):
      .warning(
        RecordFindings.pathCode, "no entry has \(path), the path of \"\(field)\"",
        hint: suggestion.map { "did you mean \($0)?" } ?? knownNames(known)
          ?? "add \"optional: true\" if it may be absent")
    case .otherKind(let field, let found, let expected):
      .warning(
        "record.value", "\"\(field)\" must be \(expected), not \(found)",
        hint: "the card is shown without it, or with its fallback")
    case .unlisted(let field, let found, let expected):
      .warning(
        "record.value", "\"\(field)\" must be \(expected), not \(found)",
        hint: "it is shown unchanged; add it to \"values\" in the types file")
    case .noCurrency(let field):
      .warning(
        "record.value", "the currency of \"\(field)\" is unknown",
        hint: "set \"currency\" to a three-letter code, like EUR, or to a path")
    case .tooMany(let field, let limit):
      .warning("record.rows", "\"\(field)\" has more than \(limit) values; the others are skipped")
    }
  }
}

/// The paths of a project's types that matched something and those that didn't. They are reported once for the whole
/// feed, since another entry may have what one lacks. Values of the wrong kind are grouped by field.
package struct RecordFindings: Hashable, Sendable {
  /// A path that has not matched anything so far.
  private struct UnmatchedPath: Hashable, Sendable {
    var diagnostic: Diagnostic
    /// Whether it suggests the path that was meant.
    var isSure: Bool
    var tries = 1
  }

  /// Values of the wrong kind in a field.
  fileprivate struct MistypedValues: Hashable, Sendable {
    var first: Diagnostic
    /// The places of the following ones.
    var places: [Place] = []
    var count = 1
  }

  /// A field's key is its type's name and its path of names.
  private var found: Set<String> = []
  private var missed: [String: UnmatchedPath] = [:]
  private var wrong: [String: MistypedValues] = [:]

  /// The diagnostic code for a path that matches nothing.
  package static let pathCode = "record.path"
  /// The number of entries searched for a suggestion, and of places listed for wrong values.
  private static let (tryLimit, placeLimit) = (20, 3)

  package init() {}

  mutating func find(_ field: String) { found.insert(field) }

  mutating func miss(_ field: String, _ look: () -> (Diagnostic, isSure: Bool)) {
    guard !found.contains(field) else { return }
    guard var miss = missed[field] else {
      let (diagnostic, isSure) = look()
      return missed[field] = UnmatchedPath(diagnostic: diagnostic, isSure: isSure)
    }
    guard !miss.isSure, miss.tries < Self.tryLimit else { return }
    miss.tries += 1
    let (diagnostic, isSure) = look()
    if isSure { (miss.diagnostic, miss.isSure) = (diagnostic, true) }
    missed[field] = miss
  }

  mutating func mistake(_ field: String, _ issue: @autoclosure () -> RecordIssue, at place: @autoclosure () -> Place) {
    guard var known = wrong.removeValue(forKey: field) else {
      return wrong[field] = MistypedValues(first: Diagnostic(issue(), at: place()))
    }
    known.count += 1
    if known.places.count < Self.placeLimit { known.places.append(place()) }
    wrong[field] = known
  }

  package mutating func add(_ other: RecordFindings) {
    found.formUnion(other.found)
    missed.merge(other.missed) { first, second in first.isSure || !second.isSure ? first : second }
    wrong.merge(other.wrong) { first, second in
      let places = first.places + [second.first.place].compactMap { $0 } + second.places
      return MistypedValues(
        first: first.first, places: Array(places.prefix(Self.placeLimit)), count: first.count + second.count)
    }
  }

  /// Diagnostics for paths that match nothing in the whole feed, and for wrong values, sorted by field.
  package var diagnostics: [Diagnostic] {
    let lost = missed.filter { !found.contains($0.key) }
    // A path that matches nothing explains the missing values everywhere.
    let mistakes = wrong.filter { lost[$0.key] == nil }
    return lost.sorted { $0.key < $1.key }.map(\.value.diagnostic)
      + mistakes.sorted { $0.key < $1.key }.map(\.value.diagnostic)
  }
}

extension RecordFindings.MistypedValues {
  /// `"price" is "?", and not an amount of money; 11 more like this: products[4].price, products[9].price, …`
  fileprivate var diagnostic: Diagnostic {
    guard count > 1 else { return first }
    let shown = places.map { place in
      if place.file == first.place?.file, case .jsonPath(let path)? = place.position { path } else { "\(place)" }
    }
    let rest = count - 1 > shown.count ? ", …" : ""
    return Diagnostic(
      severity: first.severity, code: first.code,
      message: "\(first.message); \(count - 1) more like this: \(shown.joined(separator: ", "))\(rest)",
      place: first.place, hint: first.hint, count: count, kind: first.kind)
  }
}
