import Testing

@testable import FeedReading

/// Statuses of Mastodon and of servers with its API.
@Suite struct MastodonTests {
  private func status(_ members: String) -> Post? { Feeds.posts(Self.text(members)).first }

  private static func text(_ members: String) -> String {
    """
    {"id": "1", "created_at": "2024-05-01T10:00:00.000Z", "url": "https://a.example/@ann/1",
     "account": {"id": "7", "acct": "ann@a.example", "username": "ann", "display_name": "Ann :cat:",
      "url": "https://a.example/@ann", "avatar": "https://a.example/ann.png",
      "emojis": [{"shortcode": "cat", "url": "https://a.example/cat.gif", "static_url": "https://a.example/cat.png"}]},
     \(members)}
    """
  }

  @Test("a link's words are what browsers show of it")
  func linkWords() {
    let post = status(
      #"""
      "content": "<p>See <a href=\"https://example.org/a/long/path?x=1\"><span class=\"invisible\">https://</span><span class=\"ellipsis\">example.org/a/long</span><span class=\"invisible\">/path?x=1</span></a></p>"
      """#)
    #expect(post?.text == "See example.org/a/long…")
    #expect(post?.marks == ["link:example.org/a/long…"])
    #expect(post?.facets.first?.url == "https://example.org/a/long/path?x=1")
  }

  @Test("mentions and hashtags are known by their class, else by the status's own lists")
  func kinds() {
    let post = status(
      #"""
      "content": "<p><span class=\"h-card\"><a href=\"https://b.example/@bo\" class=\"u-url mention\">@<span>bo</span></a></span> <a href=\"https://b.example/@cy\">@cy</a> <a href=\"https://a.example/tags/tea\" class=\"mention hashtag\" rel=\"tag\">#<span>tea</span></a> <a href=\"https://p.example/discover/tags/oat\">#oat</a> <a href=\"https://c.example\">c</a></p>",
      "mentions": [{"id": "2", "acct": "cy@b.example", "url": "https://b.example/@cy"}],
      "tags": [{"name": "oat", "url": "https://p.example/discover/tags/oat"}]
      """#)
    #expect(post?.marks == ["mention:@bo", "mention:@cy", "hashtag:#tea", "hashtag:#oat", "link:c"])
  }

  @Test("a server's own emoji are marked in texts and names, nothing else between colons is")
  func emoji() {
    let post = status(
      #"""
      "content": "<p>:cat: at 10:30 :dog:</p>", "emojis": [{"shortcode": "cat", "url": "https://a.example/c.png"}]
      """#)
    #expect(post?.marks == ["emoji::cat:"])
    #expect(post?.author.nameEmoji == [Facet(range: 4..<9, emoji: "https://a.example/cat.png")])
  }

  @Test("an account without a display name has its user's name, unless it is suspended")
  func unnamed() {
    func author(_ members: String) -> Author? {
      Feeds.posts(
        #"""
        {"id": "1", "created_at": "2024-05-01T10:00:00.000Z", "content": "x",
         "account": {"id": "7", "acct": "jo@b.example", "username": "jo", "display_name": ""\#(members)}}
        """#
      ).first?.author
    }
    #expect(author("")?.shownName == "jo")
    #expect(author("")?.handle == "jo@b.example")
    #expect(author(#", "suspended": true"#)?.shownName == nil)
  }

  @Test("a boost has the boosted status, its own author and date, and no text of its own")
  func boost() {
    let inner = Self.text(#""content": "<p>Tea</p>", "favourites_count": 3"#)
    let post = status(#""content": "<p>Tea</p>", "favourites_count": 0, "media_attachments": [], "reblog": \#(inner)"#)
    #expect(post?.text == "")
    #expect(post?.count(.favourites) == 0)
    #expect(post?.reposts.map(\.text) == ["Tea"])
    #expect(post?.reposts.first?.count(.favourites) == 3)
  }

  @Test("warnings, sensitive media and edits are reported")
  func warning() {
    let post = status(
      #""content": "x", "spoiler_text": "Food &amp; drink", "sensitive": true, "edited_at": "2024-05-02""#)
    #expect(post?.contentWarning == "Food & drink")
    #expect(post?.flags == [.sensitive, .edited])
  }

  @Test("a filter that warns is a warning, one that blurs is none")
  func filtered() {
    let warned = status(#""content": "x", "filtered": [{"filter": {"title": "Spoilers", "filter_action": "warn"}}]"#)
    #expect(warned?.contentWarning == "Spoilers")
    let blurred = status(#""content": "x", "filtered": [{"filter": {"title": "Spoilers", "filter_action": "blur"}}]"#)
    #expect(blurred?.contentWarning == nil)
  }

  @Test("of a poll with several answers a share is one of the voters")
  func poll() {
    let post = status(
      #"""
      "content": "Which?", "poll": {"expired": false, "multiple": true, "votes_count": 6, "voters_count": 4,
       "own_votes": [1], "options": [{"title": "Tea", "votes_count": 4}, {"title": "Mate", "votes_count": 2}, {"title": "?", "votes_count": null}]}
      """#)
    #expect(post?.poll?.answers.map(\.rate) == [100, 50, nil])
    #expect(post?.poll?.answers.map(\.isChosen) == [false, true, false])
    #expect(post?.poll?.votes == 6)
    #expect(post?.poll?.isClosed == false)
  }

  @Test("an answer's words for a server's emoji are marked")
  func pollEmoji() {
    let post = status(
      #"""
      "content": "Which?", "poll": {"options": [{"title": "Tea :cup:"}, {"title": "None"}],
       "emojis": [{"shortcode": "cup", "url": "https://m.example/cup.png"}]}
      """#)
    #expect(
      post?.poll?.answers.map(\.emoji) == [[Facet(range: 4..<9, emoji: "https://m.example/cup.png")], []])
  }

  @Test("media have their kind, sizes, length, focus and description")
  func media() {
    let post = status(
      #"""
      "content": "", "media_attachments": [
       {"type": "image", "url": "https://m.example/o.jpg", "preview_url": "https://m.example/s.jpg", "description": "A lake",
        "meta": {"original": {"width": 1200, "height": 800}, "small": {"width": 600, "height": 400}, "focus": {"x": 0.5, "y": -1}}},
       {"type": "gifv", "url": "https://m.example/g.mp4", "preview_url": "https://m.example/g.png", "meta": {"original": {"duration": 3.4}}},
       {"type": "video", "url": "https://m.example/v.mp4", "meta": {"original": {"width": 640, "height": 360, "duration": 61}}},
       {"type": "audio", "url": "https://m.example/a.mp3", "description": "Rain", "meta": {"original": {"duration": 10}}}]
      """#)
    let photo = post?.photos.first
    #expect(photo?.sources.map(\.url) == ["https://m.example/s.jpg", "https://m.example/o.jpg"])
    #expect(photo?.sources.last?.width == 1200)
    #expect(photo?.description == "A lake")
    #expect(photo?.focus == Photo.Focus(x: 0.5, y: -1))
    #expect(
      post?.items.map(\.content) == [
        .animation(duration: 3), .video(duration: 61, isLive: false), .audio(artist: nil, duration: 10),
      ])
    #expect(post?.items.map(\.title) == ["", "", "Rain"])
    #expect(post?.items.first?.preview?.sources.first?.url == "https://m.example/g.png")
  }

  @Test("media that a server could not fetch lead to where they came from")
  func unknownMedia() {
    let post = status(
      #"""
      "content": "x", "media_attachments": [
       {"type": "unknown", "url": null, "remote_url": "https://far.example/files/song.flac", "preview_url": null},
       {"type": "image", "url": "", "remote_url": "https://far.example/p.jpg", "preview_url": "https://p.example/no-preview.png"}]
      """#)
    #expect(post?.items.first?.url == "https://far.example/files/song.flac")
    #expect(post?.items.first?.title == "song.flac")
    #expect(post?.items.first?.content == .document(size: nil, fileExtension: "flac"))
    #expect(post?.photos.first?.sources.map(\.url) == ["https://far.example/p.jpg"])
  }

  @Test(
    "quotes are read in every shape",
    arguments: [
      #""quote": {"state": "accepted", "quoted_status": STATUS}"#, #""quote": STATUS"#,
      #""pleroma": {"quote": STATUS}"#,
    ])
  func quotes(members: String) {
    let inner = Self.text(#""content": "Quoted""#)
    let html = #"<p class=\"quote-inline\">RE: <a href=\"https://a.example/@ann/1\">a.example</a></p><p>Yes</p>"#
    let post = status("\"content\": \"\(html)\", " + members.replacing("STATUS", with: inner))
    #expect(post?.quote?.post?.text == "Quoted")
    #expect(post?.text == "Yes")
  }

  @Test(
    "a quote that can't be shown says why",
    arguments: [
      (#""quote": {"state": "deleted"}"#, Quote.unavailable(.deleted, url: nil)),
      (#""quote": {"state": "revoked", "quoted_status": null}"#, .unavailable(.detached, url: nil)),
      (#""quote": {"state": "blocked_account"}"#, .unavailable(.blocked, url: nil)),
      (#""quote": {"state": "accepted", "quoted_status_id": "5"}"#, .unavailable(.notIncluded, url: nil)),
      (#""quote_id": "5""#, .unavailable(.notIncluded, url: nil)),
      (#""pleroma": {"quote_url": "https://q.example/5"}"#, .unavailable(.notIncluded, url: "https://q.example/5")),
    ])
  func absentQuotes(members: String, quote: Quote) {
    #expect(status(#""content": "RE: x", "# + members)?.quote == quote)
  }

  @Test("reactions are counted together, whatever the server calls them")
  func reactions() {
    let list = #"[{"name": "🎉", "count": 3}, {"name": "cat", "count": 2}, {"name": "x", "count": -1}]"#
    #expect(status(#""content": "x", "pleroma": {"emoji_reactions": \#(list)}"#)?.count(.reactions) == 5)
    #expect(status(#""content": "x", "emoji_reactions": \#(list)"#)?.count(.reactions) == 5)
    #expect(status(#""content": "x", "reactions": \#(list)"#)?.count(.reactions) == 5)
    #expect(status(#""content": "x", "reactions": []"#)?.counters.contains { $0.kind == .reactions } == false)
  }

  @Test("a reply names whom it answers: an author who goes on himself, else who is mentioned")
  func replies() {
    let own = status(#""content": "x", "in_reply_to_id": "0", "in_reply_to_account_id": "7""#)
    #expect(own?.reply == ReplyTarget(id: "0", name: "Ann :cat:"))
    let other = status(
      #""content": "x", "in_reply_to_id": 3, "in_reply_to_account_id": 9, "mentions": [{"id": "9", "acct": "bo@b.example"}]"#
    )
    #expect(other?.reply == ReplyTarget(id: "3", name: "@bo@b.example"))
  }

  @Test("a link card has its address, title, words and image")
  func card() {
    let post = status(
      #"""
      "content": "x", "card": {"type": "video", "url": "https://v.example/1", "title": "Film", "description": "A &amp; B",
       "image": "https://v.example/1.jpg", "width": 640, "height": 360}
      """#)
    #expect(post?.card?.url == "https://v.example/1")
    #expect(post?.card?.title == "Film")
    #expect(post?.card?.caption == "A & B")
    #expect(post?.card?.preview?.aspect == 640 / 360.0)
  }

  @Test("an image that says someone has none is no avatar")
  func avatar() {
    let post = Feeds.posts(
      #"[{"id": 1, "created_at": "2017-04-14T06:11:41.893Z", "content": "x", "account": {"id": 5, "acct": "a", "avatar": "https://m.example/avatars/original/missing.png?1"}}]"#
    ).first
    #expect(post?.author.avatar == nil)
    #expect(post?.id == "mastodon-1")
  }

  @Test("a status without an account is shown by its host, and reported")
  func withoutAccount() {
    let reading = Feeds.read(
      #"[\#(Self.text(#""content": "a""#)), {"id": "2", "created_at": "2024-05-01", "content": "b", "url": "https://b.example/2"}]"#
    )
    #expect(reading.feed?.posts.last?.author.shownName == "b.example")
    #expect(reading.codes == ["feed.author-missing"])
  }

  @Test(
    "statuses are found in every envelope",
    arguments: [
      "[STATUS]", "STATUS", #"{"statuses": [STATUS], "accounts": [], "hashtags": []}"#,
      #"{"ancestors": [STATUS], "descendants": []}"#, #"{"ancestors": [], "descendants": [STATUS]}"#,
      #"[{"id": "9", "type": "mention", "created_at": "2024-05-01T11:00:00Z", "account": {"acct": "z"}, "status": STATUS}]"#,
      #"[{"id": "9", "unread": false, "accounts": [], "last_status": STATUS}]"#,
    ])
  func envelopes(document: String) {
    let posts = Feeds.posts(document.replacing("STATUS", with: Self.text(#""content": "<p>Tea</p>""#)))
    #expect(posts.map(\.text) == ["Tea"])
    #expect(posts.first?.id == "mastodon-1")
  }

  @Test("Pixelfed's places are places")
  func place() {
    let post = status(
      #""content": "x", "place": {"name": "Bergen", "country": "Norway", "lat": "60.39", "long": "5.32"}"#)
    #expect(post?.place == GeoPlace(title: "Bergen, Norway", latitude: 60.39, longitude: 5.32))
  }

  @Test("anything that is not a status is reported, and the others are shown")
  func broken() {
    let reading = Feeds.read("[\(Self.text(#""content": "a""#)), 5, null, {}, {\"id\": \"3\"}]")
    #expect(reading.feed?.posts.count == 1)
    #expect(
      reading.places(of: "feed.item") == ["page1.json: [1]", "page1.json: [2]", "page1.json: [3]", "page1.json: [4]"])
  }
}
