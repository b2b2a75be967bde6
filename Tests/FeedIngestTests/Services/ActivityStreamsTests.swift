import Support
import Testing

@testable import FeedIngest

/// What servers of the fediverse write in ActivityStreams 2.
@Suite struct ActivityStreamsTests {
  private static func document(_ members: String) -> String {
    #"{"@context": "https://www.w3.org/ns/activitystreams", \#(members)}"#
  }

  private func object(_ members: String) -> Post? {
    Feeds.posts(
      Self.document(
        #""id": "https://a.example/users/ann/statuses/1", "attributedTo": "https://a.example/users/ann", "# + members)
    ).first
  }

  private func reading(_ members: String) -> FeedReading { Feeds.read(Self.document(members)) }

  @Test("a note has its author, text, facets, warning and page")
  func note() {
    let post = object(
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
      object(#""type": ["Note", "x:Thing"], "contentMap": {"de": "<p>Tee</p>", "en": "<p>Tea</p>"}"#)?.text == "Tee")
    #expect(
      object(#""type": "as:Article", "nameMap": {"en": "Title"}, "content": "Words", "summary": "Lead""#)?.text
        == "Title\n\nWords")
    #expect(object(#""type": "Page", "name": "Title", "mediaType": "text/html""#)?.text == "Title")
    #expect(
      object(#""type": "Note", "mediaType": "text/markdown", "content": "a < b https://c.example""#)?.marks == [
        "link:https://c.example"
      ])
  }

  @Test("an activity that brings an object is the object")
  func create() {
    let posts = reading(
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

  @Test("what a group announces of its members is theirs")
  func relay() {
    let post = reading(
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

  @Test("a boost holds what is boosted, or says where it is")
  func announce() {
    let reading = reading(
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

  @Test("items that are only addresses are entries that say where they are")
  func addresses() {
    let reading = reading(#""type": "Collection", "items": ["https://a.example/@ann/1", "https://b.example/x", true]"#)
    #expect(reading.feed?.posts.map(\.permalink) == ["https://a.example/@ann/1", "https://b.example/x"])
    #expect(reading.feed?.posts.map(\.author.shownName) == ["@ann@a.example", "b.example"])
    #expect(reading.codes == ["feed.only-address", "feed.only-address", "feed.item"])
  }

  @Test(
    "activities that bring nothing are told as what they are",
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
    let post = reading(#""id": "https://a.example/9", "actor": "https://a.example/users/ann", "# + members).feed?.posts
      .first
    #expect(post?.kind == .system(.other, type: type))
    #expect(post?.author.shownName == "@ann@a.example")
    #expect(post?.card?.url?.hasPrefix("https://") == true)
  }

  @Test("a tombstone is what is left of a post")
  func tombstone() {
    let post = object(#""type": "Tombstone", "formerType": "Note", "deleted": "2024-05-03T00:00:00Z""#)
    #expect(post?.kind == .system(.other, type: "Tombstone"))
    #expect(post?.date == 1_714_694_400)
  }

  @Test("files are known by their type, with what is said of them")
  func attachments() {
    let post = object(
      #"""
      "type": "Note", "content": "x", "attachment": [
       {"type": "Document", "mediaType": "image/jpeg", "url": "/media/a.jpg", "name": "A lake", "width": 900, "height": 600, "focalPoint": [0.1, -0.2]},
       {"type": "Document", "mediaType": "video/mp4", "url": [{"type": "Link", "href": "https://m.example/v.mp4", "mediaType": "video/mp4", "width": 640, "height": 360}], "name": "Waves"},
       {"type": "Audio", "url": "https://m.example/rain.ogg", "name": "Rain", "duration": "PT1M5S"},
       {"type": "Document", "mediaType": "application/pdf", "url": "https://m.example/plan.pdf"},
       {"type": "PropertyValue", "name": "Site", "value": "x"}, {"type": "Document"}, true]
      """#)
    #expect(post?.photos.first?.sources == [Photo.Source(url: "/media/a.jpg", width: 900, height: 600)])
    #expect(post?.photos.first?.description == "A lake")
    #expect(post?.photos.first?.focus == Photo.Focus(x: 0.1, y: -0.2))
    #expect(
      post?.items.map(\.content) == [
        .video(duration: nil, isLive: false), .audio(artist: nil, duration: 65),
        .document(size: nil, fileExtension: "pdf"),
      ])
    #expect(post?.items.first?.file?.width == 640)
    #expect(post?.items.first?.file?.description == "Waves")
  }

  @Test(
    "a file of an archive is where the archive has it, whatever stood before it on the server",
    arguments: [
      ("/media_attachments/files/1/a.png", "media_attachments/files/1/a.png"),
      ("/bucket/media_attachments/files/1/a.png", "media_attachments/files/1/a.png"),
      ("/system/media_attachments/a.png", "media_attachments/a.png"),
      ("media_attachments/a.png", "media_attachments/a.png"), ("/media_attachments.png", "/media_attachments.png"),
      ("//cdn.example/media_attachments/a.png", "//cdn.example/media_attachments/a.png"),
      ("https://cdn.example/media_attachments/a.png", "https://cdn.example/media_attachments/a.png"),
      ("/pictures/a.png", "/pictures/a.png"),
    ])
  func archivedFile(address: String, url: String) {
    let post = object(#""type": "Note", "attachment": {"type": "Image", "url": "\#(address)"}"#)
    #expect(post?.photos.first?.sources.map(\.url) == [url])
  }

  @Test("a video of PeerTube has its file, poster, length, title and counters")
  func peerTube() {
    let post = reading(
      #"""
      "type": "Video", "id": "https://t.example/videos/watch/1", "name": "Sea", "duration": "PT2M3S", "views": 17,
      "mediaType": "text/markdown", "content": "Waves & wind", "published": "2024-05-01T00:00:00Z",
      "attributedTo": [{"type": "Person", "id": "https://t.example/accounts/ann"}, {"type": "Group", "id": "https://t.example/video-channels/sea"}],
      "icon": [{"type": "Image", "url": "https://t.example/small.jpg", "width": 280, "height": 157}, {"type": "Image", "url": "https://t.example/big.jpg", "width": 850, "height": 480}],
      "url": [{"type": "Link", "mediaType": "text/html", "href": "https://t.example/w/1"},
       {"type": "Link", "mediaType": "application/x-mpegURL", "href": "https://t.example/1.m3u8", "tag": [{"type": "Link", "mediaType": "video/mp4", "href": "https://t.example/1-720.mp4", "width": 1280, "height": 720}]}],
      "tag": [{"type": "Hashtag", "name": "sea"}], "likes": {"type": "Collection", "totalItems": 4}, "comments": "https://t.example/1/comments"
      """#
    ).feed?.posts.first
    #expect(post?.author.shownName == "@ann@t.example")
    #expect(post?.permalink == "https://t.example/w/1")
    #expect(post?.text == "Waves & wind\n\n#sea")
    let video = post?.items.first
    #expect(video?.content == .video(duration: 123, isLive: false))
    #expect(video?.title == "Sea")
    #expect(video?.file?.url == "https://t.example/1-720.mp4")
    #expect(video?.preview?.pixelWidth == 850)
    #expect(post?.count(.views) == 17)
    #expect(post?.count(.likes) == 4)
    #expect(post?.count(.replies) == nil)
  }

  @Test("a question is a poll")
  func poll() {
    let post = object(
      #"""
      "type": "Question", "content": "Tea?", "closed": "2024-05-02T00:00:00Z", "votersCount": 4,
      "anyOf": [{"type": "Note", "name": "Yes", "replies": {"type": "Collection", "totalItems": 4}},
       {"type": "Note", "name": "Also", "replies": {"type": "Collection", "totalItems": 1}}]
      """#)
    #expect(post?.poll?.answers.map(\.text) == ["Yes", "Also"])
    #expect(post?.poll?.answers.map(\.rate) == [100, 25])
    #expect(post?.poll?.votes == 5)
    #expect(post?.poll?.isClosed == true)
  }

  @Test("replies, quotes, edits and counters are read")
  func around() {
    let post = object(
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
    let post = object(
      #"""
      "type": "Note", "content": "<p class=\"quote-inline\">RE: <a href=\"https://b.example/1\">b</a></p><p>Yes</p>",
      "quote": {"type": "Note", "id": "https://b.example/1", "attributedTo": "https://b.example/users/bo", "content": "No"}
      """#)
    #expect(post?.text == "Yes")
    #expect(post?.quote?.post?.text == "No")
  }

  @Test("an event is a post with its title, dates, picture and place")
  func event() {
    let post = object(
      #"""
      "type": "Event", "name": "Tea fair", "content": "<p>All day.</p>", "startTime": "2024-06-01T10:00:00+02:00",
      "endTime": "2024-06-02T18:00:00+02:00", "location": {"type": "Place", "name": "Harbour"},
      "attachment": [{"type": "Document", "mediaType": "image/png", "url": "https://e.example/fair.png"}]
      """#)
    #expect(post?.kind == .post)
    #expect(post?.text == "Tea fair\n\n2024-06-01 10:00 – 2024-06-02 18:00\n\nAll day.")
    #expect(post?.photos.map { $0.sources.map(\.url) } == [["https://e.example/fair.png"]])
    #expect(post?.place?.title == "Harbour")
  }

  @Test("an actor's document describes the author of a feed beside it, and is no feed")
  func actor() {
    let actor = Self.document(
      #"""
      "type": "Person", "id": "https://a.example/users/ann", "preferredUsername": "ann", "name": "Ann :cup:", "url": "https://a.example/@ann",
      "icon": {"type": "Image", "mediaType": "image/png", "url": "avatar.png"}, "inbox": "x", "outbox": "outbox.json",
      "tag": [{"type": "Emoji", "name": ":cup:", "icon": {"url": "https://a.example/cup.png"}}]
      """#)
    let outbox = Self.document(
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

  @Test("pages of a collection are put in order by their addresses, and one without items says where they are")
  func pages() {
    func page(_ number: Int, next: Int?) -> String {
      let next = next.map { #", "next": "https://a.example/outbox?page=\#($0)""# } ?? ""
      return Self.document(
        #""type": "OrderedCollectionPage", "id": "https://a.example/outbox?page=\#(number)"\#(next), "orderedItems": [{"type": "Note", "id": "https://a.example/\#(number)", "content": "\#(number)"}]"#
      )
    }
    #expect(Feeds.read(page(2, next: nil), page(1, next: 2)).feed?.posts.map(\.text) == ["1", "2"])
    let first = Self.document(
      #""type": "OrderedCollection", "first": {"type": "OrderedCollectionPage", "orderedItems": [{"type": "Note", "content": "x"}]}"#
    )
    #expect(Feeds.posts(first).map(\.text) == ["x"])
    let empty = reading(#""type": "OrderedCollection", "totalItems": 3, "first": "https://a.example/outbox?page=1""#)
    #expect(empty.codes.contains("feed.only-address"))
  }

  @Test("a line that does not tell where it is from is taken for one of those before it")
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
    "an address says who somebody is",
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
