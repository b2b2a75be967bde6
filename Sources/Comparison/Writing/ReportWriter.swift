import CardTemplates
import Diagnostics
import Files
import Foundation
import ImageComparison
import Raster
import RunSupport
import Site

/// Writes the results of a comparison in all formats, with one case in memory at a time.
struct ReportWriter {
  let result: CompareOutcome
  let store: ComparisonStore
  let review: ReviewFolder
  /// The name of the project on the pages.
  let project: String
  /// The appearance of boxes by template, for each theme; empty if no card was rendered.
  var looks: [BoxStyles] = []
  /// Whether the cases are images from other tools.
  var isOfPictures = false

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
      let completed = result.completed(compared)
      let texts = try pages.texts(of: completed, in: list, seconds: row.seconds)
      var reused = row.dependencies.map { _ in texts }
      // When the next comparison reuses the case, it takes no time.
      reused?.junit = CompareOutcome.junit(completed)
      try store.set(head: texts.head, reused, of: row)
      return texts
    }
    try review.write(Data(result.markdown.utf8), to: "summary.md")
    try pages.finish(with: templates, reportDigest: digest)
    try store.finish()
    if let part = result.part { try writeLog(of: part) }
  }

  /// Calls `body` for each case that this run compared, as reported, in order.
  func forEachCompared(_ body: (CompareReport.Case) throws -> Void) throws {
    try store.forEachCompared { try body(result.completed($0)) }
  }

  /// Writes `report.json` and `junit.xml` in one pass over the rows.
  ///
  /// - Parameter texts: Returns the texts of a row.
  /// - Returns: The digest of the report's bytes.
  @discardableResult
  func writeReports(_ texts: (ComparisonStore.Row, JSONListText) throws -> ReviewTexts?) throws -> Digest {
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
        var suites = JUnitSuites(result: result, sink: junit)
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
          try written.add(ComparedItem.json(of: cases), at: item.place)
          cases = []
        }
      }
      try addComplete()
      try store.forEach { row in
        guard let text = try text(of: row) else { return }
        if items.isEmpty { return try written.add(ComparedItem.json(of: [text]), at: nil) }
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
    return try JSONText.line(ComparedItem.Entry(entry: result.accepted(compared), seconds: row.seconds))
  }
}

/// Writes JUnit's suites, baselines before mockups, as the cases arrive.
private struct JUnitSuites {
  let result: CompareOutcome
  let sink: FileSink
  private var open: BaselineCase.Kind?

  init(result: CompareOutcome, sink: FileSink) {
    (self.result, self.sink) = (result, sink)
  }

  func begin() throws {
    try sink.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"feedproof\">\n")
  }

  mutating func add(_ text: String, of row: ComparisonStore.Row) throws {
    guard !text.isEmpty else { return }
    let kind = row.result?.reference ?? .baseline
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

/// Writes `output/review/index.html` and its files from the cases as they arrive, and from the layouts saved next to
/// the report.
final class ReviewPages {
  private let writer: ReportWriter
  private let report: CompareReport
  /// The indexes of clusters by id.
  private let clusters: [String: Int]
  /// The numbers of the cases of each cluster.
  private var members: [[Int]]
  private var data: ReviewData

  private var folder: ReviewFolder { writer.review }

  init(writer: ReportWriter) {
    self.writer = writer
    data = ReviewData(ofPictures: writer.isOfPictures)
    report = writer.result.report
    clusters = Dictionary(
      report.clusters.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
    members = Array(repeating: [], count: report.clusters.count)
  }

  /// Adds a case.
  ///
  /// - Returns: The texts of the case for all files.
  func texts(of entry: CompareReport.Case, in list: JSONListText, seconds: Double) throws -> ReviewTexts {
    let setting = writer.result.setting
    let own = entry.allClusters.compactMap { clusters[$0] }
    for cluster in own { members[cluster].append(data.count) }
    let playable = try film(of: entry).map { try data.add($0, to: write) }
    let reviewed = ReviewedCase(entry: entry, clusters: own, boxes: boxes(of: entry), playable: playable)
    let texts = ReviewTexts(
      report: try list.text(of: entry),
      junit: entry.verdict == .obsolete && !setting.isOpen(.obsolete)
        ? ""
        : CompareOutcome.junit(
          entry, seconds: seconds, attachments: setting.attachments, isRemoval: entry.verdict == .obsolete),
      head: ScriptValue.list(reviewed.row.map(\.value)).script, detail: ScriptValue.record(reviewed.detail).script)
    try add(detail: texts.detail)
    return texts
  }

  /// Returns the film of a case; nil if there is none or a part of it is missing.
  private func film(of entry: CompareReport.Case) throws -> ReviewFilm? {
    guard let film = entry.film, let actual = folder.film(at: film.actual) else { return nil }
    return ReviewFilm(
      pictures: try JSONText.line(film.pictures), approvedPictures: try JSONText.line(film.approved ?? []),
      actual: try JSONText.line(actual), expected: try folder.film(at: film.expected).map { try JSONText.line($0) })
  }

  /// Adds the details of a case.
  func add(detail: String) throws { try data.add(detail: detail, to: write) }

  /// Writes the pages. The start page's data of each case follow data that only the whole report has.
  func finish(with templates: SiteTemplates, reportDigest: Digest) throws {
    try data.finish(with: templates, to: write)
    let site = site(report, members, reportDigest)
    let index = ReviewData.index(site)
    try folder.write(to: "site/index.js") { sink in
      try sink.write(index.start)
      var isFirst = true
      try writer.store.forEachHead { head in
        if !isFirst { try sink.write(",") }
        isFirst = false
        try sink.write(head)
      }
      try sink.write(index.end)
    }
    try write(ReviewFolder.decisions.text, StoredReport.script(of: []))
    if let looks { try write("site/measures.js", try ReviewData.measures(looks, with: templates)) }
    // Written last, when all files that it needs exist.
    try write("index.html", try ReviewData.page(site, with: templates))
  }

  private func write(_ path: String, _ text: String) throws { try folder.write(Data(text.utf8), to: path) }

  private func site(_ report: CompareReport, _ members: [[Int]], _ digest: Digest) -> ReviewSite {
    var site = ReviewSite(
      project: writer.project, tool: report.tool, key: digest.hex,
      environment: report.environment.name, keeping: report.keeping.rawValue,
      approve: report.approve ?? "feedproof approve",
      verdicts: Verdict.onPage(report.count, removal: report.removal?.rule),
      clusters: zip(report.clusters, members).map { cluster, members in
        ReviewSite.Cluster(
          id: cluster.id, title: cluster.title, cases: members, accept: cluster.accept,
          kind: cluster.kind?.rawValue, sentence: cluster.sentence)
      }, made: FileStamp.now / 1_000_000_000)
    site.isOfPictures = writer.isOfPictures
    return site
  }

  /// Data about boxes for the feed's page: tokens, colors in the order of the themes, size, weight, and 1 for an icon
  /// or 2 for an image.
  private var looks: ScriptValue? {
    guard let first = writer.looks.first else { return nil }
    return .record(
      first.all.sorted { $0.key < $1.key }.map { path, look in
        let colors = writer.looks.map { ScriptValue.optional($0.all[path]?.color.map { ScriptValue.text($0.hex) }) }
        let kind = look.isIcon ? 1 : look.isPicture ? 2 : 0
        return (
          path,
          .list([
            .texts(look.tokens), .list(colors), .optional(look.size.map(ScriptValue.number)),
            .optional(look.weight.map(ScriptValue.count)), .count(kind),
          ])
        )
      })
  }

  private func tokens(of path: String) -> [String] { writer.looks.first?[path]?.tokens ?? [] }

  /// Returns all boxes of both sides, with their changes from the report.
  private func boxes(of entry: CompareReport.Case) -> [ReviewedCase.Box] {
    let actual = folder.layout(at: entry.actual?.layout)?.boxes ?? []
    let reference = folder.layout(at: entry.expected?.layout)?.boxes ?? []
    var changes: [String: [CompareReport.Box]] = [:]
    for box in entry.boxes.reversed() { changes[box.path, default: []].append(box) }
    return BoxPair.matching(actual, reference).map { pair in
      // The sides are swapped, so that the boxes have the rendered card's order.
      let (drawn, wanted) = (pair.reference, pair.actual)
      let isDifferent = changes[pair.path]?.last.map { $0.isOf(drawn, wanted) } ?? false
      let found = isDifferent ? changes[pair.path]?.popLast()?.changes ?? [] : []
      return ReviewedCase.Box(
        path: pair.path, drawn: drawn?.frame, reference: wanted?.frame, baseline: drawn?.baseline,
        referenceBaseline: wanted?.baseline, changes: found,
        style: drawn.map { ReviewedCase.Style($0, tokens: entry.reference == .screen ? [] : tokens(of: pair.path)) })
    }
  }
}

extension ReviewedCase.Style {
  fileprivate init(_ box: BoxRecord, tokens: [String]) {
    (color, size, weight) = (box.color, box.font?.size, box.font?.weight)
    self.tokens = tokens
    (isIcon, isPicture) = (box.icon != nil, box.image != nil)
  }
}

extension CompareReport.Box {
  /// Returns whether this is the reported box of a pair, among boxes with the same path.
  fileprivate func isOf(_ drawn: BoxRecord?, _ wanted: BoxRecord?) -> Bool {
    actual == drawn?.frame.numbers && reference == wanted?.frame.numbers
  }
}
