import Testing

@testable import FeedReading

/// Real documents of Mastodon, Lemmy and Friendica, and an example from the recommendation.
@Suite struct ActivityFilesTests {
  private static let files = ServiceFiles("activitystreams2")

  @Test("every item is read as another program reads it", arguments: files.names)
  func items(name: String) throws {
    let (reading, pairs) = try Self.files.compared(name)
    #expect(!reading.diagnostics.contains { $0.severity == .error })
    for (post, entry) in pairs { Self.compare(post, entry) }
  }

  private static func compare(_ post: Post, _ entry: ServiceFiles.Expected) {
    // The other program lists authors' addresses; posts show `@user@host`.
    if let address = entry.text("author") {
      #expect(post.author.id == address)
      #expect(post.author.handle == ActorAddress(ofActor: address)?.handle)
    } else {
      #expect(post.author.state == .unknown)
    }
    #expect(post.date == entry.date("published"))
    #expect(post.text.isEmpty != entry.flag("has_text"))
    #expect(post.contentWarning == entry.text("content_warning").flatMap { $0.isEmpty ? nil : $0 })
    #expect(post.flags.contains(.sensitive) == entry.flag("sensitive"))
    #expect(post.photos.count == entry.int("images"))
    let families = entry.texts("attachments").map { $0 == "video/mp4" ? "video" : "photo" }
    #expect(post.attachments.map(\.type).filter { $0 != "link" } == families)
    if let title = entry.text("name") { #expect(post.text.hasPrefix(title)) }
    // A group that announces a member's creation only passes it on: the entry belongs to the member.
    let isBoost = entry.text("type") == "Announce" && entry.flag("object_is_link")
    #expect(post.reposts.count == (isBoost ? 1 : 0))
    #expect(post.reposts.allSatisfy { $0.permalink != nil && $0.text.isEmpty })
  }
}
