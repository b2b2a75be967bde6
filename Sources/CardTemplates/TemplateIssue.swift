import Cards
import DataFormats
import Diagnostics

/// A problem in a template or icon file.
package enum TemplateIssue: Issue, Error, Hashable {
  /// The file can't be read at all.
  case source(SourceFault.Fact)
  case tooLarge(limit: Int)
  case tooDeep(limit: Int)
  case unknownKey(String, suggestion: String?, known: [String])
  case missingKey(String, of: String)
  /// The value doesn't match what the key expects.
  case value(expected: String, found: String)
  /// A value that begins with # and has no quotes is a comment in YAML.
  case commentedOut(expected: String, comment: String)
  /// `{a.b}` without quotes is a mapping in YAML.
  case unquotedToken(String)
  case outOfRange(String, range: String)
  /// Layout continues with the child's own size.
  case ratioIsZero
  case noRule(known: [String])
  case severalRules([String])
  /// Two names for the same side or corner.
  case sameSide(String, as: String)
  case childMissing(rule: String)
  case repeatNeedsList
  case unknownCard(String, known: [String])
  case otherCard(String, expected: String)
  case unknownPath(String, suggestion: String?, known: [String])
  case pathType(String, expected: String, found: String, fields: [String])
  case unknownPart(String, suggestion: String?)
  case duplicatePart(String, first: Place)
  case useCycle([String])
  case includeMissing(String)
  case badName(String)
  case duplicateName(String, first: Place)
  case unknownIcon(String, known: [String])
  /// Two files of a project define an icon with this name.
  case iconTwice(String, first: Place)
  /// A project's icon replaces a built-in one.
  case iconReplaced(String)
  case deprecatedToken(String, reason: String)
  case circleWithSides
  /// A linear gradient with a `side`.
  case sideOfLinear
  case badPathData(icon: String, PathDataProblem)
  /// In a project's words: a slot that Feedproof doesn't fill there.
  case unknownSlot(String, of: String, known: [String])

  package var text: IssueText {
    switch self {
    case .source(let fact):
      .error(Self.code(of: fact), fact.message, hint: fact.hint)
    case .tooLarge(let limit):
      .error("template.too-large", "more than \(limit) elements")
    case .tooDeep(let limit):
      .error("template.too-large", "elements nested deeper than \(limit)")
    case .unknownKey(let key, let suggestion, let known):
      .error("template.unknown-key", "unknown key \"\(key)\"", hint: Self.hint(suggestion, known))
    case .missingKey(let key, let thing):
      .error("template.missing-key", "\(thing) needs \"\(key)\"")
    case .value(let expected, let found):
      .error(
        "template.value", "\(expected) belongs here, not \(found)",
        hint: expected.contains("colour") && found.hasPrefix("\"#") ? Self.colorsAreTokens : nil)
    case .commentedOut(let expected, let comment):
      .error(
        "template.value", "\(expected) belongs here, not nothing: \(comment) without quotes is a comment",
        hint: expected.contains("colour") ? Self.colorsAreTokens : "write it in quotes: \"\(comment)\"")
    case .unquotedToken(let name):
      .error("template.value", "{\(name)} without quotes is a mapping, not a token", hint: "write \"{\(name)}\"")
    case .outOfRange(let found, let range):
      .error("template.value", "\(found) is outside \(range)")
    case .ratioIsZero:
      .warning(
        "template.value", "a ratio of 0 gives no height; the child decides the size",
        hint: "a ratio is height ÷ width, more than 0")
    case .noRule(let known):
      .error(
        "template.rule", "the element has no rule: nothing says what it is",
        hint: "give it one of \(known.joined(separator: ", "))")
    case .severalRules(let rules):
      .error(
        "template.rule", "the element has several rules: \(rules.joined(separator: ", "))",
        hint: "put one inside the other as its child")
    case .sameSide(let name, let other):
      .error(
        "template.side", "\"\(name)\" is the same side here as \"\(other)\"",
        hint: "start and end turn with the language, left and right don't: name each side once")
    case .childMissing(let rule):
      .error("template.child", "\(rule) needs a child", hint: "add \"child:\" with an element")
    case .repeatNeedsList:
      .error(
        "template.repeat", "a repeat gives any number of elements, but one belongs here",
        hint: "put it among the children of a stack, absolute or wrapper")
    case .unknownCard(let name, let known):
      .error("template.card", "no view model is called \"\(name)\"", hint: nearestHint(to: name, among: known))
    case .otherCard(let name, let expected):
      .error(
        "template.card", "this is a template for \"\(name)\", not for \"\(expected)\"",
        hint: "change its \"card:\", or show it with that view model")
    case .unknownPath(let path, let suggestion, let known):
      .error(
        "template.unknown-path", "the view model has no \"\(path)\"",
        // No path contains a space: the user probably means a literal text.
        hint: path.contains(" ")
          ? "words that stand for themselves: {literal: \"\(path)\"}" : Self.hint(suggestion, known))
    case .pathType(let path, let expected, let found, let fields):
      .error(
        "template.path-type", "\"\(path)\" is \(found), but \(expected) belongs here",
        hint: fields.isEmpty ? nil : "name a value in it: \(fields.map { "\(path).\($0)" }.joined(separator: ", "))")
    case .unknownPart(let name, let suggestion):
      .error(
        "template.unknown-part", "no part is called \"\(name)\"", hint: suggestion.map { "did you mean \"\($0)\"?" })
    case .duplicatePart(let name, let first):
      .error("template.duplicate-part", "the part \"\(name)\" is there already: \(first)")
    case .useCycle(let chain):
      .error(
        "template.use-cycle", "a part uses itself: \(chain.joined(separator: " → "))",
        hint: "a part can't contain itself")
    case .includeMissing(let name):
      .error("template.include", "the included file \"\(name)\" can't be read")
    case .badName(let name):
      .error("template.name", "\"\(name)\" can't be the name of a box", hint: "a name is not empty and has no \"/\"")
    case .duplicateName(let name, let first):
      .error(
        "template.duplicate-name", "two boxes are called \"\(name)\"; the other is at \(first)",
        hint: "boxes within one named box need names of their own")
    case .unknownIcon(let name, let known):
      .error(
        "template.unknown-icon", "no icon or path is called \"\(name)\"", hint: nearestHint(to: name, among: known))
    case .iconTwice(let name, let first):
      .error("template.icon-twice", "there is an icon \"\(name)\" already: \(first)", hint: "rename one of them")
    case .iconReplaced(let name):
      .warning(
        "template.icon-replaced", "Feedproof has an icon \"\(name)\", too; this one is drawn wherever that was",
        hint: "rename it where it is another one")
    case .deprecatedToken(let name, let reason):
      .warning("template.deprecated-token", "the token \(name) is deprecated\(reason.isEmpty ? "" : ": \(reason)")")
    case .circleWithSides:
      .error("template.value", "a circle has one border all around", hint: "write one width, or leave out the outline")
    case .sideOfLinear:
      .error("template.value", "\"side\" is of radial gradients; a linear one has from and to")
    case .unknownSlot(let slot, let key, let known):
      .error(
        "strings.slot", "nothing is filled in for {\(slot)} in \"\(key)\"",
        hint: known.isEmpty
          ? "this wording has nothing in braces" : "it has " + known.map { "{\($0)}" }.joined(separator: ", "))
    case .badPathData(let icon, let problem):
      .error("icon.path-data", "the path data of \"\(icon)\" is wrong: \(problem.message)")
    }
  }
}

extension TemplateIssue {
  private static let colorsAreTokens = "put the colour into a token file and name it here: \"{color.…}\""

  private static func code(of fact: SourceFault.Fact) -> String {
    switch fact {
    case .tooManyNodes: "template.too-large"
    case .mergeOf: "template.value"
    default: "template.yaml"
    }
  }

  private static func hint(_ suggestion: String?, _ known: [String]) -> String? {
    suggestion.map { "did you mean \"\($0)\"?" } ?? knownNames(known)
  }
}

/// A problem in SVG path data, with the position of the character (from 1).
package struct PathDataProblem: Error, Hashable, Sendable {
  package var message: String
  package var character: Int
}
