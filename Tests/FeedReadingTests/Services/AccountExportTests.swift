import Testing

@testable import FeedReading

/// Exports of whole accounts: Misskey, Instagram, Facebook, Threads.
@Suite struct AccountExportTests {
  // MARK: Misskey

  private func note(_ members: String) -> Post? {
    Feeds.posts(
      #"[{"id": "a1", "createdAt": "2025-02-20T08:00:00.000Z", "visibility": "public", "cw": null, "localOnly": false, "fileIds": [], "renoteId": null, \#(members)}]"#
    )
    .first
  }

  @Test("a note has its text without markup, its files and its date")
  func note() {
    let post = note(
      #""text": "good $[tada.speed=2s $[x2 morning]] <small>dear</small> [shop](https://s.example) `$[x y]` #tea", "replyId": "z", "files": [{"id": "f1", "type": "image/jpeg", "url": "https://mk.example/f1.jpg", "thumbnailUrl": "https://mk.example/t.webp", "comment": "a cup", "isSensitive": true, "properties": {"width": 320, "height": 200}}]"#
    )
    #expect(post?.text == "good morning dear shop `$[x y]` #tea")
    #expect(post?.marks == ["link:shop", "hashtag:#tea"])
    #expect(post?.photos.first?.description == "a cup" && post?.photos.first?.aspect == 1.6)
    #expect(post?.flags.contains(.sensitive) == true && post?.reply?.id == "z" && post?.date == 1_740_038_400)
    #expect(post?.author.fallbackName == "mk.example")
  }

  @Test(
    "visibility, as Misskey writes it",
    arguments: [
      ("public", .everyone), ("home", .everyone), ("followers", .followers), ("specified", .mentioned),
    ] as [(String, Post.Audience)])
  func visibility(word: String, audience: Post.Audience) {
    let post = Feeds.posts(
      #"[{"id": "a1", "createdAt": "2025-02-20T08:00:00.000Z", "visibility": "\#(word)", "cw": "w", "replyId": null, "renoteId": null, "text": "a"}]"#
    ).first
    #expect(post?.audience == audience && post?.contentWarning == "w")
  }

  @Test("polls of the export and of the API")
  func polls() {
    let export = note(
      #""text": "?", "poll": {"choices": ["a", "b"], "votes": [1, 2], "multiple": true, "expiresAt": null}"#)?.poll
    #expect(export?.answers.map(\.text) == ["a", "b"] && export?.votes == 3 && export?.allowsSeveral == true)
    let answer = note(
      #""text": "?", "poll": {"choices": [{"text": "a", "votes": 4, "isVoted": true}], "multiple": false}"#)?.poll
    #expect(answer?.answers.first?.votes == 4 && answer?.answers.first?.isChosen == true)
  }

  @Test("a renote passes a note on, with words it quotes it")
  func renotes() {
    let inner =
      #"{"id": "b", "createdAt": "2025-02-20T08:00:00.000Z", "visibility": "public", "text": "inner", "cw": null, "renoteId": null, "user": {"id": "u", "username": "bo", "host": "b.example", "name": "Bo"}}"#
    let plain = Feeds.posts(
      #"[{"id": "a", "createdAt": "2025-02-20T08:00:00.000Z", "visibility": "public", "cw": null, "localOnly": false, "text": null, "renoteId": "b", "renote": \#(inner)}]"#
    ).first
    #expect(plain?.reposts.first?.text == "inner" && plain?.reposts.first?.author.handle == "bo@b.example")
    let quote = Feeds.posts(
      #"[{"id": "a", "createdAt": "2025-02-20T08:00:00.000Z", "visibility": "public", "cw": null, "localOnly": false, "text": "own", "renoteId": "b"}]"#
    ).first
    #expect(quote?.text == "own" && quote?.quote == .unavailable(.notIncluded, url: nil))
  }

  @Test("favorites are notes of others")
  func favorites() {
    let post = Feeds.posts(
      #"[{"id": "f", "createdAt": "2025-02-21T08:00:00.000Z", "note": {"id": "b", "createdAt": "2025-02-20T08:00:00.000Z", "visibility": "public", "text": "liked", "cw": null, "localOnly": false, "user": {"id": "u", "username": "bo", "host": null, "name": null}}}]"#
    ).first
    #expect(post?.text == "liked" && post?.author.shownName == "bo")
  }

  // MARK: Meta

  @Test("Instagram's posts: the caption of a single file, a text over several, the encoding repaired")
  func instagram() {
    let posts = Feeds.posts(
      #"""
      [{"media": [{"uri": "media/posts/a.jpg", "creation_timestamp": 1716000000, "title": "Spring \u00c3\u00a9 \u00f0\u009f\u008c\u00b1 #leaf"}]},
       {"media": [{"uri": "media/posts/b.jpg", "creation_timestamp": 1716000001, "title": ""},
                  {"uri": "media/posts/c.mp4", "creation_timestamp": 1716000001, "title": "moving"}],
        "title": "Two leaves", "creation_timestamp": 1716000002}]
      """#)
    #expect(posts.map(\.text) == ["Spring é 🌱 #leaf", "Two leaves"])
    #expect(posts.map(\.date) == [1_716_000_000, 1_716_000_002])
    #expect(posts.last?.attachments.map(\.kind) == [.photo, .video] && posts.last?.items.first?.title == "moving")
  }

  @Test("stories and reels are read, archived posts are not public, deleted ones are counted")
  func instagramLists() {
    #expect(
      Feeds.posts(#"{"ig_stories": [{"uri": "s.jpg", "creation_timestamp": 1, "title": "day"}]}"#).map(\.text) == [
        "day"
      ])
    #expect(
      Feeds.posts(
        #"{"ig_archived_post_media": [{"media": [{"uri": "s.jpg", "creation_timestamp": 1, "title": "old"}]}]}"#
      )
      .map(\.audience) == [.nobody])
    let page = FeedReader.page(
      from: FeedDocument(
        name: "d.json", bytes: Array(#"{"ig_recently_deleted_media": [{"media": []}, {"media": []}]}"#.utf8)))
    #expect(page.service == .instagram && page.notShown.inWords == "2 deleted posts (Instagram)")
  }

  @Test("Instagram's export of 2018 to 2020")
  func oldInstagram() {
    let post = Feeds.posts(
      #"{"photos": [{"caption": "Old", "taken_at": "2019-05-01T10:00:00", "path": "photos/201905/a.jpg", "location": "Graz"}], "videos": []}"#
    ).first
    #expect(post?.text == "Old" && post?.place?.title == "Graz" && post?.photos.count == 1)
  }

  @Test("posts of Threads, with and without a picture")
  func threads() {
    let posts = Feeds.posts(
      #"{"text_post_app_text_posts": [{"media": [{"uri": "", "creation_timestamp": 1716000000, "title": "first"}]}, {"media": [{"uri": "media/posts/a.jpg", "creation_timestamp": 1716000001, "title": "second"}]}]}"#
    )
    #expect(posts.map(\.text) == ["first", "second"])
    #expect(posts.map(\.attachments.count) == [0, 1] && posts.first?.service == .metaThreads)
  }

  @Test("Facebook's posts: text, picture, link, place, poll, people; the title tells who wrote them")
  func facebook() {
    let reading = Feeds.read(
      #"""
      [{"timestamp": 1716000000, "title": "Kit Moor shared a link.", "data": [{"post": "Spring \u00c3\u00a9"}, {"update_timestamp": 1716000009}],
        "attachments": [{"data": [{"media": {"uri": "posts/media/a.jpg", "description": "Spring \u00c3\u00a9"}},
          {"external_context": {"url": "https://n.example/x", "name": "News"}},
          {"place": {"name": "Graz", "coordinate": {"latitude": 47.0, "longitude": 15.4}}},
          {"poll": {"question": "Tea?", "options": [{"option": "yes", "voted": true}]}}, {"text": "more"}, {"new_kind": {}}]}],
        "tags": [{"name": "Runa Weir"}]}]
      """#)
    let post = reading.feed?.posts.first
    #expect(post?.author.name == "Kit Moor" && post?.flags.contains(.edited) == true)
    #expect(post?.text == "Kit Moor shared a link.\n\nSpring é\n\nmore\n\nRuna Weir")
    #expect(post?.attachments.map(\.kind) == [.photo, .link, .poll] && post?.place?.title == "Graz")
    #expect(reading.codes == ["feed.not-shown", "feed.audience"])
  }

  @Test("a title that only says that the author posted is not repeated; videos and albums are posts")
  func facebookRest() {
    #expect(Feeds.posts(#"[{"timestamp": 1, "title": "Kit posted", "data": [{"post": "a"}]}]"#).map(\.text) == ["a"])
    #expect(
      Feeds.posts(#"{"videos_v2": [{"uri": "v.mp4", "creation_timestamp": 5, "title": "film"}]}"#).map(\.text) == [
        "film"
      ])
    let album = Feeds.posts(
      #"{"name": "Garden", "photos": [{"uri": "a.jpg", "creation_timestamp": 5, "description": "bean"}, {"uri": "b.jpg", "creation_timestamp": 6}], "description": "All of it", "last_modified_timestamp": 7}"#
    ).first
    #expect(album?.text == "Garden\n\nAll of it\n\nbean" && album?.photos.count == 2)
  }

  @Test("comments of Facebook are counted")
  func comments() {
    let page = FeedReader.page(
      from: FeedDocument(
        name: "c.json",
        bytes: Array(#"{"comments_v2": [{"timestamp": 1, "data": [{"comment": {"comment": "x"}}]}]}"#.utf8)))
    #expect(page.notShown.inWords == "1 comment (Facebook)")
  }
}
