import CardRendering
import Cards
import Export
import FeedReading
import FeedSources
import Files
import Foundation
import OutputTransactions
import Projects
import RunSupport
import Support
import Testing

/// Names each card after its post and its neighbors: `a<b>c`.
private struct NeighbourNames: FeedCardBuilding {
  let base: any FeedCardBuilding

  func feedCard(for post: Post, beside neighbours: Neighbors) -> FeedCard {
    guard case .post(var card) = base.feedCard(for: post, beside: neighbours) else {
      return base.feedCard(for: post, beside: neighbours)
    }
    card.header.name = RichText("\(neighbours.previous?.text ?? "")<\(post.text)>\(neighbours.next?.text ?? "")")
    return .post(card)
  }
}

@Suite("Cards that depend on neighboring posts")
struct NeighbourTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("locale: en\nwidths: 320\nscales: 1\n", to: "feedproof.yml")
  }

  /// Writes two pages of posts with these texts.
  private func write(_ texts: [String]) throws {
    let items = texts.enumerated().map { index, text in
      #"{"type":"post","source_id":1,"post_id":\#(index + 1),"date":\#(1_542_566_400 - index),"text":"\#(text)"}"#
    }
    let half = items.count / 2
    for (page, part) in [items[..<half], items[half...]].enumerated() {
      try folder.write(
        #"{"items":[\#(part.joined(separator: ","))],"profiles":[],"groups":[]}"#, to: "feed/\(page).json")
    }
  }

  /// Renders the outdated posts of the feed, or those at `places`.
  ///
  /// - Returns: The places of the rendered posts, and the names of all cards.
  private func draw(
    at places: [Int]? = nil, store name: String = "store", isBesideOthers: Bool = true
  ) async throws -> (drawn: [Int], names: [String]) {
    let environment = Environment.tests(in: folder.url)
    var project = try Project.load(
      inputs: [folder.url.path], overrides: ProjectOverrides(), environment: environment)
    project.feeds = [folder.url.appendingPathComponent("feed")]
    let files = FeedFiles.find(of: project)
    let whole = try FeedSource.open(files, keptBytes: 0) { _ in }
    var renderer = try CardRenderer(
      project: project, files: files, facts: whole.facts, environment: environment)
    if isBesideOthers { renderer.builders = renderer.builders.map(NeighbourNames.init) }
    let feed = places.map(whole.share) ?? whole
    let output = OutputFolder(folder.url.appendingPathComponent("\(name)-out"))
    let store = try ExportStore.open(folder.url.appendingPathComponent("\(name).sqlite")) { _ in }
    let keys = try DesignKeys(renderer, build: "test")
    let check = try CardCheck(
      renderer: renderer, keys: keys, store: store, folder: output.url.path, isForced: false)
    var plan = try await ExportPlan(feed.posts(), check: check, jobs: 2, writes: true)
    let stale = plan.stale
    let run = ExportRun(
      project: project, output: output, context: RunContext(environment, jobs: 2))
    _ = try await run.draw(feed, &plan, check, store)
    let names = try store.texts(of: plan.cards).map { text in
      let story = try #require(text.page?.story)
      let start = try #require(story.range(of: #"["name",""#)).upperBound
      let name = String(story[start...].prefix { $0 != "\"" })
      return name.replacing("\\u003c", with: "<").replacing("\\u003e", with: ">")
    }
    return (stale, names)
  }

  @Test("a changed neighbor makes a card stale, and what is drawn again sees its neighbors")
  func stale() async throws {
    try write(["a", "b", "c", "d", "e"])
    let first = try await draw()
    #expect(first.drawn == [0, 1, 2, 3, 4])
    #expect(first.names == ["<a>b", "a<b>c", "b<c>d", "c<d>e", "d<e>"])
    #expect(try await draw().drawn == [])
    try write(["a", "b", "C", "d", "e"])
    let second = try await draw()
    #expect(second.drawn == [1, 2, 3])
    #expect(second.names == ["<a>b", "a<b>C", "b<C>d", "C<d>e", "d<e>"])
    try write(["a", "b", "C", "d"])
    #expect(try await draw().names == ["<a>b", "a<b>C", "b<C>d", "C<d>"])
  }

  @Test("a card that does not look next to its post is not stale for a neighbor's sake")
  func unused() async throws {
    try write(["a", "b", "c", "d", "e"])
    #expect(try await draw(isBesideOthers: false).drawn.count == 5)
    try write(["a", "b", "C", "d", "e"])
    #expect(try await draw(isBesideOthers: false).drawn == [2])
  }

  @Test("in a shard, neighbors are those of the whole feed")
  func shard() async throws {
    try write(["a", "b", "c", "d", "e"])
    #expect(try await draw(at: [0, 3], store: "one").names == ["<a>b", "c<d>e"])
    #expect(try await draw(at: [1, 2, 4], store: "two").names == ["a<b>c", "b<c>d", "d<e>"])
  }
}
