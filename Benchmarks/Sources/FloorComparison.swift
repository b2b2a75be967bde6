import Files
import Foundation

/// A cold export compared with the minimum cost of its images, for each kind of post.
struct FloorComparison: Encodable {
  var kind: MixedFeed.Kind
  var floor: FloorBenchmark.Result
  /// CPU milliseconds per card, for everything from reading the feed to the page.
  var export: Double

  var times: Double { export / floor.floor }
  var timesWithSameFilter: Double { export / floor.floorWithSameFilter }

  private enum CodingKeys: String, CodingKey {
    case kind, floor, export, times, timesWithSameFilter
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(floor, forKey: .floor)
    try container.encode(export, forKey: .export)
    try container.encode(times, forKey: .times)
    try container.encode(timesWithSameFilter, forKey: .timesWithSameFilter)
  }

  static func all(in folder: BenchmarkFolder, posts: Int, environment: Environment) async throws -> [FloorComparison] {
    var comparisons: [FloorComparison] = []
    for kind in MixedFeed.Kind.allCases {
      let (feed, document) = try folder.feed(kind.rawValue, posts: posts, kinds: [kind])
      let project = try folder.project(feed, output: "output-\(kind.rawValue)", environment)
      let export = try await ExportBenchmark(project: project, environment: environment).run(jobs: 1)
      let floor = try FloorBenchmark(project: project, environment: environment).run(document: document)
      comparisons.append(FloorComparison(kind: kind, floor: floor, export: export.cpuMillisecondsPerCard))
    }
    return comparisons
  }
}
