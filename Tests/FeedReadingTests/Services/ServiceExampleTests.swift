import Foundation
import Support
import Testing

@testable import FeedReading

/// The example feeds of services, which contain every kind of post of a service.
@Suite struct ServiceExampleTests {
  private static let documents = [
    "mastodon": ["feed/home.json"], "json-feed": ["feed.json"],
    "activitystreams": ["outbox.json", "pottery.json", "video.json", "fair.json"],
  ]

  private static func reading(_ example: String) throws -> ReadFeed {
    let folder = Checkout.url("Examples/\(example)")
    return FeedReader.read(
      try (documents[example] ?? []).map { name in
        FeedDocument(name: name, bytes: [UInt8](try Data(contentsOf: folder.appendingPathComponent(name))))
      })
  }

  @Test("each has posts enough, ids of their own, and nothing worse than a note", arguments: documents.keys.sorted())
  func whole(example: String) throws {
    let reading = try Self.reading(example)
    let posts = try #require(reading.feed).posts
    #expect((8...16).contains(posts.count))
    #expect(Set(posts.map(\.id)).count == posts.count)
    #expect(reading.diagnostics.allSatisfy { $0.severity == .note })
    #expect(
      posts.allSatisfy { FacetedText($0.text, facets: $0.facets).isSound && $0.date != nil && $0.permalink != nil })
  }

  @Test("images of their own are next to them", arguments: documents.keys.sorted())
  func pictures(example: String) throws {
    let files = FileManager.default.enumerator(atPath: Checkout.url("Examples/\(example)").path)
    let names = Set((files?.allObjects as? [String] ?? []).map { $0.split(separator: "/").last.map(String.init) ?? $0 })
    let posts = try #require(Self.reading(example).feed).posts
    let photos = (posts + posts.flatMap(\.reposts)).flatMap { $0.photos + $0.items.compactMap(\.preview) }
    #expect(!photos.isEmpty)
    for photo in photos {
      #expect(photo.sources.contains { FileAddress.fileName($0.url).map(names.contains) ?? false })
    }
  }

  @Test("Mastodon's has warnings, polls, boosts, quotes, replies, cards, emoji and media of all kinds")
  func mastodon() throws {
    let posts = try #require(Self.reading("mastodon").feed).posts
    #expect(posts.contains { $0.contentWarning != nil && $0.flags.isSuperset(of: [.sensitive, .edited]) })
    #expect(posts.compactMap(\.poll).map(\.isClosed) == [false, true])
    #expect(posts.contains { $0.reposts.first?.card != nil })
    #expect(posts.contains { $0.quote?.post != nil } && posts.contains { $0.quote == .unavailable(.deleted, url: nil) })
    #expect(posts.contains { $0.reply?.name == "@tomek@crumb.example" })
    #expect(posts.contains { $0.facets.contains { $0.kind == .emoji } && !$0.author.nameEmoji.isEmpty })
    #expect(posts.contains { $0.photos.count == 4 } && posts.contains { $0.photos.first?.focus != nil })
    #expect(Set(posts.flatMap(\.items).map(\.type)).isSuperset(of: ["video", "gifv", "audio"]))
    #expect(posts.contains { $0.count(.reactions) == 17 })
  }

  @Test("ActivityStreams' has an archive's boost and reply, a poll, a video, a link and an event")
  func activityStreams() throws {
    let posts = try #require(Self.reading("activitystreams").feed).posts
    #expect(posts.compactMap { $0.reposts.first?.author.shownName } == ["@jun@clay.example", "Oda Fjell"])
    #expect(posts.contains { $0.reply?.name == "@jun@clay.example" })
    #expect(posts.contains { $0.contentWarning != nil && $0.flags.contains(.edited) })
    #expect(posts.compactMap(\.poll).first?.answers.map(\.votes) == [64, 22, 71])
    #expect(posts.contains { $0.items.first?.content == .video(duration: 252, isLive: false) })
    #expect(posts.contains { $0.card?.url == "https://museum.example/marks/salt-glaze" })
    #expect(posts.contains { $0.dates?.start.day == 18 && $0.dates?.end?.time?.hour == 17 && $0.place != nil })
  }

  @Test("JSON Feed's has articles, a link post, a podcast, a video, short notes and authors of three kinds")
  func jsonFeed() throws {
    let posts = try #require(Self.reading("json-feed").feed).posts
    #expect(Set(posts.map(\.author.name)).count == 4)
    #expect(posts.contains { $0.card != nil } && posts.contains { $0.flags.contains(.edited) })
    #expect(Set(posts.flatMap(\.items).map(\.type)).isSuperset(of: ["audio", "video", "file"]))
    #expect(posts.contains { $0.text.contains("1. people on foot\n2. bicycles") })
    #expect(posts.contains { $0.text.contains("\n    print(post.title)") })
  }
}
