import CardRendering
import Diagnostics
import Files
import Projects
import RunSupport

/// Makes the images of the last comparison the baselines.
package struct Approval {
  let report: CompareReport
  let review: ReviewFolder
  let store: BaselineStore

  /// The number of causes that a baseline records. More would not help a reader.
  private static let recordedCauses = 8

  package init(report: CompareReport, review: ReviewFolder, store: BaselineStore) {
    self.report = report
    self.review = review
    self.store = store
  }

  /// Approves cases in one step: all of them or none. Checks everything before the first write.
  ///
  /// - Parameters:
  ///   - drifted: Cases whose images are unchanged; only the fonts and libraries in their records are updated.
  ///   - pruning: Ids of baselines to remove, along with all records that no baseline names; nil removes none.
  ///   - conversion: Baselines whose stored parts change.
  ///   - forEach: Passes the approved cases one after the other.
  /// - Throws: `RunFailure` if a case can't be approved or the folder can't be written.
  package func approve(
    keeping: BaselineStorage, drifted: [StoredReport.Head] = [], pruning: [String]? = nil,
    converting conversion: BaselineConversion = BaselineConversion(),
    _ forEach: ((CaseResult) throws -> Void) throws -> Void
  ) throws {
    var change = try BaselineChange(store)
    let design = try review.design()
    let headlines = Dictionary(
      report.clusters.map { ($0.id, $0.headline) }, uniquingKeysWith: { first, _ in first })
    // One image is in memory at a time. An abandoned change leaves no trace.
    try forEach { entry in
      guard let drawn = review.drawn(entry), let picture = entry.actual, Digest(of: drawn.png).hex == picture.sha256
      else { throw Diagnostic(CompareIssue.drawnPictureChanged(entry.id)) }
      if let design { try change.put(design) }
      let environment = report.environment(of: entry)
      let film = review.film(of: entry.id)
      if film == nil, entry.isFilm {
        throw Diagnostic(CompareIssue.drawnPictureChanged(entry.id))
      }
      let causes =
        entry.verdict == .new ? [] : entry.causes.prefix(Self.recordedCauses).compactMap { headlines[$0] }
      let record = BaselineRecord(
        id: entry.id, width: picture.width, height: picture.height, sha256: Digest(of: drawn.png).hex,
        pixels: picture.pixels, environment: environment.name, design: design?.name, layout: drawn.layout, film: film,
        causes: causes.isEmpty ? nil : causes)
      try change.approve(record, png: drawn.png, environment: environment, keeping: keeping)
    }
    for entry in drifted {
      guard var record = try store.record(of: entry.id) else { continue }
      let environment = report.environment(of: entry)
      record.environment = environment.name
      try change.rewrite(record, environment: environment)
    }
    for id in pruning ?? [] { try change.remove(id) }
    for picture in conversion.changes {
      if let png = picture.png { try change.keep(picture.id, png: png()) }
      if let record = picture.record, let environment = try store.environment(record.environment) {
        try change.rewrite(record, environment: environment)
      }
    }
    try change.commit(pruning: pruning != nil)
  }
}

extension RenderingEnvironment {
  package init(_ environment: CompareReport.Environment) {
    self.init(fonts: environment.fonts, libraries: environment.libraries)
    (scope, drawing) = (environment.scope, environment.drawing)
  }
}

extension CompareReport.Environment {
  init(_ environment: RenderingEnvironment) {
    self.init(
      name: environment.name, fonts: environment.fonts, libraries: environment.libraries, scope: environment.scope,
      drawing: environment.drawing)
  }
}

extension CompareReport {
  /// Returns the fonts and libraries that a case was rendered with.
  func environment(of entry: some ApprovalSubject) -> RenderingEnvironment {
    RenderingEnvironment(entry.environment.flatMap { environments?[$0] } ?? environment)
  }
}
