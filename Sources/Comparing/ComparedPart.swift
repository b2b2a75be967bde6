import Files
import Foundation
import Proof
import Runs

/// What a shard's log says of the comparison that it is a part of, and of what the part found besides its cases.
struct ComparedPart: Codable, Sendable {
  /// What one run compared of the whole.
  struct Items: Sendable {
    var record: ShardRecord
    /// What was compared, as the command line named it.
    var project: String
    /// Posts, mockups' posts and films: where each stands in the whole run, and how many cases it has. They come in this
    /// order; after them come cases that belong to none.
    var list: [(place: Int, cases: Int)]
  }

  var project: String
  var keeping: BaselineKeeping
  var environment: CompareReport.Environment
  var environments: [String: CompareReport.Environment]
  var drift: [CompareReport.Drift]
  /// Their cases left out.
  var clusters: [CompareReport.Group]

  init(_ report: CompareReport, project: String) {
    self.project = project
    (keeping, environment) = (report.keeping, report.environment)
    (environments, drift) = (report.environments ?? [:], report.drift ?? [])
    clusters = report.clusters.map { group in
      var group = group
      group.cases = []
      return group
    }
  }
}

/// An item of a shard's log.
struct ComparedItem: Codable {
  struct Entry: Codable {
    var entry: CompareReport.Case
    /// That it took.
    var seconds: Double

    private enum CodingKeys: String, CodingKey {
      case entry = "case"
      case seconds
    }
  }

  var cases: [Entry]

  /// As the log has it, of cases that are written already.
  static func json(of cases: [String]) -> String { "{\"cases\":[\(cases.joined(separator: ","))]}" }
}

extension ReportWriter {
  /// Writes the log of a shard.
  func writeLog(of part: ComparedPart.Items) throws {
    try PartLog.write(
      part.record, ComparedPart(result.report, project: part.project), to: { try review.write(to: $0, $1) }
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
      try log.forEach { entry in
        guard let text = try text(of: entry) else { return }
        if items.isEmpty { return try written.add(ComparedItem.json(of: [text]), at: nil) }
        cases.append(text)
        try addComplete()
      }
    }
  }

  /// Nil of what is no case.
  private func text(of entry: CaseLog.Entry) throws -> String? {
    switch entry {
    case .post: return nil
    case .kept(let kept):
      // Line breaks stand between the report's values alone.
      return
        "{\"case\":\(kept.texts.report.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()),\"seconds\":0}"
    case .compared(let entry, _, let seconds):
      return try JSONText.line(ComparedItem.Entry(entry: result.completed(entry), seconds: seconds))
    }
  }
}
