import Cards
import CheckedSources
import Diagnostics

/// What can be wrong in template and icon files.
package enum TemplateIssue: Issue, Error, Hashable {
  /// The file can't be read at all.
  case source(SourceFault.Fact)
  case tooLarge(limit: Int)
  case tooDeep(limit: Int)
  case unknownKey(String, suggestion: String?, known: [String])
  case missingKey(String, of: String)
  /// Something else than the key asks for stands there.
  case value(expected: String, found: String)
  /// A value that begins with # and has no quotes is a comment to YAML.
  case commentedOut(expected: String, comment: String)
  /// `{a.b}` without quotes is a mapping to YAML.
  case unquotedToken(String)
  case outOfRange(String, range: String)
  /// The layout goes on with the child's own size.
  case ratioIsZero
  case noRule
  case severalRules([String])
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
  case deprecatedToken(String, reason: String)
  case badPathData(icon: String, PathDataProblem)
}

/// What is wrong with SVG path data, and at which character (from 1).
package struct PathDataProblem: Error, Hashable, Sendable {
  package var message: String
  package var character: Int
}
