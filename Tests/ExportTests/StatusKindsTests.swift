import CardRendering
import Cards
import Export
import FeedReading
import FeedSources
import Files
import Foundation
import Projects
import Site
import Support
import Testing

/// A feed with a status of every kind: warnings, sensitive media, polls, links, quotes, boosts, replies.
@Suite("Statuses of every kind")
struct StatusKindsTests {
  private let folder: TemporaryFolder
  private let renderer: CardRenderer
  private let posts: [PostInFeed]

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: Checkout.url("Tests/Vectors/statuses-of-every-kind.json"), to: folder.url.appendingPathComponent("feed.json"))
    try folder.write("locale: en\nwidths: [320, 375, 414]\nscales: 1\nthemes: [light, dark]\n", to: "feedproof.yml")
    let environment = Environment.tests(in: folder.url)
    let project = try Project.load(
      inputs: [folder.url.path], overrides: ProjectOverrides(), environment: environment)
    let files = FeedFiles.find(of: project)
    let feed = try FeedLoading.feed(of: files) { _ in }
    renderer = try CardRenderer(project: project, files: files, facts: FeedFacts(feed.posts), environment: environment)
    posts = PostInFeed.all(of: feed.posts)
  }

  private func card(_ post: PostInFeed) throws -> (SiteCard, [AccessibleStates]) {
    let input = CardInput(post, renderer: renderer)
    let read = try renderer.read(input.cards[0], in: renderer.design.themes[0])
    return (SiteCard(input, card: input.cards[0], read: read), read)
  }

  @Test("every one is laid out at every width without a problem, and inside of its card")
  func layouts() throws {
    #expect(posts.count > 20)
    for post in posts {
      let (_, read) = try card(post)
      for states in read.map(\.states) {
        #expect(states.problems.isEmpty && states.missingGlyphs.isEmpty, "\(post.id)")
        for (_, layout) in states.all {
          for box in layout.namedBoxes where !box.path.contains("page-") && !box.path.contains("counters") {
            #expect(box.frame.maxX <= layout.size.width + 0.01 && box.frame.minX >= -0.01, "\(post.id) \(box.path)")
            #expect(box.frame.maxY <= layout.size.height + 0.01, "\(post.id) \(box.path)")
          }
        }
      }
    }
  }

  @Test("anything that is hidden has two states, and a place that shows it with its own word")
  func hidden() throws {
    for placed in posts {
      let post = placed.post.reposts.first ?? placed.post
      let (site, _) = try card(placed)
      let hasMedia = post.attachments.contains { attachment in
        if case .item(let item) = attachment { item.preview != nil } else { true }
      }
      guard post.contentWarning != nil || post.flags.contains(.sensitive) && hasMedia else { continue }
      for layout in site.layouts {
        #expect(layout.collapsed?.showMore.contains { $0.label == "Show" } == true, "\(placed.id)")
        #expect(layout.expanded.showMore.isEmpty)
      }
    }
  }

  @Test("every card leads to its post")
  func permalinks() throws {
    for post in posts { #expect(try card(post).0.permalink != nil, "\(post.id)") }
  }
}
