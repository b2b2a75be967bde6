import Foundation
import Support
import Testing

@testable import FeedReading

/// Compares real API responses, if they are next to the checkout, with the results of another program.
@Suite struct RealAnswersTests {
  private static let files = ServiceFiles("vk")

  struct Expected: Decodable {
    struct Copy: Decodable {
      let author_id: Int
      let author_resolves: Bool
      let text_chars: Int
      let photos: Int
      let attachments: [String]
    }
    struct PhotoList: Decodable { let present: Int }
    struct Entry: Decodable {
      let type: String
      let id: Int
      let author_id: Int
      let author_resolves: Bool
      let author_name: String?
      let date: Int
      let text_chars: Int
      let photos: Int
      let attachments: [String]
      let likes: Int?
      let comments: Int?
      let reposts: Int?
      let views: Int?
      let copy_history: [Copy]?
      let is_pinned: Int?
      let signer_id: Int?
      let list_photos: PhotoList?
    }
    let next_from: String?
    let entries: [Entry]
  }

  @Test("a real answer is read as another program reads it", arguments: files.names)
  func answer(name: String) throws {
    let expected = try JSONDecoder().decode(Expected.self, from: Self.files.expectedBytes(name))
    let raw = try RawItems(Self.files.bytes(name))

    let reading = try Self.files.reading(name)
    let feed = try #require(reading.feed)
    #expect(feed.nextFrom == expected.next_from)
    #expect(!reading.diagnostics.contains { $0.severity == .error })
    try #require(feed.posts.count == expected.entries.count)
    try #require(raw.items.count == expected.entries.count)
    for (post, (entry, item)) in zip(feed.posts, zip(expected.entries, raw.items)) {
      Self.compare(post, entry)
      #expect(RawItems.text(of: item).unicodeScalars.count == entry.text_chars)
      #expect(post.text == RawItems.plain(RawItems.text(of: item)))
    }
    let named = Set(feed.posts.map(\.author).filter { $0.state == .unknown }.map(\.id))
    let unresolved = Set(expected.entries.filter { !$0.author_resolves }.map { String($0.author_id) })
    #expect(named == unresolved)
  }

  private static func compare(_ post: Post, _ entry: Expected.Entry) {
    let photos = post.attachments.count { $0.photo != nil }
    switch post.kind {
    case .post:
      #expect(entry.type == "post")
      #expect(photos == entry.photos)
      #expect(post.attachments.map(\.type) == entry.attachments)
    case .photos(let type):
      #expect(type == entry.type)
      #expect(photos == entry.list_photos?.present)
    case .system(_, let type):
      #expect(type == entry.type)
    case .event, .message, .separator, .record:
      Testing.Issue.record("VK's answers hold nothing else")
    }
    #expect(post.id.hasSuffix("_\(entry.id)"))
    #expect(post.author.id == String(entry.author_id))
    #expect(post.author.name == entry.author_name ?? "")
    #expect(post.date == entry.date)
    #expect(post.counters.map(\.value) == [entry.likes, entry.comments, entry.reposts, entry.views])
    #expect(post.flags.contains(.pinned) == (entry.is_pinned == 1))
    #expect(post.signer?.id == entry.signer_id.map(String.init))
    let copies = entry.copy_history ?? []
    #expect(post.reposts.map(\.author.id) == copies.map { String($0.author_id) })
    #expect(post.reposts.map { $0.author.state != .unknown } == copies.map(\.author_resolves))
    #expect(post.reposts.map { $0.attachments.map(\.type) } == copies.map(\.attachments))
    #expect(post.reposts.map { $0.attachments.count { $0.photo != nil } } == copies.map(\.photos))
  }

  @Test("every photo of the real answers has an address and a shape", arguments: files.names)
  func photos(name: String) throws {
    let feed = try #require(Self.files.reading(name).feed)
    for photo in feed.posts.flatMap({ $0.attachments + $0.reposts.flatMap(\.attachments) }).compactMap(\.photo) {
      #expect(!photo.sources.isEmpty)
      #expect(photo.aspect ?? 0 > 0)
    }
  }
}

/// The items of a response as Foundation reads them.
private struct RawItems {
  let items: [[String: Any]]

  init(_ data: Data) throws {
    let root = try JSONSerialization.jsonObject(with: data)
    let content = (root as? [String: Any])?["response"] ?? root
    if let list = content as? [Any] {
      items = list.compactMap { $0 as? [String: Any] }
    } else if let object = content as? [String: Any] {
      let list = (object["items"] ?? object["wall"]) as? [Any]
      items = list?.compactMap { $0 as? [String: Any] } ?? [object]
    } else {
      items = []
    }
  }

  static func text(of item: [String: Any]) -> String {
    item["text"] as? String ?? ""
  }

  /// Returns decoded text with `[id1|Name]` replaced by the name.
  static func plain(_ text: String) -> String {
    decoded(text).replacingOccurrences(
      of: "\\[(id|club|public)[0-9]+\\|([^\\]]+)\\]", with: "$2", options: .regularExpression)
  }

  /// Replaces the entities and tags that occur in the responses, one after the other; `&amp;` last.
  static func decoded(_ text: String) -> String {
    var decoded = text.replacingOccurrences(of: "<br>", with: "\n").replacingOccurrences(of: "\r\n", with: "\n")
    while let range = decoded.range(of: "&#[0-9]+;", options: .regularExpression) {
      let code = UInt32(decoded[range].dropFirst(2).dropLast()) ?? 0
      decoded.replaceSubrange(range, with: Unicode.Scalar(code).map { String(Character($0)) } ?? "?")
    }
    for (name, character) in [("quot", "\""), ("lt", "<"), ("gt", ">"), ("nbsp", "\u{A0}"), ("amp", "&")] {
      decoded = decoded.replacingOccurrences(of: "&\(name);", with: character)
    }
    return decoded
  }
}
