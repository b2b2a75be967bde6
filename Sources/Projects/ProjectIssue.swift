import CheckedSources
import Diagnostics

/// What can be wrong with what a run is asked for: inputs, options, the project file.
package enum ProjectIssue: Issue, Hashable {
  case noSuchInput
  case inputMissing
  /// The file can't be read at all.
  case source(SourceFault.Fact)
  case unknownKey(String, known: [String])
  case value(key: String, expected: String)
  /// A value that begins with # and has no quotes is a comment to YAML.
  case commentedOut(key: String, comment: String)
  case optionValue(option: String, value: String, expected: String)
  case pictureTooTall(points: Int, scale: Int, limit: Int)
  /// A quality for photos where pictures lose nothing.
  case needsEncoding(key: String)
}
