import Support
import Testing

@testable import FeedReading

/// ActivityStreams 2 documents of servers in the fediverse.
@Suite struct ActivityStreamsTests {
  @Test("a note has its author, text, facets, warning and page")
  func note() {
    let post = Feeds.activity(
      #"""
      "type": "Note", "published": "2024-05-01T10:00:00Z", "url": "https://a.example/@ann/1", "summary": "Food", "sensitive": true,
      "content": "<p>Tea with <a href=\"https://b.example/users/bo\">@bo</a> <a class=\"mention hashtag\" href=\"https://a.example/tags/tea\">#tea</a> :cup:</p>",
      "tag": [{"type": "Mention", "href": "https://b.example/users/bo", "name": "@bo@b.example"},
       {"type": "Emoji", "name": ":cup:", "icon": {"type": "Image", "url": "https://a.example/cup.png"}}]
      """#)
    #expect(post?.author.shownName == "@ann@a.example")
    #expect(post?.author.handle == "ann@a.example")
    #expect(post?.text == "Tea with @bo #tea :cup:")
    #expect(post?.marks == ["mention:@bo", "hashtag:#tea", "emoji::cup:"])
    #expect(post?.contentWarning == "Food")
    #expect(post?.flags == .sensitive)
    #expect(post?.permalink == "https://a.example/@ann/1")
    #expect(post?.date == 1_714_557_600)
  }

  @Test("types may be several, or have a prefix; texts may be in languages")
  func vocabulary() {
    #expect(
      Feeds.activity(#""type": ["Note", "x:Thing"], "contentMap": {"de": "<p>Tee</p>", "en": "<p>Tea</p>"}"#)?.text
        == "Tee")
    #expect(
      Feeds.activity(#""type": "as:Article", "nameMap": {"en": "Title"}, "content": "Words", "summary": "Lead""#)?.text
        == "Title\n\nWords")
    #expect(Feeds.activity(#""type": "Page", "name": "Title", "mediaType": "text/html""#)?.text == "Title")
    #expect(
      Feeds.activity(#""type": "Note", "mediaType": "text/markdown", "content": "a < b https://c.example""#)?.marks == [
        "link:https://c.example"
      ])
  }

  @Test("an activity that brings an object is the object")
  func create() {
    let posts = Feeds.activities(
      #"""
      "type": "OrderedCollection", "orderedItems": [
       {"id": "https://a.example/1/activity", "type": "Create", "actor": "https://a.example/users/ann", "published": "2024-05-01",
        "object": {"id": "https://a.example/1", "type": "Note", "content": "a"}},
       {"type": "Update", "actor": "https://a.example/users/ann",
        "object": {"id": "https://a.example/2", "type": "Note", "content": "b", "published": "2024-05-01"}}]
      """#
    ).feed?.posts
    #expect(posts?.map(\.text) == ["a", "b"])
    #expect(posts?.map(\.author.shownName) == ["@ann@a.example", "@ann@a.example"])
    #expect(posts?.map { $0.flags.contains(.edited) } == [false, true])
    #expect(posts?.map(\.date) == [1_714_521_600, 1_714_521_600])
  }

  @Test("a group's announcements belong to the members")
  func relay() {
    let post = Feeds.activities(
      #"""
      "type": "Announce", "id": "https://l.example/announce/1", "actor": "https://l.example/c/tea", "object": {
       "type": "Create", "actor": "https://l.example/u/ann", "object": {"type": "Page", "id": "https://l.example/post/1",
        "attributedTo": "https://l.example/u/ann", "name": "Which pot?", "content": "<p>Clay?</p>",
        "attachment": [{"type": "Link", "href": "https://pots.example/"}], "image": {"type": "Image", "url": "https://l.example/pot.webp"}}}
      """#
    ).feed?.posts.first
    #expect(post?.author.shownName == "@ann@l.example")
    #expect(post?.text == "Which pot?\n\nClay?")
    #expect(post?.card?.url == "https://pots.example/")
    #expect(post?.card?.preview?.sources.first?.url == "https://l.example/pot.webp")
    #expect(post?.reposts.isEmpty == true)
  }

  @Test("a boost contains the boosted post or its address")
  func announce() {
    let reading = Feeds.activities(
      #"""
      "type": "OrderedCollection", "orderedItems": [
       {"type": "Announce", "id": "https://a.example/2", "actor": "https://a.example/users/ann", "published": "2024-05-02T00:00:00Z",
        "object": {"type": "Note", "id": "https://b.example/users/bo/1", "attributedTo": "https://b.example/users/bo", "content": "b"}},
       {"type": "Announce", "id": "https://a.example/3", "actor": "https://a.example/users/ann",
        "object": "https://c.example/users/cy/statuses/5"}]
      """#)
    let posts = reading.feed?.posts ?? []
    #expect(posts.map(\.author.shownName) == ["@ann@a.example", "@ann@a.example"])
    #expect(posts.map(\.text) == ["", ""])
    #expect(posts.first?.reposts.map(\.text) == ["b"])
    #expect(posts.last?.reposts.first?.author.shownName == "@cy@c.example")
    #expect(posts.last?.reposts.first?.permalink == "https://c.example/users/cy/statuses/5")
    #expect(posts.last?.reposts.first?.card?.url == "https://c.example/users/cy/statuses/5")
    #expect(reading.places(of: "feed.only-address") == ["page1.json: orderedItems[1].object"])
  }

  @Test("items that are only addresses become entries with the address")
  func addresses() {
    let reading = Feeds.activities(
      #""type": "Collection", "items": ["https://a.example/@ann/1", "https://b.example/x", true]"#)
    #expect(reading.feed?.posts.map(\.permalink) == ["https://a.example/@ann/1", "https://b.example/x"])
    #expect(reading.feed?.posts.map(\.author.shownName) == ["@ann@a.example", "b.example"])
    #expect(reading.codes == ["feed.only-address", "feed.only-address", "feed.item"])
  }

  @Test(
    "activities that bring nothing are reported as what they are",
    arguments: [
      (#""type": "Delete", "object": {"type": "Tombstone", "id": "https://a.example/1"}"#, "Delete"),
      (#""type": "Like", "object": "https://b.example/1""#, "Like"),
      (
        #""type": "Follow", "object": {"type": "Person", "id": "https://b.example/users/bo", "preferredUsername": "bo"}"#,
        "Follow"
      ),
      (
        #""type": "Undo", "object": {"type": "Announce", "id": "https://a.example/2", "object": "https://b.example/1"}"#,
        "Undo"
      ),
    ])
  func system(members: String, type: String) {
    let post = Feeds.activities(#""id": "https://a.example/9", "actor": "https://a.example/users/ann", "# + members)
      .feed?.posts
      .first
    #expect(post?.kind == .system(.other(type), type: type))
    #expect(post?.author.shownName == "@ann@a.example")
    #expect(post?.card?.url?.text.hasPrefix("https://") == true)
  }

  @Test("a tombstone is what is left of a post")
  func tombstone() {
    let post = Feeds.activity(#""type": "Tombstone", "formerType": "Note", "deleted": "2024-05-03T00:00:00Z""#)
    #expect(post?.kind == .system(.other("Tombstone"), type: "Tombstone"))
    #expect(post?.date == 1_714_694_400)
  }

  @Test("replies, quotes, edits and counters are read")
  func around() {
    let post = Feeds.activity(
      #"""
      "type": "Note", "content": "x", "published": "2024-05-01T00:00:00Z", "updated": "2024-05-01T01:00:00Z",
      "inReplyTo": "https://b.example/@bo/7", "quoteUrl": "https://c.example/3",
      "replies": {"type": "Collection", "totalItems": 2}, "shares": {"totalItems": 3}, "likes": "https://a.example/likes"
      """#)
    #expect(
      post?.reply == ReplyTarget(id: "https://b.example/@bo/7", name: "@bo@b.example", url: "https://b.example/@bo/7"))
    #expect(post?.quote == .unavailable(.notIncluded, url: "https://c.example/3"))
    #expect(post?.flags == .edited)
    #expect(post?.counters == [.init(.replies, 2), .init(.boosts, 3), .init(.likes, nil)])
  }

  @Test("a quoted note is shown, and the line that names it is not")
  func quote() {
    let post = Feeds.activity(
      #"""
      "type": "Note", "content": "<p class=\"quote-inline\">RE: <a href=\"https://b.example/1\">b</a></p><p>Yes</p>",
      "quote": {"type": "Note", "id": "https://b.example/1", "attributedTo": "https://b.example/users/bo", "content": "No"}
      """#)
    #expect(post?.text == "Yes")
    #expect(post?.quote?.post?.text == "No")
  }

  @Test("an event is a post with its title, dates, image and place")
  func event() {
    let post = Feeds.activity(
      #"""
      "type": "Event", "name": "Tea fair", "content": "<p>All day.</p>", "startTime": "2024-06-01T10:00:00+02:00",
      "endTime": "2024-06-02T18:00:00+02:00", "location": {"type": "Place", "name": "Harbour"},
      "attachment": [{"type": "Document", "mediaType": "image/png", "url": "https://e.example/fair.png"}]
      """#)
    #expect(post?.kind == .post)
    #expect(post?.text == "Tea fair\n\nAll day.")
    #expect(post?.dates?.start == .init(year: 2024, month: 6, day: 1, time: .init(hour: 10, minute: 0)))
    #expect(post?.dates?.end == .init(year: 2024, month: 6, day: 2, time: .init(hour: 18, minute: 0)))
    #expect(post?.photos.map { $0.sources.map(\.url) } == [["https://e.example/fair.png"]])
    #expect(post?.place?.title == "Harbour")
  }
}
