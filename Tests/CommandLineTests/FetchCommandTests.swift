import Foundation
import Support
import Testing

@Suite("feedproof fetch")
struct FetchCommandTests {
  private static let token = "tok-3n-5ecret"

  private let folder: TemporaryFolder
  /// The service, and another host to which it redirects.
  private let own: ReplayServer
  private let other: ReplayServer

  init() throws {
    folder = try TemporaryFolder()
    (own, other) = (try ReplayServer(), try ReplayServer())
  }

  private func run(_ arguments: [String], _ environment: [String: String?] = [:]) throws -> Tool.Outcome {
    let home: [String: String?] = ["HOME": folder.url.path]
    return try Tool.run(["fetch"] + arguments, environment: home.merging(environment) { $1 }, in: folder.url)
  }

  private static func status(_ id: Int, text: String, photo: String? = nil) -> String {
    let media = photo.map {
      #"{"id":"m\#(id)","type":"image","url":"\#($0)","meta":{"original":{"width":40,"height":30}}}"#
    }
    return """
      {"id":"\(id)","created_at":"2026-01-01T00:00:0\(id)Z","content":"<p>\(text)</p>",
      "account":{"id":"1","acct":"a","display_name":"A","avatar":""},"media_attachments":[\(media ?? "")]}
      """
  }

  private static let timeline = "/api/v1/timelines/home?limit=2"

  /// Prepares two pages; for the second, the service redirects to another host. Both hosts serve photos, one of them
  /// after a redirect.
  private func answerTimeline() {
    let photo = HandmadePNG(width: 40, height: 30).bytes
    var picture = ReplayServer.Answer(200, headers: ["Content-Type": "image/png"])
    picture.body = photo
    own.on(
      Self.timeline,
      .init(
        200, "[\(Self.status(3, text: "three", photo: "\(own.base)/3.png"))]",
        headers: ["Link": "<\(own.base)\(Self.timeline)&max_id=3>; rel=\"next\""]))
    own.on(
      "\(Self.timeline)&max_id=3", .init(302, "", headers: ["Location": "\(other.base)/elsewhere"]))
    own.on("/3.png", .init(302, "", headers: ["Location": "\(other.base)/3.png"]))
    other.on("/elsewhere", .init(200, "[\(Self.status(2, text: "two", photo: "\(other.base)/2.png"))]"))
    for path in ["/2.png", "/3.png"] { other.on(path, picture) }
  }

  /// Returns the whole request as text.
  private func words(_ request: ReplayServer.Request) -> String {
    let headers = request.headers.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
    return "\(request.method) \(request.target)\n\(headers)\n\n\(request.body)"
  }

  /// Returns names and contents of all files in the test's folder.
  private func written(except names: Set<String>) throws -> String {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).filter { !names.contains($0) }
    let bytes = paths.compactMap { try? Data(contentsOf: folder.url.appendingPathComponent($0)) }.flatMap { $0 }
    return paths.joined(separator: "\n") + String(decoding: bytes, as: UTF8.self)
  }

  private static let ways: [([String], [String: String?])] = [
    (["--token-file", "token"], [:]), (["--token-env", "T", "--json"], ["T": token]), ([], ["NETRC": "netrc"]),
  ]

  @Test(
    "a token is in no file, no output and no request to another host, after a redirect there either", arguments: ways)
  func token(_ options: [String], _ variables: [String: String?]) throws {
    answerTimeline()
    try folder.write(Self.token + "\n", to: "token")
    try folder.write("machine 127.0.0.1 login a password \(Self.token)\n", to: "netrc")
    var variables = variables
    if let name = variables["NETRC"] ?? nil {
      variables["NETRC"] = folder.url.appendingPathComponent(name).path
    }
    let source = [own.base + Self.timeline, "--into", "feed"]
    func check(_ more: String..., status: Int32) throws {
      let outcome = try run(source + options + more, variables)
      #expect(outcome.status == status, "\(outcome.error)")
      #expect(!(outcome.output + outcome.error).contains(Self.token))
    }
    try check(status: 0)
    try check(status: 0)
    own.on(Self.timeline, .init(401, #"{"error":"The access token is invalid"}"#))
    try check("--refresh-history", status: 6)
    #expect(Set(["/elsewhere", "/3.png"]).isSubset(of: other.requests.map(\.target)))
    #expect(other.requests.allSatisfy { !words($0).contains(Self.token) })
    let authorized = own.requests.filter { words($0).contains(Self.token) }
    #expect(authorized.contains { $0.target == Self.timeline })
    #expect(authorized.allSatisfy { $0.headers["authorization"] == "Bearer \(Self.token)" })
    #expect(authorized.allSatisfy { words($0).components(separatedBy: Self.token).count == 2 })
    #expect(!(try written(except: ["token", "netrc"])).contains(Self.token))
  }

  @Test("a password and the session it opens are in no file, no output and no request to another host")
  func session() throws {
    let timeline = "/xrpc/app.bsky.feed.getTimeline?limit=50"
    own.on(
      "/xrpc/com.atproto.server.createSession",
      .init(200, #"{"accessJwt":"jwt-acce55","refreshJwt":"jwt-refre5h","did":"did:plc:a","handle":"a.example"}"#))
    own.on(timeline, .init(302, "", headers: ["Location": "\(other.base)/elsewhere"]))
    other.on("/elsewhere", .init(200, #"{"feed":[]}"#))
    let outcome = try run(
      ["bluesky:timeline", "--base-url", own.base, "--login", "a.example", "--token-env", "T", "--into", "feed"],
      ["T": Self.token])
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(own.requests.map(\.target) == ["/xrpc/com.atproto.server.createSession", timeline])
    #expect(own.requests.last?.headers["authorization"] == "Bearer jwt-acce55")
    #expect(other.requests.map(\.target) == ["/elsewhere"])
    for secret in [Self.token, "jwt-acce55", "jwt-refre5h"] {
      #expect(!(outcome.output + outcome.error).contains(secret))
      #expect(other.requests.allSatisfy { !words($0).contains(secret) })
      #expect(!(try written(except: [])).contains(secret))
    }
  }

  @Test("anything that was fetched is exported with the latest texts and with the photos from the folder")
  func export() throws {
    answerTimeline()
    own.on("\(Self.timeline)&min_id=3", .init(200, "[]"))
    #expect(try run([own.base + Self.timeline, "--into", "feed"]).status == 0)
    own.on(Self.timeline, .init(200, "[\(Self.status(3, text: "changed", photo: "\(own.base)/3.png"))]"))
    #expect(try run(["feed", "--refresh-history"]).status == 0)
    let shown = try Tool.run(["show", "--stage", "post", "feed"], in: folder.url)
    let texts = ["changed", "two"].compactMap { shown.output.range(of: $0)?.lowerBound }
    #expect(texts.count == 2 && texts == texts.sorted() && !shown.output.contains("three"), "\(shown.output)")
    let outcome = try Tool.run(
      ["export", "feed", "--output", "out", "--locale", "en", "--scale", "1", "--strict"], in: folder.url)
    // A missing photo would be a warning.
    #expect(outcome.status == 0 && !outcome.error.contains("photo."), "\(outcome.error)")
  }
}
