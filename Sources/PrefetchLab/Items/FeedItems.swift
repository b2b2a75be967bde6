import CardRendering
import Cards
import Diagnostics
import Drawing
import FeedReading
import FeedSources
import Files
import Layout
import Prefetching
import Projects
import RunSupport

/// Converts a feed's cards to items: heights by layout, sizes from exported files.
struct FeedItems {
  let project: Project
  let environment: Environment
  let jobs: Int
  /// Whether videos and animations play.
  let plays: Bool

  /// The width of the project's single screen.
  private var width: Int { project.widths[0] }
  private var scale: Int { project.scales[0] }
  private var screenHeight: Double { Double(width) * 667 / 375 }

  /// - Parameter count: The maximum number of cards.
  /// - Throws: `RunFailure`.
  func read(_ count: Int, progress: RunProgress) async throws -> LabFeed {
    let files = FeedFiles.find(of: project)
    let source = try FeedSource.open(files, report: progress.report)
    let renderer = try CardRenderer(
      project: project, files: files, facts: source.facts, environment: environment)
    renderer.design.diagnostics.forEach(progress.report)
    let theme = renderer.design.themes[0]
    let sizes = ExportedSizes(of: project.output, width: width, scale: scale, theme: theme.name)
    let posts = source.posts()
    var (asked, exported) = (0, 0)
    var (items, ids): ([PrefetchItem], [String]) = ([], [])
    try await WorkerLoop(jobs: jobs).run(taking: .asked) {
      asked += 1
      return asked > count ? nil : try posts.nextPlaced()
    } work: { post in
      let states = try renderer.states(of: post, in: theme, screen: width)
      return (post.id, item(post.post, states, gap: theme.metrics.cardGap, sizes[post.id]), sizes[post.id] != nil)
    } take: { _, result in
      ids.append(result.0)
      items.append(result.1)
      if result.2 { exported += 1 }
    }
    return LabFeed(
      name: project.folder.lastPathComponent, items: items, ids: ids, exported: exported,
      screen: "\(width)@\(scale)x-\(theme.name)")
  }

  private func item(_ post: Post, _ states: CardStates, gap: Double, _ sizes: ExportedSizes.Card?) -> PrefetchItem {
    let (load, estimate) = (CardLoad(post), ImageSizeEstimate(project.encoding, scale: scale))
    func bytes(_ state: CardState, _ layout: LaidOutCard) -> Int {
      sizes?.pictures[state.ofPicture] ?? estimate.bytes(of: layout)
    }
    let initial = states.initial
    let pages = sizes?.pages ?? Array(repeating: estimate.page(width: width), count: load.pages)
    var near = Array(pages.prefix(2))
    if states.collapsed != nil { near.append(bytes(.expanded, states.expanded)) }
    var first = bytes(initial.state, initial.layout)
    for media in plays ? MediaSizeEstimate.files(of: post) : [] {
      let head = min(media, PrefetchItem.videoHead)
      first += head
      if media > head { near.append(media - head) }
    }
    return PrefetchItem(
      load: load, parts: [first] + near + pages.dropFirst(2), near: near.count,
      height: (initial.layout.size.height + gap) / screenHeight)
  }
}
