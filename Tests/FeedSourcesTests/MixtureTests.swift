import Diagnostics
import FeedReading
import FeedSources
import Foundation
import Projects
import Support
import Testing

@Suite("Everything of one person in one folder")
struct MixtureTests {
  private let mixture: Mixture

  init() throws {
    mixture = try Mixture()
  }

  private var folder: TemporaryFolder { mixture.folder }

  @Test("a channel next to a chat of another service is a feed, and the chat a chat")
  func channelAndChat() throws {
    try folder.write(Sample.telegram("News", id: 5, type: "public_channel", 1...3), to: "result.json")
    try folder.write(Sample.whatsApp(1...4), to: "WhatsApp Chat with Zoya.txt")
    #expect(mixture.read().counts == ["News": 3, "Zoya": 4])
  }

  @Test("accounts of several services next to a chat are each a feed")
  func accountsAndChat() throws {
    try folder.write(Sample.mastodon(1...3), to: "mastodon/home.json")
    try folder.write(Sample.x(1...2), to: "x/data/tweets.js")
    try folder.write(Sample.xAccount, to: "x/data/account.js")
    try folder.write(Sample.telegram("News", id: 5, type: "public_channel", 1...4), to: "telegram/result.json")
    try folder.write(Sample.discord("general", id: 7, (1...5).map { ($0, "d\($0)") }), to: "discord/general.json")
    let found = mixture.read()
    #expect(found.feeds.map(\.services) == [["Mastodon"], ["Telegram"], ["X"], ["Discord"]])
    #expect(found.counts == ["Anna": 3 + 2 * 1000, "News": 4, "general": 5])
  }

  @Test("posts alone are one feed, of however many services")
  func postsAlone() throws {
    try folder.write(Sample.mastodon(1...3), to: "a.json")
    try folder.write(Sample.vk(1...2), to: "b.json")
    try folder.write(Sample.jsonFeed("blog", 1...4), to: "c.json")
    let found = mixture.read()
    #expect(found.feeds.map(\.source.facts.count) == [9])
    #expect(Set(found.feeds.flatMap(\.services)) == ["Mastodon", "VK", "JSON Feed"])
  }

  @Test("archives that are in a folder are opened")
  func archives() throws {
    try folder.write(HandmadeArchive([.init("home.json", Sample.mastodon(1...3))]).zip, to: "down/loads/mastodon.zip")
    try folder.write(
      HandmadeArchive([.init("data/tweets.js", Sample.x(1...2)), .init("data/account.js", Sample.xAccount)]).tarGz,
      to: "x.tar.gz")
    #expect(mixture.read().feeds.map(\.source.facts.count) == [5])
  }

  @Test("two months of a chat without ids are one, each message once and in its order")
  func months() throws {
    func archive(_ minutes: ClosedRange<Int>) -> [UInt8] {
      HandmadeArchive([.init("_chat.txt", Sample.whatsApp(minutes))]).zip
    }
    try folder.write(archive(1...6), to: "WhatsApp Chat - Zoya.zip")
    try folder.write(archive(4...9), to: "WhatsApp Chat - Zoya (1).zip")
    let found = mixture.read()
    #expect(found.counts == ["Zoya": 9])
    let posts = try #require(found.feeds.first).source.posts()
    var texts: [String] = []
    while let post = try posts.next() { if case .message = post.kind { texts.append(post.text) } }
    #expect(texts == (1...9).map { "words \($0)" })
    #expect(found.diagnostics.map(\.code) == ["chat.joined"])
  }

  @Test("an account's export has a feed for its channels next to its chats")
  func account() throws {
    try folder.write(
      Sample.account(
        Sample.telegram("News", id: 5, type: "private_channel", 1...3), Sample.telegram("Plans", id: 6, 1...2),
        Sample.telegram("Mother", id: 7, type: "personal_chat", 1...4),
        Sample.telegram("Blog", id: 8, type: "public_channel", 1...5)), to: "DataExport/result.json")
    let found = mixture.read()
    #expect(found.counts == ["News": 3, "Blog": 5, "Plans": 2, "Mother": 4])
    #expect(!found.said.contains("skipped"))
  }

  @Test("a chat that is exported alone once more is one with that of the account")
  func accountAndChat() throws {
    try folder.write(
      Sample.account(Sample.telegram("Plans", id: 6, 1...4), Sample.telegram("Mother", id: 7, 1...2)),
      to: "a/result.json")
    try folder.write(Sample.telegram("Plans", id: 6, 3...9), to: "b/result.json")
    #expect(mixture.read().counts == ["Plans": 9, "Mother": 2])
  }

  @Test("two chats without a name are two")
  func nameless() throws {
    try folder.write(HandmadeArchive([.init("_chat.txt", Sample.whatsApp(1...4))]).zip, to: "export.zip")
    try folder.write(HandmadeArchive([.init("_chat.txt", Sample.whatsApp(11...13, "Vera"))]).zip, to: "export (1).zip")
    let found = mixture.read()
    #expect(found.feeds.map { $0.source.facts.chat?.messageCount } == [3, 4])
    #expect(found.feeds.map(\.name) == ["WhatsApp", "WhatsApp"])
    #expect(Set(found.feeds.map(\.identity)).count == 1)
  }

  @Test("files, folders of any depth and archives in them are looked through together")
  func depth() throws {
    let deep = (1...12).map { "level-\($0)" }.joined(separator: "/")
    try folder.write(Sample.telegram("Plans", id: 6, 1...4), to: "\(deep)/result.json")
    try folder.write(
      HandmadeArchive([.init("a/b/general.json", Sample.discord("general", id: 7, [(1, "one")]))]).zip,
      to: "\(deep)/more/discord.zip")
    try folder.write(Sample.vk(1...2), to: "wall.json")
    #expect(mixture.read().counts == ["Anna K": 2, "Plans": 4, "general": 1])
    #expect(mixture.read("wall.json", "level-1").counts == ["Anna K": 2, "Plans": 4, "general": 1])
  }

  @Test("anything that is not understood is named, with how it can be read")
  func named() throws {
    try folder.write(Sample.vk(1...2), to: "wall.json")
    try folder.write(#"{"likes": []}"#, to: "likes.json")
    try folder.write([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4], to: "old.7z")
    try folder.write(HandmadeArchive([.init("film.mp4", [1])]).zip, to: "films.zip")
    for name in ["page.html", "mail.mbox", "notes.txt", "msgstore.db.crypt15", "table.csv", "photo.jpg", "letter.pdf"] {
      try folder.write("x", to: name)
    }
    let found = mixture.read()
    #expect(found.feeds.map(\.source.facts.count) == [2])
    let names = ["likes.json", "old.7z", "films.zip", "page.html", "mail.mbox", "notes.txt", "msgstore", "table.csv"]
    #expect(names.filter { !found.said.contains($0) } == [])
    #expect(!found.said.contains("photo.jpg") && !found.said.contains("letter.pdf"))
  }

  @Test("anything that is given twice is there once")
  func twice() throws {
    let archive = HandmadeArchive([
      .init("mastodon/home.json", Sample.mastodon(1...3)), .init("_chat.txt", Sample.whatsApp(1...4)),
      .init("result.json", Sample.telegram("Plans", id: 6, 1...5)),
    ])
    try folder.write(archive.zip, to: "Zoya.zip")
    try folder.write(archive.tarGz, to: "again/Zoya.tar.gz")
    #expect(mixture.read().counts == ["Anna": 3, "Zoya": 4, "Plans": 5])
  }

  @Test("the later export's version of a message wins, and what was deleted meanwhile stays and is reported")
  func versions() throws {
    func write(_ messages: [(Int, String)], to path: String) throws {
      try folder.write(Sample.discord("general", id: 7, messages.map { ($0.0, $0.1) }), to: path)
    }
    try write([(1, "one"), (2, "two"), (3, "three")], to: "june/general [part 1].json")
    try write([(4, "four")], to: "june/general [part 2].json")
    try write([(1, "one"), (3, "three, edited"), (4, "four"), (5, "five")], to: "july/general.json")
    let found = mixture.read()
    let posts = try #require(found.feeds.first).source.posts()
    var texts: [String] = []
    while let post = try posts.next() { if case .message = post.kind { texts.append(post.text) } }
    #expect(texts == ["one", "two", "three, edited", "four", "five"])
    #expect(found.diagnostics.map(\.code) == ["chat.joined", "chat.changed", "chat.deleted"])
  }

  @Test("posts of two blogs that count alike are all there")
  func blogs() throws {
    try folder.write(Sample.jsonFeed("one", 1...3), to: "one.json")
    try folder.write(Sample.jsonFeed("two", 1...3), to: "two.json")
    try folder.write(Sample.jsonFeed("two", 2...4), to: "two-later.json")
    #expect(mixture.read().feeds.map(\.source.facts.count) == [7])
  }

  @Test("an archive of X contains posts, likes and direct messages")
  func likes() throws {
    let like =
      #"window.YTD.like.part0 = [{"like": {"tweetId": "5", "fullText": "fine", "expandedUrl": "https://x.com/i/web/status/5"}}]"#
    let letters =
      #"window.YTD.direct_messages.part0 = [{"dmConversation": {"conversationId": "7-9", "messages": [{"messageCreate": {"id": "1", "senderId": "9", "text": "hi", "createdAt": "2024-01-01T10:00:00.000Z"}}]}}]"#
    try folder.write(Sample.x(1...2), to: "data/tweets.js")
    try folder.write(Sample.xAccount, to: "data/account.js")
    try folder.write(like, to: "data/like.js")
    #expect(mixture.read().counts == ["Anna": 2, "Likes": 1])
    try folder.write(letters, to: "data/direct-messages.js")
    let found = mixture.read()
    #expect(found.counts == ["Anna": 2, "Likes": 1, "7": 1])
    // Commands that show a single feed show the written posts.
    let project = Project(folder: folder.url, feeds: [folder.url], output: folder.url.appendingPathComponent("output"))
    #expect(try FeedSource.open(FeedFiles.find(of: project)) { _ in }.facts.count == 2)
  }

  @Test("a page and JSON of one chat are one chat")
  func pageAndJSON() throws {
    func message(_ id: Int) -> String {
      #"<div class="message default" id="message\#(id)"><div class="body"><div class="pull_right date details" title="01.06.2024 10:0\#(id):00 UTC+00:00">x</div><div class="from_name">Anna</div><div class="text">Plans \#(id)</div></div></div>"#
    }
    try folder.write(
      #"<html><body><div class="page_wrap"><div class="page_header"><div class="text bold">Plans</div></div><div class="history">\#((1...5).map(message).joined())</div></div></body></html>"#,
      to: "ChatExport/messages.html")
    try folder.write(Sample.telegram("Plans", id: 6, 3...7), to: "ChatExport/result.json")
    let found = mixture.read()
    #expect(found.counts == ["Plans": 7])
    #expect(found.diagnostics.map(\.code).contains("chat.page"))
  }

  @Test("the script next to Telegram's pages is nothing to be reported, a different one is")
  func telegramScript() throws {
    try folder.write("function a() {}", to: "Chat/js/script.js")
    try folder.write("function a() {}", to: "blog/js/script.js")
    try folder.write("<html></html>", to: "Chat/messages.html")
    try folder.write(Sample.jsonFeed("one", 1...2), to: "one.json")
    let said = mixture.read().said
    #expect(said.contains("blog/js") && !said.contains("Chat/js"), "\(said)")
  }

  @Test("an archive of ActivityStreams is called Mastodon where its addresses are those of a Mastodon server")
  func mastodon() throws {
    func services(page: String) throws -> [String] {
      let mixture = try Mixture()
      try mixture.folder.write(
        #"{"type": "Person", "id": "https://m.example/users/nora", "preferredUsername": "nora", "name": "Nora", "url": "\#(page)"}"#,
        to: "a/actor.json")
      try mixture.folder.write(
        #"{"@context": "https://www.w3.org/ns/activitystreams", "type": "OrderedCollection", "id": "outbox.json", "orderedItems": [{"type": "Create", "id": "https://m.example/users/nora/statuses/1/activity", "actor": "https://m.example/users/nora", "published": "2024-01-01T10:00:00Z", "object": {"type": "Note", "id": "https://m.example/users/nora/statuses/1", "attributedTo": "https://m.example/users/nora", "published": "2024-01-01T10:00:00Z", "content": "<p>a</p>"}}]}"#,
        to: "a/outbox.json")
      return mixture.read().feeds.flatMap(\.services)
    }
    #expect(try services(page: "https://m.example/@nora") == ["Mastodon"])
    #expect(try services(page: "https://m.example/nora") == ["ActivityStreams"])
  }

  // MARK: Random mixtures

  /// Files of a service that belong together.
  private struct Piece {
    var name: String
    var files: [(path: String, bytes: [UInt8])]

    init(name: String, bytes: [UInt8]) {
      (self.name, files) = (name, [(name.split(separator: "/").last.map(String.init) ?? name, bytes)])
    }

    init(_ name: String, _ files: (String, String)...) {
      (self.name, self.files) = (name, files.map { ($0.0, Array($0.1.utf8)) })
    }

    /// Returns the files with the piece's number in their paths.
    func placed(_ number: Int) -> [(path: String, bytes: [UInt8])] {
      files.count == 1
        ? files.map { ("\(number)-\($0.path)", $0.bytes) } : files.map { ("\(number)/\($0.path)", $0.bytes) }
    }
  }

  /// Examples of the project that consist of one document.
  private static let examples = [
    "mastodon/feed/home.json", "bluesky/feed/timeline.json", "json-feed/feed.json", "telegram/feed/result.json",
    "chat/export/result.json", "events/events.json",
  ]

  private static func pieces() throws -> [Piece] {
    var pieces = try examples.map { path in
      Piece(name: path, bytes: [UInt8](try Data(contentsOf: Checkout.url("Examples/\(path)"))))
    }
    let slack =
      #"[{"type":"message","ts":"1717236000.5","user":"U1","text":"hi"},{"type":"message","ts":"1717236001.5","user":"U2","text":"ho"}]"#
    pieces += [
      Piece("x", ("data/tweets.js", Sample.x(1...4)), ("data/account.js", Sample.xAccount)),
      Piece(
        "slack", ("channels.json", #"[{"id":"C1","name":"general"}]"#), ("users.json", #"[{"id":"U1","name":"anna"}]"#),
        ("general/2024-06-01.json", slack)),
      Piece(
        "account",
        (
          "result.json",
          Sample.account(
            Sample.telegram("News", id: 5, type: "private_channel", 1...3), Sample.telegram("Plans", id: 6, 1...2))
        )),
      Piece("wall", ("wall.json", Sample.vk(1...3))),
      Piece(name: "WhatsApp Chat with Zoya.txt", bytes: Array(Sample.whatsApp(1...9).utf8)),
      Piece(name: "general.json", bytes: Array(Sample.discord("general", id: 3, [(1, "a"), (2, "b")]).utf8)),
      Piece(name: "stranger.json", bytes: Array(#"{"a": 1}"#.utf8)), Piece(name: "broken.json", bytes: Array("{".utf8)),
      Piece(name: "page.html", bytes: Array("<html>".utf8)),
    ]
    guard let extra = ExtraVectors.url("feeds") else { return pieces }
    let found = FileManager.default.enumerator(atPath: extra.path)?.compactMap { $0 as? String } ?? []
    // The documents of a workspace or a space belong together.
    let alone = found.filter { path in
      [".json", ".txt"].contains(where: path.hasSuffix) && !path.hasSuffix(".expected.json")
        && !["slack/", "google_chat/"].contains(where: path.contains)
    }
    return pieces
      + (try alone.sorted().map { path in
        Piece(name: path, bytes: [UInt8](try Data(contentsOf: extra.appendingPathComponent(path))))
      })
  }

  @Test("each entry that is read alone is there once in any mixture, or its file is named", arguments: 0..<24)
  func anyMixture(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let pieces = try Self.pieces().shuffled(using: &random).prefix(Int.random(in: 2...14, using: &random))
    var expected: [String: (least: Int, most: Int)] = [:]
    for (number, piece) in pieces.enumerated() {
      let files = piece.placed(number)
      let alone = try Mixture()
      for file in files { try alone.folder.write(file.bytes, to: file.path) }
      for (entry, count) in try alone.read().entries() {
        let known = expected[entry] ?? (0, 0)
        expected[entry] = (max(known.least, count), known.most + count)
      }
      let levels = (0..<Int.random(in: 0...3, using: &random)).map { "f\($0)-\(Int.random(in: 0...2, using: &random))" }
      let place = levels.map { $0 + "/" }.joined()
      if Int.random(in: 0..<3, using: &random) == 0 {
        var archive = HandmadeArchive(files.map { .init("inner/\($0.path)", $0.bytes) })
        // An archive in other archives.
        for depth in 0..<Int.random(in: 0...2, using: &random) {
          archive = HandmadeArchive([.init("outer-\(depth)/archive-\(number).zip", archive.zip)])
        }
        try Bool.random(using: &random)
          ? folder.write(archive.zip, to: "\(place)archive-\(number).zip")
          : folder.write(archive.tarGz, to: "\(place)archive-\(number).tar.gz")
      } else {
        for file in files { try folder.write(file.bytes, to: place + file.path) }
      }
    }
    let found = mixture.read()
    let entries = try found.entries()
    for (entry, bounds) in expected {
      let count = entries[entry] ?? 0
      #expect((bounds.least...bounds.most).contains(count), "\(entry): \(count) of \(bounds)")
    }
    for entry in entries.keys where expected[entry] == nil { Issue.record("nobody has written \(entry)") }
    for (number, piece) in pieces.enumerated() where ["stranger.json", "broken.json", "page.html"].contains(piece.name)
    {
      #expect(found.said.contains("\(number)-\(piece.name)") || found.said.contains("archive-\(number)."))
    }
  }
}
