import Basics
import DataFormats
import Diagnostics
import Files
import Foundation
import ImageComparison
import Site

/// A `report.json` whose cases stay in the file. Memory holds the rest, and the fields of each case that decisions
/// need.
package struct StoredReport {
  /// The fields of a case that decisions need.
  package struct Head: ApprovalSubject, Decodable, Sendable {
    package var id: String
    var reference: ComparisonCase.Kind
    var post: String
    var label: CaseLabel?
    var verdict: Verdict
    private var cluster: String?
    private var clusters: [String]?
    var environment: String?
    var drifted: Bool?
    var replacesBroken: Bool { replacesBrokenImage ?? false }
    private var replacesBrokenImage: Bool?
    var decision: CaseDecision?
    private var actual: DrawnImageFields?
    /// The position in the report, from 0.
    fileprivate(set) var number = 0

    private struct DrawnImageFields: Decodable {
      var sha256: String?
      var pixels: String?
      var path: String?
      var layout: String?
    }

    private enum CodingKeys: String, CodingKey {
      case id, reference, post, label, verdict, cluster, clusters, environment, drifted, decision, actual
      case replacesBrokenImage = "replacesBroken"
    }

    /// The ids of all its causes; older reports name only one.
    var causes: [String] { clusters ?? cluster.map { [$0] } ?? [] }
    /// The digest of the rendered image.
    var sha256: String? { actual?.sha256 }
    /// The digest of its pixels.
    var pixels: String? { actual?.pixels }
    var wasDrawn: Bool { actual?.path != nil && actual?.layout != nil }
  }

  /// The report without its cases.
  package let whole: CompareReport
  package private(set) var cases: [Head] = []
  private var places: [Range<Int>] = []
  private var file: RegularFile

  /// Returns nil if there is no report.
  init?(in tree: FileTree) throws {
    guard let file = try tree.open(ReviewFolder.report) else { return nil }
    var (cases, places) = ([Head](), [Range<Int>]())
    let frame = try JSONListReader.read(file, list: "cases") { element, place in
      var head = try JSONSource.decode(Head.self, from: Data(element), element: "cases[\(cases.count)]")
      head.number = cases.count
      cases.append(head)
      places.append(place)
    }
    whole = try JSONSource.decode(CompareReport.self, from: Data(frame))
    guard whole.schema == CompareReport.currentSchema else {
      throw Diagnostic(CompareIssue.reportUnreadable(reason: "it has schema \(whole.schema)"))
    }
    let counts = Array(whole.counts.values) + (whole.drift ?? []).flatMap { [$0.cases, $0.same] }
    if let count = counts.first(where: { BoundedNumber($0) == nil }) {
      throw Diagnostic(CompareIssue.reportUnreadable(reason: "a report can't have \(count) cases"))
    }
    (self.cases, self.places, self.file) = (cases, places, file)
  }

  /// Reads a complete case.
  ///
  /// - Throws: `FileError`, `SourceFault`.
  package func entry(_ head: Head) throws -> CaseResult {
    let place = places[head.number]
    let bytes = try file.read(at: place.lowerBound, upTo: place.count)
    return try JSONSource.decode(from: Data(bytes), element: "cases[\(head.number)]")
  }

  /// Returns whether another version of Feedproof is the only cause of a case's difference.
  var ofVersionAlone: (_ id: String) -> Bool {
    let versions = Set(whole.clusters.filter { $0.kind == .version }.map(\.id))
    let found = Set(
      cases.filter { !$0.causes.isEmpty && versions.isSuperset(of: $0.causes) }.map(\.id))
    return found.contains
  }

  // MARK: Decisions

  /// The decisions about cases since the comparison, by case id.
  package var decisions: [String: CaseDecision] {
    Dictionary(
      cases.compactMap { head in head.decision.map { (head.id, $0) } }, uniquingKeysWith: { first, _ in first })
  }

  /// Writes decisions into the report, whose other bytes stay the same, and into the script that the pages load.
  ///
  /// - Parameters:
  ///   - changes: The new decisions by case id; nil undoes a decision.
  ///   - review: The folder of the report.
  /// - Throws: `Diagnostic`; the report is unchanged then.
  package mutating func record(_ changes: [String: CaseDecision?], in review: ReviewFolder) throws {
    let changed = cases.filter { head in changes[head.id].map { $0 != head.decision } ?? false }
    guard !changed.isEmpty else { return }
    var decided = cases
    for head in changed { decided[head.number].decision = changes[head.id] ?? nil }
    // The script comes first: if the report can't be written, the next approval finds that both are outdated.
    try review.replace(Data(Self.script(of: decided).utf8), at: ReviewFolder.decisions)
    var lengths: [Int: Int] = [:]
    _ = try OutputFolder(review.url).write(to: ReviewFolder.report, replacing: true) { sink in
      var end = 0
      for head in changed {
        try copy(from: end, to: places[head.number].lowerBound, into: sink)
        var entry = try entry(head)
        entry.decision = changes[head.id] ?? nil
        let text = try JSONText.element(entry, depth: 2)
        try sink.write(text)
        lengths[head.number] = text.utf8.count
        end = places[head.number].upperBound
      }
      try copy(from: end, to: .max, into: sink)
    }
    cases = decided
    var shift = 0
    for (number, place) in places.enumerated() {
      let length = lengths[number] ?? place.count
      places[number] = (place.lowerBound + shift)..<(place.lowerBound + shift + length)
      shift += length - place.count
    }
    file = try RegularFile(review.url.appendingPathComponent(ReviewFolder.report.text))
  }

  private func copy(from start: Int, to end: Int, into sink: FileSink) throws {
    var position = start
    while position < end {
      let piece = try file.read(at: position, upTo: min(1 << 18, end - position))
      if piece.isEmpty { return }
      try sink.write(piece)
      position += piece.count
    }
  }

  /// Returns the script with all decisions about cases. Right after a comparison, there are none.
  static func script(of cases: [Head]) -> String {
    ReviewData.decisions(
      cases.compactMap { head in head.decision.map { (head.id, $0.decision.rawValue, $0.comment) } })
  }
}

extension ReviewFolder {
  /// Returns the report of the last comparison.
  ///
  /// - Throws: `Diagnostic` if there is none or it can't be read.
  package func report() throws -> StoredReport {
    guard let report = try reading({ try StoredReport(in: FileTree(url.path)) }) else { throw noReport }
    return report
  }

  /// Runs code that reads the report, and adds the file's name to its errors.
  func reading<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as FileError where error.code == ENOENT {
      throw noReport
    } catch let fault as SourceFault {
      throw Diagnostic(CompareIssue.reportUnreadable(reason: fault.fact.message), at: fault.place)
        .located(in: url.appendingPathComponent(Self.report.text).path)
    } catch let diagnostic as Diagnostic {
      throw diagnostic.located(in: url.appendingPathComponent(Self.report.text).path)
    } catch {
      throw Diagnostic(CompareIssue.reportUnreadable(reason: reason(error)), at: reportPlace)
    }
  }

  private var noReport: Diagnostic { Diagnostic(CompareIssue.noReport, at: reportPlace) }
  private var reportPlace: Place { Place(file: url.appendingPathComponent(Self.report.text).path) }

  /// Replaces a file that the comparison wrote.
  fileprivate func replace(_ data: Data, at path: RelativePath) throws(Diagnostic) {
    try OutputFolder(url).write(data, to: path)
  }
}
