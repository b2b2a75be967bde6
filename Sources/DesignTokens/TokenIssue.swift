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
}
