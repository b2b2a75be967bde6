import Diagnostics
import Support
import Testing

@testable import FeedReading

/// Content that services have besides their usual posts: it is shown, or counted by name.
@Suite("Unusual content of feeds")
struct UnshownContentTests {
  // MARK: Mastodon

  private func quote(_ members: String) -> Quote? {
    Feeds.posts(
      #"""
      {"id": "1", "created_at": "2024-05-01T10:00:00.000Z", "url": "https://a.example/@ann/1",
       "content": "<p class=\"quote-inline\">RE: https://b.example/2</p><p>x</p>",
       "account": {"id": "7", "acct": "ann"}, "quote": {\#(members)}}
      """#
    ).first?.quote
  }

  private static let quoted =
    #""quoted_status": {"id": "2", "created_at": "2024-05-01T10:00:00.000Z", "content": "secret", "account": {"id": "8", "acct": "bo"}}"#

  @Test(
    "a quote of a blocked or muted account is not shown, even if the server sends it; each state has its reason",
    arguments: [
      ("blocked_account", .blocked), ("blocked_domain", .blocked), ("muted_account", .muted), ("pending", .pending),
      ("rejected", .rejected), ("revoked", .detached), ("deleted", .deleted), ("unauthorized", .blocked),
    ] as [(String, Quote.Absence)])
  func quoteStates(state: String, absence: Quote.Absence) {
    #expect(quote(#""state": "\#(state)", \#(Self.quoted)"#) == .unavailable(absence, url: nil))
  }

  @Test("an accepted quote and one of an unknown state are shown")
  func shownQuotes() {
    #expect(quote(#""state": "accepted", \#(Self.quoted)"#)?.post?.text == "secret")
    #expect(quote(#""state": "new_state", \#(Self.quoted)"#)?.post?.text == "secret")
    #expect(quote(#""state": "new_state""#) == .unavailable(.notIncluded, url: nil))
  }

  @Test("emoji in a content warning are found")
  func warningEmoji() {
    let post = Feeds.posts(
      #"""
      {"id": "1", "created_at": "2024-05-01T10:00:00.000Z", "content": "x", "account": {"id": "7", "acct": "ann"},
       "spoiler_text": "about :cat:", "emojis": [{"shortcode": "cat", "url": "https://a.example/c.png"}]}
      """#
    ).first
    #expect(post?.contentWarning == "about :cat:" && post?.warningEmoji.map(\.range) == [6..<11])
  }

  // MARK: JSON Feed

  private func item(_ item: String, feed: String = "") -> Post? {
    Feeds.posts(
      #"""
      {"version": "https://jsonfeed.org/version/1.1", "title": "Loom &amp; Lamp", "home_page_url": "https://b.example/",
       \#(feed)"items": [{"id": "1", "url": "/1", \#(item)}]}
      """#
    ).first
  }

  @Test(
    "authors as a list, an object or a text",
    arguments: [
      (#""authors": [{"name": "A"}, {"name": "B"}]"#, "A, B"),
      (#""authors": {"name": "A", "url": "https://a.example"}"#, "A"),
      (#""authors": ["A", "B"]"#, "A, B"), (#""authors": "A""#, "A"), (#""author": "A""#, "A"),
      (#""author": {"name": "A"}, "authors": []"#, "A"), (#""tags": []"#, "Loom & Lamp"),
    ])
  func authors(members: String, name: String) {
    #expect(item(#""content_text": "x", \#(members)"#)?.author.name == name)
  }

  @Test("addresses of an item are relative to the feed's page, and its title is decoded")
  func relativeAddresses() {
    let post = item(
      #""content_text": "x", "image": "/pic.jpg", "attachments": [{"url": "ep.mp3", "mime_type": "audio/mpeg"}]"#)
    #expect(post?.permalink == "https://b.example/1")
    #expect(post?.photos.first?.sources.first?.url == "https://b.example/pic.jpg")
    #expect(post?.items.first?.file?.url == "https://b.example/ep.mp3")
    let page = FeedReader.page(
      from: FeedDocument(
        name: "feed.json",
        bytes: Array(#"{"version": "https://jsonfeed.org/version/1", "title": "A &amp; B", "items": []}"#.utf8)))
    #expect(page.title == "A & B")
  }

  @Test("a film in the text and the same file among the attachments are one")
  func repeatedFilm() {
    let post = item(
      #""content_html": "<video src='f.mp4'></video>", "attachments": [{"url": "https://b.example/f.mp4", "mime_type": "video/mp4"}]"#
    )
    #expect(post?.items.count == 1)
  }

  // MARK: Bluesky

  private func embed(_ embed: String) -> ReadFeed {
    Feeds.read(
      #"[{"uri": "at://did:plc:a/app.bsky.feed.post/1", "record": {"text": "a", "createdAt": "2024-05-01T10:00:00Z"}, "embed": \#(embed)}]"#
    )
  }

  @Test("an embed of an unknown type is a row with its words, and reported")
  func unknownEmbed() {
    let reading = embed(
      #"{"$type": "com.example.embed.event#view", "event": {"name": "Seed swap", "uri": "https://e.example/1", "description": "Bring bags"}}"#
    )
    let row = reading.feed?.posts.first?.items.first
    #expect(row?.title == "Seed swap" && row?.caption == "Bring bags" && row?.url == "https://e.example/1")
    #expect(reading.codes == ["feed.unknown-part"])
  }

  @Test("a labeler is named by its account, a starter pack is described")
  func labelerAndPack() {
    let labeler = embed(
      #"{"record": {"$type": "app.bsky.labeler.defs#labelerView", "uri": "at://did:plc:l/app.bsky.labeler.service/self", "creator": {"did": "did:plc:l", "handle": "l.example", "displayName": "Good Labels"}}}"#
    ).feed?.posts.first?.items.first
    #expect(labeler?.title == "Good Labels" && labeler?.caption == "@l.example")
    let pack = embed(
      #"{"record": {"uri": "at://did:plc:l/app.bsky.graph.starterpack/1", "record": {"name": "Gardeners", "description": "Who grows what"}, "creator": {"did": "did:plc:l", "handle": "l.example"}}}"#
    ).feed?.posts.first?.items.first
    #expect(pack?.title == "Gardeners" && pack?.caption == "@l.example · Who grows what")
  }

  @Test("a GIF of a search service is an animation with its description")
  func animation() {
    let row = embed(
      #"{"external": {"uri": "https://media.tenor.com/a/cat.gif?hh=1&ww=2", "title": "cat gif", "description": "Alt: a cat"}}"#
    ).feed?.posts.first?.items.first
    #expect(row?.content == .animation(duration: nil) && row?.file?.description == "a cat" && row?.title == "cat gif")
  }

  // MARK: ActivityStreams

  @Test("a text in Markdown is drawn with its marks, one in plain text as written")
  func markdown() {
    let post = Feeds.activity(
      #""type": "Video", "name": "Sowing", "content": "How it is **done**, [here](https://a.example/x)", "mediaType": "text/markdown""#
    )
    #expect(post?.text.contains("How it is done, here") == true)
    #expect(post?.facets.map(\.kind) == [.bold, .link])
    let plain = Feeds.activity(#""type": "Note", "content": "How it is **done**", "mediaType": "text/plain""#)
    #expect(plain?.text == "How it is **done**")
  }

  @Test("the words of a drawing in the text are shown, its title and its parts for reuse are not")
  func drawing() {
    let post = item(
      #""content_html": "<p>a</p><svg><title>t</title><defs><text>d</text></defs><text>one</text><text>two</text></svg>""#
    )
    #expect(post?.text == "a\n\none two")
  }

  @Test("emoji are not replaced in addresses that are no links")
  func emojiInAddress() {
    let post = Feeds.posts(
      #"""
      {"id": "1", "created_at": "2024-05-01T10:00:00.000Z", "content": "https://ok.example/:cat:/x :cat:", "account": {"id": "7", "acct": "ann"},
       "emojis": [{"shortcode": "cat", "url": "https://a.example/c.png"}]}
      """#
    ).first
    #expect(post?.facets.filter { $0.kind == .emoji }.map(\.range) == [27..<32])
  }

  // MARK: VK

  @Test("the words of products, events, playlists, apps and buttons are shown")
  func wordsOfAttachments() {
    func words(_ attachment: String) -> String? {
      Feeds.row(attachment).map { "\($0.title): \($0.caption ?? "")" }
    }
    #expect(
      words(
        #"{"type": "market", "market": {"title": "Lamp", "description": "Bright\nand warm", "price": {"text": "900 ₽"}}}"#
      )
        == "Lamp: 900 ₽ · Bright and warm")
    #expect(
      words(#"{"type": "event", "event": {"id": 9, "text": "You are invited", "address": "Mill Lane"}}"#)
        == "You are invited: Mill Lane")
    #expect(
      words(
        #"{"type": "mini_app", "mini_app": {"app": {"title": "Tides"}, "title": "See them", "button_text": "Open"}}"#)
        == "See them: Tides · Open")
    #expect(
      words(#"{"type": "audio_playlist", "audio_playlist": {"title": "Songs", "description": "By the river"}}"#)
        == "Songs: By the river")
    #expect(
      words(#"{"type": "donut_link", "donut_link": {"text": "Support us", "button": {"title": "Give"}}}"#)
        == "Support us: Give")
  }

  @Test("an item that is not a post shows its title and its text")
  func systemWords() {
    let post = Feeds.item(
      #"{"source_id": 7, "date": 1732694000, "type": "promo_button", "text": "Promo", "title": "Try it"}"#)
    #expect(post?.text == "Try it\nPromo")
  }

  @Test("a new kind of attachment is reported by its name")
  func newAttachment() {
    let reading = Feeds.reading(
      ofItem:
        #"{"id": 1, "owner_id": 7, "attachments": [{"type": "hologram", "hologram": {"title": "T", "notes": ["tea", "rain"]}}]}"#
    )
    #expect(reading.codes == ["feed.unknown-part"])
    #expect(reading.feed?.posts.first?.items.map(\.title) == ["T"])
    #expect(reading.feed?.posts.first?.items.map(\.caption) == ["tea, rain"])
  }

  @Test("every product of a carousel is a row")
  func products() {
    let post = Feeds.item(
      #"""
      {"id": 1, "owner_id": 7, "attachments": [{"type": "pretty_cards", "pretty_cards": {"cards": [
        {"title": "Lantern", "price": "900 ₽", "link_url": "https://s.example/1"},
        {"title": "Wick", "price": "90 ₽", "link_url": "https://s.example/2"}]}}]}
      """#)
    #expect(post?.items.map(\.title) == ["Lantern", "Wick"])
    #expect(post?.items.last?.caption == "90 ₽" && post?.items.last?.url == "https://s.example/2")
  }

  @Test("a selection of posts has its title and its posts")
  func digest() {
    let post = Feeds.item(
      #"""
      {"source_id": 7, "date": 1732693400, "type": "digest", "header": {"title": "The day"}, "items": [
        {"post": {"owner_id": -5, "id": 1, "date": 1732633400, "text": "one"}},
        {"owner_id": -5, "post_id": 2, "date": 1732633400, "text": "two"}]}
      """#)
    #expect(post?.text == "The day" && post?.reposts.map(\.text) == ["one", "two"])
    #expect(post?.reposts.first?.permalink == "https://vk.com/wall-5_1")
  }

  @Test(
    "photos that an answer only counts are counted, in both notations",
    arguments: [
      #"{"count": 7, "items": [{"id": 1, "sizes": [{"url": "https://a.example/1.jpg", "width": 3, "height": 2}]}]}"#,
      #"[7, {"pid": 1, "src_big": "https://a.example/1.jpg", "width": 3, "height": 2}]"#,
    ])
  func morePhotos(list: String) {
    let reading = Feeds.reading(
      ofItem: #"{"source_id": 7, "date": 1732693400, "post_id": 5, "type": "wall_photo", "photos": \#(list)}"#)
    let post = reading.feed?.posts.first
    #expect(post?.photos.count == 1 && post?.items.map(\.title) == ["+6"])
    #expect(reading.codes.contains("feed.not-shown"))
  }

  @Test("a post for later and a post that a community has not accepted are not public")
  func unpublished() {
    for type in ["postpone", "suggest"] {
      let post = Feeds.item(#"{"id": 1, "owner_id": 7, "date": 1, "text": "a", "post_type": "\#(type)"}"#)
      #expect(post?.audience == .nobody)
    }
    #expect(Feeds.item(#"{"id": 1, "owner_id": 7, "date": 1, "text": "a", "friends_only": 1}"#)?.audience == .followers)
  }

  @Test("the source of a text, a deleted original, the first photo of a carousel, and reactions are read")
  func smallParts() {
    let post = Feeds.item(
      #"""
      {"id": 1, "owner_id": 7, "text": "a", "carousel_offset": 2, "copyright": {"link": "https://n.example/x", "name": "News"},
       "reactions": {"count": 7, "items": [{"id": 0, "count": 5}, {"id": 1, "count": 2}]},
       "copy_history": [{"id": 2, "owner_id": 7, "text": "", "is_deleted": true, "deleted_reason": "The post was deleted"}]}
      """#)
    #expect(post?.items.map(\.title) == ["News"] && post?.items.first?.url == "https://n.example/x")
    #expect(post?.reposts.map(\.text) == ["The post was deleted"])
    #expect(post?.firstPhoto == 2)
    #expect(post?.reactions == [.init("❤️", 5), .init("🔥", 2)])
  }

  @Test(
    "attachments have words of their own instead of the API's name",
    arguments: [
      (
        #"{"type": "audio_playlist", "audio_playlist": {"id": 2, "owner_id": -5, "title": "River songs"}}"#, .playlist,
        "River songs"
      ),
      (#"{"type": "artist", "artist": {"id": "a", "name": "The Weirs"}}"#, .artist, "The Weirs"),
      (
        #"{"type": "donut_link", "donut_link": {"text": "Support us", "button": {"title": "Go"}}}"#, .link, "Support us"
      ),
      (#"{"type": "new_thing", "new_thing": {"header": "T", "inner": {"url": "https://x.example"}}}"#, .unknown, "T"),
    ] as [(String, MediaKind, String)])
  func attachments(json: String, kind: MediaKind, title: String) {
    let row = Feeds.row(json)
    #expect(row?.content.kind == kind && row?.title == title)
  }

  @Test("an attachment without words of its own is counted")
  func wordless() {
    let reading = Feeds.reading(
      ofItem: #"{"id": 1, "owner_id": 7, "attachments": [{"type": "new_thing", "new_thing": {"id": 4}}]}"#)
    #expect(reading.codes.contains("feed.not-shown"))
  }

  @Test("an item of an unknown kind is called by its own title")
  func unknownItem() {
    let post = Feeds.item(#"{"source_id": 7, "date": 1732693400, "type": "brand_new_block", "title": "For you"}"#)
    #expect(post?.kind == .system(.other("For you"), type: "brand_new_block"))
  }

  // MARK: X

  private func page(_ text: String, name: String) -> FeedPage {
    FeedReader.page(
      from: FeedDocument(name: name, bytes: Array(text.utf8)), in: FeedContext(owner: Author(id: "7", name: "Ann")))
  }

  @Test("deleted posts and chats with Grok are counted by name, not shown")
  func deletedPosts() {
    let deleted = page(
      #"window.YTD.deleted_tweets.part0 = [{"tweet": {"id_str": "5", "full_text": "gone", "created_at": "x"}}]"#,
      name: "deleted-tweets.js")
    #expect(deleted.service == .x && deleted.entries.isEmpty)
    #expect(deleted.notShown.inWords == "1 deleted post (X)")
    let grok = page(
      #"window.YTD.grok_chat_item.part0 = [{"grokChatItem": {"message": "a"}}, {"grokChatItem": {"message": "b"}}]"#,
      name: "grok-chat-item.js")
    #expect(grok.entries.isEmpty && grok.notShown.inWords == "2 messages with Grok (X)")
  }

  @Test("an archive's articles are posts with a title")
  func articles() {
    let post = page(
      #"window.YTD.article.part0 = [{"article": {"id": "77", "title": "Long read", "contentPlain": "All of it", "createdAt": "2024-01-01T00:00:00.000Z"}}]"#,
      name: "article.js"
    ).entries.first?.post
    #expect(post?.text == "Long read\n\nAll of it" && post?.title == "Long read" && post?.date == 1_704_067_200)
    #expect(post?.permalink == "https://x.com/i/article/77" && post?.author.name == "Ann")
  }

  @Test("a post that announces an article has a row for it, and one for readers' notes")
  func announcedArticle() {
    let post = Feeds.posts(
      #"""
      {"data": [{"id": "1", "text": "New https://t.co/e", "author_id": "1", "edit_history_tweet_ids": ["1"],
        "article": {"title": "Kilns", "preview_text": "Begins so", "cover_media": "3_1"},
        "birdwatch_pivot": {"subtitle": {"text": "The lamp is blue."}},
        "entities": {"urls": [{"start": 4, "end": 18, "url": "https://t.co/e", "expanded_url": "https://x.com/i/article/1", "display_url": "x.com/i/article/1"}]}}],
       "includes": {"media": [{"media_key": "3_1", "type": "photo", "url": "https://p.example/c.jpg"}]}}
      """#
    ).first
    #expect(post?.items.map(\.title) == ["Kilns", "The lamp is blue."])
    #expect(post?.items.first?.url == "https://x.com/i/article/1" && post?.items.first?.preview?.sources.count == 1)
  }

  @Test("the first 140 characters of a repost in an archive are reported as incomplete")
  func cutRepost() {
    let cut = page(
      #"window.YTD.tweets.part0 = [{"tweet": {"id_str": "5", "full_text": "RT @bo: rain and…", "entities": {}}}]"#,
      name: "tweets.js")
    #expect(cut.diagnostics.diagnostics.map(\.code) == ["feed.text-cut"])
  }
}
