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
  /// - Parameter key: Of all that the cases have in common; nil writes nothing down for the next comparison.
  /// - Throws: `Diagnostic` when a file can't be written.
  func write(with templates: SiteTemplates, keepingFor key: Digest? = nil) throws {
    let pages = try ReviewPages(writer: self)
    defer { pages.removeTraces() }
    let next = try key.map { try KeptPostWriter(in: review.url, key: $0) }
    try writeReports { entry, list in
      switch entry {
      case .post(let head): try next?.begin(head)
      case .kept(let kept):
        next?.append(kept)
        try pages.add(kept.texts)
        return kept.texts
      case .compared(let compared, let marks, let seconds):
        let completed = result.completed(compared)
        let texts = try pages.texts(of: completed, in: list, seconds: seconds)
        if let marks {
          // The next comparison spends no time on it.
          var kept = texts
          kept.junit = CompareOutcome.junit(completed)
          next?.append(KeptCase(id: compared.id, marks: marks, texts: kept))
        } else {
          try next?.end()
        }
        return texts
      }
      return nil
    }
    try review.write(Data(result.markdown.utf8), to: "summary.md")
    try pages.finish(with: templates)
    try next?.finish()
    if let part = result.part { try writeLog(of: part) }
  }

  /// Each case that was compared in this run, as the report has it, in its order.
  func forEachCompared(_ body: (CompareReport.Case) throws -> Void) throws {
    try log.forEachCompared { try body(result.completed($0)) }
  }

  /// `report.json` and `junit.xml`, the log being read once.
  ///
  /// - Parameter texts: Of a line of the log; nil where it is no case.
  func writeReports(_ texts: (CaseLog.Entry, JSONListText) throws -> CaseTexts?) throws {
    let frame = try JSONText.frame(of: result.report, around: "cases")
    try review.write(to: ReviewFolder.report) { report in
      try review.write(to: "junit.xml") { junit in
        // The list brings its own brackets.
        try report.write(String(frame.head.dropLast()))
        var list = JSONListText(depth: 2)
        var suites = JUnitSuites(result: result, sink: junit)
        try suites.begin()
        try log.forEach { entry in
          guard let texts = try texts(entry, list) else { return }
          try report.write(list.next(written: texts.report))
          try suites.add(texts.junit, of: entry)
        }
        try suites.end()
        try report.write(list.end + frame.tail)
      }
    }
  }
}

/// JUnit's suites: baselines, then mockups, as the cases come.
private struct JUnitSuites {
  let result: CompareOutcome
  let sink: FileSink
  private var open: ProofCase.Kind?

  init(result: CompareOutcome, sink: FileSink) {
    (self.result, self.sink) = (result, sink)
  }

  func begin() throws {
    try sink.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"feedproof\">\n")
  }

  mutating func add(_ text: String, of entry: CaseLog.Entry) throws {
    guard !text.isEmpty else { return }
    let kind = if case .compared(let compared, _, _) = entry { compared.reference } else { ProofCase.Kind.baseline }
    if open != kind {
      try close()
      guard let head = result.junitHead(of: kind) else { return }
      try sink.write(head)
      open = kind
    }
    try sink.write(text)
  }

  func end() throws {
    try close()
    try sink.write("</testsuites>\n")
  }

  private func close() throws {
    if open != nil { try sink.write("  </testsuite>\n") }
  }
}
