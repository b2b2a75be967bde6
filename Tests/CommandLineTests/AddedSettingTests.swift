import CardRendering
import Comparison
import Export
import FeedSources
import Files
import Foundation
import ProjectSetup
import Projects
import RunSupport
import Support
import Testing

@testable import feedproof

/// Checks everything that a row of the table implements without further code.
@Suite("A setting that is added to the table and reaches cards")
struct AddedSettingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(WrittenFeed.posts(["One"]), to: "feed.json")
  }

  /// Stored in a field of the project that reaches no card.
  private static let all: [Setting] = {
    var table = SettingRows()
    table.add(
      .maybe("mood", \.card.viewer, .text), reach: .cards, option: .text, "mood", "Mood of cards", on: .reading,
      help: ("calm", "mood of cards"))
    return Setting.usual + table.rows
  }()

  private func withAdded<Result>(_ work: () throws -> Result) rethrows -> Result {
    try Setting.$all.withValue(Self.all, operation: work)
  }

  private func project(_ mood: String?) throws -> (project: Project, environment: Environment) {
    try folder.write("widths: 320\nscales: 1\n\(mood.map { "mood: \($0)\n" } ?? "")", to: ProjectFile.name)
    let environment = Environment.tests(in: folder.url)
    return (try Project.load(inputs: ["."], overrides: ProjectOverrides(), environment: environment), environment)
  }

  private func renderer(_ mood: String?) throws -> CardRenderer {
    let (project, environment) = try project(mood)
    let files = FeedFiles.find(of: project)
    let facts = try FeedSource.open(files) { _ in }.facts
    return try CardRenderer(project: project, files: files, facts: facts, environment: environment)
  }

  @Test("the project file and the command line say it, each command that reads a feed")
  func said() throws {
    try withAdded {
      #expect(try project("calm").project.card.viewer == "calm")
      let command = try #require(
        Feedproof.parseAsRoot(["show", "--stage", "post", ".", "--mood", "brisk"]) as? ShowCommand)
      #expect(command.project.overrides["mood"] == ["brisk"])
      let (written, environment) = try project("calm")
      #expect(try command.project.overrides.apply(to: written, environment: environment).card.viewer == "brisk")
      #expect(throws: (any Error).self) { try Feedproof.parseAsRoot(["compare", ".", "--mood", "brisk"]) }
    }
    #expect(throws: (any Error).self) { try Feedproof.parseAsRoot(["export", ".", "--mood", "brisk"]) }
  }

  @Test("help lists it")
  func told() {
    withAdded {
      #expect(HelpTopic.project.text.contains("  mood: calm                 mood of cards\n"))
      #expect(Feedproof.helpMessage(for: ShowCommand.self).contains("--mood <mood>"))
    }
  }

  @Test("cards that were drawn or compared with another value are stale, and shards are of different runs")
  func digests() throws {
    try withAdded {
      func digests(_ mood: String?) throws -> [String] {
        let renderer = try renderer(mood)
        let environment = RenderingEnvironment(lock: renderer.fonts.lock)
        let store = BaselineStore(folder.url.appendingPathComponent("Baselines"))
        let kept = try UnchangedPosts.key(
          renderer, store: store, environment: environment, build: "1", review: ReviewFolder(in: folder.url),
          keeping: nil)
        var plan = PlanDigest(environment: environment, options: CompareRun.Options(), keeping: .full)
        plan.add(renderer.project, feed: [])
        let keys = try DesignKeys(renderer, build: "1")
        let feed = try FeedSource.open(FeedFiles.find(of: renderer.project)) { _ in }
        let share = try ExportScope(of: Shard("1/2"), feed, renderer: renderer, keys: keys)
        return [keys[.post].hex, kept.hex, plan.hex, share.shard?.record.plan ?? ""]
      }
      let (calm, brisk) = (try digests("calm"), try digests("brisk"))
      #expect(calm == (try digests("calm")))
      #expect(zip(calm, brisk).allSatisfy { $0 != $1 })
    }
  }

  @Test("shards of an export that say dates in other ways are of different runs")
  func words() throws {
    func plan(_ dates: String) throws -> String? {
      try folder.write("widths: 320\nscales: 1\ndates: \(dates)\n", to: ProjectFile.name)
      let environment = Environment.tests(in: folder.url)
      let project = try Project.load(inputs: ["."], overrides: ProjectOverrides(), environment: environment)
      let files = FeedFiles.find(of: project)
      let feed = try FeedSource.open(files) { _ in }
      let renderer = try CardRenderer(project: project, files: files, facts: feed.facts, environment: environment)
      let keys = try DesignKeys(renderer, build: "1")
      return try ExportScope(of: Shard("1/2"), feed, renderer: renderer, keys: keys).shard?.record.plan
    }
    let relative = try plan("relative")
    #expect(try relative != nil && plan("relative") == relative && plan("absolute") != relative)
  }

  @Test("a comparison knows it as a cause, and takes it back")
  func causes() throws {
    try withAdded {
      let (before, after) = (try renderer(nil).designRecord, try renderer("calm").designRecord)
      let kept = try JSONDecoder().decode(DesignRecord.self, from: JSONEncoder().encode(before))
      let delta = DesignDelta(from: kept, to: after)
      #expect(delta.changes.map(\.cause.title) == ["mood none → calm"])
      let reverted = delta.record(reverting: [0])
      #expect(reverted.options == before.options && reverted.templates == before.templates)
      #expect(before.name != after.name)
    }
  }

  @Test("watch redraws changed cards")
  func watching() throws {
    try withAdded {
      func edition(_ mood: String?, after earlier: SiteSnapshot?) throws -> SiteSnapshot {
        let (project, environment) = try project(mood)
        return try SiteSnapshot(
          project: project, environment: environment, after: earlier, changes: .texts, report: { _ in })
      }
      // Returns the inputs of cards, reused or new.
      func inputs(_ edition: SiteSnapshot) throws -> CardCache.Inputs { try #require(edition.source.made?.inputs) }
      let first = try edition("calm", after: nil)
      #expect(try inputs(edition("calm", after: first)) === inputs(first))
      #expect(try inputs(edition("brisk", after: first)) !== inputs(first))
    }
  }
}
