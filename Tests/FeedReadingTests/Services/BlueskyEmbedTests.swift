import Testing

@testable import FeedReading

@Suite struct BlueskyEmbedTests {
  private static let uri = "at://did:plc:aaaabbbbcccc/app.bsky.feed.post/3k2a"

  private static func post(_ embed: String, record: String = "null") -> Post? {
    Feeds.posts(
      """
      [{"uri": "\(uri)", "author": {"did": "did:plc:aaaabbbbcccc", "handle": "ann.example"},
        "record": {"text": "a", "embed": \(record)}, "embed": \(embed)}]
      """
    ).first
  }

  private static let quoted = """
    {"$type": "app.bsky.embed.record#viewRecord", "uri": "at://did:plc:b/app.bsky.feed.post/1",
     "author": {"did": "did:plc:b", "handle": "bo.example"}, "value": {"text": "Quoted"}, "likeCount": 7,
     "embeds": [{"images": [{"fullsize": "https://a.example/q.jpg", "alt": ""}]}]}
    """

  @Test("images have both addresses, the ratio and what they show")
  func images() {
    let photo = Self.post(
      """
      {"$type": "app.bsky.embed.images#view", "images": [{"thumb": "https://a.example/t.jpg",
        "fullsize": "https://a.example/f.jpg", "alt": " Sea &amp; sand ", "aspectRatio": {"width": 2000, "height": 1500}}]}
      """
    )?.photos.first
    #expect(photo?.sources.map(\.url) == ["https://a.example/f.jpg", "https://a.example/t.jpg"])
    #expect(photo?.sources.first?.width == 2000 && photo?.description == "Sea &amp; sand")
  }

  @Test("a video has its list of parts, its poster and its shape; one without sound is an animation")
  func video() {
    func video(_ more: String) -> AttachmentItem? {
      Self.post(
        """
        {"$type": "app.bsky.embed.video#view", "cid": "x", "playlist": "https://v.example/p.m3u8",
         "thumbnail": "https://v.example/t.jpg", "alt": "Waves", "aspectRatio": {"width": 1080, "height": 1920}\(more)}
        """
      )?.items.first
    }
    #expect(video("")?.content == .video(duration: nil, isLive: false))
    #expect(video("")?.file?.height == 1920 && video("")?.file?.description == "Waves")
    #expect(video("")?.preview?.sources.map(\.url) == ["https://v.example/t.jpg"])
    #expect(video(#", "presentation": "gif""#)?.content == .animation(duration: nil))
    let record = Self.post("null", record: #"{"video": {"ref": {"$link": "bafv"}}, "alt": ""}"#)?.items.first
    #expect(record?.url == "https://video.bsky.app/watch/did%3Aplc%3Aaaaabbbbcccc/bafv/playlist.m3u8")
  }

  @Test("an external link is a card with its image")
  func external() {
    let external = #""uri": "https://example.org/a", "title": "A", "description": "B""#
    let card = Self.post(#"{"external": {\#(external), "thumb": "https://a.example/t.jpg"}}"#)?.items.first
    #expect(card?.content == .link(url: "https://example.org/a"))
    #expect(card?.title == "A" && card?.caption == "B" && card?.preview?.sources.count == 1)
    let record = Self.post("null", record: #"{"external": {\#(external), "thumb": {"ref": {"$link": "bafk"}}}}"#)
    #expect(
      record?.items.first?.preview?.sources.first?.url
        == "https://cdn.bsky.app/img/feed_thumbnail/plain/did:plc:aaaabbbbcccc/bafk@jpeg")
    let unsafe = Self.post(#"{"external": {"uri": "javascript:1", "title": "A"}}"#)?.items.first
    #expect(unsafe?.title == "A" && unsafe?.url == nil)
  }

  @Test("a quoted post is inside, with what it carries; next to media as well")
  func quotes() {
    let quote = Self.post("{\"record\": \(Self.quoted)}")?.quote?.post
    #expect(quote?.text == "Quoted" && quote?.author.handle == "bo.example" && quote?.count(.likes) == 7)
    #expect(quote?.photos.count == 1)
    let both = Self.post(
      """
      {"media": {"images": [{"fullsize": "https://a.example/f.jpg"}]}, "record": {"record": \(Self.quoted)}}
      """)
    #expect(both?.photos.count == 1 && both?.quote?.post?.text == "Quoted")
  }

  @Test(
    "a quote that can't be shown says why",
    arguments: [
      (##""$type": "app.bsky.embed.record#viewNotFound", "notFound": true"##, Quote.Absence.deleted),
      (##""$type": "app.bsky.embed.record#viewBlocked", "blocked": true"##, .blocked),
      (##""$type": "app.bsky.embed.record#viewDetached", "detached": true"##, .detached),
      (#""cid": "c""#, .notIncluded),
    ])
  func absent(members: String, absence: Quote.Absence) {
    let quote = Self.post(#"{"record": {"uri": "at://did:plc:b/app.bsky.feed.post/1", \#(members)}}"#)?.quote
    #expect(quote == .unavailable(absence, url: "https://bsky.app/profile/did:plc:b/post/1"))
  }

  @Test(
    "feeds, lists and starter packs are rows",
    arguments: [
      ("app.bsky.feed.generator", #""displayName": "Cats""#, "feed", "https://bsky.app/profile/bo.example/feed/c"),
      ("app.bsky.graph.list", #""name": "Cats""#, "list", "https://bsky.app/profile/bo.example/lists/c"),
      (
        "app.bsky.graph.starterpack", #""record": {"name": "Cats"}"#, "starter pack",
        "https://bsky.app/starter-pack/bo.example/c"
      ),
    ])
  func rows(collection: String, members: String, type: String, url: String) {
    let creator = #""creator": {"did": "did:plc:b", "handle": "bo.example"}"#
    let post = Self.post(#"{"record": {"uri": "at://did:plc:b/\#(collection)/c", \#(creator), \#(members)}}"#)
    #expect(post?.quote == nil)
    #expect(post?.items.map(\.type) == [type] && post?.items.first?.url?.text == url)
    #expect(post?.items.first?.title == "Cats" && post?.items.first?.caption == "@bo.example")
  }

  @Test("quotes in quotes end where no one looks any longer")
  func deep() {
    var record = #"{"uri": "at://did:plc:b/app.bsky.feed.post/0", "value": {"text": "0"}}"#
    for number in 1...40 {
      record =
        #"{"uri": "at://did:plc:b/app.bsky.feed.post/\#(number)", "value": {"text": "a"}, "embeds": [{"record": \#(record)}]}"#
    }
    let post = Self.post("{\"record\": \(record)}")
    #expect(post?.withInner.count == 9)
  }

  @Test("an embed of another shape is reported, and the rest of the post shown")
  func wrongShapes() {
    let reading = Feeds.read(#"[{"uri": "\#(Self.uri)", "record": {"text": "a"}, "embed": {"images": ["x", {}]}}]"#)
    #expect(reading.codes == ["feed.attachment", "feed.photo-size"])
    #expect(reading.feed?.posts.map(\.text) == ["a"])
  }
}
