import CardRendering
import Comparison
import Files
import Foundation
import Projects
import RunSupport
import Support
import Testing

@Suite("Common settings of shards")
struct PlanDigestTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(#"{"items":[]}"#, to: "a.json")
    try folder.write(Self.settings, to: ProjectFile.name)
  }

  private static let settings = """
    widths: 375
    locale: en
    tolerances:
      - {cases: "*", count: 2, reason: dithered}

    """

  private func plan(
    font: String = "font", options: CompareRun.Options = CompareRun.Options(),
    overrides: ProjectOverrides = ProjectOverrides(),
    feed: [(name: String, digest: Digest)] = [], _ change: (inout PlanDigest) -> Void = { _ in }
  ) throws -> String {
    let environment = CompareReport.Environment(name: "e", fonts: [font], libraries: ["library": "1"])
    var digest = PlanDigest(
      environment: RenderingEnvironment(environment), options: options, keeping: options.keeping ?? .full)
    let project = try Project.load(inputs: ["."], overrides: overrides, environment: .tests(in: folder.url))
    digest.add(project, feed: feed)
    change(&digest)
    return digest.hex
  }

  @Test("shards of different builds of the tool are not of one run")
  func builds() throws {
    #expect(try plan { $0.add(build: "1") } == plan { $0.add(build: "1") })
    #expect(try plan { $0.add(build: "1") } != plan { $0.add(build: "2") })
  }

  @Test(
    "different settings, such as tolerances, are a different run",
    arguments: [
      ("widths: 375", "widths: 320"), ("locale: en", "locale: ru"), ("count: 2", "count: 3"),
      ("cases: \"*\"", "cases: \"wall*\""), ("locale: en", "locale: en\nscales: 3"),
      ("locale: en", "locale: en\nthemes: [light, dark]"), ("locale: en", "locale: en\ntimeZone: Asia/Tokyo"),
      ("locale: en", "locale: en\nnow: 2018-11-24T00:00:00Z"), ("locale: en", "locale: en\nhighlight: fox"),
    ])
  func settings(old: String, new: String) throws {
    let before = try plan()
    try folder.write(Self.settings.replacing(old, with: new), to: ProjectFile.name)
    #expect(try plan() != before)
  }

  @Test("a different font in the lock is a different run")
  func fonts() throws {
    #expect(try plan(font: "font") != plan(font: "another"))
  }

  @Test("so are other options of the command line")
  func options() throws {
    let plans = try [
      CompareRun.Options(), CompareRun.Options(only: .mockups), CompareRun.Options(only: .baselines),
      CompareRun.Options(keeping: .digest),
    ].map { try plan(options: $0) }
    #expect(Set(plans).count == plans.count)
  }

  @Test("anything that is written, how much memory there is and which shard it is are not")
  func unimportant() throws {
    var overrides = ProjectOverrides()
    (overrides["output"], overrides["memory"]) = (["elsewhere"], ["64MB"])
    #expect(try plan(overrides: overrides) == plan())
    #expect(try plan(options: CompareRun.Options(shard: Shard("2/3"), setsAside: true)) == plan())
  }

  @Test("the order in which files are named does not matter")
  func order() throws {
    let (one, other) = ((name: "a.json", digest: Digest(of: "a")), (name: "b.json", digest: Digest(of: "b")))
    #expect(try plan(feed: [one, other]) == plan(feed: [other, one]))
    #expect(try plan(feed: [one]) != plan(feed: [other]))
  }
}
