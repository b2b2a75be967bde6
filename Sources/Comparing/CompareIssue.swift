import Diagnostics

/// What can go wrong with baselines, reports and decisions.
package enum CompareIssue: Issue, Hashable {
  case baselineUnreadable(reason: String)
  case baselineSchema(Int)
  case baselineEnvironmentMissing
  case baselinePictureChanged
  /// A case whose name would lead out of the folder of baselines.
  case unsafeCase(String)
  case noReport
  case reportUnreadable(reason: String)
  case decisionsUnreadable(reason: String)
  case noCase(String, known: [String])
  case mockupNotApprovable(String)
  case drawnPictureChanged(String)
  case notApprovable(String, verdict: String)
  /// A cause was accepted, and its cases have others besides.
  case otherCauses(String, also: [String])
  case noState(String, post: String)
}
