import Fetching
import Files
import Foundation
import Support
import Testing

/// Replays recorded responses of services, if they are next to the checkout, with a replay server.
@Suite("Recorded traffic", .serialized)
struct TrafficTests {
  struct Expected: Decodable {
    var start: String
    var requests: [String]?
    var postIDs: [String]
    var maxPages: Int?
    var token: Bool
    var end: String

    enum CodingKeys: String, CodingKey {
      case start, requests, token, end
      case postIDs = "post_ids"
      case maxPages = "max_pages"
    }
  }

  /// Paths of the successful scenarios in the extra vectors.
  static let scenarios: [String] = {
    guard let folder = ExtraVectors.url("traffic") else { return [] }
    let files = (FileManager.default.subpaths(atPath: folder.path) ?? []).filter { $0.hasSuffix(".expected.json") }
    return files.sorted().filter { (try? expected(folder.appendingPathComponent($0)).end) != "an error" }
  }()

  private static func expected(_ file: URL) throws -> Expected {
    try JSONDecoder().decode(Expected.self, from: Data(contentsOf: file))
  }

  @Test("Every scenario comes out as expected", arguments: scenarios)
  func scenario(_ path: String) async throws {
    try await check(path, switches: [], asksNoMore: true)
  }

  @Test(
    "The same through faults",
    arguments: [
      ["--gzip"], ["--etag"], ["--drop-after", "2000", "--times", "3"], ["--bad-length", "--times", "3"],
      ["--truncate-json", "--times", "2"], ["--fail-first", "3", "--status", "502"],
    ])
  func faults(_ switches: [String]) async throws {
    for path in Self.scenarios.filter({ $0.hasPrefix("vk") || $0.hasPrefix("jsonfeed/next") }) {
      try await check(path, switches: switches, asksNoMore: false)
    }
  }

  private func check(_ path: String, switches: [String], asksNoMore: Bool) async throws {
    let folder = try #require(ExtraVectors.url("traffic"))
    let expected = try Self.expected(folder.appendingPathComponent(path))
    let scenario = folder.appendingPathComponent(path.replacing(".expected", with: ""))
    let place = try TemporaryFolder()
    let log = place.url.appendingPathComponent("log")
    let server = try Replay(folder.appendingPathComponent("replay.py"), scenario, log, switches)
    defer { server.stop() }
    var plan = FetchPlan(source: server.base + Self.withoutToken(expected.start))
    plan.into = "feed"
    plan.options.maxPages = expected.maxPages
    plan.options.wants.hasVideos = true
    var environment = Environment.tests(in: place.url)
    environment.variables["TOKEN"] = try Self.token(scenario)
    if expected.token { plan.credentials.variable = "TOKEN" }
    var session = FetchSession(plan: plan, environment: environment, progress: .none)
    session.clock = JumpingClock().clock
    let summary = try await session.run()
    #expect(summary.end == expected.end, "\(path) \(switches)")
    #expect(summary.posts == expected.postIDs.count, "\(path) \(switches)")
    guard asksNoMore else { return }
    let asked = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").compactMap { line in
      (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["path"] as? String
    }.map(Self.ordered)
    let pages = (expected.requests ?? []).map(Self.ordered)
    #expect(asked.filter(pages.contains) == pages, "\(path)")
  }

  /// Returns the token that a recording expects.
  private static func token(_ scenario: URL) throws -> String {
    let text = try String(contentsOf: scenario, encoding: .utf8)
    return text.firstMatch(of: /"Authorization": "Bearer ([^"]+)"/).map { String($0.1) } ?? "x"
  }

  private static func withoutToken(_ target: String) -> String {
    target.replacing(/&?access_token=[^&]*/, with: "")
  }

  /// Returns a target with decoded and sorted parameters.
  private static func ordered(_ target: String) -> String {
    guard let address = HTTPAddress("http://a\(target)") else { return target }
    let pairs = address.parameters.filter { $0.name != "access_token" }.map { "\($0.name)=\($0.value)" }.sorted()
    return "\(address.names) \(pairs)"
  }
}

/// The replay server, for the lifetime of this object.
private final class Replay {
  let base: String
  private let process: SpawnedProcess
  private let input = Pipe()

  /// Ends with its standard input: `python3` may be a script that starts another program, which signals don't reach.
  private static let wrapper = """
    import os, runpy, sys, threading
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    sys.argv = sys.argv[1:]
    runpy.run_path(sys.argv[0], run_name='__main__')
    """

  init(_ program: URL, _ scenario: URL, _ log: URL, _ switches: [String]) throws {
    let said = log.appendingPathExtension("said")
    process = try SpawnedProcess(
      ["/usr/bin/env", "python3", "-c", Self.wrapper, program.path, scenario.path, "--port", "0", "--log", log.path]
        + switches, environment: ProcessInfo.processInfo.environment, folder: Checkout.folder,
      input: input.fileHandleForReading.fileDescriptor, output: said, error: said.appendingPathExtension("err"))
    var line = ""
    while !line.contains("\n") {
      guard process.isRunning else { throw CocoaError(.fileReadUnknown) }
      usleep(2000)
      line = try String(contentsOf: said, encoding: .utf8)
    }
    base = line.split(separator: " ").last.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) } ?? ""
  }

  func stop() {
    try? input.fileHandleForWriting.close()
  }
}
