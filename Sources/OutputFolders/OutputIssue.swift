import Diagnostics

/// Why an output folder can't be worked in.
package enum OutputIssue: Issue, Hashable {
  /// `holder`: which process has the folder, and since when, where that is known.
  case busy(holder: String?)
  /// Something that is not ours stands where the new output is made.
  case inTheWay
}
