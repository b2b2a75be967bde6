import Support
import Testing

@testable import FeedReading

@Suite struct JSONFeedTests {
  private func posts(_ items: String, feed: String = "") -> [Post] { reading(items, feed: feed).feed?.posts ?? [] }

  private func reading(_ items: String, feed: String = "") -> ReadFeed {
    Feeds.read(
      #"{"version": "https://jsonfeed.org/version/1.1", "title": "Tea &amp; Co", "home_page_url": "https://tea.example/", \#(feed) "items": [\#(items)]}"#
    )
  }

  @Test("the title is the first paragraph, tags are the last")
  func text() {
    let post = posts(
      #"{"id": "1", "title": "Pots", "content_html": "<p>Clay, <a href=\"/iron\">iron</a>.</p>", "tags": ["tea", "Clay pots"], "url": "https://tea.example/a/pots"}"#
    ).first
    #expect(post?.text == "Pots\n\nClay, iron.\n\n#tea #Clay pots")
    #expect(post?.marks == ["link:iron", "hashtag:#tea", "hashtag:#Clay pots"])
    #expect(post?.facets.first?.url == "https://tea.example/iron")
  }

  @Test(
    "the best of the contents is read",
    arguments: [
      (#""content_html": "<b>a</b>", "content_text": "b", "summary": "c""#, "a"),
      (#""content_html": "", "content_text": "b < c", "summary": "c""#, "b < c"), (#""summary": "c""#, "c"),
      (#""title": "Only &amp; alone""#, "Only & alone"),
    ])
  func contents(members: String, text: String) {
    #expect(posts(#"{"id": "1", \#(members)}"#).map(\.text) == [text])
  }

  @Test("plain content is searched for links")
  func plain() {
    #expect(
      posts(#"{"id": "1", "content_text": "see https://a.example/x"}"#).first?.marks == ["link:https://a.example/x"])
  }

  @Test("an item without an id is known by its address, one without both by its content")
  func ids() {
    let all = posts(#"{"url": "https://tea.example/1", "title": "a"}, {"id": 7, "title": "b"}, {"content_text": "c"}"#)
    #expect(all.map(\.id).allSatisfy { $0.hasPrefix("item-") })
    #expect(all.dropFirst().first?.id == "item-7")
    #expect(Set(all.map(\.id)).count == 3)
    #expect(all.first?.permalink == "https://tea.example/1")
  }

  @Test("authors of the item come before those of the feed, several before one, the feed itself last")
  func authors() {
    let feed =
      #""authors": [{"name": "Ann", "url": "https://ann.example", "avatar": "https://ann.example/a.png"}, {"name": "Bo"}], "author": {"name": "Old"},"#
    #expect(posts(#"{"id": "1", "title": "a"}"#, feed: feed).first?.author.name == "Ann, Bo")
    let post = posts(
      #"{"id": "1", "title": "a", "author": {"name": "Cy"}}"#, feed: feed + #""icon": "https://tea.example/i.png","#
    ).first
    #expect(post?.author.name == "Cy")
    #expect(post?.author.avatar?.sources.first?.url == "https://tea.example/i.png")
    #expect(posts(#"{"id": "1", "title": "a", "authors": [{}]}"#).first?.author.name == "Tea & Co")
    #expect(
      posts(#"{"id": "1", "title": "a", "author": {"url": "https://ann.example"}}"#).first?.author.shownName
        == "ann.example")
  }

  @Test("the item's image, its banner and those of the content are photos, each once")
  func photos() {
    let post = posts(
      #"{"id": "1", "image": "https://tea.example/1.jpg", "banner_image": "https://tea.example/2.jpg", "url": "https://tea.example/a/", "content_html": "<img src=\"../1.jpg\"><img src=\"/1.jpg\"><img src=\"3.jpg\" alt=\"Three\" width=\"640\" height=\"400\"><img src=\"p.gif\" width=1 height=1>"}"#
    ).first
    #expect(post?.photos.first?.sources.first?.url == "https://tea.example/1.jpg")
    #expect(post?.photos.count { $0.sources.first?.url == "https://tea.example/1.jpg" } == 1)
    #expect(post?.photos.last?.description == "Three")
    #expect(post?.photos.last?.sources.first?.width == 640)
  }

  @Test("attachments have a kind, a length and a size")
  func attachments() {
    let post = posts(
      #"""
      {"id": "1", "content_text": "x", "external_url": "https://far.example/x", "attachments": [
       {"url": "https://tea.example/1.m4a", "mime_type": "audio/x-m4a", "title": "Talk", "duration_in_seconds": 6629.4},
       {"url": "https://tea.example/1.mp4", "mime_type": "video/mp4", "duration_in_seconds": 5},
       {"url": "https://tea.example/1.zip", "mime_type": "application/zip", "size_in_bytes": 10},
       {"url": "https://tea.example/1.png", "mime_type": "image/png", "title": "A cup"}, {"mime_type": "x/y"}, 3]}
      """#
    ).first
    #expect(
      post?.items.map(\.content) == [
        .audio(artist: nil, duration: 6629), .video(duration: 5, isLive: false),
        .document(size: 10, fileExtension: "zip"),
        .link(url: "https://far.example/x"),
      ])
    #expect(post?.items.map(\.title) == ["Talk", "", "1.zip", ""])
    #expect(post?.photos.first?.description == "A cup")
  }

  @Test("an item that was changed later is edited; of one with that date alone it is the date")
  func dates() {
    let all = posts(
      #"""
      {"id": "1", "title": "a", "date_published": "2024-05-01T00:00:00+02:00", "date_modified": "2024-05-02T00:00:00Z"},
      {"id": "2", "title": "b", "date_published": "2024-05-01T00:00:00Z", "date_modified": "2024-05-01T00:00:00Z"},
      {"id": "3", "title": "c", "date_modified": "Wed, 01 May 2024 00:00:00 GMT"}
      """#)
    #expect(all.map { $0.flags.contains(.edited) } == [true, false, false])
    #expect(all.map(\.date) == [1_714_514_400, 1_714_521_600, 1_714_521_600])
  }

  @Test("pages follow each other by their addresses")
  func pages() {
    func page(_ number: Int, next: Bool) -> String {
      let next = next ? #""next_url": "https://tea.example/feed?p=\#(number + 1)","# : ""
      return
        #"{"version": "https://jsonfeed.org/version/1", "title": "T", "feed_url": "https://tea.example/feed?p=\#(number)", \#(next) "items": [{"id": "\#(number)", "content_text": "\#(number)"}]}"#
    }
    #expect(Feeds.read(page(2, next: false), page(1, next: true)).feed?.posts.map(\.text) == ["1", "2"])
  }

  @Test("anything that is not an item is reported, and the others are shown")
  func broken() {
    let reading = reading(
      #"{"id": "1", "content_text": "a"}, 5, {}, [], {"id": "2", "content_html": {}, "attachments": "x"}"#)
    #expect(reading.feed?.posts.count == 2)
    #expect(reading.codes == ["feed.item", "feed.item", "feed.item"])
  }
}
