import Diagnostics
import Digests
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

  /// Every case is checked before the first is written: either all of them are approved or none is.
  ///
  /// - Throws: `RunFailure` when one can't be, or the folder can't be written.
  package func approve(_ cases: [CompareReport.Case], keeping: BaselineKeeping) throws {
    let environment = BaselineEnvironment(report.environment)
    let drawn = try cases.map { entry -> (record: BaselineRecord, png: [UInt8]) in
      guard let drawn = review.drawn(entry), let picture = entry.actual, Digest(of: drawn.png).hex == picture.sha256
      else { throw Diagnostic(CompareIssue.drawnPictureChanged(entry.id)) }
      let record = BaselineRecord(
        id: entry.id, width: picture.width, height: picture.height, sha256: Digest(of: drawn.png).hex,
        environment: environment.name, layout: drawn.layout)
      return (record, drawn.png)
    }
    for item in drawn { try store.save(item.record, png: item.png, environment: environment, keeping: keeping) }
    store.removeUnusedEnvironments()
  }

  /// Takes away the baselines that the comparison found obsolete.
  ///
  /// - Returns: Their ids.
  package func prune() throws -> [String] {
    let ids = report.cases.filter { $0.verdict == .obsolete }.map(\.id)
    for id in ids { try store.remove(id) }
    store.removeUnusedEnvironments()
    return ids
  }
}

extension BaselineEnvironment {
  init(_ environment: CompareReport.Environment) {
    fonts = environment.fonts
    libraries = environment.libraries
  }
}
