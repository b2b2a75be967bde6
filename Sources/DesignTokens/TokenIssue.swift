import DataFormats
import Diagnostics

/// A problem in a token file.
package enum TokenIssue: Issue, Hashable {
  /// The file can't be read at all.
  case source(SourceFault.Fact)
  /// The file's root, a group or a token is not an object.
  case notAnObject(name: String, found: String)
  case badName(String)
  case unknownProperty(String, suggestion: String?)
  case badProperty(String, expected: String, found: String)
  case tokenWithChildren(token: String, child: String)
  case emptyTyped(String)
  case missingType(String)
  case unknownType(String, suggestion: String?)
  case unknownReference(String, suggestion: String?)
  case groupReference(String)
  case badReference(String)
  case referenceType(String, expected: TokenType, found: TokenType)
  case cycle([String])
  case tooManySteps(String, limit: Int)
  case extendsToken(String)
  case unsupportedColorSpace(String)
  /// The value doesn't have the form that its type requires.
  case value(expected: String, found: String, hint: String?)
  case missingMember(String, of: String)
  case unknownMember(String, of: String, suggestion: String?)
  case outOfRange(what: String, range: String, found: String)
  /// `hex` and `components` are two colors, and nothing says which one the designer means.
  case hexDiffers(hex: String, components: String)
  case hexAlphaDiffers(hex: String, hexAlpha: Double, alpha: String)
  case overlayOnly(String)
  case badMetric(String, String)
  case tooLarge(limit: Int)

  package var text: IssueText {
    switch self {
    case .source(let fact):
      .error("token.json", fact.message, hint: fact.hint)
    case .notAnObject(let name, let found):
      .error(
        "token.not-object", "\(name) must be a token or a group, not \(found)",
        hint: "write {\"$type\": …, \"$value\": …}")
    case .badName(let name):
      .error(
        "token.name", "\"\(name)\" is not a valid name of a token or group",
        hint: "names must not start with $ or contain {, } or .")
    case .unknownProperty(let name, let suggestion):
      .error(
        "token.property", "unknown property \"\(name)\"",
        hint: suggestion.map { "did you mean \"\($0)\"?" }
          ?? "use one of $value, $type, $description, $extensions, $deprecated, $extends, $ref")
    case .badProperty(let name, let expected, let found):
      .error("token.property", "\(name) must be \(expected), not \(found)")
    case .tokenWithChildren(let token, let child):
      .error(
        "token.children", "the token \(token) has a $value and a child \"\(child)\"",
        hint: "move the value to a token $root in the group")
    case .emptyTyped(let name):
      .warning(
        "token.no-value", "\(name) has a $type, but no $value and no tokens",
        hint: "add a $value, or delete it")
    case .missingType(let token):
      .error(
        "token.no-type", "the token \(token) has no type",
        hint: "add a $type to the token or to a group around it; types are not inferred from values")
    case .unknownType(let type, let suggestion):
      .error(
        "token.unknown-type", "unknown token type \"\(type)\"",
        hint: suggestion.map { "did you mean \"\($0)\"?" }
          ?? "use one of \(TokenType.allCases.map(\.rawValue).joined(separator: ", "))")
    case .unknownReference(let name, let suggestion):
      .error(
        "token.unknown-alias", "there is no token \(name)",
        hint: suggestion.map { "did you mean \"\($0)\"?" })
    case .groupReference(let name):
      .error("token.unknown-alias", "\(name) is a group, not a token", hint: "refer to a token in it, or to its $root")
    case .badReference(let text):
      .error(
        "token.bad-alias", "\"\(text)\" is not a reference",
        hint: "write {group.token}, or {\"$ref\": \"#/group/token/$value\"}")
    case .referenceType(let name, let expected, let found):
      .error("token.alias-type", "\(name) is a \(found.rawValue), but must be a \(expected.rawValue)")
    case .cycle(let chain):
      .error(
        "token.cycle", "the references form a loop: \(chain.joined(separator: " → "))",
        hint: "replace one of the references by a value")
    case .tooManySteps(let name, let limit):
      .error(
        "token.too-deep", "\(name) leads through more than \(limit) references",
        hint: "refer to the token with the value")
    case .extendsToken(let name):
      .error(
        "token.extends", "\(name) is a token, but only groups can be extended",
        hint: "write an alias instead: \"$value\": \"{…}\"")
    case .unsupportedColorSpace(let space):
      .error(
        "token.color-space", "the color space \"\(space)\" is not supported",
        hint: "write the color in srgb, or add an srgb fallback as \"hex\"")
    case .value(let expected, let found, let hint):
      .error("token.value", "expected \(expected), found \(found)", hint: hint)
    case .missingMember(let member, let type):
      .error("token.value", "a \(type) needs \"\(member)\"")
    case .unknownMember(let member, let type, let suggestion):
      .error(
        "token.value", "a \(type) has no \"\(member)\"", hint: suggestion.map { "did you mean \"\($0)\"?" })
    case .outOfRange(let what, let range, let found):
      .error("token.range", "\(what) must be in \(range), not \(found)")
    case .hexDiffers(let hex, let components):
      .error(
        "token.hex", "hex is \(hex), but the components are \(components)",
        hint: "change both to the same color, or delete hex")
    case .hexAlphaDiffers(let hex, let hexAlpha, let alpha):
      .error(
        "token.hex", "hex is \(hex), whose alpha is \((hexAlpha * 1000).rounded() / 1000), but alpha is \(alpha)",
        hint: "write hex with six digits, or change alpha")
    case .overlayOnly(let token):
      .warning(
        "token.overlay-only", "the token \(token) is only in the theme, not in the base file",
        hint: "add it to the base file, so that every theme has a value")
    case .badMetric(let name, let problem):
      .error("token.metric", "the token \(name) \(problem)")
    case .tooLarge(let limit):
      .error("token.too-large", "the file has more than \(limit) groups and tokens")
    }
  }
}
