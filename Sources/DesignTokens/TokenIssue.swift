import CheckedSources
import Diagnostics

/// What can be wrong in token files.
package enum TokenIssue: Issue, Hashable {
  /// The file can't be read at all.
  case source(SourceFault.Fact)
  /// The file's root, a group or a token is something else than an object.
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
  case extendsToken(String)
  case unsupportedColorSpace(String)
  /// The value does not have the form that its type asks for.
  case value(expected: String, found: String, hint: String?)
  case missingMember(String, of: String)
  case unknownMember(String, of: String, suggestion: String?)
  case outOfRange(what: String, range: String, found: String)
  /// Only `components` count; a `hex` that was edited alone changes nothing.
  case hexDiffers(hex: String, components: String)
  case overlayOnly(String)
  case badMetric(String, String)
  case tooLarge(limit: Int)

  package var severity: Diagnostic.Severity {
    switch self {
    case .emptyTyped, .overlayOnly, .hexDiffers: .warning
    default: .error
    }
  }

  package var code: String {
    switch self {
    case .source: "token.json"
    case .notAnObject: "token.not-object"
    case .badName: "token.name"
    case .unknownProperty, .badProperty: "token.property"
    case .tokenWithChildren: "token.children"
    case .emptyTyped: "token.no-value"
    case .missingType: "token.no-type"
    case .unknownType: "token.unknown-type"
    case .unknownReference, .groupReference: "token.unknown-alias"
    case .badReference: "token.bad-alias"
    case .referenceType: "token.alias-type"
    case .cycle: "token.cycle"
    case .extendsToken: "token.extends"
    case .unsupportedColorSpace: "token.color-space"
    case .value, .missingMember, .unknownMember: "token.value"
    case .outOfRange: "token.range"
    case .hexDiffers: "token.hex"
    case .overlayOnly: "token.overlay-only"
    case .badMetric: "token.metric"
    case .tooLarge: "token.too-large"
    }
  }

  package var message: String {
    switch self {
    case .source(let fact): fact.message
    case .notAnObject(let name, let found): "\(name) is neither a token nor a group but \(found)"
    case .badName(let name): "\"\(name)\" can't be the name of a token or group"
    case .unknownProperty(let name, _): "unknown property \"\(name)\""
    case .badProperty(let name, let expected, let found): "\(name) is \(expected), not \(found)"
    case .tokenWithChildren(let token, let child): "the token \(token) has a $value and a child \"\(child)\""
    case .emptyTyped(let name): "\(name) has a $type, but neither a $value nor tokens in it"
    case .missingType(let token): "the token \(token) has no type"
    case .unknownType(let type, _): "unknown token type \"\(type)\""
    case .unknownReference(let name, _): "no token is called \(name)"
    case .groupReference(let name): "\(name) is a group, not a token"
    case .badReference(let text): "\"\(text)\" is not a reference"
    case .referenceType(let name, let expected, let found):
      "\(name) is a \(found.rawValue), but a \(expected.rawValue) belongs here"
    case .cycle(let chain): "the reference leads back to itself: \(chain.joined(separator: " → "))"
    case .extendsToken(let name): "\(name) is a token, but only groups can be extended"
    case .unsupportedColorSpace(let space): "the colour space \"\(space)\" can't be drawn"
    case .value(let expected, let found, _): "\(expected) belongs here, not \(found)"
    case .missingMember(let member, let type): "a \(type) needs \"\(member)\""
    case .unknownMember(let member, let type, _): "a \(type) has no \"\(member)\""
    case .outOfRange(let what, let range, let found): "\(what) is \(found), outside \(range)"
    case .hexDiffers(let hex, let components): "hex is \(hex), but the components are \(components)"
    case .badMetric(let name, let problem): "the token \(name) \(problem)"
    case .overlayOnly(let token): "the token \(token) is only in the theme, not in the base file"
    case .tooLarge(let limit): "the file has more than \(limit) groups and tokens"
    }
  }

  package var hint: String? {
    switch self {
    case .source(let fact): fact.hint
    case .notAnObject: "write {\"$type\": …, \"$value\": …}"
    case .badName: "names don't begin with $ and have no { } or ."
    case .unknownProperty(_, let suggestion), .unknownType(_, let suggestion), .unknownReference(_, let suggestion),
      .unknownMember(_, of: _, let suggestion):
      suggestion.map { "did you mean \"\($0)\"?" } ?? otherHint
    case .tokenWithChildren: "name the token $root inside the group"
    case .emptyTyped: "add a $value, or delete it"
    case .missingType: "add a $type to the token or to a group around it; types are never guessed from values"
    case .groupReference: "name a token in it, or its $root"
    case .badReference: "write {group.token}, or {\"$ref\": \"#/group/token/$value\"}"
    case .cycle: "give one of them a value"
    case .extendsToken: "write an alias instead: \"$value\": \"{…}\""
    case .unsupportedColorSpace: "give the colour in srgb, or add its srgb fallback as \"hex\""
    case .value(_, _, let hint): hint
    case .hexDiffers: "the components are drawn: change both"
    case .overlayOnly: "add it to the base file, so that every theme has it"
    default: nil
    }
  }

  private var otherHint: String? {
    switch self {
    case .unknownType: "the types are \(TokenType.allCases.map(\.rawValue).joined(separator: ", "))"
    case .unknownProperty: "the properties are $value, $type, $description, $extensions, $deprecated, $extends, $ref"
    default: nil
    }
  }
}
