import DataFormats
import Diagnostics
import FeedReading

/// A problem with a project's types.
package enum RecordTypesIssue: Issue, Hashable {
  case unknownKey(String, in: String, known: [String])
  /// - found: The given value, if it is short.
  case value(String, expected: String, found: String? = nil)
  case missing(String, in: String)
  case typeName(String, isTaken: Bool)
  case fieldName(String, isTaken: Bool)
  /// A field must have exactly one kind.
  case kinds(String, found: [String], known: [String])
  case path(String, JSONQuery.Fault)
  /// A code that ISO 4217 doesn't list.
  case currency(String)
  case tooMany(String, limit: Int)

  package var text: IssueText {
    switch self {
    case .unknownKey(let key, let what, let known):
      .error("types.unknown-key", "\(what) has no key \"\(key)\"", hint: nearestHint(to: key, among: known))
    case .value(let key, let expected, let found):
      .error("types.value", "\"\(key)\" must be \(expected)\(found.map { ", not \($0)" } ?? "")")
    case .missing(let key, let what):
      .error("types.missing-key", "\(what) needs \"\(key)\"")
    case .typeName(let name, let isTaken):
      .error(
        "types.name",
        isTaken ? "\"\(name)\" is the name of a built-in card" : "\"\(name)\" can't be the name of a type",
        hint: "choose a name of lowercase letters, digits and hyphens")
    case .fieldName(let name, let isTaken):
      .error(
        "types.name",
        isTaken ? "\"\(name)\" is reserved for the entry's \"\(name)\"" : "\"\(name)\" can't be the name of a field",
        hint: isTaken
          ? "write \"\(name): path\" next to \"fields\", or choose another name"
          : "choose a name of letters, digits, hyphens and underscores")
    case .kinds(let field, let found, let known):
      .error(
        "types.kind",
        found.isEmpty
          ? "\"\(field)\" has no kind" : "\"\(field)\" has several kinds: \(found.joined(separator: ", "))",
        hint: "write one of \(known.joined(separator: ", ")) with the path as its value: {number: $.\(field)}")
    case .path(let path, let fault):
      .error("types.path", "\(path) is not a valid path: \(fault.inWords)", hint: fault.hint(path))
    case .currency(let code):
      .error(
        "types.currency", "unknown currency code \(code)",
        hint: nearest(to: code, among: CurrencyDigits.codes.sorted()).map { "did you mean \($0)?" }
          ?? "use a code of ISO 4217, like EUR, USD or JPY")
    case .tooMany(let what, let limit):
      .error("types.too-many", "the file has more than \(limit) \(what)")
    }
  }
}

extension JSONQuery.Fault {
  fileprivate var inWords: String {
    let place = "at character \(offset + 1)"
    return switch fact {
    case .withoutOrigin: "it does not start with $ or @"
    case .descendants: "\"..\" (all descendants) \(place) is not supported"
    case .filter: "a filter (?…) \(place) is not supported"
    case .slice: "a slice (a:b) \(place) is not supported"
    case .severalSelectors: "several selectors in one bracket \(place) are not supported"
    case .badEscape: "the escape \(place) is invalid"
    case .unclosed: "it ends inside a bracket"
    case .badIndex: "the index \(place) is invalid"
    case .unexpected: "the character \(place) is not allowed"
    case .tooLong: "it is too long"
    }
  }

  fileprivate func hint(_ path: String) -> String? {
    switch fact {
    case .withoutOrigin: "write $.\(path)"
    case .descendants, .filter, .slice, .severalSelectors:
      "use names, indexes and [*]: $.items[0].name, $.items[*], $['a name']"
    case .badEscape, .unclosed, .badIndex, .unexpected, .tooLong: "write a path like $.items[0]['a name']"
    }
  }
}
