import Testing

@testable import FeedReading

@Suite struct TelegramTests {
  private static func export(_ messages: [String], type: String = "private_channel") -> String {
    #"{"name": "Tides", "type": "\#(type)", "id": 55, "messages": [\#(messages.joined(separator: ","))]}"#
  }

  private static func message(_ members: String, id: Int = 1, at seconds: Int = 1_700_000_000) -> String {
    #"{"id": \#(id), "type": "message", "date": "2023-11-15T01:13:20", "date_unixtime": "\#(seconds)", "from": "Tides", "#
      + #""from_id": "channel55", \#(members)}"#
  }

  private static func post(_ members: String) -> Post? { Feeds.posts(export([message(members)])).first }

  @Test("a channel with control characters that are no JSON is read, and that is reported")
  func controlCharacter() {
    let reading = Feeds.read(Self.export([Self.message(#""text": "one\x1Ftwo""#)]))
    #expect(reading.feed?.posts.map(\.text) == ["one\u{1F}two"])
    #expect(reading.codes == ["feed.repaired"])
  }

  // MARK: Texts

  @Test("where text and entities differ, the text is what was written")
  func differingEntities() {
    let post = Self.post(
      """
      "text": ["🌊 ", {"type": "link", "text": "example.org"}], "text_entities": [{"type": "plain", "text": "old words"}]
      """)
    #expect(post?.text == "🌊 example.org")
    #expect(post?.marks == ["link:example.org"])
  }

  @Test("entities are the facets of the same words")
  func entities() {
    let post = Self.post(
      """
      "text": "🌊 & chart example.org@ann#seaa@b.examples🐳🐳no", "text_entities": [
        {"type": "plain", "text": "🌊 & "}, {"type": "text_link", "text": "chart", "href": "https://example.org/c"},
        {"type": "plain", "text": " "}, {"type": "link", "text": "example.org"}, {"type": "mention", "text": "@ann"},
        {"type": "hashtag", "text": "#sea"}, {"type": "email", "text": "a@b.example"}, {"type": "spoiler", "text": "s"},
        {"type": "custom_emoji", "text": "🐳", "document_id": "stickers/w.webp"},
        {"type": "custom_emoji", "text": "🐳", "document_id": "stickers/w.tgs"},
        {"type": "text_link", "text": "no", "href": "javascript:alert(1)"}]
      """)
    #expect(post?.text == "🌊 & chart example.org@ann#seaa@b.examples🐳🐳no")
    #expect(
      post?.marks == [
        "link:chart", "link:example.org", "mention:@ann", "hashtag:#sea", "link:a@b.example", "spoiler:s",
        "emoji:🐳",
      ])
    #expect(
      post?.facets.map(\.url) == [
        "https://example.org/c", "https://example.org", "https://t.me/ann", nil, "mailto:a@b.example", nil, nil,
      ])
    #expect(post?.facets.map(\.picture) == [nil, nil, nil, nil, nil, nil, "stickers/w.webp"])
  }

  @Test(
    "old exports have the text alone, a string or a list",
    arguments: [#""a b""#, #"["a ", {"type": "bold", "text": "b"}]"#])
  func oldTexts(text: String) {
    #expect(Self.post(#""text": \#(text)"#)?.text == "a b")
  }

  // MARK: Posts

  @Test("a post is the channel's, signed, dated, edited, with all its reactions")
  func plain() {
    let post = Self.post(
      """
      "text": "a", "author": "Ann", "edited_unixtime": "1700000100", "reply_to_message_id": 7,
      "reactions": [{"type": "emoji", "count": 3, "emoji": "👍"}, {"type": "paid", "count": 2}]
      """)
    #expect(post?.author.name == "Tides" && post?.signer?.name == "Ann")
    #expect(post?.id == "telegram-55-1" && post?.permalink == "https://t.me/c/55/1")
    #expect(post?.date == 1_700_000_000 && post?.flags == [.edited])
    #expect(post?.counters == [.init(.reactions, 5)])
    #expect(post?.reactions == [.init("👍", 3), .init("⭐", 2)])
    #expect(post?.reply == ReplyTarget(id: "7", name: "Tides", url: "https://t.me/c/55/7"))
    #expect(Self.post(#""text": "a", "edited": "1970-01-01T03:00:00""#)?.flags == [])
    #expect(Feeds.posts(Self.export([Self.message(#""text": "a""#)], type: "public_channel")).first?.permalink == nil)
  }

  @Test("a date without a zone counts as UTC")
  func dates() {
    let text = #"{"messages": [{"id": 1, "type": "message", "date": "2023-11-14T22:13:20", "from": "A", "text": "a"}]}"#
    #expect(Feeds.posts(text).map(\.date) == [1_700_000_000])
  }

  @Test("anything that is forwarded stands inside, by anyone who wrote it")
  func forwards() {
    let post = Self.post(
      #""text": "Words", "forwarded_from": "Harbour", "photo": "photos/1.jpg", "reactions": [{"count": 1}]"#)
    #expect(post?.text == "" && post?.attachments == [] && post?.counters.map(\.value) == [1])
    #expect(post?.reposts.map(\.author.name) == ["Harbour"] && post?.flags == .forward)
    #expect(post?.reposts.first?.text == "Words" && post?.reposts.first?.photos.count == 1)
    let deleted = Self.post(#""text": "Words", "forwarded_from": null, "forwarded_from_id": "user5""#)
    #expect(deleted?.reposts.first?.author.state == .deleted)
  }

  // MARK: Media

  @Test("photos have their path in the export and their size; one that was not exported is reported")
  func photos() {
    let photo = Self.post(#""text": "", "photo": "photos/1.jpg", "width": 4, "height": 3, "media_spoiler": true"#)
    #expect(photo?.photos.first?.sources == [.init(url: "photos/1.jpg", width: 4, height: 3)])
    #expect(photo?.flags == [.sensitive])
    let excuse = "(File not included. Change data exporting settings to download.)"
    let reading = Feeds.read(
      Self.export([Self.message(#""text": "", "photo": "\#(excuse)", "width": 4, "height": 3"#)]))
    #expect(reading.codes == ["feed.file-missing"])
    #expect(reading.places(of: "feed.file-missing") == ["page1.json: messages[0].photo"])
    #expect(reading.feed?.posts.first?.photos.first?.aspect == 4.0 / 3)
    let file = Self.post(#""text": "", "file": "\#(excuse)", "file_name": "herbs.pdf", "mime_type": "application/pdf""#)
    guard case .item(let item)? = file?.attachments.first else {
      Issue.record("no file")
      return
    }
    #expect(item.isLeftOut && item.title == "herbs.pdf")
  }

  @Test(
    "files are what their kind says",
    arguments: [
      ("video_file", AttachmentItem.Content.video(duration: 9, isLive: false)),
      ("video_message", .video(duration: 9, isLive: false)), ("animation", .animation(duration: 9)),
      ("voice_message", .voice(duration: 9)), ("sticker", .sticker),
    ])
  func files(type: String, content: AttachmentItem.Content) {
    let row = Self.post(
      #""text": "", "file": "f/1.mp4", "thumbnail": "f/1.jpg", "media_type": "\#(type)", "duration_seconds": 9"#
    )?.items.first
    #expect(row?.content == content)
    #expect(row?.file?.url == "f/1.mp4" && row?.preview?.sources.map(\.url) == ["f/1.jpg"])
  }

  @Test("music has its title and artist, a file its name and size, an image that was sent as one is a photo")
  func documents() {
    let music = Self.post(
      #""text": "", "file": "f/a.mp3", "media_type": "audio_file", "performer": "P", "title": "T", "duration_seconds": 3"#
    )
    #expect(music?.items.first?.content == .audio(artist: "P", duration: 3) && music?.items.first?.title == "T")
    let file = Self.post(#""text": "", "file": "files/Table.PDF", "file_size": 7, "mime_type": "application/pdf""#)
    #expect(file?.items.first?.content == .document(size: 7, fileExtension: "pdf"))
    #expect(file?.items.first?.title == "Table.PDF")
    #expect(Self.post(#""text": "", "file": "files/a.png", "mime_type": "image/png""#)?.photos.count == 1)
  }

  @Test("polls, places and contacts are read")
  func others() {
    let post = Self.post(
      """
      "text": "", "poll": {"question": "Swim?", "closed": true, "total_voters": 4, "answers": [
        {"text": "Yes", "voters": 3, "chosen": true}, {"text": "No", "voters": 1, "chosen": false}]},
      "location_information": {"latitude": 59.9, "longitude": 10.7}, "place_name": "Pier",
      "contact_information": {"first_name": "Ann", "last_name": "B", "phone_number": "1"}
      """)
    let poll = AttachmentItem.Poll(
      answers: [.init(text: "Yes", votes: 3, rate: 75, isChosen: true), .init(text: "No", votes: 1, rate: 25)],
      votes: 4,
      isClosed: true, voters: 4)
    #expect(post?.items.first?.content == .poll(poll) && post?.items.first?.title == "Swim?")
    #expect(post?.place == GeoPlace(title: "Pier", latitude: 59.9, longitude: 10.7))
    #expect(post?.items.last?.title == "Ann B")
  }

  @Test("messages with the smallest and the largest number are two posts")
  func numbersFarApart() {
    let posts = Feeds.posts(
      Self.export([Int.min, .max].map { Self.message(#""text": "", "photo": "photos/1.jpg""#, id: $0) }))
    #expect(posts.map(\.attachments.count) == [1, 1])
  }

  @Test("photos and videos of one second are an album; two messages with words are two messages")
  func albums() {
    func photo(_ id: Int, _ text: String = "", at seconds: Int = 1_700_000_000) -> String {
      Self.message(#""text": "\#(text)", "photo": "photos/\#(id).jpg""#, id: id, at: seconds)
    }
    let video = Self.message(#""text": "", "file": "v.mp4", "media_type": "video_file""#, id: 4)
    let posts = Feeds.posts(
      Self.export([
        photo(1), photo(2, "Caption"), photo(3), video, photo(5, "Another"), photo(6, at: 1_700_000_001),
        photo(9, at: 1_700_000_001),
      ]))
    #expect(posts.map(\.attachments.count) == [4, 1, 1, 1])
    #expect(posts.map(\.text) == ["Caption", "Another", "", ""])
    #expect(posts.map(\.id) == ["telegram-55-1", "telegram-55-5", "telegram-55-6", "telegram-55-9"])
  }

  // MARK: Services and chats

  @Test("service entries say what happened, with the new name and image")
  func services() {
    let messages = [
      #"{"id": 1, "type": "service", "date": "2023-11-14T22:13:20", "actor": "Tides", "action": "create_channel", "title": "Tides", "text": ""}"#,
      #"{"id": 2, "type": "service", "date": "2023-11-14T22:13:20", "actor": "Tides", "action": "edit_group_photo", "photo": "p.jpg", "text": ""}"#,
      #"{"id": 3, "type": "service", "date": "2023-11-14T22:13:20", "actor": "Ann", "action": "invite_members", "members": ["Bo", null], "text": ""}"#,
      #"{"id": 4, "type": "service", "date": "2023-11-14T22:13:20", "actor": "Ann", "action": "set_messages_ttl", "text": ""}"#,
    ]
    let posts = Feeds.posts(
      #"{"name": "Tides", "type": "public_channel", "messages": [\#(messages.joined(separator: ","))]}"#)
    #expect(
      posts.map(\.kind) == [
        .system(.channelCreated, type: "create channel"), .system(.photoChanged, type: "edit group photo"),
        .system(.membersInvited, type: "invite members"),
        .system(.messagesVanish, type: "set messages ttl"),
      ])
    #expect(posts.first?.text == "Tides" && posts.dropFirst().first?.photos.count == 1)
    #expect(posts.dropFirst(2).first?.people.map(\.name) == ["Bo"])
  }

  @Test("of an account's export the channels are read, one after the other, and the others are reported")
  func account() {
    func chat(_ type: String, _ id: Int) -> String {
      #"{"name": "C", "type": "\#(type)", "id": \#(id), "messages": [\#(Self.message(#""text": "a""#))]}"#
    }
    let lists = """
      {"chats": {"list": [\(chat("personal_chat", 1)), \(chat("public_channel", 2)), \(chat("private_channel", 3))]},
       "left_chats": {"list": [\(chat("public_channel", 4))]}}
      """
    let reading = Feeds.read(lists)
    #expect(reading.feed?.posts.map(\.id) == ["telegram-2-1", "telegram-3-1", "telegram-4-1"])
    #expect(reading.diagnostics.map(\.message) == ["1 chat is not a channel and is skipped"])
    #expect(Feeds.posts(#"{"chats": {"list": [\#(chat("personal_chat", 1))]}}"#).count == 1)
  }
}
