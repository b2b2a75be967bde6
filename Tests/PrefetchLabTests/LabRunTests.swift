import Diagnostics
import Files
import Foundation
import PrefetchLab
import Prefetching
import Projects
import RunSupport
import Support
import Testing

@Suite("Runs of the laboratory, from a feed to its report")
struct LabRunTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let posts = (1...6).map {
      #"{"type":"post","source_id":1,"post_id":\#($0),"text":"\#(String(repeating: "Some words. ", count: $0 * 3))"}"#
    }
    try folder.write(
      #"{"items":[\#(posts.joined(separator: ","))],"profiles":[{"id":1,"first_name":"A"}]}"#, to: "feed.json")
    try folder.write("# mine\nlocale: en # English\nfeeds: feed.json\nprefetchBudget: 0\n", to: "feedproof.yml")
  }

  private static func small() -> PrefetchRequest {
    var request = PrefetchRequest()
    request.links = ["3g"]
    request.policies = ["none", "next-3", "weighted"]
    (request.items, request.repeats) = (80, 4)
    return request
  }

  private func run(_ request: PrefetchRequest, to output: String = "out", jobs: Int = 2) async throws -> PrefetchReport
  {
    let environment = Environment.tests(in: folder.url)
    var overrides = ProjectOverrides()
    overrides["output"] = [output]
    let project = try Project.load(inputs: ["."], overrides: overrides, environment: environment)
    return try await PrefetchLabRun(
      project: project, request: request, projectFile: folder.url.appendingPathComponent("feedproof.yml"),
      context: RunContext(environment, jobs: jobs)
    ).run()
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent(path), encoding: .utf8)
  }

  @Test("the same seed gives the same bytes, with however many workers; another gives others")
  func seed() async throws {
    var request = Self.small()
    request.generated = .videos
    request.sweeps = ["budget=0..3", "video=1,2"]
    _ = try await run(request, to: "a", jobs: 1)
    _ = try await run(request, to: "b", jobs: 4)
    request.seed = 2
    _ = try await run(request, to: "c")
    for file in ["prefetch/prefetch.json", "prefetch/prefetch.csv", "prefetch/index.html"] {
      #expect(try text("a/\(file)") == text("b/\(file)"))
      #expect(try text("a/\(file)") != text("c/\(file)"))
    }
  }

  @Test("every policy is over every link, each row with its seed, and the rows of the sweep after them")
  func rows() async throws {
    var request = Self.small()
    request.links = ["3g", "lte"]
    request.generated = .photos
    request.sweeps = ["budget=1..3"]
    let report = try await run(request)
    #expect(
      report.rows.map { "\($0.link) \($0.policy)" } == [
        "3g none", "3g next-3", "3g weighted", "lte none", "lte next-3", "lte weighted",
      ])
    #expect(report.rows.allSatisfy { $0.seed == 1 && $0.estimate(.loaders).margin != nil })
    let lines = report.csv.split(separator: "\n")
    #expect(lines.count == 1 + 6 + 6)
    #expect(Set(lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).count }).count == 1)
  }

  @Test("with one viewer a note says that policies can't be separated")
  func oneViewer() async throws {
    var request = Self.small()
    request.repeats = 1
    let report = try await run(request)
    #expect(report.recommended == "none")
    #expect(report.text.contains("one viewer of 80 cards") && report.text.contains("(--repeat 10)"))
    #expect(try text("out/prefetch/index.html").contains("(--repeat 10)"))
  }

  @Test("a feed of texts alone is measured, and its page notes that there is little to prefetch")
  func texts() async throws {
    let report = try await run(Self.small())
    #expect(report.feed.kinds == ["text": 6] && report.feed.exported == 0 && report.feed.screen == "375@2x-light")
    #expect(try text("out/prefetch/index.html").contains("No card of this feed shows an image"))
  }

  @Test("the page needs no script and nothing from elsewhere, and each of its images says what it shows")
  func page() async throws {
    var request = Self.small()
    request.sweeps = ["budget=1..4", "text=0..1/0.5"]
    _ = try await run(request)
    let page = try text("out/prefetch/index.html")
    #expect(!page.contains("<script") && !page.contains("http://") && !page.contains("https://"))
    let pictures = page.components(separatedBy: "role=\"img\"").count - 1
    #expect(pictures == 4)
    #expect(page.components(separatedBy: "<desc id=").count - 1 == pictures)
    #expect(page.components(separatedBy: "<details>").count - 1 == 4)
    // The gain comes first, warnings are folded below it.
    let gain = try #require(page.firstRange(of: "<section class=\"result\"><h2>"))
    let warnings = try #require(page.firstRange(of: "class=\"warnings\""))
    #expect(gain.lowerBound < warnings.lowerBound)
  }

  @Test("--apply writes a significantly better setting and keeps comments and other keys")
  func apply() async throws {
    var request = Self.small()
    request.applies = true
    // Loading no cards ahead is clearly worse than loading some.
    request.sweeps = ["budget=0,3"]
    let report = try await run(request)
    let change = try #require(report.change)
    #expect(change.isBetterBeyondDoubt && change.isApplied)
    #expect(try text("feedproof.yml") == "# mine\nlocale: en # English\nfeeds: feed.json\nprefetchBudget: 3\n")
  }

  @Test("a setting that is not significantly better than the current one is not written")
  func noChange() async throws {
    var request = Self.small()
    request.applies = true
    request.links = ["lte"]
    request.sweeps = ["budget=0"]
    let report = try await run(request)
    #expect(report.change?.isApplied == false)
    #expect(try text("feedproof.yml").hasSuffix("prefetchBudget: 0\n"))
  }

  @Test("sizes are those of exported images if there is an export")
  func exported() async throws {
    let picture = { (state: String, bytes: Int) in
      #"{"path":"cards/wall1_1/375@2x-light-\#(state).png","bytes":\#(bytes)}"#
    }
    let other = #"{"path":"cards/wall1_1/320@2x-light-expanded.png","bytes":1}"#
    try folder.write(
      #"{"posts":[{"id":"wall1_1","pictures":[\#(other),\#(picture("expanded", 12345))],"pages":[\#(picture("page-1", 7))]}]}"#,
      to: "out/manifest.json")
    let sizes = ExportedSizes(
      of: folder.url.appendingPathComponent("out"), width: 375, scale: 2, theme: "light")
    #expect(sizes["wall1_1"]?.pictures == [.expanded: 12345] && sizes["wall1_1"]?.pages == [7])
    #expect(try await run(Self.small()).feed.exported == 1)
  }
}
