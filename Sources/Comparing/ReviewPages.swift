import Diagnostics
import Drawing
import Files
import Foundation
import Proof
import Raster
import Runs
import Site

/// `output/review/index.html`, made of the cases as they pass by and of the boxes that were saved beside the report.
final class ReviewPages {
  private let writer: ReportWriter
  private let report: CompareReport
  /// Places of the clusters by their ids.
  private let clusters: [String: Int]
  /// Numbers of each cluster's cases.
  private var members: [[Int]]
  private var data = ReviewData()
  /// What the start page says of each case, which comes after what only the whole report tells.
  private let heads: SpillFile

  private var folder: ReviewFolder { writer.review }

  /// Those that need somebody first.
  private static let order = Verdict.allCases.sorted { $0.rank < $1.rank }

  /// - Throws: `Diagnostic`.
  init(writer: ReportWriter) throws {
    self.writer = writer
    report = writer.result.report
    clusters = Dictionary(
      report.clusters.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
    members = Array(repeating: [], count: report.clusters.count)
    heads = try SpillFile(in: writer.review.url, name: "heads")
  }

  /// Adds a case.
  ///
  /// - Returns: What all files say of it.
  func texts(of entry: CompareReport.Case, in list: JSONListText, seconds: Double) throws -> CaseTexts {
    let own = entry.allClusters.compactMap { clusters[$0] }
    for cluster in own { members[cluster].append(data.count) }
    var reviewed = reviewed(entry, clusters: own)
    reviewed.film = entry.reference == .baseline ? FilmCase.film(inCase: entry.id) : nil
    reviewed.playable = try film(of: entry).map { try data.add($0, to: write) }
    let written = ReviewEntry(reviewed)
    let texts = CaseTexts(
      report: try list.text(of: entry),
      junit: entry.verdict == .obsolete
        ? "" : CompareOutcome.junit(entry, seconds: seconds, attachments: writer.result.setting.attachments),
      head: written.head, detail: written.detail)
    try add(texts)
    return texts
  }

  /// Nil where there is none, or a part of it is gone.
  private func film(of entry: CompareReport.Case) throws -> ReviewFilm? {
    guard let film = entry.film, let actual = folder.film(at: film.actual) else { return nil }
    return ReviewFilm(
      pictures: try JSONText.line(film.pictures), approvedPictures: try JSONText.line(film.approved ?? []),
      actual: try JSONText.line(actual), expected: try folder.film(at: film.expected).map { try JSONText.line($0) })
  }

  /// Adds a case that no cluster has.
  func add(_ texts: CaseTexts) throws {
    try heads.append(texts.head.utf8)
    try data.add(ReviewEntry(head: texts.head, detail: texts.detail), to: write)
  }

  /// - Throws: `Diagnostic`.
  func finish(with templates: SiteTemplates) throws {
    try data.finish(with: templates, to: write)
    let site = try site(report, members)
    let index = ReviewData.index(site)
    try folder.write(to: "site/index.js") { sink in
      try sink.write(index.start)
      var isFirst = true
      try heads.forEach { head in
        if !isFirst { try sink.write(",") }
        isFirst = false
        try sink.write(head)
      }
      try sink.write(index.end)
    }
    try write(ReviewFolder.decisions.text, StoredReport.script(of: []))
    // Comes last: what it needs is there.
    try write("index.html", try ReviewData.page(site, with: templates))
  }

  func removeTraces() { heads.remove() }

  private func write(_ path: String, _ text: String) throws { try folder.write(Data(text.utf8), to: path) }

  private func site(_ report: CompareReport, _ members: [[Int]]) throws -> ReviewSite {
    ReviewSite(
      project: writer.project, tool: report.tool, key: try folder.reportDigest().hex,
      environment: report.environment.name, keeping: report.keeping.rawValue,
      approve: report.approve ?? "feedproof approve",
      verdicts: Self.order.map { ($0.rawValue, report.count($0)) },
      clusters: zip(report.clusters, members).map { cluster, members in
        ReviewSite.Cluster(id: cluster.id, title: cluster.title, cases: members, accept: cluster.accept)
      })
  }

  private func reviewed(_ entry: CompareReport.Case, clusters: [Int]) -> ReviewCase {
    ReviewCase(
      id: entry.id, post: entry.post, isMockup: entry.reference == .mockup, verdict: entry.verdict.rawValue,
      width: entry.screenWidth, scale: entry.scale, theme: entry.theme, state: entry.state, reasons: entry.reasons,
      clusters: clusters, accept: entry.accept, sha256: entry.actual?.sha256,
      author: entry.label?.author, words: entry.label?.words,
      thumbnail: entry.thumbnail.map { ReviewCase.Picture(path: $0.path, width: $0.width, height: $0.height) },
      actual: entry.actual.map(ReviewCase.Picture.init), expected: entry.expected.map(ReviewCase.Picture.init),
      boxes: boxes(of: entry), pixels: entry.pixels.map(ReviewCase.Pixels.init),
      masks: entry.masks.map { ReviewCase.Mask(box: $0.box, reason: $0.reason) })
  }

  /// All boxes of both sides, with what the report says of them.
  private func boxes(of entry: CompareReport.Case) -> [ReviewCase.Box] {
    let actual = folder.layout(at: entry.actual?.layout)?.boxes ?? []
    let reference = folder.layout(at: entry.expected?.layout)?.boxes ?? []
    var changes: [String: [CompareReport.Box]] = [:]
    for box in entry.boxes.reversed() { changes[box.path, default: []].append(box) }
    return BoxPair.matching(actual, reference).map { pair in
      // The sides are exchanged, so that boxes come in the order in which the card was drawn.
      let (drawn, wanted) = (pair.reference, pair.actual)
      let isDifferent = changes[pair.path]?.last.map { $0.isOf(drawn, wanted) } ?? false
      let found = isDifferent ? changes[pair.path]?.popLast()?.changes ?? [] : []
      return ReviewCase.Box(
        path: pair.path, actual: drawn?.frame, reference: wanted?.frame, actualBaseline: drawn?.baseline,
        referenceBaseline: wanted?.baseline, changes: found.map { ReviewCase.Box.Change(text: $0.text, own: $0.own) })
    }
  }
}

extension CompareReport.Box {
  /// Of boxes with the same path the one that stands there.
  fileprivate func isOf(_ drawn: BoxRecord?, _ wanted: BoxRecord?) -> Bool {
    actual == drawn?.frame.numbers && reference == wanted?.frame.numbers
  }
}

extension ReviewCase.Picture {
  fileprivate init(_ picture: CompareReport.Picture) {
    self.init(path: picture.path, width: picture.width, height: picture.height)
  }
}

extension ReviewCase.Pixels {
  fileprivate init(_ pixels: CompareReport.Pixels) {
    self.init(
      differing: pixels.differing, limit: pixels.limit, antialiased: pixels.antialiased, compared: pixels.compared,
      path: pixels.path,
      regions: pixels.regions.map {
        ReviewCase.Region(
          x: $0.x, y: $0.y, width: $0.width, height: $0.height, differing: $0.differing, boxes: $0.boxes)
      })
  }
}
