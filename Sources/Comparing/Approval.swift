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
  /// - Parameters:
  ///   - drifted: Cases that look as they did, of which only what they are drawn with is recorded anew.
  ///   - pruning: Ids of baselines that are removed, and with them all records that no baseline names; nil removes none.
  ///   - forEach: Gives the cases that are approved, one after the other.
  /// - Throws: `RunFailure` when a case can't be approved, or the folder can't be written.
  package func approve(
    keeping: BaselineKeeping, drifted: [StoredReport.Head] = [], pruning: [String]? = nil,
    _ forEach: ((CompareReport.Case) throws -> Void) throws -> Void
  ) throws {
    var change = try BaselineChange(store)
    let design = try review.design()
    // One picture in memory at a time; a change that is given up has changed nothing.
    try forEach { entry in
      guard let drawn = review.drawn(entry), let picture = entry.actual, Digest(of: drawn.png).hex == picture.sha256
      else { throw Diagnostic(CompareIssue.drawnPictureChanged(entry.id)) }
      if let design { try change.put(design) }
      let environment = report.environment(of: entry)
      let film = review.film(of: entry.id)
      if film == nil, entry.post == FilmCase.post, FilmCase.film(inCase: entry.id) != nil {
        throw Diagnostic(CompareIssue.drawnPictureChanged(entry.id))
      }
      let record = BaselineRecord(
        id: entry.id, width: picture.width, height: picture.height, sha256: Digest(of: drawn.png).hex,
        environment: environment.name, design: design?.name, layout: drawn.layout, film: film)
      try change.approve(record, png: drawn.png, environment: environment, keeping: keeping)
    }
    for entry in drifted {
      guard var record = try store.record(of: entry.id) else { continue }
      let environment = report.environment(of: entry)
      record.environment = environment.name
      try change.rewrite(record, environment: environment)
    }
    for id in pruning ?? [] { try change.remove(id) }
    try change.commit(pruning: pruning != nil)
  }
}

extension BaselineEnvironment {
  init(_ environment: CompareReport.Environment) {
    fonts = environment.fonts
    libraries = environment.libraries
    scope = environment.scope
  }
}

extension CompareReport.Environment {
  init(_ environment: BaselineEnvironment) {
    self.init(
      name: environment.name, fonts: environment.fonts, libraries: environment.libraries, scope: environment.scope)
  }
}

extension CompareReport {
  /// What a case was drawn with.
  func environment(of entry: some ReportedCase) -> BaselineEnvironment {
    BaselineEnvironment(entry.environment.flatMap { environments?[$0] } ?? environment)
  }
}
