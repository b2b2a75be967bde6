import Foundation
import Testing

@testable import FeedReading

@Suite struct XRealTests {
  private static let files = ServiceFiles("twitter")

  @Test("a real document is read as another program reads it", arguments: files.names)
  func document(name: String) throws {
    let (reading, pairs) = try Self.files.compared(name)
    let isComplete = pairs.allSatisfy { $0.entry.flag("author_resolves") }
    #expect(reading.codes == (isComplete ? [] : ["feed.author-missing"]))
    let raw = try RawTweets(Self.files.bytes(name))
    try #require(raw.texts.count == pairs.count)
    for ((post, entry), text) in zip(pairs, raw.texts) {
      let id = try #require(entry.text("id"))
      #expect(post.id == "x-\(id)")
      #expect(post.author.state == (entry.flag("author_resolves") ? .active : .unknown))
      #expect(post.author.name == entry.text("author") ?? "")
      #expect(entry.text("screen_name").map { $0 == post.author.handle } ?? true)
      #expect(entry.text("author_id").map { $0 == post.author.id } ?? true)
      #expect(post.date == entry.date("created_at"))
      #expect(post.count(.likes) == entry.int("likes") && post.count(.reposts) == entry.int("retweets"))
      if let replies = entry.int("replies") {
        #expect(post.count(.replies) == replies && post.count(.quotes) == entry.int("quotes"))
      }
      let isRetweet = entry.flag("is_retweet") || entry.texts("referenced").contains("retweeted")
      #expect(post.reposts.count == (isRetweet ? 1 : 0))
      let shown = post.reposts.first ?? post
      #expect(isRetweet || post.text.isEmpty == !entry.flag("has_text"))
      #expect(shown.photos.count == entry.int("images"))
      let media = shown.attachments.count { !["link", "poll"].contains($0.type) }
      #expect(media == entry.int("media_keys") ?? entry.texts("media").count)
      // The address of a quoted post is removed from the text if the post is included.
      #expect(shown.text == text || shown.quote?.post != nil && text.hasPrefix(shown.text + " twitter.com/"))
      #expect((post.reply != nil) == raw.replies.contains(id))
      #expect((post.quote != nil) == raw.quotes.contains(id))
      #expect(shown.hasValidFacets)
    }
  }

  @Test("a real text has facets for its links, mentions and tags", arguments: files.names)
  func facets(name: String) throws {
    for post in try #require(Self.files.reading(name).feed).posts.flatMap(\.withInner) {
      for mark in post.marks {
        #expect(
          mark.hasPrefix("mention:@") || mark.hasPrefix("hashtag:#") || (mark.hasPrefix("link:") && mark.contains(".")))
        #expect(!mark.contains("t.co/"))
      }
    }
  }
}

/// The posts of a document as Foundation reads them, with short addresses replaced one after the other.
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
