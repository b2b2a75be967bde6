import DataFormats
import Diagnostics
import Foundation
import Support
import Testing

@testable import FeedReading

/// Every word of an item is in its post, or counted under the name of its member.
@Suite("Accounting for the content of feeds")
struct FeedAccountingTests {
  /// A document of each service around members of its only item, and the member with the item's own text.
  private static let documents: [(service: Service, own: String, document: @Sendable (String) -> String)] = [
    (.vk, #""text": "own words""#, { #"{"response": {"items": [{"id": 1, "owner_id": 7, "date": 5, \#($0)}]}}"# }),
    (
      .mastodon, #""content": "<p>own words</p>""#,
      {
        #"{"id": "1", "created_at": "2024-05-01T10:00:00Z", "media_attachments": [], "account": {"id": "7", "acct": "ann"}, \#($0)}"#
      }
    ),
    (
      .misskey, #""text": "own words""#,
      {
        #"[{"id": "a1", "createdAt": "2025-02-20T08:00:00.000Z", "fileIds": [], "files": [], "replyId": null, "renoteId": null, "cw": null, "visibility": "public", \#($0)}]"#
      }
    ),
    (
      .activityStreams, #""content": "<p>own words</p>""#,
      {
        #"{"@context": "https://www.w3.org/ns/activitystreams", "id": "https://a.example/1", "type": "Note", "attributedTo": "https://a.example/ann", "published": "2024-05-01T10:00:00Z", \#($0)}"#
      }
    ),
    (
      .bluesky, #""langs": ["en"]"#,
      {
        #"[{"uri": "at://did:plc:a/app.bsky.feed.post/1", "record": {"text": "own words", "createdAt": "2024-05-01T10:00:00Z"}, \#($0)}]"#
      }
    ),
    (
      .x, #""text": "own words""#,
      { #"{"data": [{"id": "1", "author_id": "7", "created_at": "2025-03-11T05:40:00.000Z", \#($0)}]}"# }
    ),
    (
      .telegram, #""text": "own words""#,
      {
        #"{"name": "A", "type": "public_channel", "id": 1, "messages": [{"id": 1, "type": "message", "date": "2024-05-01T10:00:00", "from": "A", "from_id": "channel1", \#($0)}]}"#
      }
    ),
    (
      .jsonFeed, #""content_text": "own words""#,
      { #"{"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": [{"id": "1", \#($0)}]}"# }
    ),
    (.events, #""title": "own words""#, { #"{"name": "N", "events": [{"id": "a", \#($0)}]}"# }),
  ]

  private static func page(_ service: Int, _ members: String) -> FeedPage {
    let (_, own, document) = documents[service]
    return FeedReader.page(from: FeedDocument(name: "a.json", bytes: Array(document("\(own), \(members)").utf8)))
  }

  private static let shapes = [
    #""zz_new": "some words""#, #""zz_new": {"a": {"b": ["some words"]}}"#, #""zz_new": [1, {"text": "слова"}]"#,
    #""zz_new": "word""#, #""zz_new": "<p>some <b>words</b></p>""#,
  ]

  @Test("words in a member that no reader knows are counted once, in any shape", arguments: documents.indices)
  func unknownMembers(_ service: Int) {
    for shape in Self.shapes {
      let page = Self.page(service, shape)
      #expect(page.service == Self.documents[service].service)
      #expect(page.entries.count == 1)
      #expect(page.notShown.counts.values.reduce(0, +) == 1, "\(Self.documents[service].service): \(shape)")
      #expect(page.diagnostics.diagnostics.contains { $0.code == "feed.not-shown" })
    }
  }

  @Test("numbers, flags, ids, dates and addresses are no words", arguments: documents.indices)
  func technicalMembers(_ service: Int) {
    let page = Self.page(
      service,
      ##""zz_flag": true, "zz_count": 7, "zz_url": "https://a.example/some", "zz_id": "some words", "zz_new": "A_CONSTANT", "zz_null": null, "zz": "Thu, 16 Oct 2025 10:00:00 GMT", "zy": "image/png", "zx": "#ff00ff""##
    )
    #expect(page.notShown.isEmpty, "\(page.notShown.inWords)")
  }

  @Test("the item's own words are not counted", arguments: documents.indices)
  func ownWords(_ service: Int) {
    let page = Self.page(service, #""zz_copy": "Own  words!""#)
    #expect(page.notShown.isEmpty, "\(page.notShown.inWords)")
  }

  @Test("the place and the words of a text that is not shown are reported")
  func reported() {
    let told = Self.page(0, #""zz_new": {"a": ["first line\nsecond"]}"#).diagnostics.diagnostics
      .first { $0.code == "feed.not-shown" }
    #expect(told?.message == "a text is not shown: first line second")
    #expect(told?.place?.description.hasSuffix("items[0].zz_new.a[0]") == true)
  }

  @Test("posts that an item replies to are counted, but not reported one by one")
  func repliedPosts() {
    let page = FeedReader.page(
      from: FeedDocument(
        name: "a.json",
        bytes: Array(
          #"""
          {"feed": [{"post": {"uri": "at://did:plc:a/app.bsky.feed.post/1", "record": {"text": "answer", "createdAt": "2024-05-01T10:00:00Z"}},
            "reply": {"parent": {"uri": "at://did:plc:b/app.bsky.feed.post/2", "record": {"text": "the first words"}}}}]}
          """#.utf8)))
    #expect(page.notShown.inWords == "1 post that is replied to (Bluesky)")
    #expect(page.diagnostics.diagnostics.isEmpty)
  }

  @Test("attachments that a quote does not show are counted")
  func quotes() {
    func counted(_ members: String) -> String {
      Self.page(
        1,
        #""quote": {"state": "accepted", "quoted_status": {"id": "2", "created_at": "2024-05-01T10:00:00Z", "content": "inner words", "account": {"id": "8", "acct": "bo"}, \#(members)}}"#
      ).notShown.inWords
    }
    // The text is covered.
    #expect(counted(#""spoiler_text": "mice""#).isEmpty)
    let photo = #"{"type": "image", "url": "https://a.example/1.png"}"#
    #expect(
      counted(#""media_attachments": [\#(photo), \#(photo), \#(photo)]"#)
        == "2 attachments of quoted posts (Mastodon)")
    let film = #"{"type": "video", "url": "https://a.example/1.mp4"}"#
    #expect(counted(#""media_attachments": [\#(film)]"#).isEmpty)
    #expect(
      counted(#""spoiler_text": "mice", "media_attachments": [\#(film)]"#)
        == "1 attachment of a quoted post (Mastodon)")
  }

  @Test("a text that a card cuts off is counted")
  func longText() {
    func counted(_ length: Int) -> String {
      let text = String(repeating: "ab ", count: length / 3)
      return Feeds.page(
        #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "content_text": "\#(text)"}]}"#
      )
      .notShown.inWords
    }
    #expect(counted(59_997).isEmpty)
    #expect(counted(63_000) == "1 end of a long text (JSON Feed)")
  }

  // MARK: Samples

  /// The documents of the examples and, next to the checkout, of services.
  private static let samples: [URL] = {
    let folders = [Checkout.url("Examples"), ExtraVectors.url("feeds"), ExtraVectors.url("reports/rendering")]
    return folders.compactMap { $0 }.flatMap { folder in
      (FileManager.default.subpaths(atPath: folder.path) ?? []).sorted()
        .filter { path in
          (path.hasSuffix(".json") || path.hasSuffix(".js")) && !path.hasSuffix(".expected.json")
            && !path.hasPrefix("chats") && (folder.lastPathComponent != "Examples" || path.contains("/feed/"))
        }
        .map { folder.appendingPathComponent($0) }
    }
  }()

  /// An attachment of an unknown type, a quoted post that is not shown, other people's annotations, and a sentence about
  /// an activity whose note is shown.
  private static let countedMembers = ["notes", "content", "summary"]

  @Test("the texts of all members of the samples are shown, but for a few that are counted")
  func samplesAreShown() throws {
    for file in Self.samples {
      let bytes = try Array(Data(contentsOf: file))
      let page = FeedReader.page(from: FeedDocument(name: file.lastPathComponent, bytes: bytes))
      // Members of these samples that no card has room for, which are counted.
      let unexpected = page.notShown.counts.keys.map(\.singular).filter { name in
        name.hasPrefix("text in") && !Self.countedMembers.contains { name == "text in “\($0)”" }
      }
      #expect(unexpected.isEmpty, "\(file.lastPathComponent)")
    }
  }

  @Test("a renamed member with words is counted, whatever its new name is", arguments: documents.indices)
  func renamedMembers(_ service: Int) throws {
    var random = SplitMix64(seed: UInt64(service) + 1)
    for _ in 0..<40 {
      let words = (0..<Int(random.next() % 4 + 1)).map { _ in
        String((0..<Int(random.next() % 6 + 2)).map { _ in "abcdefghij".randomElement(using: &random) ?? "a" })
      }
      let name = "zz" + String((0..<4).map { _ in "klmnopqr".randomElement(using: &random) ?? "k" })
      let page = Self.page(service, #""\#(name)": "\#(words.joined(separator: " "))""#)
      #expect(page.notShown.counts.values.reduce(0, +) == 1, "\(name): \(words)")
    }
  }
}
