import Testing

@testable import FeedReading

@Suite struct BlueskyTests {
  private static let author =
    #""author": {"did": "did:plc:aaaabbbbcccc", "handle": "ann.example", "displayName": "Ann"}"#

  /// Returns the view of a post with members of the record and of the view.
  private static func view(_ record: String = #""text": "Hello""#, _ members: String = #""likeCount": 1"#) -> String {
    """
    {"uri": "at://did:plc:aaaabbbbcccc/app.bsky.feed.post/3k2a", "cid": "c", \(author),
     "record": {"$type": "app.bsky.feed.post", "createdAt": "2025-03-04T05:06:07.890Z", \(record)}, \(members)}
    """
  }

  private static func post(_ record: String = #""text": "Hello""#, _ members: String = #""likeCount": 1"#) -> Post? {
    Feeds.posts("{\"feed\": [{\"post\": \(view(record, members))}]}").first
  }

  private static func facet(_ start: Int, _ end: Int, _ feature: String) -> String {
    "{\"index\": {\"byteStart\": \(start), \"byteEnd\": \(end)}, \"features\": [{\(feature)}]}"
  }

  private static let link = #""$type": "app.bsky.richtext.facet#link", "uri": "https://example.org/a""#
  private static let tag = ##""$type": "app.bsky.richtext.facet#tag", "tag": "sea side""##
  private static let mention = #""$type": "app.bsky.richtext.facet#mention", "did": "did:plc:x""#

  // MARK: Posts

  @Test("a post has its author, its words, its counters and its page")
  func plain() {
    let post = Self.post(#""text": "Hello""#, #""likeCount": 3, "replyCount": 1, "repostCount": 2, "quoteCount": 4"#)
    #expect(post?.author.shownName == "Ann" && post?.author.handle == "ann.example")
    #expect(post?.text == "Hello" && post?.date == 1_741_064_767)
    #expect(post?.counters == [.init(.replies, 1), .init(.reposts, 2), .init(.likes, 3), .init(.quotes, 4)])
    #expect(post?.permalink == "https://bsky.app/profile/ann.example/post/3k2a")
    #expect(post?.id == "bluesky-3k2a-aaaabbbb" && post?.service == .bluesky)
  }

  @Test("a name of blanks alone falls back to the handle, and a handle that leads nowhere to the DID")
  func names() {
    func author(_ members: String) -> Author? {
      Feeds.posts(
        """
        [{"uri": "at://did:plc:aaaabbbbcccc/app.bsky.feed.post/1", "author": {"did": "did:plc:aaaabbbbcccc", \(members)},
          "record": {"text": "a"}}]
        """
      ).first?.author
    }
    #expect(author(#""handle": "b.example", "displayName": "\u200e \u200e""#)?.shownName == "b.example")
    #expect(author(#""handle": "handle.invalid""#)?.shownName == "did:plc:aaaabbbbcccc")
    #expect(author(#""handle": "handle.invalid""#)?.page == "https://bsky.app/profile/did:plc:aaaabbbbcccc")
  }

  // MARK: Texts

  @Test("facets count bytes of UTF-8")
  func facets() {
    let facets = [Self.facet(5, 9, Self.link), Self.facet(10, 15, Self.tag), Self.facet(16, 18, Self.mention)]
    let post = Self.post(##""text": "🌊 link #sea1 @a", "facets": [\##(facets.joined(separator: ","))]"##)
    #expect(post?.marks == ["link:link", "hashtag:#sea1", "mention:@a"])
    #expect(
      post?.facets.map(\.url) == [
        "https://example.org/a", "https://bsky.app/hashtag/sea%20side", "https://bsky.app/profile/did:plc:x",
      ])
  }

  @Test(
    "a facet that is out of range, splits a character, or is over another is skipped and reported",
    arguments: [(0, 99), (-1, 2), (1, 3), (4, 2), (0, 0), (0, 2)])
  func badFacet(start: Int, end: Int) {
    let facets = [Self.facet(start, end, Self.link), Self.facet(5, 6, Self.link)]
    let record = #""text": "🌊 ab", "facets": [\#(facets.joined(separator: ","))]"#
    let reading = Feeds.read("[\(Self.view(record))]")
    #expect(reading.feed?.posts.first?.marks == ["link:a"])
    #expect(reading.codes == ["feed.facet"])
    #expect(reading.diagnostics.first?.place?.description == "page1.json: [0].record")
  }

  @Test("a link that a page may not lead to is text")
  func script() {
    let facet = Self.facet(0, 5, #""$type": "app.bsky.richtext.facet#link", "uri": "javascript:alert(1)""#)
    #expect(Self.post(#""text": "Hello", "facets": [\#(facet)]"#)?.facets == [])
  }

  @Test("before there were facets, entities counted UTF-16")
  func entities() {
    let entity = #"{"index": {"start": 3, "end": 8}, "type": "mention", "value": "did:plc:x"}"#
    let post = Self.post(#""text": "🌊 @a.bc", "entities": [\#(entity)]"#)
    #expect(post?.marks == ["mention:@a.bc"])
  }

  // MARK: Labels

  @Test("labels for adults hide media, others and the service's own words hide the post")
  func labels() {
    let adult = Self.post(#""text": "a""#, #""labels": [{"val": "porn"}]"#)
    #expect(adult?.flags.contains(.sensitive) == true && adult?.contentWarning == nil)
    let own = Self.post(#""text": "a", "labels": {"values": [{"val": "graphic-media"}]}"#)
    #expect(own?.flags.contains(.sensitive) == true)
    #expect(Self.post(#""text": "a""#, #""labels": [{"val": "!warn"}]"#)?.contentWarning == "Content warning")
    #expect(Self.post(#""text": "a""#, #""labels": [{"val": "self-harm"}]"#)?.contentWarning == "Self harm")
    let taken = Self.post(#""text": "a""#, #""labels": [{"val": "porn", "neg": true}, {"val": "!no-unauthenticated"}]"#)
    #expect(taken?.flags == [] && taken?.contentWarning == nil)
  }

  // MARK: Reposts, replies, paging

  @Test("a repost is by anyone who reposted, with the post inside; a pinned post is marked")
  func reasons() {
    let by = #"{"did": "did:plc:zzzz", "handle": "bo.example", "displayName": "Bo"}"#
    let reason = #"{"$type": "app.bsky.feed.defs#reasonRepost", "by": \#(by), "indexedAt": "2025-03-05T00:00:00Z"}"#
    let pin = ##"{"$type": "app.bsky.feed.defs#reasonPin"}"##
    let posts = Feeds.posts(
      """
      {"feed": [{"post": \(Self.view()), "reason": \(reason)}, {"post": \(Self.view()), "reason": \(pin)}],
       "cursor": "2025-03-04T00:00:00Z"}
      """)
    #expect(posts.map(\.author.shownName) == ["Bo", "Ann"])
    #expect(posts.first?.text == "" && posts.first?.reposts.map(\.text) == ["Hello"])
    #expect(posts.first?.date == 1_741_132_800)
    #expect(posts.map(\.id) == ["bluesky-3k2a-aaaabbbb-by-zzzz", "bluesky-3k2a-aaaabbbb"])
    #expect(posts.map { $0.flags.contains(.pinned) } == [false, true])
  }

  @Test("a reply names whom it answers, by what the feed describes")
  func replies() {
    let uri = "at://did:plc:ppppqqqq/app.bsky.feed.post/3k1"
    let reply = #""text": "Yes", "reply": {"parent": {"uri": "\#(uri)"}, "root": {"uri": "\#(uri)"}}"#
    let parent = #"{"uri": "\#(uri)", "author": {"did": "did:plc:ppppqqqq", "handle": "pia.example"}, "record": {}}"#
    let post = Feeds.posts("{\"feed\": [{\"post\": \(Self.view(reply)), \"reply\": {\"parent\": \(parent)}}]}").first
    #expect(
      post?.reply == ReplyTarget(id: uri, name: "pia.example", url: "https://bsky.app/profile/pia.example/post/3k1"))
    #expect(
      Self.post(reply)?.reply == ReplyTarget(id: uri, url: "https://bsky.app/profile/did:plc:ppppqqqq/post/3k1"))
  }

  @Test("saved pages are put in order by their cursors, which are times")
  func pages() {
    func page(_ key: String, _ cursor: String?) -> String {
      let post = #"{"uri": "at://did:plc:a/app.bsky.feed.post/\#(key)", "record": {"text": "\#(key)"}}"#
      return "{\"posts\": [\(post)]\(cursor.map { ", \"cursor\": \"\($0)\"" } ?? "")}"
    }
    let reading = Feeds.read(
      page("last", nil), page("second", "2025-03-04T00:00:00.5Z"), page("first", "2025-03-05T00:00:00Z"))
    #expect(reading.feed?.posts.map(\.text) == ["first", "second", "last"])
  }

  @Test("a thread is read from its beginning to its answers, each before what answers it")
  func thread() {
    func node(_ text: String, _ rest: String = "") -> String {
      #"{"$type": "app.bsky.feed.defs#threadViewPost", "post": {"uri": "at://did:plc:a/app.bsky.feed.post/\#(text)", "#
        + #""record": {"text": "\#(text)"}}\#(rest)}"#
    }
    let gone = ##"{"$type": "app.bsky.feed.defs#notFoundPost", "uri": "at://did:plc:a/b/c", "notFound": true}"##
    let parent = node("parent", ", \"parent\": \(node("root"))")
    let replies = "[\(node("a", ", \"replies\": [\(node("aa"))]")), \(gone), \(node("b"))]"
    let reading = Feeds.read("{\"thread\": \(node("post", ", \"parent\": \(parent), \"replies\": \(replies)"))}")
    #expect(reading.feed?.posts.map(\.text) == ["root", "parent", "post", "a", "aa", "b"])
    #expect(reading.diagnostics.map(\.message) == ["a post of the thread is missing: it was deleted"])
    #expect(reading.diagnostics.first?.place?.description == "page1.json: thread.replies[1]")
  }

  @Test("a flat thread of the second version is a feed as well")
  func flatThread() {
    let post = #"{"uri": "at://did:plc:a/app.bsky.feed.post/1", "record": {"text": "a"}}"#
    let posts = Feeds.posts(
      """
      {"thread": [{"uri": "at://did:plc:a/app.bsky.feed.post/1", "depth": 0,
        "value": {"$type": "app.bsky.unspecced.defs#threadItemPost", "post": \(post)}}], "hasOtherReplies": false}
      """)
    #expect(posts.map(\.text) == ["a"])
  }

  // MARK: Records

  @Test("a repository's records have their author and their files' addresses from the DID")
  func records() {
    let image = #"{"alt": "A pier", "aspectRatio": {"width": 4, "height": 3}, "image": {"ref": {"$link": "bafk1"}}}"#
    let reading = Feeds.read(
      """
      {"records": [{"uri": "at://did:plc:aaaabbbbcccc/app.bsky.feed.post/3k2a", "cid": "c", "value":
        {"$type": "app.bsky.feed.post", "text": "Hi", "createdAt": "2025-03-04T05:06:07Z",
         "embed": {"$type": "app.bsky.embed.images", "images": [\(image)]}}},
       {"uri": "at://did:plc:aaaabbbbcccc/app.bsky.feed.repost/3k2b", "value": {"$type": "app.bsky.feed.repost",
         "subject": {"uri": "at://did:plc:bbbb/app.bsky.feed.post/3k1"}, "createdAt": "2025-03-04T05:06:07Z"}},
       {"uri": "at://did:plc:aaaabbbbcccc/app.bsky.feed.like/3k2c", "value": {"$type": "app.bsky.feed.like"}}],
       "cursor": "3k2c"}
      """)
    let posts = reading.feed?.posts ?? []
    #expect(reading.feed?.nextFrom == "3k2c")
    #expect(posts.map(\.author.shownName) == ["did:plc:aaaabbbbcccc", "did:plc:aaaabbbbcccc"])
    #expect(posts.first?.counters.compactMap(\.value) == [])
    let photo = posts.first?.photos.first
    #expect(
      photo?.sources.map(\.url) == ["https://cdn.bsky.app/img/feed_fullsize/plain/did:plc:aaaabbbbcccc/bafk1@jpeg"])
    #expect(photo?.description == "A pier" && photo?.width == 1000 && photo?.height == 750)
    #expect(posts.last?.reposts.map(\.permalink) == ["https://bsky.app/profile/did:plc:bbbb/post/3k1"])
    #expect(reading.codes == ["feed.item"])
  }

  @Test("the schema before the launch had upvotes")
  func oldSchema() {
    #expect(Self.post(#""text": "a""#, #""upvoteCount": 5, "downvoteCount": 0"#)?.count(.likes) == 5)
  }
}
