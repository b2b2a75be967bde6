import Testing

@testable import FeedReading

@Suite struct AttachmentTests {
  @Test("a video: title, length, frame, address")
  func video() {
    let row = Feeds.row(
      """
      {"type": "video", "video": {"id": 4, "owner_id": -5, "title": "Clip &amp; co", "duration": 95,
       "image": [{"url": "p", "width": 320, "height": 240, "with_padding": 1}, {"url": "q", "width": 720, "height": 405}]}}
      """)
    #expect(row?.type == "video")
    #expect(row?.content == .video(duration: 95, isLive: false))
    #expect(row?.title == "Clip & co")
    #expect(row?.url == "https://vk.com/video-5_4")
    #expect(row?.preview?.sources.map(\.url) == ["q"])
  }

  @Test("a live stream has no length; old videos name frames by width")
  func liveAndOldVideos() {
    #expect(
      Feeds.row(#"{"type": "video", "video": {"live": 1, "duration": 0}}"#)?.content
        == .video(duration: nil, isLive: true))
    let row = Feeds.row(#"{"type": "video", "video": {"photo_800": "b", "photo_130": "a"}}"#)
    #expect(row?.preview?.sources == [.init(url: "a", width: 130), .init(url: "b", width: 800)])
  }

  @Test("a link: its title, else its host; previews of both versions")
  func link() {
    let row = Feeds.row(
      #"{"type": "link", "link": {"url": "https://www.a.example/x", "title": "A", "photo": {"photo_604": "p", "text": "t"}}}"#
    )
    #expect(row?.content == .link(url: "https://www.a.example/x"))
    #expect(row?.title == "A")
    #expect(row?.caption == "a.example")
    #expect(row?.preview?.sources.map(\.url) == ["p"])
    let old = Feeds.row(
      #"{"type": "link", "link": {"url": "https://b.example", "title": "", "image_src": "s", "image_big": "b"}}"#)
    #expect(old?.title == "b.example")
    #expect(old?.preview?.sources.map(\.url) == ["s", "b"])
  }

  @Test(
    "anything that runs inside of a feed is distinguished from a link",
    arguments: [("app", true), ("mini_app", true), ("link", false)])
  func webApps(type: String, isWebApp: Bool) {
    let row = Feeds.row(#"{"type": "\#(type)", "\#(type)": {"url": "https://a.example", "id": 3, "title": "T"}}"#)
    #expect(row?.isWebApp == isWebApp)
  }

  @Test(
    "articles come as links and as articles",
    arguments: [
      #"{"type": "link", "link": {"url": "https://vk.com/@tea-time", "title": "T"}}"#,
      #"{"type": "link", "link": {"url": "https://m.vk.com/@tea-time", "title": "T"}}"#,
      #"{"type": "link", "link": {"url": "https://a.example", "title": "T", "target": "article"}}"#,
      #"{"type": "article", "article": {"url": "https://a.example", "title": "T"}}"#,
    ])
  func article(attachment: String) {
    let row = Feeds.row(attachment)
    #expect(row?.content == .article)
    #expect(row?.title == "T")
  }

  @Test(
    "a document: extension, bytes, and the preview of a GIF in both versions",
    arguments: [
      #""preview": {"photo": {"sizes": [{"src": "p", "width": 130, "height": 100, "type": "m"}]}}"#,
      #""photo_130": "p""#,
      #""thumb": "p""#,
    ])
  func document(preview: String) {
    let row = Feeds.row(#"{"type": "doc", "doc": {"title": "a.gif", "ext": "GIF", "size": 1234, \#(preview)}}"#)
    #expect(row?.content == .document(size: 1234, fileExtension: "gif"))
    #expect(row?.title == "a.gif")
    #expect(row?.preview?.sources.map(\.url) == ["p"])
  }

  @Test("a poll: question, answers, votes")
  func poll() {
    let row = Feeds.row(
      """
      {"type": "poll", "poll": {"question": "Tea?", "votes": 3, "anonymous": true,
       "answers": [{"text": "Yes", "votes": 2, "rate": 66.67}, {"text": "No &lt;3", "votes": 1, "rate": 33.33}]}}
      """)
    let answers: [AttachmentItem.Poll.Answer] = [
      .init(text: "Yes", votes: 2, rate: 66.67), .init(text: "No <3", votes: 1, rate: 33.33),
    ]
    #expect(row?.content == .poll(.init(answers: answers, votes: 3, isAnonymous: true)))
    #expect(row?.title == "Tea?")
  }

  @Test(
    "a poll that is over, and the reader's own answers, in the words of all versions",
    arguments: [
      (#""answer_ids": [7, 8], "closed": true"#, [true, true, false], true),
      (#""answer_ids": [8], "closed": true"#, [false, true, false], true),
      (#""answer_id": 8, "closed": 1"#, [false, true, false], true),
      (#""answer_id": 0, "answer_ids": []"#, [false, false, false], false),
    ])
  func pollState(_ members: String, _ chosen: [Bool], _ isClosed: Bool) {
    let row = Feeds.row(
      #"{"type": "poll", "poll": {"question": "Q", "id": 3, "owner_id": -4, "answers": "#
        + #"[{"id": 7, "votes": -2}, {"id": 8}, {}], \#(members)}}"#)
    guard case .poll(let poll)? = row?.content else {
      Issue.record("no poll")
      return
    }
    #expect(poll.answers.map(\.isChosen) == chosen)
    #expect(poll.answers.map(\.votes) == [0, nil, nil])
    #expect(poll.isClosed == isClosed)
    #expect(row?.url == "https://vk.com/poll-4_3")
  }

  @Test("audio of both versions: artist and length", arguments: ["artist", "performer"])
  func audio(key: String) {
    let row = Feeds.row(#"{"type": "audio", "audio": {"\#(key)": "A", "title": "T", "duration": 200}}"#)
    #expect(row?.content == .audio(artist: "A", duration: 200))
    #expect(row?.caption == "A")
  }

  @Test(
    "the other kinds have their content, title and caption",
    arguments: [
      (
        #""type": "podcast", "podcast": {"title": "T", "artist": "A", "duration": 60}"#,
        AttachmentItem.Content.podcast(duration: 60), "T", "A"
      ),
      (
        #""type": "market", "market": {"title": "T", "price": {"text": "100 ₽"}}"#, .market(price: "100 ₽"), "T",
        "100 ₽"
      ),
      (#""type": "market_album", "market_album": {"title": "T"}"#, .market(price: nil), "T", ""),
      (#""type": "album", "album": {"title": "T", "size": 12, "description": "D"}"#, .album(count: 12), "T", "D"),
      (#""type": "photos_list", "photos_list": ["1_2", "1_3"]"#, .album(count: 2), "", ""),
      (#""type": "posted_photo", "posted_photo": {"photo_130": "p"}"#, .album(count: 1), "", ""),
      (#""type": "note", "note": {"title": "T", "text": "first<br>second"}"#, .note, "T", "first second"),
      (#""type": "page", "page": {"title": "T"}"#, .page, "T", ""),
      (#""type": "sticker", "sticker": {"sticker_id": 1}"#, .sticker, "", ""),
      (#""type": "graffiti", "graffiti": {"url": "u", "width": 5, "height": 4}"#, .graffiti, "", ""),
      (#""type": "app", "app": {"id": 3, "name": "T"}"#, .link(url: "https://vk.com/app3"), "T", ""),
      (
        #""type": "mini_app", "mini_app": {"title": "T", "app": {"id": 3}}"#, .link(url: "https://vk.com/app3"), "T",
        ""
      ),
      (
        #""type": "event", "event": {"id": 5, "text": "You go"}"#, .link(url: "https://vk.com/event5"), "Tea & Co",
        "You go"
      ),
      (
        #""type": "pretty_cards", "pretty_cards": {"cards": [{"title": "T", "link_url": "https://a.org/u", "price": "5"}]}"#,
        .link(url: "https://a.org/u"), "T", "5"
      ),
      (
        #""type": "wall", "wall": {"id": 3, "from_id": 7, "owner_id": -5, "text": "x\ny"}"#,
        .link(url: "https://vk.com/wall-5_3"), "Анна Грин", "x y"
      ),
      (#""type": "hologram", "hologram": {"title": "T", "description": "D"}"#, .unknown, "T", "D"),
    ])
  func kinds(members: String, content: AttachmentItem.Content, title: String, caption: String) {
    let row = Feeds.row("{\(members)}")
    #expect(row?.content == content)
    #expect(row?.title == title)
    #expect((row?.caption ?? "") == caption)
  }

  @Test("a sticker's image is its preview")
  func sticker() {
    let row = Feeds.row(
      #"{"type": "sticker", "sticker": {"images": [{"url": "a", "width": 64, "height": 64}, {"url": "b", "width": 512, "height": 512}]}}"#
    )
    #expect(row?.preview?.sources.map(\.url) == ["a", "b"])
  }

  @Test("3.x says the first attachment twice; it counts once")
  func doubled() {
    let photo = #"{"type": "photo", "photo": {"src": "a", "width": 3, "height": 2}}"#
    let post = Feeds.item(#"{"id": 1, "from_id": 7, "attachment": \#(photo), "attachments": [\#(photo), \#(photo)]}"#)
    #expect(post?.attachments.count == 2)
    #expect(Feeds.item(#"{"id": 1, "from_id": 7, "attachment": \#(photo)}"#)?.attachments.count == 1)
  }

  @Test("a missing list is no attachments", arguments: ["false", "null", "[]", "0", "{}"])
  func none(list: String) {
    let reading = Feeds.reading(ofItem: #"{"id": 1, "from_id": 7, "text": "a", "attachments": \#(list)}"#)
    #expect(reading.feed?.posts.first?.attachments == [])
    #expect(reading.codes == [])
  }

  @Test(
    "an attachment that can't be read is a row and reported",
    arguments: [
      ("5", "unknown"), ("null", "unknown"), ("{}", "unknown"), (#"{"type": "video"}"#, "video"),
      (#"{"type": "video", "video": null}"#, "video"), (#"{"type": "photo", "photo": "x"}"#, "photo"),
      (#"{"type": "link", "video": {}}"#, "link"),
    ])
  func unreadable(attachment: String, type: String) {
    let reading = Feeds.reading(
      ofItem: #"{"id": 1, "from_id": 7, "attachments": [{"type": "page", "page": {"title": ""}}, \#(attachment)]}"#)
    #expect(reading.feed?.posts.first?.attachments.last == .item(AttachmentItem(type: type, content: .unknown)))
    #expect(reading.codes == ["feed.attachment"])
    #expect(
      reading.places(of: "feed.attachment").first?.hasPrefix("page1.json: response.items[0].attachments[1]") == true)
  }

  @Test("an attachment without a type is what it holds")
  func withoutType() {
    #expect(Feeds.row(#"{"poll": {"question": "Q"}}"#)?.type == "poll")
  }
}
