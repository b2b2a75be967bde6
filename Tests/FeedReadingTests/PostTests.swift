import Testing

@testable import FeedReading

@Suite struct PostTests {
  @Test(
    "the author is source_id, else from_id, else the wall's owner",
    arguments: [
      (#""source_id": -5, "from_id": 7, "owner_id": 8"#, "-5"), (#""from_id": 7, "owner_id": -5"#, "7"),
      (#""owner_id": -5"#, "-5"), (#""to_id": 8"#, "8"), (#""from_id": "7""#, "7"),
    ])
  func author(members: String, id: String) {
    #expect(Feeds.item(#"{"id": 1, "text": "a", \#(members)}"#)?.author.id == id)
  }

  @Test("people and communities have their names, decoded")
  func names() {
    #expect(Feeds.item(#"{"id": 1, "from_id": 7, "text": ""}"#)?.author.name == "Анна Грин")
    let community = Feeds.item(#"{"id": 1, "from_id": -5, "text": ""}"#)?.author
    #expect(community?.name == "Tea & Co")
    #expect(community?.handle == "teaco")
    #expect(community?.page == "https://vk.com/teaco")
    #expect(community?.avatar?.sources == [.init(url: "https://a.example/50.jpg", width: 50, height: 50)])
  }

  @Test("a banned author keeps the name the feed gives")
  func banned() {
    let author = Feeds.item(#"{"id": 1, "from_id": 8, "text": ""}"#)?.author
    #expect(author?.state == .banned)
    #expect(author?.shownName == "Boris Лось")
  }

  @Test("a deleted author without a name has none to show; programs are reported the state")
  func deleted() {
    let post = Feeds.posts(
      #"{"items": [{"id": 1, "from_id": 3, "text": "a"}], "profiles": [{"id": 3, "deactivated": "deleted"}]}"#
    ).first
    #expect(post?.author.state == .deleted)
    #expect(post?.author.shownName == nil && post?.author.recordedName == "Deleted")
  }

  @Test(
    "an author without a name is called by the handle, else by the short address, and both lead to a page",
    arguments: [
      (#""id": 3, "screen_name": "a b""#, "a b", "https://vk.com/a%20b"), (#""id": 3"#, "id3", "https://vk.com/id3"),
    ])
  func namelessAuthor(members: String, name: String, page: String) {
    let author = Feeds.posts(
      "{\"items\": [{\"id\": 1, \"from_id\": 3, \"text\": \"a\"}], \"profiles\": [{\(members)}]}"
    )
    .first?.author
    #expect(author?.shownName == name)
    #expect(author?.page?.text == page)
  }

  @Test("a community no one describes is called a club, an item of no one leads nowhere")
  func unknownAuthors() {
    let club = Feeds.item(#"{"id": 1, "from_id": -99, "text": "a"}"#)?.author
    #expect(club?.shownName == "club99")
    #expect(club?.page == "https://vk.com/club99")
    let nobody = Feeds.item(#"{"id": 1, "date": 5, "text": "a"}"#)?.author
    #expect(nobody?.shownName == "id0")
    #expect(nobody?.page == nil)
  }

  @Test("an author no one describes is reported once, with the first item that names them")
  func missingAuthor() {
    let item = #"{"id": 1, "from_id": 99, "text": "a"}"#
    let reading = Feeds.read("{\"items\": [\(item), {\"id\": 2, \"from_id\": 99, \"text\": \"b\"}], \"count\": 2}")
    let author = reading.feed?.posts.first?.author
    #expect(author?.state == .unknown)
    #expect(author?.shownName == "id99")
    #expect(author?.page == "https://vk.com/id99")
    #expect(reading.places(of: "feed.author-missing") == ["page1.json: items[0]"])
  }

  @Test("counters that are not given are nil, never 0")
  func counters() {
    let none = Feeds.item(#"{"id": 1, "from_id": 7, "text": ""}"#)?.counters
    #expect(none?.map(\.kind) == [.likes, .comments, .reposts, .views])
    #expect(none?.map(\.value) == [nil, nil, nil, nil])
    let post = Feeds.item(
      #"{"id": 1, "from_id": 7, "text": "", "likes": {"count": 0}, "comments": 4, "views": {"count": "12"}, "reposts": false}"#
    )
    #expect(post?.counters.map(\.value) == [0, 4, nil, 12])
  }

  @Test("text is decoded and plain, VK's markup has become facets")
  func text() {
    let post = Feeds.item(#"{"id": 1, "from_id": 7, "text": "a &amp; b<br>[id7|Анна]"}"#)
    #expect(post?.text == "a & b\nАнна")
    #expect(post?.facets == [Facet(range: 6..<14, kind: .mention, url: "https://vk.com/id7")])
  }

  @Test("pinned, edited, advertising, signed")
  func flags() {
    let post = Feeds.item(
      #"{"id": 1, "from_id": -5, "text": "", "is_pinned": 1, "edited": 1700000000, "marked_as_ads": 1, "signer_id": 7}"#
    )
    #expect(post?.flags == [.pinned, .edited, .ad])
    #expect(post?.signer?.name == "Анна Грин")
    #expect(Feeds.item(#"{"id": 1, "from_id": -5, "text": "", "is_pinned": 0, "marked_as_ads": false}"#)?.flags == [])
  }

  @Test("the place's coordinates are a string or an object")
  func geo() {
    func place(_ geo: String) -> GeoPlace? {
      Feeds.item(#"{"id": 1, "from_id": 7, "text": "", "geo": \#(geo)}"#)?.place
    }
    #expect(
      place(#"{"coordinates": "59.94 30.31", "place": {"title": "Caf&eacute;", "latitude": 0, "longitude": 0}}"#)
        == GeoPlace(title: "Café", latitude: 59.94, longitude: 30.31))
    #expect(
      place(#"{"coordinates": {"latitude": 59.5, "longitude": 30}}"#) == GeoPlace(latitude: 59.5, longitude: 30))
    #expect(place(#"{"coordinates": "north pole", "place": {"title": "A"}}"#) == GeoPlace(title: "A"))
    #expect(place(#"{"coordinates": "91 30"}"#) == nil)
  }

  @Test("a post for subscribers shows what stands instead of it")
  func donut() {
    func paywall(_ members: String) -> String? { Feeds.item(#"{"id": 1, "from_id": -5, \#(members)}"#)?.paywall }
    #expect(
      paywall(#""text": "", "donut": {"is_donut": true, "placeholder": {"text": "Для подписчиков"}}"#)
        == "Для подписчиков")
    #expect(paywall(#""text": "", "donut": {"is_donut": true}"#) == "")
    #expect(paywall(#""text": "open", "donut": {"is_donut": true}"#) == nil)
    #expect(paywall(#""text": "", "donut": {"is_donut": false}"#) == nil)
  }

  @Test(
    "a date that is none is reported, the post stays",
    arguments: ["\"yesterday\"", "-5", "1700000000000", "true", "[1]"])
  func badDate(date: String) {
    let reading = Feeds.reading(ofItem: #"{"id": 1, "from_id": 7, "text": "", "date": \#(date)}"#)
    #expect(reading.feed?.posts.first?.date == nil)
    #expect(reading.places(of: "feed.bad-date") == ["page1.json: response.items[0].date"])
  }

  @Test("a post without a date has none, silently", arguments: ["0", "null", "false"])
  func noDate(date: String) {
    let reading = Feeds.reading(ofItem: #"{"id": 1, "from_id": 7, "text": "", "date": \#(date)}"#)
    #expect(reading.feed?.posts.first?.date == nil)
    #expect(reading.codes == [])
  }
}

@Suite struct RepostTests {
  @Test("reposts stand nearest first, also when one history is in another")
  func nested() {
    let post = Feeds.item(
      """
      {"id": 1, "from_id": 7, "text": "look", "copy_history": [
        {"id": 2, "owner_id": -5, "from_id": -5, "date": 1700000000, "text": "first",
         "attachments": [{"type": "photo", "photo": {"sizes": [{"url": "a", "width": 4, "height": 3}]}}],
         "copy_history": [{"id": 3, "owner_id": 8, "from_id": 8, "text": "second"}]},
        {"id": 4, "owner_id": 7, "from_id": 7, "text": "third"}]}
      """)
    #expect(post?.text == "look")
    #expect(post?.attachments == [])
    #expect(post?.reposts.map(\.text) == ["first", "second", "third"])
    #expect(post?.reposts.map(\.author.name) == ["Tea & Co", "Boris Лось", "Анна Грин"])
    #expect(post?.reposts.map(\.id) == ["wall-5_2", "wall8_3", "wall7_4"])
    #expect(post?.reposts.first?.attachments.count == 1)
    #expect(post?.reposts.allSatisfy { $0.reposts.isEmpty } == true)
  }

  @Test("a repost of API 3.x shows the comment above the original")
  func old() {
    let post = Feeds.item(
      """
      {"id": 1, "from_id": 7, "to_id": 7, "date": 1400000001, "text": "original", "copy_text": "look &lt;3",
       "copy_owner_id": -5, "copy_post_id": 9, "copy_post_date": 1400000000,
       "attachment": {"type": "link", "link": {"url": "https://a.example", "title": "A"}}}
      """)
    #expect(post?.text == "look <3")
    #expect(post?.attachments == [])
    #expect(post?.reposts.map(\.text) == ["original"])
    #expect(post?.reposts.first?.author.name == "Tea & Co")
    #expect(post?.reposts.first?.date == 1_400_000_000)
    #expect(post?.reposts.first?.attachments.map(\.type) == ["link"])
    #expect(post?.reposts.first?.id == "wall-5_9")
  }

  @Test("a chain of reposts is read to a depth, and reported where it goes on")
  func deep() {
    let copies = (1...200).map { #"{"id": \#($0), "owner_id": 7, "text": "\#($0)"}"# }.joined(separator: ",")
    let reading = Feeds.reading(ofItem: #"{"id": 1, "from_id": 7, "text": "a", "copy_history": [\#(copies)]}"#)
    #expect(reading.feed?.posts.first?.reposts.map(\.text) == (1...100).map(String.init))
    #expect(reading.places(of: "feed.item") == ["page1.json: response.items[0].copy_history[100]"])
    #expect(
      reading.diagnostics.first?.message == "reposts are nested more than 100 levels deep; the inner ones are skipped")
  }

  @Test("histories that are in each other are read as one chain, however deep")
  func deepNest() {
    let nest = (1...240).reversed().reduce("[]") { #"[{"id": \#($1), "owner_id": 7, "copy_history": \#($0)}]"# }
    let reading = Feeds.reading(ofItem: #"{"id": 1, "from_id": 7, "copy_history": \#(nest)}"#)
    #expect(reading.feed?.posts.first?.reposts.map(\.id) == (1...100).map { "wall7_\($0)" })
    #expect(reading.codes == ["feed.item"])
  }

  @Test("a repost that is no object is reported, the post stays")
  func broken() {
    let reading = Feeds.reading(ofItem: #"{"id": 1, "from_id": 7, "text": "a", "copy_history": ["x"]}"#)
    #expect(reading.feed?.posts.count == 1)
    #expect(reading.places(of: "feed.item") == ["page1.json: response.items[0].copy_history[0]"])
  }
}
