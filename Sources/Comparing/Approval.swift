import Diagnostics
import Digests
import Files
import Foundation
import Proof
import Raster
import Runs

/// Makes what the last comparison drew the baseline.
package struct Approval {
  let report: CompareReport
  let review: ReviewFolder
  let store: BaselineStore

  package init(report: CompareReport, review: ReviewFolder, store: BaselineStore) {
    self.report = report
    self.review = review
    self.store = store
  }

  /// Everything is checked before anything is written, and written as one step: all of it happens, or nothing.
  ///
  /// - Parameter pruning: Ids of baselines that are removed.
  /// - Throws: `RunFailure` when a case can't be approved, or the folder can't be written.
  package func approve(
    _ cases: [CompareReport.Case], keeping: BaselineKeeping, pruning: [String] = []
  ) throws {
    if cases.isEmpty && pruning.isEmpty { return }
    let environment = BaselineEnvironment(report.environment)
    var change = try BaselineChange(store)
    // One picture in memory at a time; a change that is given up has changed nothing.
    for entry in cases {
      guard let drawn = review.drawn(entry), let picture = entry.actual, Digest(of: drawn.png).hex == picture.sha256
      else { throw Diagnostic(CompareIssue.drawnPictureChanged(entry.id)) }
      let record = BaselineRecord(
        id: entry.id, width: picture.width, height: picture.height, sha256: Digest(of: drawn.png).hex,
        environment: environment.name, layout: drawn.layout)
      try change.approve(record, png: drawn.png, environment: environment, keeping: keeping)
    }
    for id in pruning { try change.remove(id) }
    try change.commit()
  }

  /// Ids of the baselines that the comparison found obsolete.
  var obsolete: [String] { report.cases.filter { $0.verdict == .obsolete }.map(\.id) }
}

extension BaselineEnvironment {
  init(_ environment: CompareReport.Environment) {
    fonts = environment.fonts
    libraries = environment.libraries
  }
}
