import Foundation
import Testing

@testable import FeedIngest

@Suite struct XRealTests {
  struct Entry: Decodable {
    let id: String
    let author_id: String?
    let author: String?
    let screen_name: String?
    let author_resolves: Bool
    let created_at: String
    let has_text: Bool
    let images: Int
    let media: [String]?
    let media_keys: Int?
    let likes: Int?
    let retweets: Int?
    let replies: Int?
    let quotes: Int?
    let is_retweet: Bool?
    let referenced: [String]?
  }

  @Test("a real document is read as another program reads it", arguments: RealFeeds.names("twitter"))
  func document(name: String) throws {
    let (reading, bytes) = try RealFeeds.reading("twitter", name)
    let entries = try RealFeeds.expected("twitter", name, Entry.self)
    let isComplete = entries.allSatisfy(\.author_resolves)
    #expect(reading.codes == (isComplete ? [] : ["feed.author-missing"]))
    let posts = try #require(reading.feed).posts
    let raw = try RawTweets(bytes)
    try #require(posts.count == entries.count && raw.texts.count == entries.count)
    for ((post, entry), text) in zip(zip(posts, entries), raw.texts) {
      #expect(post.id == "x-\(entry.id)")
      #expect(post.author.state == (entry.author_resolves ? .active : .unknown))
      #expect(post.author.name == entry.author ?? "")
      #expect(entry.screen_name == nil || post.author.handle == entry.screen_name)
      #expect(entry.author_id == nil || post.author.id == entry.author_id)
      #expect(post.date == WrittenDate.seconds(entry.created_at))
      #expect(post.count(.likes) == entry.likes && post.count(.reposts) == entry.retweets)
      #expect(entry.replies == nil || post.count(.replies) == entry.replies && post.count(.quotes) == entry.quotes)
      let isRetweet = entry.is_retweet ?? entry.referenced?.contains("retweeted") ?? false
      #expect(post.reposts.count == (isRetweet ? 1 : 0))
      let shown = post.reposts.first ?? post
      #expect(isRetweet || post.text.isEmpty == !entry.has_text)
      #expect(shown.photos.count == entry.images)
      let media = shown.attachments.count { !["link", "poll"].contains($0.type) }
      #expect(media == entry.media?.count ?? entry.media_keys)
      // The address of a quoted post goes where the post itself is there.
      #expect(shown.text == text || shown.quote?.post != nil && text.hasPrefix(shown.text + " twitter.com/"))
      #expect((post.reply != nil) == raw.replies.contains(entry.id))
      #expect((post.quote != nil) == raw.quotes.contains(entry.id))
      #expect(shown.hasValidFacets)
    }
  }

  @Test("what a real text says of its links, mentions and tags lies on them", arguments: RealFeeds.names("twitter"))
  func facets(name: String) throws {
    for post in try #require(RealFeeds.reading("twitter", name).0.feed).posts.flatMap(\.withInner) {
      for mark in post.marks {
        #expect(
          mark.hasPrefix("mention:@") || mark.hasPrefix("hashtag:#") || (mark.hasPrefix("link:") && mark.contains(".")))
        #expect(!mark.contains("t.co/"))
      }
    }
  }
}

/// The posts of a document as Foundation reads them, with the short addresses replaced one after the other.
private struct RawTweets {
  private(set) var texts: [String] = []
  private(set) var replies: Set<String> = []
  private(set) var quotes: Set<String> = []

  init(_ data: Data) throws {
    let root = try JSONSerialization.jsonObject(with: data)
    let list = (root as? [String: Any])?["data"] ?? root
    for tweet in list as? [[String: Any]] ?? [] {
      let id = tweet["id_str"] as? String ?? tweet["id"] as? String ?? ""
      let references = (tweet["referenced_tweets"] as? [[String: Any]] ?? []).compactMap { $0["type"] as? String }
      if references.contains("replied_to") || tweet["in_reply_to_screen_name"] is String { replies.insert(id) }
      if references.contains("quoted") || tweet["quoted_status_id_str"] is String && tweet["retweeted_status"] == nil {
        quotes.insert(id)
      }
      texts.append(Self.text(of: tweet["retweeted_status"] as? [String: Any] ?? tweet))
    }
  }

  private static func text(of tweet: [String: Any]) -> String {
    var scalars = Array((tweet["full_text"] as? String ?? tweet["text"] as? String ?? "").unicodeScalars)
    if let range = tweet["display_text_range"] as? [Int] { scalars = Array(scalars[range[0]..<range[1]]) }
    var text = String(String.UnicodeScalarView(scalars))
    let entities = tweet["entities"] as? [String: Any] ?? [:]
    let media = (tweet["extended_entities"] ?? tweet["entities"]) as? [String: Any]
    let hidden = (media?["media"] as? [[String: Any]] ?? []).compactMap { $0["url"] as? String }
    for url in entities["urls"] as? [[String: Any]] ?? [] {
      guard let short = url["url"] as? String, let shown = url["display_url"] as? String else { continue }
      text = text.replacingOccurrences(of: short, with: shown.hasPrefix("pic.") ? "" : shown)
    }
    for short in hidden { text = text.replacingOccurrences(of: short, with: "") }
    for (name, character) in [("lt", "<"), ("gt", ">"), ("amp", "&")] {
      text = text.replacingOccurrences(of: "&\(name);", with: character)
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
