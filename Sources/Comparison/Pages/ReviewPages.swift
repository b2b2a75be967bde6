import CardTemplates
import Files
import Foundation
import ImageComparison
import Site

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
  func texts(of entry: CaseResult, in list: JSONListText) throws -> ReviewTexts {
    let setting = writer.result.setting
    let own = entry.causes.compactMap { clusters[$0] }
    for cluster in own { members[cluster].append(data.count) }
    let playable = try film(of: entry).map { try data.add($0, to: write) }
    let reviewed = CasePage(entry: entry, clusters: own, boxes: boxes(of: entry), playable: playable)
    let texts = ReviewTexts(
      report: try list.text(of: entry),
      junit: entry.verdict == .obsolete && !setting.isOpen(.obsolete)
        ? ""
        : JUnitReport.text(
          of: entry, attachments: setting.attachments, isFailure: setting.isFailure(entry.verdict)),
      head: ScriptValue.list(reviewed.row.map(\.value)).script, detail: ScriptValue.record(reviewed.detail).script)
    try add(detail: texts.detail)
    return texts
  }

  /// Returns the film of a case; nil if there is none or a part of it is missing.
  private func film(of entry: CaseResult) throws -> ReviewFilm? {
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
    let index = ReviewData.index(site, columns: CasePage.columns)
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
  private func boxes(of entry: CaseResult) -> [CasePage.Box] {
    let actual = folder.layout(at: entry.actual?.layout)?.boxes ?? []
    let reference = folder.layout(at: entry.expected?.layout)?.boxes ?? []
    var changes: [String: [CompareReport.Box]] = [:]
    for box in entry.boxes.reversed() { changes[box.path, default: []].append(box) }
    return BoxPair.matching(actual, reference).map { pair in
      // The sides are swapped, so that the boxes have the rendered card's order.
      let (drawn, wanted) = (pair.reference, pair.actual)
      let isDifferent = changes[pair.path]?.last.map { $0.isOf(drawn, wanted) } ?? false
      let found = isDifferent ? changes[pair.path]?.popLast()?.changes ?? [] : []
      return CasePage.Box(
        path: pair.path, drawn: drawn?.frame, reference: wanted?.frame, baseline: drawn?.baseline,
        referenceBaseline: wanted?.baseline, changes: found,
        style: drawn.map { CasePage.Style($0, tokens: entry.reference == .screen ? [] : tokens(of: pair.path)) })
    }
  }
}

extension CasePage.Style {
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
