import CardDrawing
import Cards
import Diagnostics
import FeedIngest
import FeedSources
import Files
import Foundation
import Projects
import Proof
import Runs

/// What a comparison draws: the project's own posts, and those that mockups show, which may be other projects'.
struct ComparePlan {
  /// Which of the plan's places this run draws, and what the report says of the whole.
  struct Part {
    /// Indices into `posts`, rising.
    var posts: [Int]
    var failed: [ComparedCase]
    /// Nil where the run is the whole.
    var record: ShardRecord?
  }

  private let project: Project
  private let overrides: ProjectOverrides
  private let environment: Environment
  /// A project for each studio, and the newest date of its feed.
  private var sources: [(project: Project, files: FeedFiles, feed: Feed)] = []
  private(set) var posts: [ProofPost] = []
  /// Mockups that no post can be drawn for.
  private(set) var failed: [ComparedCase] = []

  init(project: Project, overrides: ProjectOverrides, environment: Environment) {
    self.project = project
    self.overrides = overrides
    self.environment = environment
  }

  /// Every post of the project.
  mutating func addBaselines(report: (Diagnostic) -> Void) throws {
    let files = FeedFiles.find(of: project)
    let feed = try FeedLoading.feed(of: files, report: report)
    sources.append((project, files, feed))
    posts += feed.posts.map { ProofPost(post: $0, studio: sources.count - 1, mockups: nil) }
  }

  /// The posts that the mockups show, each once, in the order of the cases.
  mutating func add(_ mockups: [MockupCase], report: (Diagnostic) -> Void) throws {
    for folder in mockups.map(\.feed).uniqued() {
      let cases = mockups.filter { $0.feed == folder }
      let source = try source(of: folder, themes: cases.map(\.theme).uniqued())
      let files = FeedFiles.find(of: source)
      let feed = try FeedLoading.feed(of: files, report: report)
      sources.append((source, files, feed))
      for id in cases.map(\.post).uniqued() {
        let own = cases.filter { $0.post == id }
        if let post = feed.posts.first(where: { $0.id == id }) {
          posts.append(ProofPost(post: post, studio: sources.count - 1, mockups: own))
        } else {
          failed += own.map { .failed($0, Diagnostic(SourceIssue.noPostWithID(id, known: feed.posts.map(\.id)))) }
        }
      }
    }
  }

  /// What each source's cards are made with.
  func studios() throws -> [Studio] {
    try sources.map {
      try Studio(
        project: $0.project, files: $0.files, environment: environment, newest: $0.feed.newestDate,
        showing: $0.feed.cardRoles)
    }
  }

  /// The share of a shard, or all of it. Mockups that nothing can be drawn for fall to the first shard.
  func part(for shard: Shard?, options: CompareRun.Options, environment: BaselineEnvironment) -> Part {
    guard let shard else { return Part(posts: Array(posts.indices), failed: failed) }
    var digest = PlanDigest(environment: environment, options: options)
    for source in sources { digest.add(source.project, source.files) }
    for post in posts { digest.add(post) }
    return Part(
      posts: shard.share(of: posts.map { $0.post.drawingCost * max(1, $0.mockups?.count ?? 1) }),
      failed: shard.index == 1 ? failed : [],
      record: ShardRecord(shard: shard, plan: digest.hex, total: posts.count + failed.count))
  }

  private func source(of folder: URL, themes: [String]) throws -> Project {
    var design = ProjectOverrides()
    (design.cards, design.tokens, design.fontLock) = (overrides.cards, overrides.tokens, overrides.fontLock)
    design.themes = themes
    return try Project.load(inputs: [folder.path], overrides: design, environment: environment)
  }
}

extension ComparePlan.Part {
  /// - Parameters:
  ///   - counts: How many cases each of the posts has.
  ///   - plannedPosts: After them come the mockups that failed.
  /// - Returns: Nil where the run is the whole.
  package func report(counts: [Int], behind plannedPosts: Int, project: String) -> CompareReport.Part? {
    guard let record else { return nil }
    let drawn = zip(posts, counts).map { CompareReport.Part.Item(place: $0, cases: $1) }
    let missing = failed.indices.map { CompareReport.Part.Item(place: plannedPosts + $0, cases: 1) }
    return CompareReport.Part(
      shard: record.shard, plan: record.plan, total: record.total, items: drawn + missing, project: project)
  }
}

extension ComparedCase {
  fileprivate static func failed(_ mockup: MockupCase, _ diagnostic: Diagnostic) -> ComparedCase {
    let place = PictureVariant(
      screenWidth: mockup.width, scale: mockup.scale, theme: mockup.theme, state: mockup.state)
    let proofCase = ProofCase(
      id: mockup.name, kind: .mockup, place: place, tolerance: mockup.tolerance, masks: mockup.masks, mockup: mockup)
    return .failed(proofCase, post: mockup.post, diagnostic.located(in: mockup.name))
  }
}
