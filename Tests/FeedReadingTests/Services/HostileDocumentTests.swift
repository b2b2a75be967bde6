import DataFormats
import Foundation
import Support
import Testing

@testable import FeedReading

/// Documents in which any value may be replaced.
@Suite struct HostileDocumentTests {
  /// A document of each service with all members that are read.
  private static let documents = [
    """
    [{"id": "1", "created_at": "2024-05-01T00:00:00Z", "edited_at": "2024", "content": "<p>a <a href='https://x.example'>b</a> :c:</p>",
      "account": {"id": "1", "acct": "a", "display_name": ":c:", "emojis": [{"shortcode": "c", "url": "https://e.example/c"}], "avatar": "x"},
      "emojis": [{"shortcode": "c", "url": "https://e.example/c"}], "mentions": [{"url": "https://x.example", "acct": "b", "id": 2}],
      "tags": [{"url": "https://x.example"}], "spoiler_text": "w", "sensitive": true, "in_reply_to_id": 5, "in_reply_to_account_id": 2,
      "media_attachments": [{"type": "image", "url": "a.jpg", "preview_url": "b.jpg", "description": "d",
        "meta": {"original": {"width": 1, "height": 2, "duration": 3}, "small": {"width": 1}, "focus": {"x": 0, "y": 0}}}],
      "poll": {"multiple": true, "votes_count": 3, "voters_count": 2, "options": [{"title": "t", "votes_count": 1}], "own_votes": [0]},
      "card": {"url": "https://c.example", "title": "t", "image": "i", "width": 1, "height": 1}, "filtered": [{"filter": {"title": "f"}}],
      "quote": {"state": "accepted", "quoted_status": {"content": "q", "account": {"acct": "q"}}},
      "reblogs_count": 1, "pleroma": {"emoji_reactions": [{"count": 2}]}, "place": {"name": "p", "lat": 1, "long": 2}}]
    """,
    """
    {"@context": "https://www.w3.org/ns/activitystreams", "type": "OrderedCollection", "id": "https://a.example/o", "next": "https://a.example/p",
     "orderedItems": [{"type": "Create", "id": "https://a.example/1", "actor": {"type": "Person", "id": "https://a.example/users/a", "name": "A", "icon": {"url": "i"}},
      "object": {"type": ["Question"], "id": "https://a.example/2", "contentMap": {"en": "<p>x</p>"}, "name": "n", "summary": "s", "sensitive": true,
       "published": "2024-05-01", "updated": "2024-05-02", "inReplyTo": "https://b.example/@b/1", "quote": {"content": "q"},
       "attachment": [{"type": "Document", "mediaType": "image/png", "url": [{"href": "u", "width": 1}], "name": "d", "focalPoint": [0, 0]}],
       "tag": [{"type": "Emoji", "name": ":e:", "icon": {"url": "e"}}, {"type": "Mention", "href": "https://x.example"}],
       "oneOf": [{"name": "o", "replies": {"totalItems": 3}}], "replies": {"totalItems": 1}, "location": {"name": "l", "latitude": 1}}},
      {"type": "Announce", "actor": "https://a.example/users/a", "object": "https://b.example/1"},
      {"type": "Video", "id": "https://a.example/3", "url": [{"mediaType": "video/mp4", "href": "v", "tag": [{"href": "w"}]}], "duration": "PT3S", "icon": [{"url": "i", "width": 1}]},
      {"type": "Event", "name": "E", "startTime": "2024-05-01T10:00", "endTime": "2024-05-02", "content": "x"}]}
    """,
    """
    {"version": "https://jsonfeed.org/version/1.1", "title": "T", "home_page_url": "https://t.example", "icon": "i", "next_url": "n", "authors": [{"name": "A"}],
     "items": [{"id": "1", "url": "https://t.example/1", "external_url": "https://x.example", "title": "t", "content_html": "<p>a <img src='i.png'></p>",
      "content_text": "c", "summary": "s", "image": "i", "banner_image": "b", "date_published": "2024-05-01", "date_modified": "2024-05-02",
      "author": {"name": "B", "avatar": "a"}, "tags": ["a", "b"], "attachments": [{"url": "u", "mime_type": "audio/mpeg", "duration_in_seconds": 3, "size_in_bytes": 1}]}]}
    """,
  ]

  private static let odd = [
    "null", "true", "-1", "0", "9223372036854775807", "-9223372036854775808", "1e308", "-0.5", "\"\"", "\" \"",
    #""\u0000""#,
    "\"javascript:alert(1)\"", "\"😀\u{202E}\"", "\"https://\"", "\"://\"", "\"@\"", "\"acct:@\"", "\"P\"", "\":\"",
    "\"#\"",
    "\"<a href='https://x.example'>é\"", "\"PT9999999999999999H\"", "\"2024-99-99\"", "[]", "{}", "[[[]]]",
    #"{"a": {"b": 1}}"#,
    #"{"items": [1, 2]}"#, "\"https://a.example/users/\"", #""\uD800""#,
  ]

  @Test("reading wrong values ends with valid facets", arguments: documents)
  func mutations(document: String) throws {
    let root = try JSONSerialization.jsonObject(with: Data(document.utf8))
    var random = SplitMix64(seed: 11)
    for round in 0..<1500 {
      let changed = Self.changed(root, chance: [0.02, 0.1, 0.4][round % 3], &random)
      for post in Feeds.posts(changed) { Self.check(post) }
    }
  }

  private static func check(_ post: Post) {
    #expect(FacetedText(post.text, facets: post.facets).isSound)
    #expect(FacetedText(post.author.name, facets: post.author.nameEmoji).isSound)
    #expect(!post.author.recordedName.isEmpty)
    #expect(!post.id.contains("/") && !post.id.isEmpty && post.id.utf8.allSatisfy { $0 < 0x80 })
    #expect(post.permalink.map(\.text).map { $0.hasPrefix("http") || $0.hasPrefix("mailto:") } ?? true)
    #expect(post.counters.allSatisfy { ($0.value ?? 0) >= 0 })
    for repost in post.reposts { check(repost) }
    if let quoted = post.quote?.post { check(quoted) }
  }

  /// Returns the value as JSON, with some values replaced by odd ones or removed.
  private static func changed(_ value: Any, chance: Double, _ random: inout SplitMix64) -> String {
    if Double.random(in: 0..<1, using: &random) < chance { return odd.randomElement(using: &random) ?? "null" }
    if let list = value as? [Any] {
      return "[" + list.map { changed($0, chance: chance, &random) }.joined(separator: ", ") + "]"
    }
    guard let object = value as? [String: Any] else {
      let data = try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
      return data.map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
    var members: [String] = []
    for (key, member) in object.sorted(by: { $0.key < $1.key }) {
      if Double.random(in: 0..<1, using: &random) < chance / 2 { continue }
      members.append("\"\(key)\": " + changed(member, chance: chance, &random))
    }
    return "{" + members.joined(separator: ", ") + "}"
  }

  @Test("activities within activities, boosts within boosts and quotes within quotes end somewhere")
  func nesting() {
    func nested(_ depth: Int, _ around: (String) -> String) -> String {
      (0..<depth).reduce("{}") { inner, _ in around(inner) }
    }
    let boosts = nested(150) {
      #"{"id": "1", "created_at": "2024", "content": "x", "account": {"acct": "a"}, "reblog": \#($0)}"#
    }
    let quotes = nested(100) {
      #"{"id": "1", "created_at": "2024", "content": "x", "account": {"acct": "a"}, "quote": {"quoted_status": \#($0)}}"#
    }
    let activities = nested(150) {
      #"{"@context": "https://www.w3.org/ns/activitystreams", "type": "Announce", "object": \#($0)}"#
    }
    for document in [boosts, quotes, activities] { #expect(Feeds.posts(document).count == 1) }
  }
}
