import Diagnostics
import Foundation

/// What a comparison found, for its last line.
struct CompareSummary: Encodable, Sendable, CustomStringConvertible {
  /// Where the report is about a part: `2/8`.
  var shard: Shard?
  /// Cases by verdict, as in the report.
  var counts: [String: Int]
  /// Causes of what is not good.
  var clusters: Int
  /// What the process ends with.
  var exitStatus: Int32
  var seconds: Double
  /// Where to look first.
  var output: String

  init(_ report: CompareReport, in folder: URL, seconds: Double) {
    shard = report.shard?.shard
    counts = report.counts
    clusters = report.clusters.count
    exitStatus = report.status.rawValue
    self.seconds = seconds
    output = ReviewFolder(in: folder).page.path
  }

  /// `compared in 3.1 s`, and where the review is.
  var description: String { "compared in \((seconds * 10).rounded() / 10) s\nlook at \(PlainText.piece(output))" }
}
