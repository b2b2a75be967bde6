import CardTemplates
import ImageComparison
import Projects
import RunSupport

/// The part of a shard's log that describes the whole comparison and the part's findings besides its cases.
package struct ComparedPart: Codable, Sendable {
  /// The items that one run compared.
  package struct Items: Sendable {
    var record: ShardRecord
    /// The compared project as named on the command line.
    var project: String
    /// The position in the whole run and the number of cases of each post, mockup post, and film, in this order. Cases
    /// that belong to none come last.
    var list: [(place: Int, cases: Int)]
    /// Nil for a project.
    var images: Images?
  }

  /// The settings of a comparison of image folders.
  struct Images: Codable, Sendable {
    /// The arguments after `feedproof approve` without the output folder, with a trailing space.
    var target: String
    var removal: CompareReport.RemovedImages.Rule
    var failing: Set<Verdict>?
  }

  /// The project as named on the command line, or the title of a comparison of image folders.
  var project: String
  /// Nil for a project, and in parts of earlier versions.
  var images: Images?
  var keeping: BaselineStorage
  var environment: CompareReport.Environment
  var environments: [String: CompareReport.Environment]
  var drift: [CompareReport.Drift]
  /// The clusters without their cases.
  var clusters: [CompareReport.Group]
  /// The design facts of the clusters by id; nil in parts of earlier versions.
  var facts: [String: CauseFact]?
  /// The looks of boxes in templates, one per theme; nil in parts of earlier versions.
  var looks: [BoxStyles]?

  init(
    _ report: CompareReport, facts: [String: CauseFact], looks: [BoxStyles], project: String, images: Images?
  ) {
    (self.facts, self.looks, self.images) = (facts, looks, images)
    self.project = project
    (keeping, environment) = (report.keeping, report.environment)
    (environments, drift) = (report.environments ?? [:], report.drift ?? [])
    clusters = report.clusters.map { group in
      var group = group
      (group.cases, group.sentence) = ([], nil)
      return group
    }
  }
}

/// An item of a shard's log.
struct ShardItem: Codable {
  struct Entry: Codable {
    var entry: CaseResult
    /// The time that it took.
    var seconds: Double

    private enum CodingKeys: String, CodingKey {
      case entry = "case"
      case seconds
    }
  }

  var cases: [Entry]

  /// Returns the log's JSON for cases that are already encoded.
  static func json(of cases: [String]) -> String { "{\"cases\":[\(cases.joined(separator: ","))]}" }
}
