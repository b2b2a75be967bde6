import Diagnostics

/// Problems with baselines, reports and decisions.
package enum CompareIssue: Issue, Hashable {
  case baselineUnreadable(reason: String)
  case baselineSchema(Int)
  /// Two branches changed the baseline, and git wrote both sides into it.
  case baselineConflicted
  case baselineEnvironmentMissing
  /// A folder has the name of a baseline's file, or another file has the name of its folder.
  case baselineInTheWay(isFolder: Bool)
  case baselinePictureChanged
  /// A case whose id leads out of the folder of baselines.
  case unsafeCase(String)
  case noReport
  case reportUnreadable(reason: String)
  case decisionsUnreadable(reason: String)
  case noCase(String, known: [String])
  /// No case matches the selection.
  case nothingChosen([String], known: [String])
  case mockupNotApprovable(String)
  case screenNotApprovable(String)
  case drawnPictureChanged(String)
  case notApprovable(String, verdict: String)
  /// A cause was accepted, but all of its cases have other causes, too.
  case otherCauses(String, also: [String])
  case noState(String, post: String)
  /// The crop exceeds an image of this size in pixels.
  case cropOutside(width: Int, height: Int)
  /// The approval to undo was not made by this server.
  case notApprovedHere(String)
  /// The baseline has changed since the approval, and undoing would lose the change.
  case baselineChanged(String)
  /// Decisions were applied but could not be recorded.
  case decisionsNotKept(reason: String)
  /// An approval failed, and all baselines are unchanged.
  case nothingApproved
  /// The store of the last comparison can't be used.
  case storeDamaged
  /// Cases that are both approved and rejected.
  case contradictoryDecisions([String])

  package var text: IssueText {
    switch self {
    case .baselineUnreadable(let reason):
      .error(
        "baseline.unreadable", "the baseline can't be read: \(reason)",
        hint: "restore it from version control, or approve the case again")
    case .baselineSchema(let schema):
      .error(
        "baseline.schema", "the baseline has schema \(schema), which this version does not support",
        hint: "use the version of Feedproof that wrote it, or approve the case again")
    case .baselineConflicted:
      .error(
        "baseline.conflict", "two branches changed the baseline, and the merge left both sides in it",
        hint: "compare again with the merged sources, then run feedproof approve --resolve")
    case .baselineEnvironmentMissing:
      .error(
        "baseline.no-environment", "the environment in which the baseline was drawn is not recorded",
        hint: "restore it from version control, or approve the case again")
    case .baselineInTheWay(let isFolder):
      .error(
        "baseline.in-the-way",
        isFolder ? "a folder is where a baseline's file belongs" : "a file occupies the path of a baseline's folder",
        hint: "move it, and approve the case again", kind: .output)
    case .baselinePictureChanged:
      .error(
        "baseline.other-picture", "the stored image is not the approved one: its digest differs",
        hint: "restore it from version control, or approve the case again")
    case .unsafeCase(let id):
      .error("case.unsafe", "\"\(id)\" can't be a case: its path leads out of the baselines folder")
    case .noReport:
      .error(
        "report.missing", "this folder contains no comparison",
        hint: "run feedproof compare first, or name the project")
    case .reportUnreadable(let reason):
      .error("report.unreadable", "the report can't be read: \(reason)", hint: "run feedproof compare again")
    case .decisionsUnreadable(let reason):
      .error(
        "decisions.unreadable", "the decisions can't be read: \(reason)",
        hint: "save the decisions from the review page again")
    case .noCase(let pattern, let known):
      .error(
        "approve.no-case", "no case of the last comparison matches \"\(pattern)\"",
        hint: nearest(to: pattern, among: known).map { "did you mean \"\($0)\"?" }
          ?? (known.isEmpty ? "the last comparison found no differences" : "cases: \(known.listed(most: 5))"))
    case .nothingChosen(let patterns, let known):
      .error(
        "compare.nothing-chosen",
        "no compared case or post has the name \(patterns.map { "\"\($0)\"" }.joined(separator: " or "))",
        hint: patterns.lazy.compactMap { nearest(to: $0, among: known) }.first.map { "did you mean \"\($0)\"?" }
          ?? "posts: \(known.listed(most: 5))")
    case .mockupNotApprovable(let id):
      .error(
        "approve.mockup", "\"\(id)\" is a mockup, which can't be approved",
        hint: "change the card, or request a new mockup")
    case .screenNotApprovable(let id):
      .error(
        "approve.screen", "\"\(id)\" is an app screen, which can't be approved",
        hint: "change the app or the card, or set a tolerance in screens.yml")
    case .drawnPictureChanged(let id):
      .error(
        "approve.other-picture", "the image of \"\(id)\" has changed since the comparison",
        hint: "run feedproof compare again and review the case")
    case .notApprovable(let id, let verdict):
      .error(
        "approve.verdict", "\"\(id)\" can't be approved: its verdict is \(verdict)",
        hint: "fix it, and run feedproof compare again")
    case .otherCauses(let id, let also):
      .error(
        "approve.other-causes", "nothing was approved: \"\(id)\" also has other causes",
        hint: "name all causes of a case, or the case itself: \(also.joined(separator: " "))")
    case .noState(let state, let post):
      .error(
        "case.no-state", "the card of \(post) has no \(state) state at this width",
        hint: "only a card whose text exceeds the design's line limit has both states")
    case .cropOutside(let width, let height):
      .error(
        "case.crop", "the crop extends beyond the image's \(width) × \(height) pixels",
        hint: "crop is in points of the frame; pictureScale is the number of pixels per point")
    case .notApprovedHere(let id):
      .error(
        "undo.not-here", "\"\(id)\" has not been approved since the server started",
        hint: "revert it with your version control")
    case .baselineChanged(let id):
      .error(
        "undo.changed", "the baseline of \"\(id)\" is no longer the one that was approved here",
        hint: "revert it with your version control")
    case .decisionsNotKept(let reason):
      .error(
        "decisions.not-kept", "the decisions could not be written into the report: \(reason)",
        hint: "the baselines are written; run the same command again to update the review", kind: .output)
    case .nothingApproved:
      .note("approve.nothing", "nothing was approved: all baselines are unchanged", kind: .output)
    case .storeDamaged:
      .note("compare.store-damaged", "the results of the last comparison are damaged; every card is drawn again")
    case .contradictoryDecisions(let ids):
      .warning(
        "decisions.contradictory",
        "approved and rejected at once, by name or by a cause: \(ids.prefix(5).joined(separator: ", "))"
          + (ids.count > 5 ? ", …" : ""),
        hint: "they count as rejected; remove one of the two decisions")
    }
  }
}
