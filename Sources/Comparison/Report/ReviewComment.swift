import Basics
import DataFormats
import Diagnostics
import Foundation
import ImageComparison

/// The results of a comparison as a comment on a pull request. It has a paragraph for each cause that needs a review,
/// with images if they are served somewhere, and observes the forge's limit on length.
package struct ReviewComment: Encodable, Sendable {
  /// The options of a comment.
  package struct Request: Sendable {
    /// The name of the comparison if the pull request has several; empty for the only one.
    package var name: String
    /// The address of the review.
    package var link: String?
    /// The address of the review's folder, for images.
    package var pictures: String?
    /// The maximum length in UTF-8 bytes.
    package var limit: Int

    package init(name: String, link: String?, pictures: String?, limit: Int) {
      (self.name, self.link, self.pictures, self.limit) = (name, link, pictures, limit)
    }
  }

  /// The line by which a later run finds the comment.
  package private(set) var marker: String
  /// The comment in Markdown. It begins with the marker.
  package private(set) var body: String
  /// The number of cases that need a review.
  package private(set) var failures: Int
  package private(set) var causes: Int
  /// The number of causes in the body; the others exceeded the limit.
  package private(set) var told: Int

  /// The allowed values of `limit`. A smaller one has no room for a heading, a link and the note about omitted causes.
  package static let limits = 2_000...1_000_000

  /// - Throws: `Diagnostic` if there is no report or one of its cases can't be read.
  package init(of review: ReviewFolder, _ request: Request) throws {
    let report = try review.report()
    let whole = report.whole
    let count = { (isWanted: (Verdict) -> Bool) in
      Verdict.allCases.filter(isWanted).reduce(0) { $0.saturatingAdd(whole.count($1)) }
    }
    let removal = whole.removal
    let all = count { _ in true }
    let failures = count { !$0.isGood || $0 == .obsolete && removal?.rule == .fails }
    marker = "<!-- feedproof\(request.name.isEmpty ? "" : ":\(Markdown.comment(request.name))") -->"
    let name = request.name.isEmpty ? "" : " \(Markdown.text(request.name))"
    let heading = failures == 0 ? "all good" : "\(failures) of \(all.counted("case")) to review"
    let figures = Verdict.inOrder.filter { whole.count($0) > 0 }
      .map { "\(whole.count($0)) \($0.rawValue)" }
    var text = "\(marker)\n## Feedproof\(name): \(heading)\n\n\(figures.joined(separator: ", "))."
    if let link = request.link { text += " [Open the review](\(Markdown.destination(link)))" }
    text += "\n"
    for drift in whole.drift ?? [] {
      text += "\n\(Markdown.text(drift.text)) (\(drift.cases.counted("case")), \(drift.same) of them unchanged)\n"
    }
    let gone = whole.count(.obsolete)
    if gone > 0, let removal {
      let permitted = removal.rule == .allowed ? ", accepted by --allow-removed" : ""
      let names = removal.images.prefix(Self.namedImages).map { Markdown.code($0) }.joined(separator: ", ")
      text += "\n**\(gone.counted("image")) removed**\(permitted): \(names)\(gone > Self.namedImages ? ", …" : "")\n"
    } else if gone > 0, let approve = whole.approve {
      text += "\n\(gone.counted("obsolete baseline")): \(Markdown.code("\(approve) --prune"))\n"
    }
    // Reserve room for the note about omitted causes.
    let room = request.limit - 200
    let heads = Dictionary(report.cases.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var told = 0
    for cluster in whole.clusters {
      let paragraph = try Self.paragraph(of: cluster, request) { try heads[$0].map(report.entry) }
      guard text.utf8.count + paragraph.utf8.count <= room else { break }
      text += "\n\(paragraph)"
      told += 1
    }
    let rest = whole.clusters.count - told
    if rest > 0 { text += "\nThe review lists \(rest.counted("more cause")).\n" }
    (body, self.failures, causes, self.told) = (text, failures, whole.clusters.count, told)
  }

  private static func paragraph(
    of cluster: CompareReport.Group, _ request: Request, entry: (String) throws -> CaseResult?
  ) throws -> String {
    let first = try cluster.cases.first.flatMap { try review(entry, $0) }
    let label = first?.label.map { " (\(Markdown.text($0.text)))" } ?? ""
    let count = cluster.cases.count
    var lines = ["**\(Markdown.text(cluster.headline))**"]
    if cluster.sentence != nil { lines.append(Markdown.text(cluster.title)) }
    lines.append(
      "\(count == 1 ? "" : "\(count) cases, such as ")\(Markdown.code(cluster.cases.first ?? ""))\(label)")
    if let command = cluster.accept ?? cluster.takeOver { lines.append(Markdown.code(command)) }
    if let first, let base = request.pictures {
      let pictures = [("before", first.expected), ("after", first.actual)].compactMap { name, picture in
        picture.flatMap { self.picture($0, name, of: first, base) }
      }
      if !pictures.isEmpty { lines.append(pictures.joined(separator: " ")) }
    }
    // Two spaces at the end of a line break it.
    return lines.joined(separator: "  \n") + "\n"
  }

  private static func review(
    _ entry: (String) throws -> CaseResult?, _ id: String
  ) throws -> CaseResult? {
    do {
      return try entry(id)
    } catch {
      throw Diagnostic(CompareIssue.reportUnreadable(reason: "the case \(id) can't be read"))
    }
  }

  /// The largest number of removed images that the comment names.
  private static let namedImages = 10

  /// The largest width of an image in CSS pixels. Two such images fit side by side.
  private static let widest = 360

  /// Returns nil if the image is outside of the review.
  private static func picture(
    _ picture: CompareReport.Picture, _ name: String, of entry: CaseResult, _ base: String
  ) -> String? {
    guard let path = picture.path, !path.hasPrefix("..") else { return nil }
    let width = min(widest, max(1, picture.width / max(1, entry.scale)))
    let address = (base.hasSuffix("/") ? base : base + "/") + Markdown.address(path)
    return "<img alt=\"\(name)\" src=\"\(Markup.html(address))\" width=\"\(width)\">"
  }
}
