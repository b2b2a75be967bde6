import Diagnostics

/// What can be wrong with what a run is asked for: inputs, options, the project file.
package enum ProjectIssue: Issue, Hashable {
  case noSuchInput
  case inputMissing
  case syntax(String)
  case unknownKey(String, known: [String])
  case value(key: String, expected: String)
  case optionValue(option: String, value: String, expected: String)
  case pictureTooTall(points: Int, scale: Int, limit: Int)
}
