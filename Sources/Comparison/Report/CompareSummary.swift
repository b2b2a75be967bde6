import Basics
import Diagnostics
import Foundation
import ImageComparison
import RunSupport

/// The findings of a comparison, for its last line.
package struct CompareSummary: Encodable, Sendable, CustomStringConvertible {
  /// The shard if the report covers a part: `2/8`.
  package var shard: Shard?
  /// Cases by verdict, as in the report.
  package var counts: [String: Int]
  /// The numbers of posts drawn and of posts unchanged since the last comparison; nil for merged reports.
  package var drawn: Int?
  package var kept: Int?
  /// The number of causes of cases that are not good.
  package var clusters: Int
  /// Ids of images that the newer folder lacks, and of images that were not compared; nil for a project.
  var removed: [String]?
  var notCompared: [String]?
  /// The exit status of the process.
  var exitStatus: Int32
  package var seconds: Double
  /// The output to open first.
  package var output: String

  package init(_ result: CompareOutcome, in folder: URL, seconds: Double) {
    let report = result.report
    shard = report.shard?.shard
    counts = report.counts
    (drawn, kept) = result.drawn + result.kept > 0 ? (result.drawn, result.kept) : (nil, nil)
    clusters = report.clusters.count
    removed = report.removal?.images
    notCompared = report.removal.map { _ in result.uncompared }
    exitStatus = (result.failure?.status ?? .good).rawValue
    self.seconds = seconds
    output = ReviewFolder(in: folder).page.path
  }

  /// `2 of 250 cases to review; compared in 3.1 s, drawing 2 of 250 posts`, and the path of the review.
  package var description: String {
    let share = kept.flatMap { kept in
      drawn.map { kept == 0 ? "" : ", drawing \($0) of \($0 + kept) post\($0 + kept == 1 ? "" : "s")" }
    }
    return "\(result); compared in \((seconds * 10).rounded() / 10) s\(share ?? "")\nopen \(PlainText.piece(output))"
  }

  private var result: String {
    let all = counts.values.reduce(0) { $0.saturatingAdd($1) }
    let good = Verdict.allCases.filter(\.isGood).reduce(0) { $0.saturatingAdd(counts[$1.rawValue] ?? 0) }
    let isGood = exitStatus == ExitStatus.good.rawValue
    guard good < all else { return "\(isGood ? "passed" : "failed"): \(all.counted("case"))" }
    // With --fail-on, a run passes in spite of them.
    return "\(isGood ? "passed, with " : "")\(all - good) of \(all.counted("case")) to review"
  }
}
