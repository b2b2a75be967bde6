import Foundation
import Testing

@testable import FeedIngest

@Suite struct TelegramRealTests {
  struct Entry: Decodable {
    let chat: String?
    let id: Int?
    let type: String
    let author: String
    let date_unixtime: String
    let text_chars: Int
    let images: Int
    let reactions: Int?
  }

  @Test("a real export is read as another program reads it", arguments: RealFeeds.names("telegram"))
  func document(name: String) throws {
    let (reading, _) = try RealFeeds.reading("telegram", name)
    let entries = try RealFeeds.expected("telegram", name, Entry.self)
    #expect(reading.diagnostics.isEmpty)
    let posts = try #require(reading.feed).posts
    try #require(posts.count == entries.count)
    for (post, entry) in zip(posts, entries) {
      var isService = false
      if case .system = post.kind { isService = true }
      #expect(isService == (entry.type == "service"))
      #expect(post.author.shownName == entry.author)
      #expect(post.date == Int(entry.date_unixtime))
      #expect(isService || post.text.unicodeScalars.count == entry.text_chars)
      #expect(post.photos.count == entry.images)
      #expect(post.counters.value(of: .likes) == entry.reactions)
      #expect(entry.id.map { post.id.hasSuffix("-\($0)") } ?? true)
      #expect(post.hasValidFacets)
    }
  }
}
