import Basics
import CardRendering
import Diagnostics
import FeedReading
import FeedSources
import Files
import Filming
import Foundation
import Projects
import RunSupport

/// The posts that a comparison renders: those of the project, and those shown by mockups, which may be from other
/// projects. Reads the project's feed page by page. From other feeds, keeps only the posts that are shown.
package struct ComparePlan {
  private let project: Project
  private let overrides: ProjectOverrides
  private let environment: Environment
  /// Whether the run renders only a shard. If so, the files are digested to identify the plan.
  private let isShared: Bool
  private let selection: CaseSelection
  /// The projects and feeds, one for each renderer.
  private var sources: [Source] = []
  /// The project's feed; nil if nothing is compared with baselines. It uses the first renderer.
  private var baselines: FeedSource?
  /// The number of its posts to compare.
  private var baselineCount = 0
  private var mockups: [BaselinePost] = []
  /// Mockups whose post is missing, and cases that need no post.
  private var failed: [ComparedCase] = []
  private var films: [ScreenFilm] = []
  /// Digests of the lists of mockups.
  private var lists: [Digest] = []

  private struct Source {
    var project: Project
    var files: FeedFiles
    var facts: FeedFacts
    /// Digests of the feed's files; empty unless only a shard is rendered.
    var digests: [(name: String, digest: Digest)]
  }

  package init(
    project: Project, overrides: ProjectOverrides, environment: Environment, isShared: Bool,
    selection: CaseSelection = CaseSelection()
  ) {
    self.isShared = isShared
    self.selection = selection
    self.project = project
    self.overrides = overrides
    self.environment = environment
  }

  /// Adds all posts of the project.
  package mutating func addBaselines(report: (Diagnostic) -> Void) throws {
    let files = FeedFiles.find(of: project)
    let feed = try FeedSource.open(files, report: report)
    try add(feed, files, of: project)
    (baselines, baselineCount) = (feed, feed.facts.count)
    guard !selection.isWhole else { return }
    // The positions in the feed of posts that may have a selected case.
    var places: [Int] = []
    let posts = feed.posts()
    var place = 0
    while let post = try posts.next() {
      if selection.mayTake(post: post.id, of: project) { places.append(place) }
      place += 1
    }
    (baselines, baselineCount) = (feed.share(places), places.count)
  }

  /// Adds the selected films.
  mutating func add(_ all: [ScreenFilm]) {
    films = all.filter { selection.takes(case: $0.id, of: ScreenFilm.post) }
  }

  /// Adds the selected cases about tokens of designs. They need no card.
  mutating func add(tokens all: [ComparedCase]) {
    failed += all.filter { selection.takes(case: $0.entry.id, of: $0.entry.post) }
  }

  /// - Throws: `Diagnostic` if the selection leaves nothing to compare.
  func checkSelection() throws {
    guard !selection.isWhole, baselineCount + mockups.count + failed.count + films.count == 0 else { return }
    var known: [String] = []
    let posts = baselines?.allPosts()
    while known.count < 1000, let post = try posts?.next() { known.append(post.id) }
    throw Diagnostic(CompareIssue.nothingChosen(selection.texts, known: known))
  }

  /// Adds the posts that the mockups show, each once, in the order of the cases.
  package mutating func add(_ all: [Mockup], report: (Diagnostic) -> Void) throws {
    let cases = all.filter { selection.takes(case: $0.name, of: $0.post) }
    lists = cases.map(\.list).uniqued()
    for folder in cases.map(\.feed).uniqued() {
      let own = cases.filter { $0.feed == folder }
      let source = try source(of: folder, themes: own.map(\.theme).uniqued())
      let files = FeedFiles.find(of: source)
      // Most mockups show posts of the project itself, whose feed is open.
      let shared = files.files == sources.first?.files.files ? baselines : nil
      let feed = try shared ?? FeedSource.open(files, report: report)
      try add(feed, files, of: source)
      let (posts, known) = try shown(Set(own.map(\.post)), in: feed)
      for id in own.map(\.post).uniqued() {
        let cases = own.filter { $0.post == id }
        if let post = posts[id] {
          mockups.append(BaselinePost(placed: post, renderer: sources.count - 1, mockups: cases))
        } else {
          failed += cases.map { .failed($0, Diagnostic(SourceIssue.noPostWithID(id, known: known))) }
        }
      }
    }
  }

  private mutating func add(_ feed: FeedSource, _ files: FeedFiles, of project: Project) throws {
    let known = sources.first { $0.files.files == files.files }?.digests
    let digests = isShared ? try known ?? feed.fileDigests() : []
    sources.append(Source(project: project, files: files, facts: feed.facts, digests: digests))
  }

  /// - Returns: The wanted posts by id. If one is missing, all ids of the feed as well.
  private func shown(
    _ wanted: Set<String>, in feed: FeedSource
  ) throws -> (posts: [String: PostInFeed], known: [String]) {
    var found: [String: PostInFeed] = [:]
    var posts = feed.allPosts()
    while found.count < wanted.count, let post = try posts.nextPlaced() {
      if wanted.contains(post.id), found[post.id] == nil { found[post.id] = post }
    }
    guard found.count < wanted.count else { return (found, []) }
    var known: [String] = []
    posts = feed.allPosts()
    while let post = try posts.next() { known.append(post.id) }
    return (found, known)
  }

  /// Returns a renderer for each project.
  package func renderers() throws -> [CardRenderer] {
    try sources.map {
      try CardRenderer(
        project: $0.project, files: $0.files, facts: $0.facts, environment: environment)
    }
  }

  /// Returns the share of a shard, or the whole plan. Mockups whose post is missing belong to the first shard.
  ///
  /// - Throws: `Diagnostic` if a feed can no longer be read.
  package func share(
    for shard: Shard?, options: CompareRun.Options, environment: RenderingEnvironment, renderers: [CardRenderer]
  ) throws -> Share {
    let count = baselineCount + mockups.count
    guard let shard else {
      return Share(
        baselines: baselines, mockups: mockups, failed: failed, films: films, places: nil, planned: count)
    }
    var digest = PlanDigest(
      environment: environment, options: options, keeping: options.keeping ?? project.keeping ?? .full)
    digest.add(build: self.environment.build)
    for source in sources { digest.add(source.project, feed: source.digests) }
    digest.add(lists: lists)
    for renderer in renderers { digest.add(renderer.design.sources, renderer.project.types?.roles ?? []) }
    var costs: [Int] = []
    var posts: Set<FNV1a64> = []
    func deal(_ item: BaselinePost) {
      digest.add(item)
      costs.append(item.post.drawingCost * max(1, item.mockups?.count ?? 1))
    }
    let feed = baselines?.posts()
    while let post = try feed?.nextPlaced() {
      posts.insert(FNV1a64(of: post.id))
      deal(BaselinePost(placed: post, renderer: 0, mockups: nil))
    }
    let own = costs.count
    mockups.forEach(deal)
    for film in films { digest.add(film) }
    let all = shard.share(of: costs + films.map { _ in ScreenFilm.cost })
    let (places, shown) = (all.filter { $0 < count }, all.filter { $0 >= count }.map { $0 - count })
    return Share(
      baselines: baselines?.share(places.filter { $0 < own }),
      mockups: places.filter { $0 >= own }.map { mockups[$0 - own] }, failed: shard.index == 1 ? failed : [],
      films: shown.map { films[$0] }, places: places, planned: count,
      filmPlaces: shown.map { count + failed.count + $0 },
      record: ShardRecord(shard: shard, plan: digest.hex, total: count + failed.count + films.count),
      allPosts: posts, allFilms: Set(films.map(\.id)))
  }

  private func source(of folder: URL, themes: [String]) throws -> Project {
    var design = ProjectOverrides()
    for key in ["cards", "tokens", "fonts"] { design[key] = overrides[key] }
    design["themes"] = themes
    return try Project.load(inputs: [folder.path], overrides: design, environment: environment)
  }
}

/// The posts of a comparison in the plan's order, with one page of the feed in memory at a time.
final class BaselinePosts {
  private let feed: FeedPosts?
  private var mockups: ArraySlice<BaselinePost>

  init(_ feed: FeedPosts?, then mockups: [BaselinePost]) {
    (self.feed, self.mockups) = (feed, mockups[...])
  }

  /// - Returns: nil at the end.
  /// - Throws: `RunFailure` if a file of the feed has changed.
  func next() throws -> BaselinePost? {
    if let post = try feed?.nextPlaced() { return BaselinePost(placed: post, renderer: 0, mockups: nil) }
    return mockups.popFirst()
  }
}

extension ComparedCase {
  fileprivate static func failed(_ mockup: Mockup, _ diagnostic: Diagnostic) -> ComparedCase {
    .failed(ComparisonCase(mockup), post: mockup.post, diagnostic.located(in: mockup.name))
  }
}

extension ComparePlan {
  /// The part of the plan that one run renders, with facts about the whole for its report.
  package struct Share {
    var baselines: FeedSource?
    var mockups: [BaselinePost]
    var failed: [ComparedCase]
    var films: [ScreenFilm]
    /// The places of the share's posts in the plan, ascending; nil if the share is the whole plan.
    var places: [Int]?
    /// The number of posts in the plan.
    var planned: Int
    /// The places of the share's films in the plan, after the posts and the failed mockups.
    var filmPlaces: [Int] = []
    package var record: ShardRecord?
    /// Hashes of all posts in the plan that are compared with baselines; empty if the share is the whole plan.
    var allPosts: Set<FNV1a64> = []
    /// Ids of all films in the plan; empty if the share is the whole plan.
    var allFilms: Set<String> = []

    /// The number of posts in the share.
    var count: Int { places?.count ?? planned }

    /// The number of posts as text: `12 posts`, `3 of 12 posts (shard 2/8)`.
    var inWords: String {
      record.map { "\(count) of \(planned) posts (shard \($0.shard))" } ?? planned.counted("post")
    }

    /// Whether this run reports baselines whose posts have left the feed. Only one shard does.
    var tellsOfGone: Bool { record.map { $0.shard.index == 1 } ?? true }

    /// Returns whether the plan compares a post with baselines, here or in another shard.
    func hasElsewhere(post: String) -> Bool { allPosts.contains(FNV1a64(of: post)) }

    func posts() -> BaselinePosts { BaselinePosts(baselines?.posts(), then: mockups) }

    /// Returns the items of a shard, in the order of their cases.
    ///
    /// - Parameter counts: The number of cases of each post, failed mockup and film.
    /// - Returns: nil if the run is the whole comparison.
    func part(counts: [Int], project: String) -> ComparedPart.Items? {
      guard let record, let places else { return nil }
      // The failed mockups follow the posts.
      let alone = failed.indices.map { planned + $0 } + filmPlaces
      return ComparedPart.Items(
        record: record, project: project, list: Array(zip(places + alone, counts)))
    }
  }
}
