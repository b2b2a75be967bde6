import CardRendering
import Cards
import Diagnostics
import FeedReading
import FeedSources
import Files
import Foundation
import Projects
import Support
import Testing

@Suite("The example feed")
struct ExampleTests {
  private let project: Project
  private let feed: Feed

  init() throws {
    project = try Project.load(
      inputs: [Checkout.url("Examples/newsfeed").path], overrides: ProjectOverrides(), environment: .process())
    feed = try FeedLoading.feed(of: FeedFiles.find(of: project)) { _ in }
  }

  @Test("it is a feed of at least 24 posts, each with an id of its own")
  func size() {
    #expect(feed.posts.count >= 24)
    #expect(Set(feed.posts.map(\.id)).count == feed.posts.count)
  }

  @Test("the example feed has no error, one missing author, one duplicate and one unknown attachment")
  func diagnostics() {
    #expect(feed.diagnostics.map(\.code).sorted() == ["feed.author-missing", "feed.duplicate", "feed.unknown-part"])
  }

  @Test(
    "every kind of attachment is in it",
    arguments: [
      "photo", "video", "link", "doc", "poll", "audio", "article", "market", "sticker", "podcast", "graffiti", "album",
      "note", "page",
    ])
  func attachments(type: String) {
    #expect(feed.posts.contains { $0.attachments.contains { $0.type == type } })
  }

  @Test("an attachment of a type that no one knows is in it")
  func unknownAttachment() {
    #expect(
      feed.posts.contains { post in
        post.attachments.contains { if case .item(let item) = $0 { item.content == .unknown } else { false } }
      })
  }

  @Test("every kind of item is in it", arguments: ["post", "wall_photo", "friend", "photo_tag", "note"])
  func kinds(name: String) {
    #expect(feed.posts.contains { $0.kind.name == name })
  }

  @Test("ads, pinned, signed, placed, paid, banned, deleted and unknown authors are in it")
  func circumstances() {
    #expect(feed.posts.contains { $0.flags.contains(.ad) })
    #expect(feed.posts.contains { $0.flags.contains(.pinned) })
    #expect(feed.posts.contains { $0.signer != nil })
    #expect(feed.posts.contains { $0.place != nil })
    #expect(feed.posts.contains { $0.paywall != nil })
    for state in [Author.State.banned, .deleted, .unknown] {
      #expect(feed.posts.contains { $0.author.state == state })
    }
  }

  @Test("texts, single photos, carousels and nested reposts are in it")
  func media() {
    let photos = feed.posts.map { $0.attachments.compactMap(\.photo).count }
    #expect(photos.contains(0) && photos.contains(1) && photos.contains { $0 > 1 })
    #expect(feed.posts.contains { $0.reposts.count > 1 })
    #expect(feed.posts.contains { $0.text.isEmpty })
  }
}

@Suite("Frames of the example's cards")
struct ExampleFrameTests {
  /// Returns the boxes of a post. Expected numbers are computed by hand from the design's metrics.
  private func boxes(of post: String, width: Int = 375) throws -> [String: BoxDocument] {
    var overrides = ProjectOverrides()
    overrides["widths"] = ["\(width)"]
    let environment = Environment.process(resources: Checkout.folder)
    let project = try Project.load(
      inputs: [Checkout.url("Examples/newsfeed").path], overrides: overrides, environment: environment)
    let feed = try FeedLoading.feed(of: FeedFiles.find(of: project)) { _ in }
    let renderer = try CardRenderer(
      project: project, files: FeedFiles.find(of: project), facts: FeedFacts(feed.posts), environment: environment)
    let found = try #require(feed.posts.first { $0.id == post })
    let theme = renderer.design.themes[0]
    let states = try renderer.states(of: PostInFeed(found), in: theme, screen: width)
    let shown = LayoutDocument(
      post: post, width: width, state: states.initial.state, layout: states.initial.layout)
    return Dictionary(shown.boxes.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }

  @Test("the header, the text and the counters of a long post are where the design puts them")
  func longPost() throws {
    let boxes = try boxes(of: "wall-101001_8841")
    #expect(boxes["card/avatar"]?.frame == [12, 12, 36, 36])
    #expect(boxes["card/name"]?.frame[0] == 58 && boxes["card/name"]?.frame[1] == 14)
    #expect(boxes["card/name"]?.frame[3] == 17)
    #expect(boxes["card/date"]?.frame[1] == 32 && boxes["card/date"]?.frame[3] == 15)
    #expect(boxes["card/text"]?.lines == 6)
    #expect(boxes["card/text"]?.frame == [12, 58, 335, 132])
    #expect(boxes["card/show-more"]?.frame[1] == 190 && boxes["card/show-more"]?.frame[3] == 22)
    // The text and its link end at 212. The photo begins 10 lower and has the card's width.
    #expect(boxes["card/photo"]?.frame[0] == 0 && boxes["card/photo"]?.frame[1] == 222)
    #expect(boxes["card/photo"]?.frame[2] == 359)
    let photoEnd = try #require(boxes["card/photo"].map { $0.frame[1] + $0.frame[3] })
    #expect(boxes["card/counters/likes/icon"]?.frame == [16, photoEnd + 14, 24, 24])
    #expect(boxes["card/counters/comments/icon"]?.frame[0] == 100)
    #expect(boxes["card/counters/reposts/icon"]?.frame[0] == 184)
    #expect(boxes["card/counters/likes/label"]?.frame[0] == 44)
    #expect(boxes["card"]?.frame == [0, 0, 359, photoEnd + 14 + 24 + 10])
  }

  @Test("counters do not collide with the views on a narrow screen", arguments: [320, 375, 414])
  func counters(width: Int) throws {
    // The largest counters of the example: 1.2M, 12K, 9.9K and 48M views.
    let environment = Environment.process(resources: Checkout.folder)
    let project = try Project.load(
      inputs: [Checkout.url("Examples/newsfeed").path], overrides: ProjectOverrides(), environment: environment)
    let feed = try FeedLoading.feed(of: FeedFiles.find(of: project)) { _ in }
    for post in feed.posts.filter({ $0.counters.value(of: .views) != nil }).prefix(12) {
      let boxes = try boxes(of: post.id, width: width)
      let last = try #require(boxes["card/counters/reposts/label"] ?? boxes["card/counters/reposts/icon"])
      let views = try #require(boxes["card/counters/views/icon"])
      #expect(views.frame[0] - (last.frame[0] + last.frame[2]) >= 7.5)
    }
  }
}

@Suite("Extra vectors: real feeds")
struct RealFeedTests {
  static let folder = ExtraVectors.url("feeds/vk")

  @Test("every real feed becomes cards without a problem in their layout", .enabled(if: folder != nil))
  func layouts() throws {
    let folder = try #require(Self.folder)
    let environment = Environment.process(resources: Checkout.folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".expected.json") }
    #expect(!files.isEmpty)
    for file in files {
      var overrides = ProjectOverrides()
      overrides["widths"] = ["320", "375"]
      let project = try Project.load(
        inputs: [folder.appendingPathComponent(file).path], overrides: overrides, environment: environment)
      let feed = try FeedLoading.feed(of: FeedFiles.find(of: project)) { _ in }
      let renderer = try CardRenderer(
        project: project, files: FeedFiles.find(of: project), facts: FeedFacts(feed.posts), environment: environment)
      let theme = renderer.design.themes[0]
      for post in feed.posts {
        for width in project.widths {
          let states = try renderer.states(of: PostInFeed(post), in: theme, screen: width)
          #expect(states.problems.isEmpty, "\(file): \(post.id)")
          #expect(states.expanded.size.height.isFinite && states.expanded.size.height >= 60)
        }
      }
    }
  }
}
