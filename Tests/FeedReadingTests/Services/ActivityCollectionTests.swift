import Testing

@testable import FeedReading

/// Documents, pages and addresses of ActivityStreams 2.
@Suite struct ActivityCollectionTests {
  @Test("an actor's document describes the author of a feed next to it, and is not a feed")
  func actor() {
    let actor = Feeds.activityDocument(
      #"""
      "type": "Person", "id": "https://a.example/users/ann", "preferredUsername": "ann", "name": "Ann :cup:", "url": "https://a.example/@ann",
      "icon": {"type": "Image", "mediaType": "image/png", "url": "avatar.png"}, "inbox": "x", "outbox": "outbox.json",
      "tag": [{"type": "Emoji", "name": ":cup:", "icon": {"url": "https://a.example/cup.png"}}]
      """#)
    let outbox = Feeds.activityDocument(
      #""type": "OrderedCollection", "orderedItems": [{"type": "Note", "id": "https://a.example/1", "attributedTo": "https://a.example/users/ann", "content": "x"}]"#
    )
    var context = FeedContext()
    let isActor = context.add(FeedDocument(name: "actor.json", bytes: Array(actor.utf8)))
    #expect(isActor)
    let page = FeedReader.page(from: FeedDocument(name: "outbox.json", bytes: Array(outbox.utf8)), in: context)
    let author = page.entries.first?.post.author
    #expect(author?.name == "Ann :cup:")
    #expect(author?.handle == "ann@a.example")
    #expect(author?.avatar?.sources.first?.url == "avatar.png")
    #expect(author?.page == "https://a.example/@ann")
    #expect(author?.nameEmoji.count == 1)
    #expect(author?.state == .active)
    #expect(Feeds.read(actor).codes == ["feed.empty"])
  }

  @Test("a collection's pages are ordered by address, and a page without items names theirs")
  func pages() {
    func page(_ number: Int, next: Int?) -> String {
      let next = next.map { #", "next": "https://a.example/outbox?page=\#($0)""# } ?? ""
      return Feeds.activityDocument(
        #""type": "OrderedCollectionPage", "id": "https://a.example/outbox?page=\#(number)"\#(next), "orderedItems": [{"type": "Note", "id": "https://a.example/\#(number)", "content": "\#(number)"}]"#
      )
    }
    #expect(Feeds.read(page(2, next: nil), page(1, next: 2)).feed?.posts.map(\.text) == ["1", "2"])
    let first = Feeds.activityDocument(
      #""type": "OrderedCollection", "first": {"type": "OrderedCollectionPage", "orderedItems": [{"type": "Note", "content": "x"}]}"#
    )
    #expect(Feeds.posts(first).map(\.text) == ["x"])
    let empty = Feeds.activities(
      #""type": "OrderedCollection", "totalItems": 3, "first": "https://a.example/outbox?page=1""#)
    #expect(empty.codes.contains("feed.only-address"))
  }

  @Test("a line without a format has the format of the lines before")
  func lines() {
    let line = FeedDocument(name: "notes.ndjson", line: 2, bytes: Array(#"{"type": "Note", "content": "x"}"#.utf8))
    #expect(FeedReader.page(from: line, after: .activityStreams).entries.map(\.post.text) == ["x"])
    #expect(FeedReader.page(from: line).entries.isEmpty)
  }

  @Test("a list of activities is a feed")
  func list() {
    let posts = Feeds.posts(
      #"[{"id": "https://a.example/1", "type": "Note", "attributedTo": "https://a.example/users/ann", "content": "x"}]"#
    )
    #expect(posts.map(\.text) == ["x"])
  }

  @Test(
    "an address says who someone is",
    arguments: [
      ("https://a.example/users/ann", "@ann@a.example"), ("https://a.example/@ann", "@ann@a.example"),
      ("https://www.a.example/profile/ann", "@ann@a.example"), ("acct:ann@a.example", "@ann@a.example"),
      ("https://a.example/", "a.example"), ("https://a.example/?author=1", "a.example"),
      ("http://example.org/#eric", "@eric@example.org"), ("https://a.example/@ann@b.example", "@ann@a.example"),
    ])
  func addresses(address: String, shown: String) {
    #expect(ActorAddress(ofActor: address)?.shownName == shown)
  }
}
