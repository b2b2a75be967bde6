import Support

extension ArchiveTarget {
  private typealias Entry = HandmadeArchive.Entry

  /// Archives of all formats, with the contents of services and hostile ones.
  static let seeds: [String: [UInt8]] = {
    var seeds: [String: [UInt8]] = [:]
    for (name, entries) in contents {
      let archive = HandmadeArchive(entries)
      seeds["\(name).zip"] = archive.zip
      seeds["\(name)-stored.zip"] = archive.zip(deflates: false)
      // Zeros alone are not a tar archive.
      if !entries.isEmpty { seeds["\(name).tar"] = archive.tar }
      seeds["\(name).tar.gz"] = archive.tarGz
    }
    seeds["overlapping.zip"] = HandmadeArchive([zeros]).zip(deflates: true, listing: 40)
    seeds["bomb.tar.gz"] = HandmadeArchive([zeros]).tarGz
    return seeds
  }()

  private static let contents: [(name: String, entries: [Entry])] = [
    ("mastodon", [outbox, actor, Entry("media_attachments/a.png", picture), Entry("avatar.png", picture)]),
    (
      "x",
      [
        Entry("data/tweets.js", #"window.YTD.tweets.part0 = [{"tweet": {"id_str": "1", "full_text": "Hello"}}]"#),
        Entry("data/account.js", #"window.YTD.account.part0 = [{"account": {"accountId": "7", "username": "ann"}}]"#),
        Entry("data/tweets_media/1-a.png", picture), Entry("data/direct_messages_media/2-b.png", picture),
      ]
    ),
    ("nested", [feed, Entry("inner.zip", HandmadeArchive([feed]).zip), Entry("film.mp4", picture)]),
    (
      "odd",
      [
        feed, feed, Entry("../\(escapee)", feedText), Entry("/\(escapee)", feedText),
        Entry(name: Array("pa".utf8) + [0xE9, 0xFF] + Array(".json".utf8), Array(feedText.utf8)),
        Entry("link.json", [], kind: .symbolicLink, target: "/etc/passwd"),
        Entry("hard.json", [], kind: .hardLink, target: "feed.json"), Entry("pipe.json", [], kind: .pipe),
        Entry("secret.json", picture, isEncrypted: true),
      ]
    ),
    ("empty", []),
  ]

  private static let feedText =
    #"{"items": [{"type": "post", "source_id": 1, "post_id": 2, "date": 1542560000, "text": "Hello"}]}"#
  private static let feed = Entry("feed.json", feedText)
  private static let outbox = Entry(
    "outbox.json",
    """
    {"@context": "https://www.w3.org/ns/activitystreams", "type": "OrderedCollection", "orderedItems": [
      {"type": "Note", "id": "https://m.example/1", "content": "<p>Hello</p>", "attributedTo": "https://m.example/users/a",
       "attachment": [{"type": "Image", "url": "/bucket/media_attachments/a.png"}]}]}
    """)
  private static let actor = Entry(
    "actor.json",
    #"{"type": "Person", "id": "https://m.example/users/a", "name": "Ann", "icon": {"url": "avatar.png"}}"#)
  private static let picture = HandmadePNG(width: 2, height: 2).bytes
  private static let zeros = Entry("zeros.json", [UInt8](repeating: 0x20, count: 300_000))
}
