import Diagnostics
import Foundation
import Runs

/// What a comparison found, for its last line.
package struct CompareSummary: Encodable, Sendable, CustomStringConvertible {
  /// Where the report is about a part: `2/8`.
  package var shard: Shard?
  /// Cases by verdict, as in the report.
  package var counts: [String: Int]
  /// Posts that were drawn, and posts that are as the last comparison found them; nil where reports were joined.
  package var drawn: Int?
  package var kept: Int?
  /// Causes of what is not good.
  package var clusters: Int
  /// What the process ends with.
  var exitStatus: Int32
  package var seconds: Double
  /// Where to look first.
  package var output: String

  package init(_ result: CompareOutcome, in folder: URL, seconds: Double) {
    let report = result.report
    shard = report.shard?.shard
    counts = report.counts
    (drawn, kept) = result.drawn + result.kept > 0 ? (result.drawn, result.kept) : (nil, nil)
    clusters = report.clusters.count
    exitStatus = (result.failure?.status ?? .good).rawValue
    self.seconds = seconds
    output = ReviewFolder(in: folder).page.path
  }

  /// `compared in 3.1 s, drawing 2 of 250 posts`, and where the review is.
  package var description: String {
    let share = kept.flatMap { kept in
      drawn.map { kept == 0 ? "" : ", drawing \($0) of \($0 + kept) post\($0 + kept == 1 ? "" : "s")" }
    }
    return "compared in \((seconds * 10).rounded() / 10) s\(share ?? "")\nlook at \(PlainText.piece(output))"
  }
}
