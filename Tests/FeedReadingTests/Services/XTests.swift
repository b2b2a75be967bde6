import Testing

@testable import FeedReading

@Suite struct XTests {
  private static let user = #""user": {"id_str": "7", "name": "Ann &amp; Co", "screen_name": "ann"}"#

  private static func tweet(_ members: String) -> String {
    #"{"id_str": "20", "created_at": "Wed Oct 10 20:19:24 +0000 2018", \#(user), \#(members)}"#
  }

  private static func post(_ members: String) -> Post? { Feeds.posts("[\(tweet(members))]").first }

  // MARK: Version 1.1

  @Test("a post has its author, date, page and counters, which may be strings")
  func plain() {
    let post = Self.post(#""full_text": "Hi", "favorite_count": "5", "retweet_count": "2", "entities": {}"#)
    #expect(post?.author.name == "Ann & Co" && post?.author.handle == "ann")
    #expect(post?.date == 1_539_202_764)
    #expect(post?.permalink == "https://x.com/ann/status/20" && post?.id == "x-20")
    #expect(post?.counters == [.init(.replies, nil), .init(.reposts, 2), .init(.likes, 5)])
  }

  @Test("short addresses are what they lead to, media's go, references are decoded once")
  func text() {
    let post = Self.post(
      """
      "full_text": "A &amp;amp; B @bob #sea https://t.co/aaa https://t.co/bbb", "entities": {
        "user_mentions": [{"screen_name": "Bob", "indices": [14, 18]}], "hashtags": [{"text": "sea", "indices": [19, 23]}],
        "urls": [{"url": "https://t.co/aaa", "expanded_url": "https://example.org/long", "display_url": "example.org/l…",
                  "indices": [24, 40]}],
        "media": [{"url": "https://t.co/bbb", "media_url_https": "https://p.example/1.jpg", "type": "photo",
                   "indices": [41, 57]}]}
      """)
    #expect(post?.text == "A &amp; B @bob #sea example.org/l…")
    #expect(post?.marks == ["mention:@bob", "hashtag:#sea", "link:example.org/l…"])
    #expect(
      post?.facets.map(\.url) == ["https://x.com/Bob", "https://x.com/hashtag/sea", "https://example.org/long"])
    #expect(post?.photos.map { $0.sources.map(\.url) } == [["https://p.example/1.jpg"]])
  }

  @Test("indices count code points, or UTF-16 in old documents; wrong ones are corrected by search")
  func indices() {
    func marks(_ start: Int, _ end: Int) -> [String]? {
      Self.post(
        ##""full_text": "🌊🌊 #sea", "entities": {"hashtags": [{"text": "sea", "indices": [\##(start), \##(end)]}]}"##
      )?.marks
    }
    #expect(marks(3, 7) == ["hashtag:#sea"])
    #expect(marks(5, 9) == ["hashtag:#sea"])
    #expect(marks(-4, 900) == ["hashtag:#sea"])
  }

  @Test("an entity whose words are nowhere is reported, and a link that leads nowhere is text")
  func badEntities() {
    let reading = Feeds.read(
      """
      [\(Self.tweet(#""full_text": "Hi", "entities": {"hashtags": [{"text": "sea", "indices": [0, 4]}]}"#))]
      """)
    #expect(reading.codes == ["feed.facet"])
    let post = Self.post(
      """
      "full_text": "https://t.co/a", "entities": {"urls": [{"url": "https://t.co/a", "indices": [0, 14],
        "expanded_url": "javascript:alert(1)", "display_url": "a"}]}
      """)
    #expect(post?.text == "a" && post?.facets == [])
  }

  @Test("of a reply the names before the text are its reply line")
  func shownRange() {
    let post = Self.post(
      """
      "full_text": "@bob @cy Yes", "display_text_range": [9, 12], "in_reply_to_status_id_str": "19",
      "in_reply_to_screen_name": "bob",
      "entities": {"user_mentions": [{"screen_name": "bob", "indices": [0, 4]}, {"screen_name": "cy", "indices": [5, 8]}]}
      """)
    #expect(post?.text == "Yes" && post?.facets == [])
    #expect(post?.reply == ReplyTarget(id: "19", name: "@bob", url: "https://x.com/bob/status/19"))
  }

  @Test("an extended text replaces the truncated one; a missing one is reported")
  func truncated() {
    let whole = Self.post(
      #""text": "Lo…", "truncated": true, "extended_tweet": {"full_text": "Long", "entities": {}}, "entities": {}"#)
    #expect(whole?.text == "Long")
    let reading = Feeds.read(
      """
      [\(Self.tweet(
        #""text": "Lo… https://t.co/x", "truncated": true, "entities": {"urls": [{"url": "https://t.co/x", "#
          + #""expanded_url": "https://twitter.com/i/web/status/20", "display_url": "x", "indices": [4, 18]}]}"#))]
      """)
    #expect(reading.feed?.posts.map(\.text) == ["Lo…"])
    #expect(reading.codes == ["feed.text-cut"])
  }

  @Test("a retweet holds the post, a quote has it inside, and its address goes")
  func inner() {
    let inner = #"{"id_str": "9", "full_text": "In", "user": {"id_str": "8", "screen_name": "bob"}, "entities": {}}"#
    let retweet = Self.post(#""full_text": "RT @bob: In", "retweeted_status": \#(inner), "entities": {}"#)
    #expect(retweet?.text == "" && retweet?.reposts.map(\.text) == ["In"])
    #expect(retweet?.reposts.first?.author.handle == "bob")
    let quote = Self.post(
      """
      "full_text": "See https://t.co/q", "quoted_status": \(inner), "quoted_status_id_str": "9", "entities": {"urls": [
        {"url": "https://t.co/q", "expanded_url": "https://twitter.com/bob/status/9", "display_url": "q",
         "indices": [4, 18]}]}
      """)
    #expect(quote?.text == "See" && quote?.quote?.post?.text == "In")
    let gone = Self.post(#""full_text": "See", "quoted_status_id_str": "9", "entities": {}"#)
    #expect(gone?.quote == .unavailable(.notIncluded, url: "https://x.com/i/status/9"))
  }

  @Test("without entities a text is looked through, and the address of its media is skipped")
  func noEntities() {
    let post = Self.post(#""full_text": "Hi @bob #sea https://t.co/aaa""#)
    #expect(post?.marks == ["mention:@bob", "hashtag:#sea", "link:https://t.co/aaa"])
  }

  @Test("anything that is sensitive, withheld, edited or has a place says so")
  func marks() {
    let reading = Feeds.read(
      """
      [\(Self.tweet(
        #""full_text": "a", "entities": {}, "possibly_sensitive": true, "withheld_in_countries": ["DE", "FR"], "#
          + #""edit_info": {"edit": {}}, "place": {"full_name": "Oslo"}, "coordinates": {"coordinates": [10.7, 59.9]}"#))]
      """)
    let post = reading.feed?.posts.first
    #expect(post?.flags == [.sensitive, .edited])
    #expect(post?.place == GeoPlace(title: "Oslo", latitude: 59.9, longitude: 10.7))
    #expect(reading.diagnostics.map(\.message) == ["the post is withheld in DE, FR"])
  }

  @Test("users who are only ids are reported")
  func trimmedUsers() {
    let reading = Feeds.read(#"{"statuses": [{"id_str": "1", "full_text": "a", "user": {"id": 5}, "entities": {}}]}"#)
    #expect(reading.codes == ["feed.author-missing"])
    #expect(reading.diagnostics.first?.hint?.contains("author_id") == true)
  }

  // MARK: Version 2

  @Test("version 2 keeps people, media, polls, places and other posts next to its posts")
  func secondVersion() {
    let reading = Feeds.read(
      """
      {"data": [{"id": "1", "text": "Which? #poll", "author_id": "7", "created_at": "2025-03-04T05:06:07.000Z",
         "attachments": {"poll_ids": ["p"]}, "geo": {"place_id": "o"}, "edit_history_tweet_ids": ["0", "1"],
         "entities": {"hashtags": [{"start": 7, "end": 12, "tag": "poll"}]}, "possibly_sensitive": true,
         "public_metrics": {"retweet_count": 1, "reply_count": 2, "like_count": 3, "quote_count": 4,
          "bookmark_count": 6, "impression_count": 5}},
        {"id": "2", "text": "RT @bob: In", "author_id": "7", "referenced_tweets": [{"type": "retweeted", "id": "9"}]},
        {"id": "3", "text": "@bob All", "author_id": "7", "in_reply_to_user_id": "8",
         "attachments": {"media_keys": ["m", "n"]}, "note_tweet": {"text": "All of it", "entities": {}},
         "referenced_tweets": [{"type": "quoted", "id": "9"}, {"type": "replied_to", "id": "10"}]}],
       "includes": {"users": [{"id": "7", "name": "Ann", "username": "ann"}, {"id": "8", "username": "bob"}],
         "tweets": [{"id": "9", "text": "In", "author_id": "8", "entities": {}}],
         "polls": [{"id": "p", "voting_status": "closed", "options": [{"position": 2, "label": "B", "votes": 1},
           {"position": 1, "label": "A", "votes": 3}]}],
         "places": [{"id": "o", "full_name": "Oslo"}],
         "media": [{"media_key": "m", "type": "video", "duration_ms": 1500, "preview_image_url": "https://p.example/v.jpg",
           "width": 4, "height": 3, "alt_text": "Waves", "variants": [{"bit_rate": 1, "content_type": "video/mp4",
            "url": "https://v.example/320x180/a.mp4"}, {"bit_rate": 9, "content_type": "video/mp4",
            "url": "https://v.example/vid/1280x720/b.mp4"}, {"content_type": "application/x-mpegURL", "url": "c"}]}]},
       "errors": [{"title": "Not Found Error", "detail": "Could not find tweet 10", "resource_id": "10"}],
       "meta": {"next_token": "n", "result_count": 3}}
      """)
    let posts = reading.feed?.posts ?? []
    #expect(reading.feed?.nextFrom == "n")
    #expect(reading.codes.sorted() == ["feed.api-error", "feed.attachment"])
    #expect(posts.map(\.author.name) == ["Ann", "Ann", "Ann"])
    #expect(posts.first?.counters.map(\.value) == [2, 1, 3, 4, 5, 6])
    guard case .poll(let poll)? = posts.first?.items.first?.content else { return #expect(Bool(false)) }
    #expect(poll.answers.map(\.text) == ["A", "B"] && poll.answers.map(\.rate) == [75, 25])
    #expect(poll.votes == 4 && poll.isClosed)
    #expect(posts.first?.place?.title == "Oslo" && posts.first?.flags == [.sensitive, .edited])
    #expect(posts.dropFirst().first?.reposts.map(\.text) == ["In"])
    let last = posts.last
    #expect(last?.text == "All of it" && last?.quote?.post?.author.handle == "bob")
    #expect(last?.reply == ReplyTarget(id: "10", name: "@bob", url: "https://x.com/bob/status/10"))
    #expect(last?.items.first?.content == .video(duration: 2, isLive: false))
    #expect(
      last?.items.first?.file?.url == "https://v.example/vid/1280x720/b.mp4" && last?.items.first?.file?.width == 1280)
  }

  @Test("a page of version 2 without posts is an empty feed")
  func empty() {
    #expect(Feeds.read(#"{"meta": {"result_count": 0}}"#).codes == ["feed.empty"])
  }

  @Test("an answer that only says what is wrong is the service's error")
  func problem() {
    let reading = Feeds.read(#"{"title": "Unauthorized", "type": "about:blank", "status": 401, "detail": "No token"}"#)
    #expect(reading.codes == ["feed.api-error"])
    #expect(reading.diagnostics.first?.message.contains("401 (No token)") == true)
  }
}
