import Diagnostics
import Support
import Testing

@testable import FeedReading

@Suite struct PageOrderTests {
  private func order(_ pages: (file: String, start: String?, next: String?)...) -> [String] {
    let marks = pages.map { PageMark(file: $0.file, startFrom: $0.start, nextFrom: $0.next) }
    return PageOrder.order(of: marks).map { marks[$0].file }
  }

  @Test("cursors that count put pages in order, the one without is the last")
  func counting() {
    #expect(order(("a", nil, nil), ("b", nil, "40/-1_2"), ("c", nil, "20/-1_9")) == ["c", "b", "a"])
  }

  @Test("without cursors file names decide, page2 before page10")
  func names() {
    #expect(
      order(("page10.json", nil, nil), ("page2.json", nil, nil), ("page1.json", nil, nil)) == [
        "page1.json", "page2.json", "page10.json",
      ])
  }

  @Test("cursors that do not count leave it to the names")
  func opaque() {
    #expect(order(("2", nil, "news~aa"), ("1", nil, "20/-1_2"), ("10", nil, "news~bb")) == ["1", "2", "10"])
  }

  @Test("a page that says which cursor it was asked with follows the one that ends on it")
  func chained() {
    #expect(order(("a", "x", nil), ("b", nil, "y"), ("c", "y", "x")) == ["b", "c", "a"])
  }

  @Test("cursors in a circle still give every page once")
  func circle() {
    #expect(order(("a", "x", "y"), ("b", "y", "x"), ("c", "q", "q")).sorted() == ["a", "b", "c"])
  }
}

@Suite struct FeedJoinTests {
  private func page(_ ids: [Int], next: String? = nil) -> String {
    let items = ids.map { #"{"id": \#($0), "owner_id": 7, "text": "p\#($0)", "date": 1}"# }.joined(separator: ",")
    let cursor = next.map { #", "next_from": "\#($0)""# } ?? ""
    return #"{"response": {"items": [\#(items)], "profiles": [{"id": 7, "first_name": "A"}]\#(cursor)}}"#
  }

  @Test("pages become one feed in order, with the last page's cursor")
  func joined() {
    let reading = Feeds.read(page([3, 4], next: "4/b"), page([1, 2], next: "2/a"))
    #expect(reading.pageOrder == ["page2.json", "page1.json"])
    #expect(reading.feed?.posts.map(\.id) == ["wall7_1", "wall7_2", "wall7_3", "wall7_4"])
    #expect(reading.feed?.nextFrom == "4/b")
    #expect(reading.codes == [])
  }

  @Test("a post that comes twice is shown once, the first time, and noted")
  func duplicates() {
    let reading = Feeds.read(page([1, 2]), page([2, 3, 3]))
    #expect(reading.feed?.posts.map(\.id) == ["wall7_1", "wall7_2", "wall7_3"])
    #expect(reading.places(of: "feed.duplicate") == ["page2.json: response.items[0]", "page2.json: response.items[2]"])
    #expect(reading.diagnostics.allSatisfy { $0.severity == .note })
  }

  @Test("items without ids stay apart on a page and are the same where pages overlap")
  func madeIDs() {
    let item = #"{"type": "friend", "source_id": 7, "date": 5, "friends": [7]}"#
    let other = #"{"type": "friend", "source_id": 7, "date": 5, "friends": [7, 7]}"#
    let first = #"{"items": [\#(item), \#(item), \#(other)], "profiles": [{"id": 7, "first_name": "A"}]}"#
    let second = #"{"items": [\#(item)], "profiles": [{"id": 7, "first_name": "A"}]}"#
    let reading = Feeds.read(first, second)
    #expect(reading.feed?.posts.map(\.id) == ["friend7_5", "friend7_5-2", "friend7_5-3"])
    #expect(reading.codes == ["feed.duplicate"])
  }

  @Test("items without ids by the thousand are each an entry of their own", .timeLimit(.minutes(10)))
  func manyMadeIDs() {
    let items = Array(repeating: #"{"type": "post", "text": "a"}"#, count: 20_000).joined(separator: ",")
    let posts = Feeds.read("{\"items\": [\(items)], \"groups\": []}").feed?.posts ?? []
    #expect(Set(posts.map(\.id)).count == 20_000)
    #expect(posts.last.map { $0.id == "\(posts[0].id)-20000" } == true)
  }

  @Test("ids that differ in case alone name different folders, also where case does not count")
  func caseOfIDs() {
    func event(_ id: String) -> String { #"{"id": "\#(id)", "title": "T"}"# }
    let first = "{\"events\": [\(["Jazz", "jazz", "JAZZ", "rock", "jazz-3"].map(event).joined(separator: ","))]}"
    let second = "{\"events\": [\(["jazz", "Jazz", "JAZZ", "Rock"].map(event).joined(separator: ","))]}"
    let reading = Feeds.read(first, second)
    #expect(
      reading.feed?.posts.map(\.id) == [
        "event-Jazz", "event-jazz-2", "event-JAZZ-3", "event-rock", "event-jazz-3-2", "event-Rock-2",
      ])
    #expect(reading.codes == ["feed.duplicate"])
    #expect(reading.diagnostics.map(\.message) == ["3 posts are already in the feed (page1.json); each is shown once"])
  }

  @Test("an author missing on several pages is reported once")
  func missingAuthorOnce() {
    let pages = ["1", "2"].map { #"{"count": 1, "items": [{"id": \#($0), "from_id": 9, "text": "a"}]}"# }
    #expect(Feeds.read(pages[0], pages[1]).places(of: "feed.author-missing") == ["page1.json: items[0]"])
  }

  @Test("a broken page leaves the others, and does not become the last page")
  func brokenPage() {
    let reading = Feeds.read(page([1], next: "1/a"), "{")
    #expect(reading.feed?.posts.count == 1)
    #expect(reading.feed?.nextFrom == "1/a")
    #expect(reading.codes == ["feed.truncated"])
  }

  @Test("pages of several services are one feed: each in its own order, as they come first, without a common cursor")
  func mixed() {
    let marks: [(Service, String, String?)] = [
      (.mastodon, "z.json", nil), (.vk, "2.json", "20/a"), (.mastodon, "a.json", nil), (.vk, "1.json", "10/a"),
    ]
    let pages = marks.map { FeedPage(mark: PageMark(file: $0.1, nextFrom: $0.2), service: $0.0) }
    let reading = FeedReader.join(pages)
    #expect(reading.pageOrder == ["a.json", "z.json", "1.json", "2.json"])
    #expect(reading.feed?.service == .mastodon && reading.feed?.nextFrom == nil)
  }

  @Test("no documents are no feed")
  func nothing() {
    #expect(FeedReader.read([]).feed == nil)
  }
}
