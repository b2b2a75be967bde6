import Diagnostics

/// Why a JSON or YAML file can't be read at all, and where.
package struct SourceFault: Error, Hashable, Sendable {
  package enum Fact: Hashable, Sendable {
    case json(JSONFault.Kind)
    /// A string with invalid Unicode in bytes or escapes.
    case badText
    /// A number beyond a `Double`.
    case hugeNumber
    /// The message of the YAML parser.
    case yaml(String)
    case empty
    case keyNotText
    case duplicateKey(String)
    /// The target of the merge key `<<`.
    case mergeOf(String)
    case tooManyNodes(limit: Int)
    case missingKey(String)
    /// Descriptions such as `a whole number`, `a list`.
    case otherKind(expected: String, found: String)
    /// The reason given by the type being decoded.
    case refused(String)
    /// A number that is too large, or an unknown name.
    case unsuitable(found: String)
  }

  package let fact: Fact
  package let place: Place

  init(_ fact: Fact, at place: Place) {
    (self.fact, self.place) = (fact, place)
  }
}

extension SourceFault.Fact {
  package var message: String {
    switch self {
    case .json(let kind): kind.message
    case .badText: "a string contains bytes or escapes that are not valid Unicode"
    case .hugeNumber: "the number is too large"
    case .yaml(let problem): "not YAML: \(problem)"
    case .empty: "the file is empty"
    case .keyNotText: "a key must be a string"
    case .duplicateKey(let key): "the key \"\(key)\" occurs twice"
    case .mergeOf(let found): "expected a mapping, found \(found)"
    case .tooManyNodes(let limit): "more than \(limit) elements"
    case .missingKey(let key): "\"\(key)\" is missing"
    case .otherKind(let expected, let found): "expected \(expected), found \(found)"
    case .refused(let reason): reason
    case .unsuitable(let found): "\(found) is not allowed here"
    }
  }

  package var hint: String? {
    switch self {
    case .json(.unexpected): "JSON allows no comments, no trailing commas, and only double quotes"
    case .duplicateKey: "delete or rename one of them"
    case .yaml:
      "start all keys of a mapping in the same column, without tabs; quote texts that contain \": \" or start with a special character"
    default: nil
    }
  }
}
