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
  /// A comparison was narrowed to nothing.
  case nothingChosen([String], known: [String])
  case mockupNotApprovable(String)
  case drawnPictureChanged(String)
  case notApprovable(String, verdict: String)
  /// A cause was accepted, and its cases have others besides.
  case otherCauses(String, also: [String])
  case noState(String, post: String)
  /// An approval that is to be taken back and was not made by this server.
  case notApprovedHere(String)
  /// A baseline that is no more what was approved, so that taking the approval back would lose something.
  case baselineChanged(String)
  /// Decisions were carried out and could not be written down.
  case decisionsNotKept(reason: String)
}
