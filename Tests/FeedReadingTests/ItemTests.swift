import DataFormats
import Testing

@testable import FeedReading

@Suite struct ItemTests {
  @Test(
    "friends are people, in feed order, in the forms of both versions",
    arguments: [
      #"{"count": 2, "items": [{"user_id": 7}, {"user_id": 8}]}"#, #"[2, {"uid": 7}, {"uid": 8}]"#, "[7, 8]",
    ])
  func friends(list: String) {
    let post = Feeds.item(#"{"type": "friend", "source_id": 8, "date": 1700000000, "friends": \#(list)}"#)
    #expect(post?.kind == .system(.friendsAdded, type: "friend"))
    #expect(post?.people.map(\.name) == ["Анна Грин", "Boris Лось"])
    #expect(post?.id == "friend8_1700000000")
  }

  @Test(
    "photos put on a wall are the item's own photos", arguments: ["wall_photo", "photo"],
    [
      #"{"count": 1, "items": [{"id": 4, "sizes": [{"url": "u", "width": 4, "height": 3}]}]}"#,
      #"[1, {"pid": 4, "src": "u", "width": 4, "height": 3}]"#,
    ])
  func photos(type: String, list: String) {
    let post = Feeds.item(#"{"type": "\#(type)", "source_id": -5, "post_id": 12, "date": 1, "photos": \#(list)}"#)
    #expect(post?.kind == .photos(type: type))
    #expect(post?.attachments.compactMap(\.photo).map { $0.sources.map(\.url) } == [["u"]])
    #expect(post?.id == "photos-5_12")
    #expect(post?.counters.map(\.value) == [nil, nil, nil, nil])
  }

  @Test(
    "everything else is a system item under its own name, with what it lists",
    arguments: [
      ("note", .notesAdded, #""notes": [1, {"nid": 3, "title": "N"}]"#, ["note"]),
      ("photo_tag", .photosTagged, #""photo_tags": {"count": 1, "items": [{"id": 4, "photo_604": "u"}]}"#, ["photo"]),
      ("audio", .audiosAdded, #""audio": {"count": 1, "items": [{"title": "T", "artist": "A"}]}"#, ["audio"]),
      ("video", .videosAdded, #""video": {"count": 1, "items": [{"title": "T"}]}"#, ["video"]),
      ("clips", .clipsAdded, #""clips": {"items": [{"title": "T"}]}"#, ["video"]),
      ("topic", .discussion, #""text": "a""#, []), ("Новое_есть", .other("Новое есть"), #""text": "a""#, []),
    ] as [(String, SystemKind, String, [String])])
  func system(type: String, kind: SystemKind, member: String, attachments: [String]) {
    let reading = Feeds.reading(ofItem: #"{"type": "\#(type)", "source_id": 7, "date": 1700000000, \#(member)}"#)
    let post = reading.feed?.posts.first
    #expect(post?.kind == .system(kind, type: type))
    #expect(post?.attachments.map(\.type) == attachments)
    #expect(post?.id.utf8.allSatisfy { $0.isASCIIWord || $0 == UInt8(ascii: "-") } == true)
    #expect(!reading.codes.contains("feed.item"))
  }

  @Test("the post inside an ads item is an ad")
  func ads() {
    let post = Feeds.item(
      #"{"type": "ads", "ads_id1": 1, "ads": [{"type": "post", "post": {"id": 9, "from_id": -5, "owner_id": -5, "text": "Buy"}}]}"#
    )
    #expect(post?.kind == .post)
    #expect(post?.flags == [.ad])
    #expect(post?.author.name == "Tea & Co")
    #expect(post?.id == "wall-5_9")
  }

  @Test("an ad that is not a post is a system item with its words and its link")
  func bareAd() {
    let post = Feeds.item(
      #"{"type": "ads", "ads": [{"type": "site", "data": {"title": "Cups", "link_url": "https://a.example"}}]}"#)
    #expect(post?.kind == .system(.advertisement, type: "ads"))
    #expect(post?.flags == [.ad])
    #expect(post?.text == "Cups")
    #expect(post?.attachments.map(\.type) == ["link"])
  }

  @Test("more than one ad in an item is reported")
  func severalAds() {
    let ad = #"{"type": "post", "post": {"id": 9, "from_id": -5, "text": "Buy"}}"#
    #expect(Feeds.reading(ofItem: #"{"type": "ads", "ads": [\#(ad), \#(ad)]}"#).codes == ["feed.item"])
  }

  @Test(
    "an item that can't be read is reported with its place, the others are read",
    arguments: ["5", "null", "\"x\"", "[]", "{}", #"{"foo": 1}"#])
  func unreadable(item: String) {
    let reading = Feeds.reading(ofItem: #"{"id": 1, "from_id": 7, "text": "a"}, \#(item)"#)
    #expect(reading.feed?.posts.count == 1)
    #expect(reading.places(of: "feed.item") == ["page1.json: response.items[1]"])
  }

  @Test(
    "the id is the post's address on VK",
    arguments: [
      (#"{"type": "post", "source_id": -5, "post_id": 12, "text": ""}"#, "wall-5_12"),
      (#"{"id": 3, "owner_id": -5, "from_id": 7, "text": ""}"#, "wall-5_3"),
      (#"{"id": 3, "to_id": -5, "from_id": 7, "text": ""}"#, "wall-5_3"),
      (#"{"id": 3, "from_id": 7, "text": ""}"#, "wall7_3"),
      (#"{"id": 4, "post_id": 3, "post_type": "reply", "owner_id": -5, "from_id": 7, "text": ""}"#, "wall-5_4"),
      (#"{"id": "3", "owner_id": "-5", "text": ""}"#, "wall-5_3"),
    ])
  func ids(item: String, id: String) {
    let post = Feeds.item(item)
    #expect(post?.id == id)
    #expect(post?.permalink?.text == "https://vk.com/\(id)")
  }

  @Test("an id that is made is the same every time, whatever the counters say and however members are ordered")
  func madeIDs() {
    let first = Feeds.item(#"{"type": "post", "date": 1, "text": "a", "likes": {"count": 1}}"#)
    let second = Feeds.item(#"{"text": "a", "likes": {"count": 7}, "date": 1, "type": "post"}"#)
    let other = Feeds.item(#"{"type": "post", "date": 1, "text": "b"}"#)
    #expect(first?.id == second?.id)
    #expect(first?.id != other?.id)
    #expect(first?.id.hasPrefix("post-") == true)
  }

  @Test("ids are safe as file names whatever is in the feed")
  func pathSafe() {
    let post = Feeds.item(#"{"type": "../../etc", "source_id": "../7", "date": 1, "id": "..", "text": ""}"#)
    #expect(post?.id.hasPrefix("------etc-") == true)
  }

  @Test("the digest is FNV-1a")
  func digest() throws {
    // FNV-1a of "null" and 0xFF, by hand: offset basis, then xor and multiply for each byte.
    var expected: UInt64 = 14_695_981_039_346_656_037
    for byte in Array("null".utf8) + [0xFF] { expected = (expected ^ UInt64(byte)) &* 1_099_511_628_211 }
    #expect(try ContentDigest(of: JSONDocument.parse(Array("null".utf8)).root.value).hex == String(expected, radix: 16))
  }
}
