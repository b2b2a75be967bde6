import Fetching
import Files
import Foundation
import Support
import Testing

/// Requests through libcurl to a server on this machine.
@Suite("Requests through libcurl")
struct CurlTests {
  private func transport() throws -> CurlTransport {
    try CurlTransport(CurlTransport.Settings(userAgent: "feedproof/test"))
  }

  private func request(_ address: String) throws -> HTTPRequest { HTTPRequest(try #require(HTTPAddress(address))) }

  /// Returns why the response is incomplete; nil if it is complete.
  private func fault(_ request: HTTPRequest, _ body: BodyBuffer = BodyBuffer(limit: 100)) async throws
    -> TransportFault?
  {
    do {
      _ = try await transport().send(request, to: body)
      return nil
    } catch let fault as TransportFault {
      return fault
    }
  }

  @Test("Several threads may be the first to open the library: each sees all of it (scripts/sanitize thread)")
  func opening() async {
    let versions = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<16 { group.addTask { CurlTransport.version } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(versions.count == 1 && !versions.contains(nil))
  }

  @Test("Status, headers and body come as they were sent")
  func answer() async throws {
    let server = try ReplayServer()
    server.on(
      "/a?b=%2F",
      .init(418, "short and stout", headers: ["X-Tea": "green", "Content-Type": "text/plain; charset=utf-8"]))
    var asked = try request("\(server.base)/a?b=%2F")
    asked.headers = [HTTPHeader("Accept", "text/plain")]
    let body = BodyBuffer(limit: 100)
    let head = try await transport().send(asked, to: body)
    #expect(head.status == 418)
    #expect(head.header("x-tea") == "green")
    #expect(head.contentType == "text/plain")
    #expect(String(decoding: body.bytes, as: UTF8.self) == "short and stout")
    let sent = try #require(server.requests.first)
    #expect(sent.method == "GET")
    #expect(sent.headers["user-agent"] == "feedproof/test")
    #expect(sent.headers["accept"] == "text/plain")
  }

  @Test("A body that is posted arrives whole")
  func post() async throws {
    let server = try ReplayServer()
    server.on("/in", .init(200, "{}"))
    var asked = try request("\(server.base)/in")
    (asked.method, asked.body) = ("POST", Array(#"{"a":"é"}"#.utf8))
    asked.headers = [HTTPHeader("Content-Type", "application/json")]
    _ = try await transport().send(asked, to: BodyBuffer(limit: 100))
    #expect(server.requests.first?.method == "POST")
    #expect(server.requests.first?.body == #"{"a":"é"}"#)
  }

  @Test("A redirect is the caller's to follow")
  func redirect() async throws {
    let server = try ReplayServer()
    server.on("/a", .init(302, "", headers: ["Location": "/b"]))
    let head = try await transport().send(try request("\(server.base)/a"), to: BodyBuffer(limit: 100))
    #expect(head.status == 302)
    #expect(server.requests.count == 1)
  }

  @Test("Truncated responses are faults", arguments: [ReplayServer.Fault.cut(after: 3), .short(by: 10)])
  func cutShort(_ fault: ReplayServer.Fault) async throws {
    let server = try ReplayServer()
    server.on("/a", .init(200, "0123456789", fault: fault))
    #expect(try await self.fault(request("\(server.base)/a"))?.kind == .cutShort)
  }

  @Test("A server that falls silent is given up")
  func silent() async throws {
    let server = try ReplayServer()
    server.on("/a", .init(200, "0123456789", fault: .silent))
    var asked = try request("\(server.base)/a")
    asked.limits.total = 1
    #expect(try await fault(asked)?.kind == .timedOut)
  }

  @Test("A body beyond the bound is not taken in")
  func bound() async throws {
    let server = try ReplayServer()
    server.on("/a", .init(200, String(repeating: "x", count: 1000)))
    let body = BodyBuffer(limit: 999)
    #expect(try await fault(request("\(server.base)/a"), body)?.kind == .stopped)
    #expect(body.isTooLarge)
  }

  @Test("A closed port is a connection fault")
  func unreachable() async throws {
    var asked = try request("http://127.0.0.1:1/")
    asked.limits.patience = 2
    #expect(try await fault(asked)?.kind == .refused)
  }

  @Test("A private address is not connected to where a public one is wanted")
  func privateAddress() async throws {
    let server = try ReplayServer()
    var asked = try request("\(server.base)/a")
    asked.scope = .web
    #expect(try await fault(asked)?.kind == .privateAddress)
    #expect(server.requests.isEmpty)
  }

  /// Sends no request: the resolver gets fixed answers, and the address is refused before connecting.
  @Test(
    "The resolved address decides, not the host's name",
    arguments: [
      ("169.254.169.254", NetworkScope.own), ("[fe80::1]", .own), ("100.100.100.200", .own), ("127.0.0.1", .web),
      ("10.0.0.1", .web), ("[::1]", .web),
    ])
  func resolved(_ address: String, _ scope: NetworkScope) async throws {
    var settings = CurlTransport.Settings(userAgent: "feedproof/test")
    settings.resolved = "photos.example:443:\(address)"
    // A proxy for plain http only.
    settings.proxies = ProxyChoice(variables: ["http_proxy": "http://127.0.0.1:1"])
    var asked = try request("https://photos.example/1.jpg")
    asked.scope = scope
    do throws(TransportFault) {
      _ = try await CurlTransport(settings).send(asked, to: BodyBuffer(limit: 100))
      Issue.record("the request went through")
    } catch {
      #expect(error.kind == .privateAddress, "\(error)")
    }
  }

  @Test("A host that the user named is asked where its name leads into a private network")
  func named() async throws {
    let server = try ReplayServer()
    server.on("/a", .init(200, "here"))
    var settings = CurlTransport.Settings(userAgent: "feedproof/test")
    settings.resolved = "nas.local:\(server.port):127.0.0.1"
    let body = BodyBuffer(limit: 100)
    _ = try await CurlTransport(settings).send(try request("http://nas.local:\(server.port)/a"), to: body)
    #expect(String(decoding: body.bytes, as: UTF8.self) == "here")
  }

  @Test("A proxy that refuses is distinguished from a host that does")
  func proxy() async throws {
    let server = try ReplayServer()
    server.on("a.example:443", .init(407, "who are you?"))
    let asked = try request("https://a.example/")
    for proxy in [server.base, "gopher://127.0.0.1:\(server.port)"] {
      var settings = CurlTransport.Settings(userAgent: "feedproof/test")
      settings.proxies = ProxyChoice(proxy)
      do throws(TransportFault) {
        _ = try await CurlTransport(settings).send(asked, to: BodyBuffer(limit: 100))
        Issue.record("the request went through")
      } catch {
        #expect(error.kind == .proxy, "\(error)")
      }
    }
  }

  @Test("Who is cancelled does not wait for the answer")
  func cancelled() async throws {
    let server = try ReplayServer()
    server.on("/a", .init(200, "0123456789", fault: .silent))
    let asked = try request("\(server.base)/a")
    let task = Task { try await self.fault(asked)?.kind }
    try await Task.sleep(for: .milliseconds(100))
    task.cancel()
    #expect(try await task.value == .cancelled)
  }

  @Test("A whole feed with its images, through connections that break")
  func feed() async throws {
    let server = try ReplayServer()
    let address = "/api/v1/timelines/public?limit=2"
    let page = Sample.statuses([2, 1], photo: true).replacing("https://files.example", with: server.base)
    server.on(address, .init(503), .init(200, page, fault: .cut(after: 50)), .init(200, page))
    var picture = ReplayServer.Answer(200, headers: ["Content-Type": "image/png"])
    picture.body = Sample.png
    var broken = picture
    broken.fault = .cut(after: 20)
    server.on("/1.png", broken, picture)
    server.on("/2.png", picture)
    let place = try TemporaryFolder()
    var plan = FetchPlan(source: server.base + address)
    plan.into = "feed"
    var session = FetchSession(plan: plan, environment: .tests(in: place.url), progress: .none)
    session.clock = JumpingClock().clock
    let summary = try await session.run()
    #expect(summary.newPosts == 2)
    #expect(summary.media == 2)
    let file = place.url.appendingPathComponent("feed/media/127.0.0.1:\(server.port)/1.png")
    #expect(try Data(contentsOf: file) == Data(Sample.png))
  }
}
