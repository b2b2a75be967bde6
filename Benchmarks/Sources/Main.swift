import ArgumentParser
import FeedproofKit
import Foundation
import Raster

/// Tells what the product costs on a generated mixed feed. Run it by `scripts/benchmark`.
@main
struct Benchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feedproof-benchmark",
    abstract: "Measures a generated feed (a third text, a third single photo, a third carousel), stage by stage.")

  @Option(help: "Posts of the generated feed.")
  var posts = 300

  @Option(help: "Writes the feed and what is exported into this folder, and leaves it there.")
  var keep: String?

  @Flag(help: "Measures templates and layout alone, beside the text measuring in them.")
  var layout = false

  @Flag(help: "Measures exports that follow each other, and the store.")
  var incremental = false

  @Flag(help: "Prints JSON instead of the table.")
  var json = false

  private struct Report: Encodable {
    var stages: StageBenchmark.Result
    var exports: [ExportBenchmark.Result]
  }

  func run() async throws {
    let environment = Environment.process()
    let folder =
      keep.map(environment.url)
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("feedproof-benchmark-\(getpid())")
    defer { if keep == nil { try? FileManager.default.removeItem(at: folder) } }
    let document = try prepare(
      folder, media: environment.resourceFolder.appendingPathComponent("Examples/newsfeed/media"))
    let feed = folder.appendingPathComponent("feed.json").path
    var overrides = ProjectOverrides()
    overrides.output = folder.appendingPathComponent("output").path
    let project = try Project.load(inputs: [feed], overrides: overrides, environment: environment)

    if incremental {
      let photos = try Self.photos(in: folder)
      let result = try await IncrementalBenchmark(
        project: project, environment: environment, feed: URL(fileURLWithPath: feed)
      ).run(posts: posts, jobs: environment.processorCount) { count, changed in
        try MixedFeed(photos: photos, changed: changed).json(posts: count)
      }
      print(json ? String(decoding: try JSONText.pretty(result), as: UTF8.self) : result.description)
      return
    }
    if layout {
      let cost = try LayoutCost(project: project, environment: environment).run(document: document, rounds: 60)
      print(json ? String(decoding: try JSONText.pretty(cost), as: UTF8.self) : table(cost))
      return
    }
    let stages = try StageBenchmark(project: project, environment: environment).run(document: document)
    var exports: [ExportBenchmark.Result] = []
    for jobs in Set([1, environment.processorCount]).sorted() {
      exports.append(try await ExportBenchmark(project: project, environment: environment).run(jobs: jobs))
    }
    let report = Report(stages: stages, exports: exports)
    print(json ? String(decoding: try JSONText.pretty(report), as: UTF8.self) : table(report))
  }

  /// Writes the feed and brings the example's larger photos beside it.
  private func prepare(_ folder: URL, media: URL) throws -> Data {
    let target = folder.appendingPathComponent("media")
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: media.path).sorted() where name.hasSuffix(".jpg") {
      let bytes = try Data(contentsOf: media.appendingPathComponent(name))
      let size = try ImageDecoder.header(of: [UInt8](bytes)).size
      guard size.width >= 600, size.width <= 3000 else { continue }
      try bytes.write(to: target.appendingPathComponent(name))
    }
    let document = try MixedFeed(photos: try Self.photos(in: folder)).json(posts: posts)
    try document.write(to: folder.appendingPathComponent("feed.json"))
    return document
  }

  /// Those beside the generated feed.
  private static func photos(in folder: URL) throws -> [MixedFeed.Photo] {
    let media = folder.appendingPathComponent("media")
    return try FileManager.default.contentsOfDirectory(atPath: media.path).sorted().map { name in
      let size = try ImageDecoder.header(of: [UInt8](Data(contentsOf: media.appendingPathComponent(name)))).size
      return MixedFeed.Photo(name: name, width: size.width, height: size.height)
    }
  }

  private func table(_ cost: LayoutCost.Result) -> String {
    func percent(_ share: Double) -> String {
      String(format: "%.1f %%", locale: Locale(identifier: "en_US_POSIX"), share * 100)
    }
    func rounded(_ value: Double) -> String {
      String(format: "%.3f", locale: Locale(identifier: "en_US_POSIX"), value)
    }
    return """
      | stage | CPU ms a layout |
      |---|---:|
      | text | \(rounded(cost.text)) |
      | template | \(rounded(cost.template)) |
      | layout | \(rounded(cost.layout)) |

      A layout costs \(percent(cost.layoutOverText)) of the text measuring in it, its template another \
      \(percent(cost.templateOverText)).
      """
  }

  private func table(_ report: Report) -> String {
    func column(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    func rounded(_ value: Double, _ digits: Int) -> String {
      String(format: "%.\(digits)f", locale: Locale(identifier: "en_US_POSIX"), value)
    }
    var lines = ["| stage | CPU ms a card | share |", "|---|---:|---:|"]
    lines += report.stages.stages.map {
      "| \($0.stage) | \(column(rounded($0.milliseconds, 3), 8)) | \(column(rounded($0.share * 100, 1), 5)) % |"
    }
    lines.append("")
    lines += ["| jobs | posts a second | CPU ms a card |", "|---:|---:|---:|"]
    lines += report.exports.map {
      "| \($0.jobs) | \(rounded($0.postsPerSecond, 1)) | \(rounded($0.cpuMillisecondsPerCard, 2)) |"
    }
    return lines.joined(separator: "\n")
  }
}
