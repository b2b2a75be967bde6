import Diagnostics
import FeedReading
import FeedSources
import Foundation
import Projects
import Support
import Testing

/// Posts that a project leaves out by their audience, content that no card shows, and files that no reader takes.
@Suite("Content without a card")
struct UnshownContentTests {
  private let mixture: Mixture

  init() throws {
    mixture = try Mixture()
  }

  private var folder: TemporaryFolder { mixture.folder }

  // MARK: Audience

  private static func status(_ id: Int, _ visibility: String) -> String {
    #"{"id": "\#(id)", "created_at": "2024-01-0\#(id)T10:00:00Z", "visibility": "\#(visibility)", "content": "\#(visibility)", "account": {"id": "1", "acct": "anna"}}"#
  }

  private static let statuses =
    "[" + ["public", "unlisted", "private", "direct"].enumerated().map { status($0 + 1, $1) }.joined(separator: ",")
    + "]"

  private func read(_ visibility: FeedVisibility, keptBytes: Int = FeedSource.keptBytes) throws -> (
    texts: [String], facts: FeedFacts
  ) {
    try folder.write(Self.statuses, to: "home.json")
    var project = Project(
      folder: folder.url, feeds: [folder.url.appendingPathComponent("home.json")],
      output: folder.url.appendingPathComponent("output"))
    project.chat.visibility = visibility
    let source = try FeedSource.open(FeedFiles.find(of: project), keptBytes: keptBytes) { _ in }
    var texts: [String] = []
    let posts = source.posts()
    while let post = try posts.next() { texts.append(post.text) }
    return (texts, source.facts)
  }

  @Test(
    "posts are left out by their audience, in memory and from files",
    arguments: [
      (.all, ["public", "unlisted", "private", "direct"]), (.followers, ["public", "unlisted", "private"]),
      (.public, ["public", "unlisted"]),
    ] as [(FeedVisibility, [String])])
  func visibility(visibility: FeedVisibility, texts: [String]) throws {
    for keptBytes in [FeedSource.keptBytes, 0] {
      let read = try read(visibility, keptBytes: keptBytes)
      #expect(read.texts == texts)
      #expect(read.facts.count == texts.count)
      #expect(read.facts.leftOutByAudience.total == 4 - texts.count)
      #expect(read.facts.directCount == (visibility == .all ? 1 : nil))
    }
  }

  @Test("posts left out are reported, and so is a feed without public posts")
  func reported() throws {
    #expect(try read(.public).facts.diagnostics.map(\.code) == ["feed.left-out"])
    #expect(try read(.all).facts.diagnostics.map(\.code) == ["feed.restricted"])
    try folder.write("[\(Self.status(1, "direct"))]", to: "direct.json")
    var project = Project(
      folder: folder.url, feeds: [folder.url.appendingPathComponent("direct.json")],
      output: folder.url.appendingPathComponent("output"))
    project.chat.visibility = .public
    #expect(throws: (any Error).self) { try FeedSource.open(FeedFiles.find(of: project)) { _ in } }
  }

  // MARK: Content

  @Test("content that no card shows is counted over all files")
  func counted() throws {
    try folder.write(Sample.x(1...2), to: "data/tweets.js")
    try folder.write(Sample.xAccount, to: "data/account.js")
    try folder.write(
      #"window.YTD.deleted_tweets.part0 = [{"tweet": {"id_str": "9", "full_text": "gone"}}]"#,
      to: "data/deleted-tweets.js")
    let feeds = mixture.read().feeds
    #expect(feeds.map(\.source.facts.count) == [2])
    #expect(feeds.first?.source.facts.notShownContent?.inWords == "1 deleted post (X)")
  }

  @Test("Instagram's documents in its folder of media are read, with the pictures of the archive")
  func instagram() throws {
    try folder.write(
      #"[{"media": [{"uri": "media/posts/a.jpg", "creation_timestamp": 1716000000, "title": "leaf"}]}]"#,
      to: "your_instagram_activity/media/posts_1.json")
    #expect(mixture.read().feeds.map(\.source.facts.count) == [1])
    let archive = HandmadeArchive([
      .init(
        "your_instagram_activity/media/posts_1.json",
        #"[{"media": [{"uri": "media/posts/a.jpg", "creation_timestamp": 1716000000, "title": "leaf"}]}]"#)
    ])
    try folder.write(archive.zip, to: "down/instagram.zip")
    #expect(mixture.read("down/instagram.zip").feeds.map(\.source.facts.count) == [1])
  }

  // MARK: Files

  @Test("exports that no reader takes are named, one line for each program")
  func namedExports() throws {
    try folder.write(Sample.mastodon(1...2), to: "home.json")
    try folder.write(#"{"Direct Messages": {"Chat History": {}}}"#, to: "tiktok/user_data.json")
    for number in 1...6 {
      try folder.write(#"{"likes_media_likes": [{"string_list_data": []}]}"#, to: "insta/likes\(number).json")
    }
    try folder.write("id,permalink,date,ip,subreddit,gildings,title,url,body\n", to: "reddit/posts.csv")
    try folder.write("<html><body class='_3-8y'>x</body></html>", to: "meta/messages/inbox/x/message_1.html")
    try folder.write("<smses count='1'></smses>", to: "sms/sms.xml")
    let read = mixture.read()
    #expect(read.said.contains("1 document is not read: TikTok's export"))
    #expect(read.said.contains("6 documents are not read: a list of Instagram's export"))
    #expect(read.said.contains("a table of Reddit's export"))
    #expect(read.said.contains("a page of Meta's export") && read.said.contains("JSON instead of HTML"))
    #expect(read.said.contains("a backup of SMS Backup & Restore"))
    #expect(!read.said.contains("export JSON"))
  }

  @Test("lines of an unknown format are reported once")
  func unknownLines() throws {
    try folder.write(
      #"{"type": "version", "version": 1}"# + "\n" + #"{"type": "post", "post": {}}"#, to: "export.jsonl")
    let read = mixture.read("export.jsonl")
    #expect(read.diagnostics.map(\.message) == ["Mattermost's export is not supported"])
  }

  @Test("a given archive that only has images is no error next to a feed")
  func splitArchive() throws {
    try folder.write(HandmadeArchive([.init("home.json", Sample.mastodon(1...2))]).zip, to: "kit-part1.zip")
    try folder.write(HandmadeArchive([.init("posts/a.jpg", "x")]).zip, to: "kit-part2.zip")
    let read = mixture.read("kit-part1.zip", "kit-part2.zip")
    #expect(read.diagnostics.map(\.code) == ["input.no-feed"])
    #expect(read.diagnostics.first?.hint?.contains("all parts") == true)
  }
}
