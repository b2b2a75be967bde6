import Diagnostics
import JSONTree

/// Why a file of JSON or YAML can't be read at all, and where.
package struct SourceFault: Error, Hashable, Sendable {
  package enum Fact: Hashable, Sendable {
    case json(JSONFault.Kind)
    /// A string with bytes or escapes that are no Unicode text.
    case badText
    /// A number beyond a `Double`.
    case hugeNumber
    /// What the YAML parser says.
    case yaml(String)
    case empty
    case keyNotText
    case duplicateKey(String)
    /// What the merge key `<<` leads to.
    case mergeOf(String)
    case tooManyNodes(limit: Int)
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
    case .badText: "a string holds bytes or escapes that are no Unicode text"
    case .hugeNumber: "the number is too large to be counted with"
    case .yaml(let problem): "not YAML: \(problem)"
    case .empty: "the file is empty"
    case .keyNotText: "a key is a text"
    case .duplicateKey(let key): "the key \"\(key)\" stands here twice"
    case .mergeOf(let found): "a mapping belongs here, not \(found)"
    case .tooManyNodes(let limit): "more than \(limit) elements"
    }
  }

  package var hint: String? {
    switch self {
    case .json(.unexpected): "JSON has no comments, no trailing commas, and double quotes only"
    case .duplicateKey: "delete one of them, or give it another name"
    default: nil
    }
  }
}
