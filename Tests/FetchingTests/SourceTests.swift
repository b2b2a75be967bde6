import Fetching
import Foundation
import Support
import Testing

@Suite("Sources")
struct SourceTests {
  @Test(
    "A service's name and an address lead to its API",
    arguments: [
      ("mastodon:a.example/public", "https://a.example/api/v1/timelines/public?limit=40"),
      ("mastodon:a.example/local", "https://a.example/api/v1/timelines/public?limit=40&local=true"),
      ("mastodon:a.example/tag/größe", "https://a.example/api/v1/timelines/tag/gr%C3%B6%C3%9Fe?limit=40"),
      ("mastodon:a.example/favourites", "https://a.example/api/v1/favourites?limit=40"),
      (
        "bluesky:@a.example", "https://public.api.bsky.app/xrpc/app.bsky.feed.getAuthorFeed?actor=a.example&limit=50"
      ),
      (
        "https://bsky.app/profile/a.example",
        "https://public.api.bsky.app/xrpc/app.bsky.feed.getAuthorFeed?actor=a.example&limit=50"
      ),
      ("vk:wall/-1", "https://api.vk.com/method/wall.get?owner_id=-1&count=100"),
      ("https://vk.com/club5", "https://api.vk.com/method/wall.get?owner_id=-5&count=100"),
      ("https://vk.com/durov", "https://api.vk.com/method/wall.get?domain=durov&count=100"),
      ("vk:newsfeed", "https://api.vk.com/method/newsfeed.get?filters=post&count=100"),
      ("https://a.example/users/b/outbox", "https://a.example/users/b/outbox"),
      ("jsonfeed:https://a.example/f", "https://a.example/f"),
      ("https://a.example/api/v1/timelines/home?limit=3", "https://a.example/api/v1/timelines/home?limit=3"),
    ])
  func addresses(_ source: String, _ address: String) throws {
    guard case .api(_, let found) = try SourceName(source) else { throw CocoaError(.featureUnsupported) }
    #expect(found.text == address)
  }

  @Test("Names that have to be looked up")
  func lookedUp() throws {
    let host = try #require(HTTPAddress("https://a.example"))
    func query(_ source: String) throws -> (any SourceQuery)? {
      if case .query(let query) = try SourceName(source) { query } else { nil }
    }
    #expect(try query("mastodon:@b@a.example") as? MastodonAccount == MastodonAccount(host: host, name: "b"))
    let page = try #require(HTTPAddress("https://a.example/@b"))
    #expect(try query("https://a.example/@b") as? MastodonAccount == MastodonAccount(host: page, name: "b"))
    #expect(try query("acct:b@a.example") as? WebfingerAccount == WebfingerAccount("b@a.example"))
    #expect(try query("acct:b@a.example")?.host == host)
  }

  @Test("A journal's name of a service is that of one service, and so is every word before a colon")
  func services() {
    let kinds = FetchService.all.map(\.kind)
    #expect(kinds.compactMap { ServiceKind(rawValue: $0.rawValue) } == kinds)
    let words = FetchService.all.flatMap(\.names.keys)
    #expect(Set(words).count == words.count)
  }

  @Test(
    "Anything that is not a source",
    arguments: ["", "nothing", "ftp://a.example/x", "vk:photos/1", "mastodon:a", "x:1"])
  func unknown(_ source: String) {
    #expect(throws: FetchIssue.self) { try SourceName(source) }
  }

  @Test("An account of Mastodon is looked up once")
  func account() async throws {
    let feed = try FetchedFeed()
    let lookup = "https://a.example/api/v1/accounts/lookup?acct=b"
    let top = "https://a.example/api/v1/accounts/7/statuses?limit=40"
    feed.net.on(lookup, .init(200, #"{"id":"7","acct":"b"}"#))
    feed.net.on(top, Sample.page([1]))
    feed.net.on("\(top)&min_id=1", Sample.page([]))
    try await feed.fetch("https://a.example/@b")
    try await feed.fetch("https://a.example/@b")
    #expect(feed.net.asked == [lookup, top, "\(top)&min_id=1"])
  }

  @Test("A page that names a feed leads to it; a page that was named as the feed does not")
  func linkedFeed() async throws {
    let page = #"<!doctype html><link rel="alternate" type="application/feed+json" href="/all.json">"#
    let body = #"{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"1","content_text":"a"}]}"#
    let feed = try FetchedFeed()
    feed.net.on("https://a.example/", .init(200, page))
    feed.net.on("https://a.example/all.json", .init(200, body))
    #expect(try await feed.fetch("https://a.example/").status == .good)
    let other = try FetchedFeed()
    other.net.on("https://a.example/feed.json", .init(200, page))
    #expect(try await other.fetch("https://a.example/feed.json").status == .refused)
    #expect(other.output.contains("https://a.example/all.json"))
  }

  private static let html = "<!doctype html><title>A place</title>"

  @Test(
    "A page of an instance is its timeline, once the host says that it is one",
    arguments: [
      ("/", "timelines/public?limit=40&local=true"), ("/public", "timelines/public?limit=40"),
      ("/public/local", "timelines/public?limit=40&local=true"), ("/tags/fog", "timelines/tag/fog?limit=40"),
      ("/favourites", "favourites?limit=40"),
    ])
  func instancePage(_ path: String, _ timeline: String) async throws {
    let feed = try FetchedFeed()
    feed.net.on("https://a.example\(path)", .init(200, Self.html))
    feed.net.on("https://a.example/api/v1/instance", .init(200, #"{"uri":"a.example","version":"4.3.0"}"#))
    feed.net.on("https://a.example/api/v1/\(timeline)", Sample.page([1]))
    #expect(try await feed.fetch("https://a.example\(path)").status == .good)
    #expect(feed.net.asked.last == "https://a.example/api/v1/\(timeline)")
  }

  @Test("A page that hotels answer with is no answer; a front page that names no feed is not a feed")
  func frontPage() async throws {
    let body = #"{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"1","content_text":"a"}]}"#
    let feed = try FetchedFeed()
    feed.net.on("https://a.example/", .init(200, Self.html), .init(200, body))
    #expect(try await feed.fetch("https://a.example/").status == .good)
    let other = try FetchedFeed()
    other.net.on("https://a.example/", .init(200, Self.html))
    #expect(try await other.fetch("https://a.example/").status == .refused)
  }

  @Test("A page called as Mastodon calls people's may be an actor of another server's")
  func otherServer() async throws {
    let feed = try FetchedFeed()
    let home = "https://a.example/@b"
    feed.net.on(
      "https://a.example/api/v1/accounts/lookup?acct=b", .init(404, #"{"error":{"code":"UNKNOWN_API_ENDPOINT"}}"#))
    feed.net.on(home, .init(200, #"{"id":"\#(home)","type":"Person","outbox":"\#(home)/outbox"}"#))
    feed.net.on(
      "\(home)/outbox",
      .init(200, #"{"type":"OrderedCollection","orderedItems":[{"id":"1","type":"Create","object":{"id":"2"}}]}"#))
    #expect(try await feed.fetch(home).status == .good)
    let mastodon = try FetchedFeed()
    mastodon.net.on(
      "https://a.example/api/v1/accounts/lookup?acct=b", .init(404, #"{"error":"Record not found"}"#))
    #expect(try await mastodon.fetch(home).status == .refused)
    #expect(mastodon.net.asked.count == 1)
  }

  @Test("An actor leads to its outbox, and is kept for exports")
  func actor() async throws {
    let feed = try FetchedFeed()
    let home = "https://a.example/users/b"
    feed.net.on(
      "https://a.example/.well-known/webfinger?resource=acct%3Ab%40a.example",
      .init(200, #"{"links":[{"rel":"self","type":"application/activity+json","href":"\#(home)"}]}"#))
    feed.net.on(home, .init(200, #"{"id":"\#(home)","type":"Person","outbox":"\#(home)/outbox"}"#))
    feed.net.on("\(home)/outbox", .init(200, #"{"type":"OrderedCollection","first":"\#(home)/outbox?page=1"}"#))
    feed.net.on(
      "\(home)/outbox?page=1",
      .init(200, #"{"type":"OrderedCollectionPage","orderedItems":[{"id":"1","type":"Create","object":{"id":"2"}}]}"#))
    #expect(try await feed.fetch("acct:b@a.example").status == .good)
    #expect(try feed.files("pages").keys.sorted() == ["999998-000001.json", "actor.json"])
    #expect(feed.net.requests.last?.header("Accept")?.contains("application/activity+json") == true)
  }

  @Test("A custom base address replaces the service's host, also in links")
  func base() async throws {
    let feed = try FetchedFeed()
    let base = "http://127.0.0.1:9"
    let asked = "/api/v1/timelines/public?limit=2"
    feed.net.on(base + asked, Sample.page([2, 1], next: Sample.older(than: 1)))
    feed.net.on("\(base)\(asked)&max_id=1", Sample.page([]))
    #expect(try await feed.fetch(Sample.timeline) { $0.base = base }.status == .good)
    #expect(feed.net.asked == [base + asked, "\(base)\(asked)&max_id=1"])
  }

  @Test("Folders are named after sources")
  func names() {
    #expect(FetchPlan.folderName(for: "https://a.example/@b") == "a.example-b")
    #expect(FetchPlan.folderName(for: "vk:wall/-1") == "vk-wall--1")
    #expect(FetchPlan.folderName(for: "../..") == "feed")
  }
}
