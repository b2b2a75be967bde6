import ArgumentParser
import Files
import Foundation
import Projects

/// Measures the tool with generated feeds. Run it with `scripts/benchmark`.
@main
struct Benchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feedproof-benchmark",
    abstract: "Measures a generated feed (a third text, a third single photo, a third carousel).")

  enum Section: String, ExpressibleByArgument, CaseIterable {
    case feed, stages, services, encodings, exports, incremental, floor, start, memory, layout, timeline, film,
      prefetch, fetch, growth, compare, watch
  }

  @Argument(
    help: """
      What to measure: feed (nothing: only writes it), stages, services (the same feed as each service writes it), \
      encodings (the example's cards as PNG and as WebP), exports, \
      incremental (exports that follow each other, and \
      the store), floor (beside the least that the pictures could cost), start (cold processes), memory, layout (templates \
      and layout beside the text measuring in them), timeline (frames of a column of a million items), film (ten \
      seconds of film), prefetch (a sweep of a hundred settings), fetch (2 000 posts with 5 000 files from a server in this \
      process), growth (100, 1 000 \
      and 10 000 posts; takes long), compare (250 and 2 500 posts against baselines; takes long), \
      watch (from saving a template to the pictures that are seen; 1 000 posts with --posts 1000). All but feed, layout, \
      growth, compare and watch where nothing is said.
      """)
  var sections: [Section] = []

  @Option(help: "Posts of the generated feed.")
  var posts = 300

  @Option(help: "Writes the feed and what is exported into this folder, and leaves it there.")
  var keep: String?

  @Option(help: ArgumentHelp("Compares the pictures of a list of pairs, and nothing else.", valueName: "file"))
  var pixels: String?

  @Option(help: ArgumentHelp("Runs the prefetch laboratory by a list of runs, and nothing else.", valueName: "file"))
  var prefetchRuns: String?

  @Flag(help: "Prints JSON instead of tables.")
  var json = false

  private struct Report: Encodable {
    var stages: StageBenchmark.Result?
    var services: [ServiceBenchmark.Result]?
    var encodings: [EncodingBenchmark.Result]?
    var exports: [ExportBenchmark.Result]?
    var incremental: IncrementalBenchmark.Result?
    var floor: [FloorComparison]?
    var start: [StartBenchmark.Result]?
    var memory: [MemoryBenchmark.Result]?
    var layout: LayoutCost.Result?
    var timeline: TimelineBenchmark.Result?
    var film: FilmBenchmark.Result?
    var prefetch: PrefetchBenchmark.Result?
    var fetch: FetchBenchmark.Result?
    var growth: [GrowthBenchmark.Result]?
    var compare: [CompareBenchmark.Result]?
    var watch: WatchBenchmark.Result?

    var tables: [String] {
      [
        stages.map(Tables.table), services.map(Tables.table), encodings.map(Tables.table), exports.map(Tables.table),
        incremental.map(Tables.table),
        floor.map(Tables.table),
        start.map(Tables.table), memory.map(Tables.table), layout.map(Tables.table), timeline.map(Tables.table),
        film.map(Tables.table), prefetch.map(Tables.table), fetch.map(Tables.table), growth.map(Tables.table),
        compare.map(Tables.table), watch.map(Tables.table),
      ].compactMap { $0 }
    }
  }

  func run() async throws {
    let environment = Environment.process()
    if let pixels {
      let results = try PixelBenchmark(rounds: 7).run(environment.url(pixels))
      return print(String(decoding: try JSONText.pretty(results), as: UTF8.self))
    }
    if let prefetchRuns {
      let results = try PrefetchReplay().results(of: environment.url(prefetchRuns))
      return print(String(decoding: try JSONText.pretty(results), as: UTF8.self))
    }
    let temporary = FileManager.default.temporaryDirectory
    let folder = try BenchmarkFolder(
      at: keep.map(environment.url) ?? temporary.appendingPathComponent("feedproof-benchmark-\(getpid())"),
      media: environment.resourceFolder.appendingPathComponent("Examples/newsfeed/media"))
    defer { if keep == nil { folder.remove() } }
    let report = try await measure(in: folder, environment)
    print(json ? String(decoding: try JSONText.pretty(report), as: UTF8.self) : report.tables.joined(separator: "\n\n"))
  }

  private func measure(in folder: BenchmarkFolder, _ environment: Environment) async throws -> Report {
    let unasked: [Section] = [.feed, .layout, .growth, .compare, .watch]
    let wanted = sections.isEmpty ? Section.allCases.filter { !unasked.contains($0) } : sections
    let (feed, document) = try folder.feed("feed", posts: posts)
    let project = try folder.project(feed, output: "output", environment)
    var report = Report()
    if wanted.contains(.stages) {
      report.stages = try StageBenchmark(project: project, environment: environment).run(document: document)
    }
    if wanted.contains(.services) {
      let run = ToolRun(tool: tool, resources: environment.resourceFolder)
      report.services = try ServiceBenchmark(run: run, folder: folder).results(posts: posts)
    }
    if wanted.contains(.encodings) {
      var overrides = ProjectOverrides()
      (overrides["widths"], overrides["themes"]) = (["375"], ["light"])
      let example = environment.resourceFolder.appendingPathComponent("Examples/newsfeed").path
      let project = try Project.load(inputs: [example], overrides: overrides, environment: environment)
      report.encodings = try EncodingBenchmark(project: project, environment: environment).results()
    }
    if wanted.contains(.exports) {
      var exports: [ExportBenchmark.Result] = []
      for jobs in Set([1, environment.processorCount]).sorted() {
        let project = try folder.project(feed, output: "output-\(jobs)", environment)
        exports.append(try await ExportBenchmark(project: project, environment: environment).run(jobs: jobs))
      }
      report.exports = exports
    }
    if wanted.contains(.incremental) {
      report.incremental = try await IncrementalBenchmark(
        folder: folder, posts: posts, environment: environment
      ).run(jobs: environment.processorCount)
    }
    if wanted.contains(.floor) {
      report.floor = try await FloorComparison.all(
        in: folder, posts: max(1, posts / 3), environment: environment)
    }
    if wanted.contains(.start) {
      report.start = try StartBenchmark(
        run: ToolRun(tool: tool, resources: environment.resourceFolder),
        feed: folder.feed("one", posts: 1, kinds: [.text]).url, output: folder.url.appendingPathComponent("one")
      ).results()
    }
    if wanted.contains(.memory) {
      let run = ToolRun(tool: tool, resources: environment.resourceFolder)
      report.memory = try MemoryBenchmark(run: run, folder: folder).results(posts: posts)
    }
    if wanted.contains(.layout) {
      report.layout = try LayoutCost(project: project, environment: environment).run(document: document, rounds: 60)
    }
    if wanted.contains(.timeline) { report.timeline = try TimelineBenchmark(items: 1_000_000).run() }
    if wanted.contains(.film) {
      report.film = try FilmBenchmark(
        run: ToolRun(tool: tool, resources: environment.resourceFolder), folder: folder.url,
        project: environment.resourceFolder.appendingPathComponent("Examples/newsfeed")
      ).result()
    }
    if wanted.contains(.prefetch) {
      report.prefetch = try await PrefetchBenchmark().run(jobs: environment.processorCount)
    }
    if wanted.contains(.fetch) {
      report.fetch = try FetchBenchmark(
        run: ToolRun(tool: tool, resources: environment.resourceFolder), folder: folder.url
      ).result()
    }
    if wanted.contains(.growth) {
      report.growth = try GrowthBenchmark(
        run: ToolRun(tool: tool, resources: environment.resourceFolder), folder: folder
      ).results()
    }
    if wanted.contains(.compare) {
      report.compare = try CompareBenchmark(
        run: ToolRun(tool: tool, resources: environment.resourceFolder), folder: folder
      ).results()
    }
    if wanted.contains(.watch) {
      report.watch = try await WatchBenchmark(
        run: ToolRun(tool: tool, resources: environment.resourceFolder), folder: folder
      ).result(posts: posts)
    }
    return report
  }

  /// The tool, built next to this program.
  private var tool: URL {
    let own = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return own.deletingLastPathComponent().appendingPathComponent("feedproof")
  }
}
