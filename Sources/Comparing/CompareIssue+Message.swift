import Diagnostics

extension CompareIssue {
  package var severity: Diagnostic.Severity { if case .decisionsNotKept = self { .warning } else { .error } }

  package var code: String {
    switch self {
    case .baselineUnreadable: "baseline.unreadable"
    case .baselineSchema: "baseline.schema"
    case .baselineEnvironmentMissing: "baseline.no-environment"
    case .baselinePictureChanged: "baseline.other-picture"
    case .unsafeCase: "case.unsafe"
    case .noReport: "report.missing"
    case .reportUnreadable: "report.unreadable"
    case .decisionsUnreadable: "decisions.unreadable"
    case .noCase: "approve.no-case"
    case .nothingChosen: "compare.nothing-chosen"
    case .mockupNotApprovable: "approve.mockup"
    case .drawnPictureChanged: "approve.other-picture"
    case .notApprovable: "approve.verdict"
    case .otherCauses: "approve.other-causes"
    case .noState: "case.no-state"
    case .notApprovedHere: "undo.not-here"
    case .baselineChanged: "undo.changed"
    case .decisionsNotKept: "decisions.not-kept"
    }
  }

  package var message: String {
    switch self {
    case .baselineUnreadable(let reason): "the baseline can't be read: \(reason)"
    case .baselineSchema(let schema): "the baseline has schema \(schema), which this version does not know"
    case .baselineEnvironmentMissing: "the environment that the baseline was drawn in is not recorded"
    case .baselinePictureChanged: "the kept picture is not the one that was approved: its digest is another"
    case .unsafeCase(let id): "\"\(id)\" can't be a case: it would leave the folder of baselines"
    case .noReport: "there is nothing to approve: no comparison was made here"
    case .reportUnreadable(let reason): "the report can't be read: \(reason)"
    case .decisionsUnreadable(let reason): "the decisions can't be read: \(reason)"
    case .noCase(let pattern, known: _): "no case of the last comparison matches \"\(pattern)\""
    case .nothingChosen(let patterns, known: _):
      "nothing that is compared here is called \(patterns.map { "\"\($0)\"" }.joined(separator: " or "))"
    case .mockupNotApprovable(let id): "\"\(id)\" is a mockup, which only its designer changes"
    case .drawnPictureChanged(let id): "the picture of \"\(id)\" is not the one that was compared"
    case .notApprovable(let id, let verdict): "\"\(id)\" can't be approved: its verdict is \(verdict)"
    case .otherCauses(let id, also: _): "nothing can be approved: \"\(id)\" has another cause as well"
    case .notApprovedHere(let id): "\"\(id)\" was not approved since this server was started"
    case .baselineChanged(let id): "the baseline of \"\(id)\" is no more what was approved here"
    case .decisionsNotKept(let reason): "what was decided could not be written into the report: \(reason)"
    case .noState(let state, let post): "the card of \(post) has no \(state) state at this width"
    }
  }

  package var hint: String? {
    switch self {
    case .baselineUnreadable, .baselineEnvironmentMissing, .baselinePictureChanged:
      "restore it from version control, or approve the case anew"
    case .baselineSchema: "use the version of Feedproof that wrote it, or approve the case anew"
    case .unsafeCase: nil
    case .noReport: "run feedproof compare first, or name the project with --project"
    case .reportUnreadable: "run feedproof compare again"
    case .decisionsUnreadable: "save the decisions from the review page again"
    case .noCase(let pattern, let known):
      nearest(to: pattern, among: known).map { "did you mean \"\($0)\"?" }
        ?? (known.isEmpty ? "everything was as approved" : "cases: \(known.prefix(5).joined(separator: ", "))…")
    case .nothingChosen(let patterns, let known):
      patterns.lazy.compactMap { nearest(to: $0, among: known) }.first.map { "did you mean \"\($0)\"?" }
        ?? "posts: \(known.prefix(5).joined(separator: ", "))…"
    case .mockupNotApprovable: "change the card, or ask for another mockup"
    case .drawnPictureChanged: "run feedproof compare again and look at it once more"
    case .notApprovable: "run feedproof compare again when it is mended"
    case .otherCauses(_, let also): "name all causes of a case, or the case itself: \(also.joined(separator: " "))"
    case .notApprovedHere, .baselineChanged: "take it back with your version control"
    case .decisionsNotKept: "the baselines are written; the review does not show it"
    case .noState: "only a text of more lines than the design's limit has both states"
    }
  }
}
