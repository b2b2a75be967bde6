import Fetching
import Foundation
import RunSupport
import Support
import Testing

@Suite("Secrets")
struct SecretTests {
  private static let token = "tok-3n-5ecret"

  private func authorized(_ feed: FetchedFeed) -> [String] {
    feed.net.requests.filter { $0.header("Authorization") != nil }.map(\.address.text)
  }

  @Test("A token goes to its own host alone, and is written nowhere")
  func ownHost() async throws {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, Sample.page([1], next: Sample.older(than: 1), photo: true))
    // The server redirects to another host, and its images are on a third one.
    feed.net.on(Sample.older(than: 1), .init(302, "", headers: ["Location": "https://other.example/page"]))
    feed.net.on("https://other.example/page", Sample.page([]))
    feed.net.on("https://files.example/1.png", .init(bytes: Sample.png, type: "image/png"))
    try feed.place.write(Self.token + "\n", to: "token")
    let outcome = try await feed.fetch(Sample.timeline) { $0.credentials.file = "token" }
    #expect(outcome.status == .good)
    #expect(authorized(feed) == [Sample.timeline, Sample.older(than: 1)])
    #expect(feed.net.asked.contains("https://other.example/page"))
    let written = try feed.everything() + feed.output.utf8
    #expect(!String(decoding: written, as: UTF8.self).contains(Self.token))
    #expect(feed.net.requests.allSatisfy { !$0.address.text.contains(Self.token) })
  }

  @Test(
    "A different port or scheme is a different host",
    arguments: ["http://social.example", "https://social.example:8443"])
  func otherOrigin(_ other: String) async throws {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, .init(302, "", headers: ["Location": "\(other)/page"]))
    feed.net.on("\(other)/page", Sample.page([1]))
    try await feed.fetch(Sample.timeline, variables: ["T": Self.token]) { $0.credentials.variable = "T" }
    #expect(authorized(feed) == [Sample.timeline])
  }

  @Test(
    "A secret is found as it is and in each escape that readers undo",
    arguments: [
      "tok-3n-5ecret", "x tok-3n-5ecret", #"\u0074ok-3n-5ecret"#, #"tok\-3n-5ecret"#, "%74ok-3n-5ecret",
      "tok%2D3n-5ecret",
      "&#116;ok-3n-5ecret", "&#x74;ok-3n-5ecret", "&#X74ok-3n-5ecret", "%%74ok-3n-5ecret",
    ])
  func found(_ text: String) {
    #expect(Secret(Self.token, for: "https://a.example").isIn(Array(text.utf8)))
  }

  @Test(
    "Text that only begins like a secret or breaks off does not hold it",
    arguments: [
      "", "tok-3n-5ecre", "%7", "%", #"\u00"#, #"\"#, "&#", "&#x", "&#116", "&#300;ok-3n-5ecret", "%7Gok-3n-5ecret",
    ])
  func notFound(_ text: String) {
    #expect(!Secret(Self.token, for: "https://a.example").isIn(Array(text.utf8)))
  }

  @Test("A token does not come back in a refusal's words")
  func refusal() async throws {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, .init(401, #"{"error":"The access token is invalid"}"#))
    let outcome = try await feed.fetch(Sample.timeline, variables: ["T": Self.token]) { $0.credentials.variable = "T" }
    #expect(outcome.status == .refused)
    #expect(feed.output.contains("The access token is invalid"))
    #expect(!feed.output.contains(Self.token))
  }

  @Test("An answer that holds the token is not kept")
  func echoed() async throws {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, .init(200, Sample.statuses([1]).replacing("post 1", with: Self.token)))
    let outcome = try await feed.fetch(Sample.timeline, variables: ["T": Self.token]) { $0.credentials.variable = "T" }
    #expect(outcome.status == .refused)
    #expect(!feed.output.contains(Self.token))
    #expect(!FileManager.default.fileExists(atPath: feed.folder.path))
  }

  @Test(
    "However it is written",
    arguments: [#"tok-3n-5\u0065cret"#, #"\u0074\u006Fk-3n-5ecret"#, "tok%2D3n-5ecret", "tok&#45;3n&#x2D;5ecret"])
  func echoedOtherwise(_ written: String) async throws {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, .init(200, Sample.statuses([1]).replacing("post 1", with: written)))
    let outcome = try await feed.fetch(Sample.timeline, variables: ["T": Self.token]) { $0.credentials.variable = "T" }
    #expect(outcome.status == .refused)
    #expect(!FileManager.default.fileExists(atPath: feed.folder.path))
  }

  @Test(
    "A token that comes back in a header is neither kept nor shown",
    arguments: [
      (200, "Link", "<https://social.example/next?t=\(token)>; rel=\"next\""), (200, "ETag", "\"\(token)\""),
      (301, "Location", "https://social.example/\(token)"), (302, "Location", "ftp://\(token)"),
    ])
  func echoedInHeader(_ status: Int, _ name: String, _ value: String) async throws {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, .init(status, Sample.statuses([1]), headers: [name: value]))
    feed.net.on("https://social.example/\(Self.token)", Sample.page([1]))
    let outcome = try await feed.fetch(Sample.timeline, variables: ["T": Self.token]) { $0.credentials.variable = "T" }
    #expect(outcome.status == .refused && feed.net.asked == [Sample.timeline])
    #expect(!feed.output.contains(Self.token) && !FileManager.default.fileExists(atPath: feed.folder.path))
  }

  @Test("A token so short that it is part of a word is no reason to refuse an answer")
  func short() async throws {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, Sample.page([1]))
    let outcome = try await feed.fetch(Sample.timeline, variables: ["T": "post"]) { $0.credentials.variable = "T" }
    #expect(outcome.status == .good)
  }

  @Test(".netrc names a token for each host, and none for others")
  func netrc() async throws {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, Sample.page([1]))
    try feed.place.write(
      "# mine\nmachine other.example login a password b\nmachine social.example\n  login x\n  password \(Self.token)\n",
      to: ".netrc")
    try await feed.fetch(Sample.timeline)
    #expect(feed.net.requests.first?.header("Authorization") == "Bearer \(Self.token)")
  }

  @Test(
    "A token in an address is refused, before anyone is asked",
    arguments: ["https://a.example/method/wall.get?access_token=x", "https://name:word@a.example/feed.json"])
  func address(_ source: String) async throws {
    let feed = try FetchedFeed()
    #expect(try await feed.fetch(source).status == .brokenInput)
    #expect(feed.net.asked.isEmpty)
  }

  @Test("A token does not go over plain http to the open web")
  func plain() async throws {
    let feed = try FetchedFeed()
    let source = "http://social.example/api/v1/timelines/home"
    let outcome = try await feed.fetch(source, variables: ["T": Self.token]) { $0.credentials.variable = "T" }
    #expect(outcome.status == .brokenInput)
    #expect(feed.net.asked.isEmpty)
  }

  @Test("A password is posted to sign in, once, and a refusal is not tried again")
  func signingIn() async throws {
    let feed = try FetchedFeed()
    let session = "https://bsky.social/xrpc/com.atproto.server.createSession"
    feed.net.on(session, .init(401, #"{"error":"AuthenticationRequired","message":"Invalid identifier or password"}"#))
    let outcome = try await feed.fetch("bluesky:timeline", variables: ["T": Self.token]) {
      $0.credentials = Credentials(variable: "T", login: "a.example")
    }
    #expect(outcome.status == .refused)
    #expect(feed.net.asked == [session])
    #expect(feed.output.contains("Invalid identifier or password"))
    #expect(!feed.output.contains(Self.token))
  }

  @Test("A session that expires on the way is renewed once, by the token that is for that")
  func renewed() async throws {
    let feed = try FetchedFeed()
    let host = "https://bsky.social/xrpc"
    let timeline = "\(host)/app.bsky.feed.getTimeline?limit=50"
    let expired = ScriptedTransport.Answer(400, #"{"error":"ExpiredToken","message":"Token has expired"}"#)
    feed.net.on("\(host)/com.atproto.server.createSession", .init(200, #"{"accessJwt":"a1","refreshJwt":"r1"}"#))
    feed.net.on("\(host)/com.atproto.server.refreshSession", .init(200, #"{"accessJwt":"a2","refreshJwt":"r1"}"#))
    feed.net.on(timeline, .init(200, #"{"feed":[{"post":{"uri":"at://a/b/1"}}],"cursor":"c"}"#))
    feed.net.on("\(timeline)&cursor=c", expired, .init(200, #"{"feed":[]}"#))
    let outcome = try await feed.fetch("bluesky:timeline", variables: ["T": Self.token]) {
      $0.credentials = Credentials(variable: "T", login: "a.example")
    }
    #expect(outcome.status == .good)
    #expect(
      feed.net.requests.map { $0.header("Authorization") ?? "" } == [
        "", "Bearer a1", "Bearer a1", "Bearer r1", "Bearer a2",
      ])
    let written = String(decoding: try feed.everything() + feed.output.utf8, as: UTF8.self)
    #expect(["a1", "a2", "r1"].allSatisfy { !written.contains("\"\($0)\"") && !written.contains("Bearer") })
    // An expired session that can't be renewed ends the run.
    feed.net.on("\(host)/com.atproto.server.refreshSession", expired)
    feed.net.on(timeline, expired)
    let later = try await feed.fetch(feed.folder.path, variables: ["T": Self.token]) {
      $0.credentials = Credentials(variable: "T", login: "a.example")
    }
    #expect(later.status == .refused)
  }
}
