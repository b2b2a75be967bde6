import Testing

@testable import FeedReading

@Suite("Archives of X") struct XArchiveTests {
  @Test("an archive's script is read, its places are places in the file, its media next to it")
  func archive() {
    let text = """
      window.YTD.tweets.part0 = [ {
        "tweet" : { "id_str" : "5", "full_text" : "Hi https://t.co/m", "favorite_count" : "1", "retweet_count" : "0",
          "display_text_range" : [ "0", "17" ], "created_at" : "Wed Oct 10 20:19:24 +0000 2018",
          "entities" : { "user_mentions" : [ ], "urls" : [ ] }, "extended_entities" : { "media" : [ {
            "type" : "video", "url" : "https://t.co/m", "indices" : [ "3", "17" ],
            "media_url_https" : "https://p.example/t.jpg",
            "video_info" : { "duration_millis" : "900", "variants" : [ { "bitrate" : "832000",
              "content_type" : "video/mp4", "url" : "https://v.example/vid/640x360/v.mp4?tag=1" } ] } } ] } } } ]
      """
    let owner = Author(id: "7", name: "Ann", handle: "ann")
    let page = FeedReader.page(
      from: FeedDocument(name: "tweets.js", bytes: Array(text.utf8)), in: FeedContext(owner: owner))
    let post = page.entries.first?.post
    #expect(post?.author == owner && post?.text == "Hi" && page.diagnostics.diagnostics.isEmpty)
    #expect(post?.items.first?.file?.url == "tweets_media/5-v.mp4")
    #expect(post?.items.first?.preview?.sources.last?.url == "tweets_media/5-t.jpg")
    let broken = FeedReader.page(from: FeedDocument(name: "tweets.js", bytes: Array(text.dropLast(30).utf8)))
    #expect(broken.diagnostics.diagnostics.first?.place?.description.hasPrefix("tweets.js:8:") == true)
  }

  @Test("of a script that breaks off the whole posts before that are read, and where it does so is reported")
  func brokenOff() {
    func tweet(_ id: Int) -> String {
      #"{"tweet": {"id_str": "\#(id)", "full_text": "a ] \"} \#(id)", "entities": {}}}"#
    }
    let text = "window.YTD.tweets.part0 = [\(tweet(1)),\n\(tweet(2)),\n\(tweet(3).dropLast(9))"
    let owner = Author(id: "7", name: "Ann", handle: "ann")
    let page = FeedReader.page(
      from: FeedDocument(name: "tweets.js", bytes: Array(text.utf8)), in: FeedContext(owner: owner))
    #expect(page.entries.map(\.post.text) == ["a ] \"} 1", "a ] \"} 2"])
    #expect(page.diagnostics.diagnostics.map(\.code) == ["feed.truncated"])
    #expect(page.diagnostics.diagnostics.first?.place?.description.hasPrefix("tweets.js:3:") == true)
    #expect(page.mark.whole == nil)
  }

  @Test("likes are called so, and one without words shows where it leads")
  func likes() {
    let text =
      #"window.YTD.like.part0 = [{"like": {"tweetId": "5", "fullText": "fine"}}, {"like": {"tweetId": "6"}}]"#
    let page = FeedReader.page(from: FeedDocument(name: "like.js", bytes: Array(text.utf8)))
    #expect(page.title == "Likes")
    #expect(page.entries.map(\.post.text) == ["fine", ""])
    #expect(page.entries.map(\.post.attachments.count) == [0, 1])
    #expect(page.entries.last?.post.items.first?.url?.text.hasSuffix("/status/6") == true)
  }

  private static let cut = """
    [{"tweet": {"id_str": "5", "created_at": "Wed Oct 10 20:19:24 +0000 2018", "truncated": false,
      "full_text": "Once upon a time &amp; far… https://t.co/a", "entities": {"urls": [
        {"url": "https://t.co/a", "expanded_url": "https://x.com/i/web/status/5", "indices": ["26", "40"]}]}}}]
    """

  private static func note(_ text: String, _ date: String, _ more: String = "") -> String {
    #"{"noteTweet": {"noteTweetId": "4", "createdAt": "\#(date)", "core": {"text": "\#(text)"\#(more)}}}"#
  }

  private static func cutPost(notes: String...) -> Post? {
    var context = FeedContext(owner: Author(id: "7", name: "Ann", handle: "ann"))
    let script = "window.YTD.note_tweet.part0 = [\(notes.joined(separator: ","))]"
    let isTaken = context.add(FeedDocument(name: "note-tweet.js", bytes: Array(script.utf8)))
    #expect(isTaken)
    let posts = Array("window.YTD.tweets.part0 = \(cut)".utf8)
    return FeedReader.page(from: FeedDocument(name: "tweets.js", bytes: posts), in: context).entries.first?.post
  }

  @Test("a long text of an archive stands apart, and is found by its beginning and its time")
  func notes() {
    let long = "Once upon a time & far away @bob saw https://t.co/b"
    let facets = #"""
      , "mentions": [{"screenName": "bob", "fromIndex": "28", "toIndex": "32"}], "urls": [{"shortUrl": "https://t.co/b",
       "expandedUrl": "https://b.example/page", "displayUrl": "b.example/page", "fromIndex": 37, "toIndex": 51}]
      """#
    let post = Self.cutPost(
      notes: Self.note("Something else", "2018-10-10T20:19:24.000Z"),
      Self.note("Once upon a time & far in the past", "2017-10-10T20:19:24.000Z"),
      Self.note(long, "2018-10-10T20:19:23.000Z", facets))
    #expect(post?.text == "Once upon a time & far away @bob saw b.example/page")
    #expect(post?.marks == ["mention:@bob", "link:b.example/page"])
    #expect(post?.facets.last?.url == "https://b.example/page")
  }

  @Test(
    "a long text of another post, of another time or of no time is not taken",
    arguments: [
      note("Once upon a time in the west", "2018-10-10T20:19:24.000Z"),
      note("Once upon a time & far away", "2018-10-10T21:19:24.000Z"), note("Once upon a time & far away", "soon"),
      "{}",
      note("Once upon a time & far", "2018-10-10T20:19:24.000Z"),
    ])
  func otherNotes(note: String) {
    #expect(Self.cutPost(notes: note)?.text.hasPrefix("Once upon a time & far…") == true)
  }

  @Test("a retweet of an archive, which has it as a text alone, is taken apart")
  func archivedRetweet() {
    let post = Feeds.posts(
      """
      [{"tweet": {"id_str": "5", "full_text": "RT @Bob: BoxDecoration 🌊 #sea", "entities": {
        "user_mentions": [{"name": "Bob B", "screen_name": "bob", "id_str": "8", "indices": ["3", "7"]}],
        "hashtags": [{"text": "sea", "indices": ["16", "20"]}]}}}]
      """
    ).first
    #expect(post?.text == "" && post?.reposts.first?.author.name == "Bob B")
    #expect(post?.reposts.first?.text == "BoxDecoration 🌊 #sea" && post?.reposts.first?.marks == ["hashtag:#sea"])
  }

  @Test("an archive of before 2018 has its own script and dates")
  func grailbird() {
    let reading = Feeds.read(
      """
      Grailbird.data.tweets_2013_01 =
       [ {"id_str": "5", "text": "Hi", "created_at": "2013-01-20 18:40:11 +0000", "entities": {},
          "user": {"id_str": "7", "name": "Ann", "screen_name": "ann"}} ]
      """)
    #expect(reading.feed?.posts.first?.date == 1_358_707_211)
  }
}
