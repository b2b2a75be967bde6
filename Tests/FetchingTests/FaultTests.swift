import Fetching
import Foundation
import RunSupport
import Support
import Testing

@Suite("Faults of services and of the way there")
struct FaultTests {
  @Test(
    "What fails for a moment is tried again",
    arguments: [
      ScriptedTransport.Answer(503), .init(500), .init(408), .init(429), .init(fault: .cutShort),
      .init(fault: .timedOut),
      .init(200, "[{\"id\":"), .init(200, "<html><title>Our hotel</title></html>"), .init(200, ""),
    ])
  func again(_ fault: ScriptedTransport.Answer) async throws {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, fault, fault, Sample.page([1]))
    let outcome = try await feed.fetch(Sample.timeline)
    #expect(outcome.status == .good)
    #expect(feed.net.asked.count == 3)
    #expect(feed.clock.waits == [1, 2])
  }

  @Test("What fails five times ends the run, to be run again")
  func givenUp() async throws {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, .init(503))
    #expect(try await feed.fetch(Sample.timeline).status == .incomplete)
    #expect(feed.net.asked.count == 5)
    #expect(feed.clock.waits == [1, 2, 4, 8])
  }

  @Test("Anything that is refused is asked for once", arguments: [400, 401, 403, 404, 406, 410, 501])
  func refused(_ status: Int) async throws {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, .init(status, #"{"error":"no"}"#))
    #expect(try await feed.fetch(Sample.timeline).status == .refused)
    #expect(feed.net.asked.count == 1)
  }

  private static let limits: [([String: String], Double)] = [
    (["Retry-After": "7"], 8), (["Retry-After": "Tue, 14 Nov 2023 22:13:30 GMT"], 11),
    (["X-RateLimit-Reset": "2023-11-14T22:13:29.500000Z", "X-RateLimit-Remaining": "0"], 11),
    (["RateLimit-Reset": "1700000030", "RateLimit-Remaining": "0"], 31),
    (["x-rate-limit-reset": "1700000020", "x-rate-limit-remaining": "0"], 21),
    // The server's clock is ten seconds behind, so twenty seconds are left.
    (["x-rate-limit-reset": "1700000010", "Date": "Tue, 14 Nov 2023 22:13:10 GMT"], 21),
  ]

  @Test("A limit is waited for as long as the service says, and a second more", arguments: limits)
  func limit(_ headers: [String: String], _ wait: Double) async throws {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, .init(429, "{}", headers: headers), Sample.page([1]))
    #expect(try await feed.fetch(Sample.timeline).status == .good)
    #expect(feed.clock.waits.reduce(0, +) == wait)
  }

  @Test("A limit that is lifted too late ends the run with a status of its own")
  func longLimit() async throws {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, .init(429, "{}", headers: ["Retry-After": "3600"]))
    #expect(try await feed.fetch(Sample.timeline).status == .incomplete)
    #expect(feed.clock.waits.isEmpty)
    #expect(feed.output.contains("--max-wait"))
  }

  @Test("A limit that is used up is waited for before it refuses")
  func usedUp() async throws {
    let feed = try FetchedFeed()
    feed.net.on(
      Sample.timeline,
      .init(
        200, Sample.statuses([3]),
        headers: [
          "Link": "<\(Sample.older(than: 3))>; rel=\"next\"", "X-RateLimit-Remaining": "0", "X-RateLimit-Limit": "300",
          "X-RateLimit-Reset": "2023-11-14T22:14:00Z",
        ]))
    feed.net.on(Sample.older(than: 3), Sample.page([]))
    #expect(try await feed.fetch(Sample.timeline).status == .good)
    #expect(feed.clock.waits == [41])
  }

  @Test("Who is turned away by a limit while the host answers others only waits for a turn")
  func turns() {
    var failures = FailedAttempts(answers: 3)
    func count(isLimit: Bool, answers: Int) -> Int {
      failures.add(isLimit: isLimit, answers: answers)
      return failures.count
    }
    #expect(count(isLimit: true, answers: 3) == 1)
    #expect(count(isLimit: true, answers: 3) == 2)
    #expect(count(isLimit: true, answers: 5) == 1)
    #expect(count(isLimit: false, answers: 6) == 2)
  }

  @Test("Redirects in a circle end")
  func circle() async throws {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, .init(302, "", headers: ["Location": "/elsewhere"]))
    feed.net.on("\(Sample.host)/elsewhere", .init(302, "", headers: ["Location": "/api/v1/timelines/public?limit=2"]))
    #expect(try await feed.fetch(Sample.timeline).status == .refused)
    #expect(feed.output.contains("redirects form a loop"))
  }

  @Test(
    "Nothing leads from the open web into a private network",
    arguments: [
      "http://127.0.0.1/", "http://localhost/", "https://10.1.2.3/", "http://[::1]/", "http://2130706433/",
      "http://169.254.169.254/latest/meta-data", "http://192.168.0.1:8080/x", "http://0x7f.1/",
    ])
  func privateNetwork(_ target: String) async throws {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, .init(302, "", headers: ["Location": target]))
    #expect(try await feed.fetch(Sample.timeline).status == .refused)
    #expect(feed.net.asked == [Sample.timeline])
    #expect(feed.output.contains("fetch.private-address"))
  }

  @Test(
    "From a private network others of it may be asked, but not what is special, unless it is the source itself",
    arguments: [
      ("http://10.0.0.1", "http://10.0.0.2/x", true), ("http://10.0.0.1", "http://169.254.169.254/x", false),
      ("http://169.254.169.254", "http://169.254.169.254/x", true),
      ("http://169.254.169.254", "http://169.254.169.253/x", false), ("http://10.0.0.1", "http://[fe80::1]/x", false),
    ])
  func special(_ host: String, _ target: String, _ isAsked: Bool) async throws {
    let feed = try FetchedFeed()
    let source = "\(host)/api/v1/timelines/public?limit=2"
    feed.net.on(source, .init(302, "", headers: ["Location": target]))
    feed.net.on(target, Sample.page([]))
    try await feed.fetch(source)
    #expect(feed.net.asked == (isAsked ? [source, target] : [source]))
  }

  @Test("Once on the open web there is no way back into a private network")
  func wayBack() async throws {
    let feed = try FetchedFeed()
    let source = "http://10.0.0.1/api/v1/timelines/public?limit=2"
    feed.net.on(source, .init(302, "", headers: ["Location": "https://a.example/"]))
    feed.net.on("https://a.example/", .init(302, "", headers: ["Location": "http://10.0.0.1/secret"]))
    #expect(try await feed.fetch(source).status == .refused)
    #expect(feed.net.asked == [source, "https://a.example/"])
  }

  @Test("A status that comes without a document is called what it is", arguments: [204, 206, 304])
  func noDocument(_ status: Int) async throws {
    let feed = try FetchedFeed()
    for source in [Sample.timeline, "https://blog.example/"] {
      feed.net.on(source, .init(status))
      #expect(try await feed.fetch(source).status == .refused)
    }
    #expect(feed.output.contains("(\(status))") && !feed.output.contains("web page"))
  }

  @Test(
    "Numbers that no clock has don't end the program",
    arguments: [
      ["Retry-After": "1e300"], ["Retry-After": "inf"], ["Retry-After": "nan"],
      ["Retry-After": "Sun, 06 Nov 999999999999 08:49:37 GMT"],
      ["RateLimit-Reset": "1e300", "RateLimit-Remaining": "0"],
      ["RateLimit-Reset": "9", "RateLimit-Remaining": "\(Int.max)", "RateLimit-Limit": "\(Int.max)"],
      ["Content-Length": "\(Int.max)"], ["Content-Length": "-1"],
    ])
  func numbers(_ headers: [String: String]) async throws {
    let feed = try FetchedFeed()
    for status in [429, 200] {
      feed.net.on(Sample.timeline, .init(status, Sample.statuses([1]), headers: headers))
      #expect([.good, .refused, .incomplete].contains(try await feed.fetch(Sample.timeline).status))
    }
  }

  @Test("A certificate that does not hold is not tried twice")
  func certificate() async throws {
    let feed = try FetchedFeed()
    feed.net.on(Sample.timeline, .init(fault: .notTrusted))
    #expect(try await feed.fetch(Sample.timeline).status == .refused)
    #expect(feed.net.asked.count == 1)
  }

  @Test(
    "VK's codes are answered as each of them asks",
    arguments: [
      (1, 5, RunSupport.ExitStatus.incomplete), (6, 5, .incomplete), (10, 5, .incomplete), (5, 1, .refused),
      (9, 1, .incomplete),
      (14, 1, .refused), (15, 1, .refused), (17, 1, .refused), (18, 1, .refused), (29, 1, .incomplete),
      (30, 1, .refused),
      (100, 1, .refused), (113, 1, .refused),
    ])
  func vk(_ code: Int, _ requests: Int, _ status: RunSupport.ExitStatus) async throws {
    let feed = try FetchedFeed()
    let address = "https://api.vk.com/method/wall.get?owner_id=-1&count=100&v=5.199"
    feed.net.on(
      address,
      .init(200, #"{"error":{"error_code":\#(code),"error_msg":"no","redirect_uri":"https://vk.example/captcha"}}"#))
    #expect(try await feed.fetch("vk:wall/-1").status == status)
    #expect(feed.net.asked.count == requests)
    if code == 14 || code == 17 { #expect(feed.output.contains("https://vk.example/captcha")) }
  }
}
