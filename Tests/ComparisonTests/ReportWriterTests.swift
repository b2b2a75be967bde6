import CardRendering
import Comparison
import Files
import Foundation
import Support
import Testing

@Suite("Writing a report case by case")
struct ReportWriterTests {
  private static func entry(_ number: Int) -> CaseResult {
    CaseResult(
      id: "post/\(number)", reference: .baseline, post: "post", variant: nil, verdict: .identical, reasons: [])
  }

  /// Writes a report with the cases `post/0`, `post/1`, …
  static func writeReport(of count: Int, to review: ReviewFolder) throws {
    let store = try ComparisonStore(in: review.url, key: nil)
    let environment = RenderingEnvironment(CompareReport.Environment(name: "", fonts: ["a.otf"], libraries: [:]))
    var outcome = CompareOutcome(
      CompareOutcome.Setting(environment: environment, keeping: .full, approveArguments: ""))
    for number in 0..<count {
      outcome.add(entry(number), causes: [])
      try store.add(ComparisonStore.Row(id: "post/\(number)", result: entry(number)))
    }
    try ReportWriter(result: outcome, store: store, review: review, project: "a").writeReports { row, list in
      try row.result.map { ReviewTexts(report: try list.text(of: $0), junit: "", head: "", detail: "") }
    }
  }

  @Test("the bytes are those of the whole report written at once", arguments: [0, 1, 3])
  func bytes(count: Int) throws {
    let folder = try TemporaryFolder()
    let review = ReviewFolder(in: folder.url)
    try Self.writeReport(of: count, to: review)
    let written = try Data(contentsOf: review.url.appendingPathComponent("report.json"))
    let report = try JSONDecoder().decode(CompareReport.self, from: written)
    #expect(report.cases.count == count)
    #expect(try JSONText.pretty(report) == written)
  }

  @Test("decisions are written next to their cases, and every case is found again where it stands then")
  func decisions() throws {
    let folder = try TemporaryFolder()
    let review = ReviewFolder(in: folder.url)
    try Self.writeReport(of: 4, to: review)
    var report = try review.report()
    try report.record(["post/0": CaseDecision(.approve, comment: "as I meant it")], in: review)
    try report.record(["post/2": CaseDecision(.reject)], in: review)
    #expect(try report.cases.map { try report.entry($0).id } == (0..<4).map { "post/\($0)" })
    try report.record(["post/0": CaseDecision?.none, "post/1": CaseDecision(.approve)], in: review)
    let expected = ["post/1": CaseDecision(.approve), "post/2": CaseDecision(.reject)]
    #expect(report.decisions == expected)
    let again = try review.report()
    #expect(again.decisions == expected)
    #expect(try again.cases.map { try again.entry($0).decision } == [nil, expected["post/1"], expected["post/2"], nil])
  }
}
