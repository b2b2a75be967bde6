import Foundation
import Testing

@testable import FeedIngest

@Suite struct BlueskyRealTests {
  struct Entry: Decodable {
    let uri: String
    let author: String
    let handle: String
    let created_at: String
    let text_chars: Int
    let embed: String?
    let images: Int
    let replies: Int?
    let reposts: Int?
    let likes: Int?
    let quotes: Int?
    let reposted_by: String?
    let is_reply: Bool
  }

  @Test("a real document is read as another program reads it", arguments: RealFeeds.names("bluesky"))
  func document(name: String) throws {
    let (reading, _) = try RealFeeds.reading("bluesky", name)
    let entries = try RealFeeds.expected("bluesky", name, Entry.self)
    #expect(reading.diagnostics.isEmpty)
    let posts = try #require(reading.feed).posts
    try #require(posts.count == entries.count)
    for (outer, entry) in zip(posts, entries) {
      let post = outer.reposts.first ?? outer
      #expect(outer.author.handle == entry.reposted_by || entry.reposted_by == nil && outer.reposts.isEmpty)
      let isInvisible = entry.author.unicodeScalars.allSatisfy(\.isBlank)
      #expect(post.author.shownName == (isInvisible ? entry.handle : entry.author))
      #expect(post.author.handle == entry.handle)
      #expect(post.text.unicodeScalars.count == entry.text_chars)
      #expect(post.date == WrittenDate.seconds(entry.created_at) || entry.created_at.isEmpty)
      // Pictures beside a quote are the post's as well; the other program counts those in some forms only.
      #expect(post.photos.count == entry.images)
      #expect(post.photos.allSatisfy { $0.aspect != nil })
      #expect(post.count(.replies) == entry.replies && post.count(.reposts) == entry.reposts)
      #expect(post.count(.likes) == entry.likes && post.count(.quotes) == entry.quotes)
      #expect((post.reply != nil) == entry.is_reply)
      #expect((post.quote != nil) == (entry.embed?.contains("record") == true))
      let key = try #require(entry.uri.split(separator: "/").last)
      #expect(post.permalink == "https://bsky.app/profile/\(entry.handle)/post/\(key)")
      #expect(post.hasValidFacets)
    }
  }
}
