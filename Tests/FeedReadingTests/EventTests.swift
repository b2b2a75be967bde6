import Diagnostics
import Support
import Testing

@testable import FeedReading

@Suite("Events in Feedproof's own JSON")
struct EventTests {
  /// Returns the only event of a document.
  private func event(_ members: String) -> Event? {
    guard case .event(let event)? = Feeds.posts(#"{"events": [{"title": "T", \#(members)}]}"#).first?.kind else {
      return nil
    }
    return event
  }

  private func reading(_ members: String) -> ReadFeed {
    Feeds.read(#"{"events": [{"title": "T", \#(members)}]}"#)
  }

  private func day(_ year: Int, _ month: Int, _ day: Int) -> EventDates.Moment {
    EventDates.Moment(year: year, month: month, day: day)
  }

  @Test("every field is read")
  func everyField() throws {
    let feed = try #require(
      Feeds.read(
        """
        {"name": "City", "nextFrom": "2", "events": [{"id": "jazz", "title": " Jazz\\nnight ", "dates": "2018-11-24T20:05",
         "cover": {"url": "media/jazz.jpg", "width": 12, "height": 6, "description": "A sax"},
         "description": "Ballads.\\nhttps://a.example", "recommended": true, "giftCertificate": 1, "url": "https://a.example/1"}]}
        """
      ).feed)
    #expect(feed.service == .events)
    #expect(feed.nextFrom == "2")
    let post = try #require(feed.posts.first)
    #expect(post.id == "event-jazz")
    #expect(post.author.shownName == "City")
    #expect(post.text == "Ballads.\nhttps://a.example")
    #expect(post.permalink == "https://a.example/1")
    // 24 November 2018, 20:05 UTC.
    #expect(post.date == 1_543_089_900)
    var start = day(2018, 11, 24)
    start.time = EventDates.Time(hour: 20, minute: 5)
    let cover = Photo(sources: [.init(url: "media/jazz.jpg", width: 12, height: 6)], description: "A sax")
    #expect(
      post.kind
        == .event(
          Event(
            title: "Jazz night", dates: EventDates(start: start), cover: cover, isRecommended: true,
            hasGiftCertificate: true)))
    #expect(feed.diagnostics.isEmpty)
  }

  @Test("a title is enough; anything that is absent stays absent")
  func titleAlone() {
    let reading = Feeds.read(#"{"events": [{"title": "T"}]}"#)
    #expect(reading.diagnostics.isEmpty)
    #expect(reading.feed?.posts.first?.kind == .event(Event(title: "T")))
    #expect(reading.feed?.posts.first?.date == nil)
    #expect(reading.feed?.posts.first?.author.shownName == "events")
  }

  @Test(
    "dates are read as ISO 8601 writes them, by the clock of their place",
    arguments: [
      ("2018-11-24", nil), ("2018-11-24T19:00", (19, 0)), ("2018-11-24T19:00:30", (19, 0)),
      ("2018-11-24T19:00:30.5Z", (19, 0)), ("2018-11-24T19:00+03:00", (19, 0)), ("2018-11-24 09:30", (9, 30)),
    ] as [(String, (Int, Int)?)])
  func moments(text: String, time: (Int, Int)?) {
    var expected = day(2018, 11, 24)
    expected.time = time.map { EventDates.Time(hour: $0.0, minute: $0.1) }
    #expect(EventMoment.parse(text) == expected)
  }

  @Test(
    "anything that is not a date of the calendar is none",
    arguments: [
      "", "24.11.2018", "2018-11", "2018-13-01", "2018-02-29", "1900-02-29", "2018-11-00", "0000-01-01", "2018-11-24T",
      "2018-11-24T24:00", "2018-11-24T19", "2018-11-24T19:60", "2018-11-24T19:00 tonight", "18-11-24", "2018-1-1",
    ])
  func noMoments(text: String) {
    #expect(EventMoment.parse(text) == nil)
  }

  @Test(
    "seconds are those of the calendar",
    arguments: [
      ((1970, 1, 1), 0), ((2000, 2, 29), 951_782_400), ((1969, 12, 31), -86_400), ((2400, 3, 1), 13_574_649_600),
    ])
  func seconds(date: (Int, Int, Int), seconds: Int) {
    #expect(day(date.0, date.1, date.2).seconds == seconds)
  }

  @Test("a range has a start and an end")
  func range() {
    #expect(
      event(#""dates": {"start": "2018-11-24", "end": "2018-12-02"}"#)?.dates
        == EventDates(start: day(2018, 11, 24), end: day(2018, 12, 2)))
    #expect(event(#""dates": {"start": "2018-11-24T20:00", "end": "2018-11-24"}"#)?.dates?.end == day(2018, 11, 24))
  }

  @Test(
    "anything that can't be read of a date is reported with its path, and the event goes on",
    arguments: [
      (#""dates": "soon""#, "events[0].dates", false), (#""dates": 5"#, "events[0].dates", false),
      (#""dates": {"end": "2018-11-24"}"#, "events[0].dates", false),
      (#""dates": {"start": "2018-11-24", "end": "2018-11-31"}"#, "events[0].dates.end", true),
      (#""dates": {"start": "2018-11-24", "end": "2018-11-23"}"#, "events[0].dates.end", true),
    ])
  func badDates(members: String, path: String, keepsStart: Bool) {
    let reading = reading(members)
    #expect(reading.codes == ["feed.event"])
    #expect(reading.diagnostics.first?.severity == .warning)
    #expect(reading.diagnostics.first?.hint != nil)
    #expect(reading.places(of: "feed.event") == ["page1.json: \(path)"])
    #expect((event(members)?.dates != nil) == keepsStart)
  }

  @Test("a cover is an address, a size or a list of sizes")
  func covers() {
    #expect(event(#""cover": "media/a.jpg""#)?.cover?.sources == [.init(url: "media/a.jpg")])
    #expect(
      event(#""cover": [{"url": "a", "width": 1, "height": 2}, {"url": "b", "width": -3, "height": 1e9}]"#)?.cover?
        .sources
        == [.init(url: "a", width: 1, height: 2), .init(url: "b")])
    #expect(reading(#""cover": {"width": 5}"#).codes == ["feed.photo-size"])
  }

  @Test("an event without a title is skipped and reported")
  func noTitle() {
    let reading = Feeds.read(#"{"events": [{"id": 1}, 5, {"title": "T"}, {"title": "  "}]}"#)
    #expect(reading.feed?.posts.count == 1)
    #expect(reading.codes == ["feed.event", "feed.item", "feed.event"])
  }

  @Test("ids name folders; others than plain ones become digests, and none one of the content")
  func ids() {
    let posts = Feeds.posts(
      #"{"events": [{"title": "A", "id": 7}, {"title": "B", "id": "../x"}, {"title": "C"}, {"title": "C"}]}"#)
    #expect(posts.first?.id == "event-7")
    #expect(Set(posts.map(\.id)).count == 4)
    for post in posts {
      #expect(post.id.utf8.allSatisfy { $0.isASCIIWord || $0 == UInt8(ascii: "-") }, "\(post.id)")
    }
  }

  @Test("an event that comes twice is shown once")
  func duplicates() {
    let page = #"{"events": [{"title": "A", "id": "a"}]}"#
    #expect(Feeds.read(page, page).feed?.posts.count == 1)
  }

  @Test("no events are an empty feed, and events and posts are one feed")
  func emptyAndMixed() {
    #expect(Feeds.read(#"{"events": []}"#).codes == ["feed.empty"])
    let mixed = Feeds.read(#"{"events": [{"title": "A"}]}"#, #"{"items": [{"id": 1, "from_id": 2, "text": "a"}]}"#)
    #expect(mixed.feed?.posts.map(\.service) == [.events, .vk])
  }
}
