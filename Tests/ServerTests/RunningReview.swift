import Diagnostics
import Foundation
import Server
import Support
import Testing

/// A server for a test's own folder.
struct RunningReview {
  let folder: TemporaryFolder
  let server: ReviewServer
  let controller: Controller
  let port: Int

  /// Applies nothing, and counts the requests.
  actor Controller: ReviewController {
    nonisolated let project: String? = "holiday"
    private(set) var asked = 0

    func apply(_ decisions: Data) -> ReviewOutcome {
      asked += 1
      return ReviewOutcome(approved: [], skipped: [])
    }

    func undo(_ cases: Data) -> ReviewOutcome {
      asked += 1
      return ReviewOutcome()
    }

    func state() -> ReviewState { ReviewState(revision: asked, comparison: 0, decisions: []) }

    func finish() {}
  }

  var client: RawClient { RawClient(port: port) }

  /// - Parameter limits: Changes the default limits.
  static func serving(
    limits change: (inout ServerLimits) -> Void = { _ in }, _ test: (RunningReview) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    for path in ["index.html", "review/index.html", "review/a.png", "review/digits.bin"] {
      try folder.write(path, to: "out/\(path)")
    }
    let controller = Controller()
    var limits = ServerLimits()
    change(&limits)
    let server = ReviewServer(
      folders: [ServedFolder(folder.url.appendingPathComponent("out"), pages: ["index.html", "review/index.html"])],
      home: "/review/", controller: controller, bodyLimit: 20_000, limits: limits)
    let port = try #require(try await server.start(port: 0).port)
    do {
      try await test(RunningReview(folder: folder, server: server, controller: controller, port: port))
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  /// Returns a request whose response leaves the connection open.
  func request(_ method: String = "GET", _ target: String, _ headers: [String] = []) -> String {
    (["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + headers).joined(separator: "\r\n") + "\r\n\r\n"
  }

  func code(_ answer: String) -> String? {
    let parts = answer.components(separatedBy: "\r\n\r\n")
    struct Refused: Decodable {
      struct Fault: Decodable { var code: String }
      var error: Fault
    }
    return parts.count > 1 ? try? JSONDecoder().decode(Refused.self, from: Data(parts[1].utf8)).error.code : nil
  }
}
