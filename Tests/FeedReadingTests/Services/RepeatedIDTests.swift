import Testing

@testable import FeedReading

/// Ids that occur more than once.
@Suite struct RepeatedIDTests {
  private static func status(_ text: String, id: String = "1") -> String {
    #"{"id": "\#(id)", "created_at": "2024-05-01", "content": "\#(text)", "account": {"acct": "a"}}"#
  }

  @Test("every item of a document is an entry, also those of one id")
  func onePage() {
    let reading = Feeds.read(
      "[\(Self.status("a")), \(Self.status("b")), \(Self.status("c", id: "2")), \(Self.status("a"))]")
    #expect(reading.feed?.posts.map(\.id) == ["mastodon-1", "mastodon-1-2", "mastodon-2", "mastodon-1-3"])
    #expect(reading.feed?.posts.map(\.text) == ["a", "b", "c", "a"])
    #expect(reading.places(of: "feed.duplicate") == ["page1.json: [1]", "page1.json: [3]"])
    #expect(reading.diagnostics.allSatisfy { $0.severity == .note })
  }

  @Test("entries repeated on a second page are shown once")
  func twoPages() {
    let reading = Feeds.read(
      "[\(Self.status("a")), \(Self.status("b"))]", "[\(Self.status("a")), \(Self.status("c", id: "2"))]")
    #expect(reading.feed?.posts.map(\.text) == ["a", "b", "c"])
  }

  @Test("VK's answers and lists of events show an id once")
  func onceOnAPage() {
    let events = Feeds.posts(#"{"events": [{"id": "a", "title": "A"}, {"id": "a", "title": "A"}]}"#)
    #expect(events.count == 1)
  }
}
