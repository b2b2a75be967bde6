import CardTemplates
import Diagnostics
import Files
import Foundation
import ImageComparison
import Raster
import RunSupport
import Site

/// Writes the results of a comparison in all formats, with one case in memory at a time.
package struct ReportWriter {
  let result: CompareOutcome
  let store: ComparisonStore
  let review: ReviewFolder
  /// The name of the project on the pages.
  let project: String
  /// The appearance of boxes by template, for each theme; empty if no card was rendered.
  var looks: [BoxStyles] = []
  /// Whether the cases are images from other tools.
  var isOfPictures = false

  package init(
    result: CompareOutcome, store: ComparisonStore, review: ReviewFolder, project: String, looks: [BoxStyles] = [],
    isOfPictures: Bool = false
  ) {
    (self.result, self.store, self.review, self.project, self.looks) = (result, store, review, project, looks)
    self.isOfPictures = isOfPictures
  }

  /// Writes the report, JUnit XML and the summary, then the pages, which need the report.
  ///
  /// - Throws: `Diagnostic` if a file can't be written.
  func write(with templates: SiteTemplates) throws {
    let pages = ReviewPages(writer: self)
    let digest = try writeReports { row, list in
      guard let compared = row.result else {
        guard let texts = row.texts else { return nil }
        try pages.add(detail: texts.detail)
        return texts
      }
      var completed = result.completed(compared)
      let texts = try pages.texts(of: completed, in: list)
      var reused = row.dependencies.map { _ in texts }
      // When the next comparison reuses the case, it takes no time.
      completed.seconds = 0
      reused?.junit = JUnitReport.text(of: completed, isFailure: result.setting.isFailure(completed.verdict))
      try store.set(head: texts.head, reused, of: row)
      return texts
    }
    try review.write(Data(result.markdown.utf8), to: "summary.md")
    try pages.finish(with: templates, reportDigest: digest)
    try store.finish()
    if let part = result.part { try writeLog(of: part) }
  }

  /// Calls `body` for each case that this run compared, as reported, in order.
  func forEachCompared(_ body: (CaseResult) throws -> Void) throws {
    try store.forEachCompared { try body(result.completed($0)) }
  }

  /// Writes `report.json` and `junit.xml` in one pass over the rows.
  ///
  /// - Parameter texts: Returns the texts of a row.
  /// - Returns: The digest of the report's bytes.
  @discardableResult
  package func writeReports(_ texts: (ComparisonStore.Row, JSONListText) throws -> ReviewTexts?) throws -> Digest {
    let frame = try JSONText.frame(of: result.report, around: "cases")
    var digest = RunningDigest()
    try review.write(to: ReviewFolder.report) { report in
      func write(_ text: String) throws {
        var text = text
        text.withUTF8 { digest.add(UnsafeRawBufferPointer($0)) }
        try report.write(text)
      }
      try review.write(to: "junit.xml") { junit in
        // The list writes its own brackets.
        try write(String(frame.head.dropLast()))
        var list = JSONListText(depth: 2)
        var suites = JUnitReport(result: result, sink: junit)
        try suites.begin()
        try store.forEach { row in
          guard let texts = try texts(row, list) else { return }
          try write(list.next(written: texts.report))
          try suites.add(texts.junit, of: row)
        }
        try suites.end()
        try write(list.end + frame.tail)
      }
    }
    return digest.finish()
  }
}

extension ReportWriter {
  /// Writes the log of a shard.
  func writeLog(of part: ComparedPart.Items) throws {
    try PartLog.write(
      part.record,
      ComparedPart(
        result.unnamedReport, facts: result.facts, looks: looks, project: part.project, images: part.images),
      to: { try review.write(to: $0, $1) }
    ) { written in
      var items = part.list[...]
      var cases: [String] = []
      func addComplete() throws {
        while let item = items.first, cases.count == item.cases {
          items.removeFirst()
          try written.add(ShardItem.json(of: cases), at: item.place)
          cases = []
        }
      }
      try addComplete()
      try store.forEach { row in
        guard let text = try text(of: row) else { return }
        if items.isEmpty { return try written.add(ShardItem.json(of: [text]), at: nil) }
        cases.append(text)
        try addComplete()
      }
    }
  }

  private static func item(_ texts: ReviewTexts) -> String {
    // The report's texts have line breaks only between values.
    "{\"case\":\(texts.report.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()),\"seconds\":0}"
  }

  /// Returns a row as an item of the shard's log.
  private func text(of row: ComparisonStore.Row) throws -> String? {
    guard let compared = row.result else { return row.texts.map(Self.item) }
    return try JSONText.line(ShardItem.Entry(entry: result.accepted(compared), seconds: compared.seconds))
  }
}
