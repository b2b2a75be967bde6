import DataFormats
import Diagnostics
import FeedReading

/// A problem with a project's types.
package enum RecordTypesIssue: Issue, Hashable {
  case unknownKey(String, in: String, known: [String])
  case value(String, expected: String)
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
    case .value(let key, let expected):
      .error("types.value", "\"\(key)\" must be \(expected)")
    case .missing(let key, let what):
      .error("types.missing-key", "\(what) needs \"\(key)\"")
    case .typeName(let name, let isTaken):
      .error(
        "types.name", isTaken ? "\"\(name)\" is a card of Feedproof's own" : "\"\(name)\" can't be a type's name",
        hint: "choose another name, of small letters, digits and hyphens")
    case .fieldName(let name, let isTaken):
      .error(
        "types.name",
        isTaken ? "\"\(name)\" is the entry's own \"\(name)\"" : "\"\(name)\" can't be a field's name",
        hint: isTaken
          ? "say \"\(name): path\" beside \"fields\", or choose another name"
          : "choose another name, of letters, digits, hyphens and underscores")
    case .kinds(let field, let found, let known):
      .error(
        "types.kind",
        found.isEmpty
          ? "nothing says what \"\(field)\" is" : "\"\(field)\" is several things: \(found.joined(separator: ", "))",
        hint: "one of \(known.joined(separator: ", ")) with the path as its value: {number: $.\(field)}")
    case .path(let path, let fault):
      .error("types.path", "\(path) is no path: \(fault.inWords)", hint: fault.hint(path))
    case .currency(let code):
      .error(
        "types.currency", "no currency has the code \(code)",
        hint: nearest(to: code, among: CurrencyDigits.codes.sorted()).map { "did you mean \($0)?" }
          ?? "ISO 4217 lists them: EUR, USD, JPY")
    case .tooMany(let what, let limit):
      .error("types.too-many", "there are more than \(limit) \(what)")
    }
  }
}

extension JSONQuery.Fault {
  fileprivate var inWords: String {
    let place = "at character \(offset + 1)"
    return switch fact {
    case .withoutOrigin: "it does not begin with $ or @"
    case .descendants: "\"..\" (all descendants) \(place) is not taken"
    case .filter: "a filter (?…) \(place) is not taken"
    case .slice: "a slice (a:b) \(place) is not taken"
    case .severalSelectors: "several selectors in one bracket \(place) are not taken"
    case .badEscape: "there is no such escape \(place)"
    case .unclosed: "it ends inside a bracket"
    case .badIndex: "there is no such index \(place)"
    case .unexpected: "nothing of a path can stand \(place)"
    case .tooLong: "it is too long"
    }
  }

  fileprivate func hint(_ path: String) -> String? {
    switch fact {
    case .withoutOrigin: "write $.\(path)"
    case .descendants, .filter, .slice, .severalSelectors:
      "names, indexes and [*] are: $.items[0].name, $.items[*], $['a name']"
    case .badEscape, .unclosed, .badIndex, .unexpected, .tooLong: "as in $.items[0]['a name']"
    }
  }
}
