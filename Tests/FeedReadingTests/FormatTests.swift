import DataFormats
import Foundation
import Support
import Testing

@testable import FeedReading

@Suite struct FormatTests {
  @Test(
    "a service is recognized by what its documents hold",
    arguments: [
      (#"{"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": []}"#, Service.jsonFeed),
      (#"{"version": "1.1", "title": "T", "items": [{"content_text": "a"}]}"#, .jsonFeed),
      (#"{"@context": "https://www.w3.org/ns/activitystreams", "type": "Note", "content": "a"}"#, .activityStreams),
      (#"{"type": "OrderedCollection", "orderedItems": []}"#, .activityStreams),
      (#"[{"content": "<p>a</p>", "created_at": "2024", "account": {"acct": "a"}}]"#, .mastodon),
      (#"{"feed": [{"post": {"uri": "at://did/a", "record": {"text": "a"}}}]}"#, .bluesky),
      (#"{"name": "C", "type": "public_channel", "messages": [{"date_unixtime": "1", "text": ["a"]}]}"#, .telegram),
      (#"[{"id_str": "1", "text": "a", "user": {"screen_name": "a"}}]"#, .x),
      (#"{"data": [{"id": "1", "text": "a", "author_id": "2"}], "meta": {}}"#, .x),
      (#"{"events": [{"title": "a"}]}"#, .events),
      (#"{"response": {"count": 0, "items": []}}"#, .vk),
      (#"{"items": [], "groups": []}"#, .vk),
      (#"{"id": 1, "owner_id": 2, "date": 3, "text": "a"}"#, .vk),
      (#"[{"id": 1, "from_id": 2, "text": "a"}]"#, .vk),
    ])
  func recognised(text: String, service: Service) throws {
    let root = try JSONDocument.parse(Array(text.utf8)).root
    #expect(FeedFormat.recognise(root)?.service == service)
  }

  @Test(
    "what no service writes is an unknown format",
    arguments: [
      "5", "\"text\"", "null", "{}", "[1, 2]", #"{"a": {"b": 1}}"#, #"[{"name": "x"}]"#,
      #"{"response": [{"id": 1, "first_name": "A", "last_name": "B"}]}"#, #"{"response": 1}"#,
      #"{"response": {"count": 1, "items": [{"id": 1, "album_id": 2, "owner_id": 3, "text": "", "sizes": []}]}}"#,
    ])
  func unknown(text: String) {
    let reading = Feeds.read(text)
    #expect(reading.feed == nil)
    #expect(reading.codes == ["feed.unknown-format"])
  }

  @Test("a service is found by its name, and every name is of one service")
  func names() {
    let names = Service.allCases.map(\.rawValue)
    #expect(Set(names).count == names.count)
    #expect(names.compactMap { Service(rawValue: $0) } == Service.allCases)
    #expect(Service(rawValue: "nobody") == nil)
  }

  private static let otherServices: [(folder: String, service: Service)] = [
    ("mastodon", .mastodon), ("bluesky", .bluesky), ("jsonfeed", .jsonFeed), ("telegram", .telegram),
    ("activitystreams2", .activityStreams), ("twitter", .x),
  ]

  private static let otherFiles = otherServices.flatMap { folder, service in
    ServiceFiles(folder).names.map { (folder, $0, service) }
  }

  @Test("real documents of other services are recognized", arguments: otherFiles)
  func realDocuments(folder: String, name: String, service: Service) throws {
    let bytes = try ServiceFiles(folder).bytes(name)
    let root = try JSONDocument.parse(Array(bytes)).root
    #expect(FeedFormat.recognise(root)?.service == service)
  }
}
