import Diagnostics
import Digests
import Files
import Foundation
import Proof
import Runs
import Site

/// Writes what a comparison came to in all its forms, the cases passing by one at a time.
struct ReportWriter {
  let result: CompareOutcome
  let log: CaseLog
  let review: ReviewFolder
  /// What the pages call the project.
  let project: String

  /// The report for machines, JUnit's and the summary for people; then the pages, which need the first.
  ///
  /// - Throws: `Diagnostic` when a file can't be written.
  func write(with templates: SiteTemplates) throws {
    try writeReport()
    try writeJUnit()
    try review.write(Data(result.markdown.utf8), to: "summary.md")
    try ReviewPages(writer: self).write(with: templates)
  }

  /// Each case as the report has it, in its order.
  func forEachCase(_ body: (CompareReport.Case) throws -> Void) throws {
    try log.forEach { try body(result.completed($0)) }
  }

  func writeReport() throws {
    let frame = try JSONText.frame(of: result.report, around: "cases")
    try review.write(to: ReviewFolder.report) { sink in
      // The list brings its own brackets.
      try sink.write(String(frame.head.dropLast()))
      var list = JSONListText(depth: 2)
      try forEachCase { try sink.write(try list.next($0)) }
      try sink.write(list.end + frame.tail)
    }
  }

  private func writeJUnit() throws {
    try review.write(to: "junit.xml") { sink in
      try sink.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"feedproof\">\n")
      for kind in [ProofCase.Kind.baseline, .mockup] {
        guard let head = result.junitHead(of: kind) else { continue }
        try sink.write(head)
        try forEachCase { entry in
          if entry.reference == kind, entry.verdict != .obsolete { try sink.write(CompareOutcome.junit(entry)) }
        }
        try sink.write("  </testsuite>\n")
      }
      try sink.write("</testsuites>\n")
    }
  }
}
