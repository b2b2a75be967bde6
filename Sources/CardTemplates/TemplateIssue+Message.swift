import Diagnostics

extension TemplateIssue {
  package var severity: Diagnostic.Severity {
    switch self {
    case .deprecatedToken, .ratioIsZero: .warning
    default: .error
    }
  }

  package var code: String {
    switch self {
    case .tooLarge, .tooDeep, .source(.tooManyNodes): "template.too-large"
    case .source(.mergeOf): "template.value"
    case .source: "template.yaml"
    case .unknownKey: "template.unknown-key"
    case .missingKey: "template.missing-key"
    case .value, .commentedOut, .unquotedToken, .outOfRange, .ratioIsZero: "template.value"
    case .noRule, .severalRules: "template.rule"
    case .childMissing: "template.child"
    case .repeatNeedsList: "template.repeat"
    case .unknownCard, .otherCard: "template.card"
    case .unknownPath: "template.unknown-path"
    case .pathType: "template.path-type"
    case .unknownPart: "template.unknown-part"
    case .duplicatePart: "template.duplicate-part"
    case .useCycle: "template.use-cycle"
    case .includeMissing: "template.include"
    case .badName: "template.name"
    case .duplicateName: "template.duplicate-name"
    case .unknownIcon: "template.unknown-icon"
    case .deprecatedToken: "template.deprecated-token"
    case .badPathData: "icon.path-data"
    }
  }

  package var message: String {
    switch self {
    case .source(let fact): fact.message
    case .tooLarge(let limit): "more than \(limit) elements"
    case .tooDeep(let limit): "elements nested deeper than \(limit)"
    case .unknownKey(let key, _, _): "unknown key \"\(key)\""
    case .missingKey(let key, let thing): "\(thing) needs \"\(key)\""
    case .value(let expected, let found): "\(expected) belongs here, not \(found)"
    case .commentedOut(let expected, let comment):
      "\(expected) belongs here, not nothing: \(comment) without quotes is a comment"
    case .unquotedToken(let name): "{\(name)} without quotes is a mapping, not a token"
    case .outOfRange(let found, let range): "\(found) is outside \(range)"
    case .ratioIsZero: "a ratio of 0 gives no height; the child decides the size"
    case .noRule: "the element has no rule: nothing says what it is"
    case .severalRules(let rules): "the element has several rules: \(rules.joined(separator: ", "))"
    case .childMissing(let rule): "\(rule) needs a child"
    case .repeatNeedsList: "a repeat gives any number of elements, but one belongs here"
    case .unknownCard(let name, _): "no view model is called \"\(name)\""
    case .otherCard(let name, let expected): "this is a template for \"\(name)\", not for \"\(expected)\""
    case .unknownPath(let path, _, _): "the view model has no \"\(path)\""
    case .pathType(let path, let expected, let found, _): "\"\(path)\" is \(found), but \(expected) belongs here"
    case .unknownPart(let name, _): "no part is called \"\(name)\""
    case .duplicatePart(let name, let first): "the part \"\(name)\" is there already: \(first)"
    case .useCycle(let chain): "a part uses itself: \(chain.joined(separator: " → "))"
    case .includeMissing(let name): "the included file \"\(name)\" can't be read"
    case .badName(let name): "\"\(name)\" can't be the name of a box"
    case .duplicateName(let name, let first): "two boxes are called \"\(name)\"; the other is at \(first)"
    case .unknownIcon(let name, _): "no icon or path is called \"\(name)\""
    case .deprecatedToken(let name, let reason):
      "the token \(name) is deprecated\(reason.isEmpty ? "" : ": \(reason)")"
    case .badPathData(let icon, let problem): "the path data of \"\(icon)\" is wrong: \(problem.message)"
    }
  }

  package var hint: String? {
    switch self {
    case .source(let fact): fact.hint
    // No path has a space: somebody means these words.
    case .unknownPath(let words, _, _) where words.contains(" "):
      "words that stand for themselves: {literal: \"\(words)\"}"
    case .unknownKey(_, let suggestion, let known), .unknownPath(_, let suggestion, let known):
      suggestion.map { "did you mean \"\($0)\"?" } ?? knownNames(known)
    case .unknownCard(let name, let known): wayOut(of: name, among: known)
    case .unknownPart(_, let suggestion): suggestion.map { "did you mean \"\($0)\"?" }
    case .unknownIcon(let name, let known): wayOut(of: name, among: known)
    case .value(let expected, let found) where expected.contains("colour") && found.hasPrefix("\"#"): colorsAreTokens
    case .commentedOut(let expected, _) where expected.contains("colour"): colorsAreTokens
    case .commentedOut(_, let comment): "write it in quotes: \"\(comment)\""
    case .unquotedToken(let name): "write \"{\(name)}\""
    case .noRule: "give it one of \(ElementKeys.rules.joined(separator: ", "))"
    case .ratioIsZero: "a ratio is height ÷ width, more than 0"
    case .severalRules: "put one inside the other as its child"
    case .childMissing: "add \"child:\" with an element"
    case .repeatNeedsList: "put it among the children of a stack, absolute or wrapper"
    case .otherCard: "change its \"card:\", or show it with that view model"
    case .pathType(let path, _, _, let fields):
      fields.isEmpty ? nil : "name a value in it: \(fields.map { "\(path).\($0)" }.joined(separator: ", "))"
    case .useCycle: "a part can't contain itself"
    case .badName: "a name is not empty and has no \"/\""
    case .duplicateName: "boxes within one named box need names of their own"
    default: nil
    }
  }

  private var colorsAreTokens: String { "put the colour into a token file and name it here: \"{color.…}\"" }
}
