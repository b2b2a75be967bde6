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
      .error("template.too-large", "the template has more than \(limit) elements")
    case .tooDeep(let limit):
      .error("template.too-large", "elements are nested more than \(limit) levels deep")
    case .unknownKey(let key, let suggestion, let known):
      .error("template.unknown-key", "unknown key \"\(key)\"", hint: Self.hint(suggestion, known))
    case .missingKey(let key, let thing):
      .error("template.missing-key", "\(thing) needs \"\(key)\"")
    case .value(let expected, let found):
      .error(
        "template.value", "expected \(expected), found \(found)",
        hint: expected.contains("color") && found.hasPrefix("\"#") ? Self.colorsAreTokens : nil)
    case .commentedOut(let expected, let comment):
      .error(
        "template.value", "expected \(expected), found nothing: \(comment) without quotes is a comment",
        hint: expected.contains("color") ? Self.colorsAreTokens : "write it in quotes: \"\(comment)\"")
    case .unquotedToken(let name):
      .error("template.value", "{\(name)} without quotes is a YAML mapping, not a token", hint: "write \"{\(name)}\"")
    case .outOfRange(let found, let range):
      .error("template.value", "\(found) is outside \(range)")
    case .ratioIsZero:
      .warning(
        "template.value", "a ratio of 0 results in no height; the child determines the size",
        hint: "a ratio is height ÷ width, more than 0")
    case .noRule(let known):
      .error(
        "template.rule", "the element has no defining key",
        hint: "add one of \(known.joined(separator: ", "))")
    case .severalRules(let rules):
      .error(
        "template.rule", "the element has several defining keys: \(rules.joined(separator: ", "))",
        hint: "nest one inside the other as its child")
    case .sameSide(let name, let other):
      .error(
        "template.side", "\"\(name)\" and \"\(other)\" are the same side",
        hint: "start and end follow the writing direction, left and right don't; name each side once")
    case .childMissing(let rule):
      .error("template.child", "\(rule) needs a child", hint: "add \"child:\" with an element")
    case .repeatNeedsList:
      .error(
        "template.repeat", "a repeat creates several elements, but only one is allowed here",
        hint: "put it among the children of a stack, absolute or wrapper")
    case .unknownCard(let name, let known):
      .error("template.card", "there is no view model \"\(name)\"", hint: nearestHint(to: name, among: known))
    case .otherCard(let name, let expected):
      .error(
        "template.card", "the template is for \"\(name)\", not for \"\(expected)\"",
        hint: "change its \"card:\", or show it with that view model")
    case .unknownPath(let path, let suggestion, let known):
      .error(
        "template.unknown-path", "the view model has no \"\(path)\"",
        // No path contains a space: the user probably means a literal text.
        hint: path.contains(" ")
          ? "for a fixed text, write {literal: \"\(path)\"}" : Self.hint(suggestion, known))
    case .pathType(let path, let expected, let found, let fields):
      .error(
        "template.path-type", "\"\(path)\" is \(found), but must be \(expected)",
        hint: fields.isEmpty ? nil : "name one of its values: \(fields.map { "\(path).\($0)" }.joined(separator: ", "))"
      )
    case .unknownPart(let name, let suggestion):
      .error(
        "template.unknown-part", "there is no part \"\(name)\"", hint: suggestion.map { "did you mean \"\($0)\"?" })
    case .duplicatePart(let name, let first):
      .error("template.duplicate-part", "the part \"\(name)\" is already defined: \(first)")
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
        "template.duplicate-name", "two boxes have the name \"\(name)\"; the first is at \(first)",
        hint: "give each box inside a named box a unique name")
    case .unknownIcon(let name, let known):
      .error(
        "template.unknown-icon", "there is no icon or path \"\(name)\"", hint: nearestHint(to: name, among: known))
    case .iconTwice(let name, let first):
      .error("template.icon-twice", "the icon \"\(name)\" is already defined: \(first)", hint: "rename one of them")
    case .iconReplaced(let name):
      .warning(
        "template.icon-replaced", "this icon replaces Feedproof's icon \"\(name)\" everywhere",
        hint: "rename it if it is a different icon")
    case .deprecatedToken(let name, let reason):
      .warning("template.deprecated-token", "the token \(name) is deprecated\(reason.isEmpty ? "" : ": \(reason)")")
    case .circleWithSides:
      .error(
        "template.value", "a circle can't have a different border on each side",
        hint: "write one width, or remove the outline")
    case .sideOfLinear:
      .error("template.value", "\"side\" applies to radial gradients; a linear gradient has from and to")
    case .unknownSlot(let slot, let key, let known):
      .error(
        "strings.slot", "\"\(key)\" has no value for {\(slot)}",
        hint: known.isEmpty
          ? "remove the braces" : "available are " + known.map { "{\($0)}" }.joined(separator: ", "))
    case .badPathData(let icon, let problem):
      .error("icon.path-data", "the path data of \"\(icon)\" is invalid: \(problem.message)")
    }
  }
}

extension TemplateIssue {
  private static let colorsAreTokens = "define the color in a token file and refer to it here: \"{color.…}\""

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
