import Diagnostics
import Foundation
import Server
import Support
import Synchronization

/// A review server with its own folder, which contains pages, images, and links to private files.
final class FuzzServer: Sendable {
  static let shared: FuzzServer = {
    do {
      return try FuzzServer()
    } catch {
      preconditionFailure("the server can't be started: \(error)")
    }
  }()

  /// The contents of all private files.
  static let secret = Array("nobody may read this".utf8)
  /// The size of the largest served file, in bytes.
  static let largest = 300_000

  let port: Int
  let token: String
  private let folder: TemporaryFolder
  private let controller = FuzzController()
  private let server: ReviewServer

  private init() throws {
    folder = try TemporaryFolder()
    let secret = String(decoding: Self.secret, as: UTF8.self)
    for path in [
      "secret.txt", "hidden/index.html", "hidden/card.png", "out/.hidden", "out/.feedproof/lock", "out/cards/.half.png",
      "Baselines/wall1_1/a.json", "Baselines/notes.txt",
    ] { try folder.write(secret, to: path) }
    for path in [
      "out/index.html", "out/review/index.html", "out/review/report.json", "out/site/feed.js", "out/cards/picture.svg",
      "out/cards/page.html", "out/cards/wall1_1/a b.png", "out/cards/Ж.webp", "Baselines/wall1_1/a.png",
    ] { try folder.write(String(repeating: "shown ", count: 40), to: path) }
    try folder.write(String(repeating: "x", count: Self.largest), to: "out/feed/large.png")
    try folder.write("", to: "out/feed/empty.png")
    for (link, target) in [
      ("out/link", "../hidden"), ("out/cards/link.png", "../../hidden/card.png"), ("out/dead", "nowhere"),
      ("out/loop", "loop"), ("out/inner", "cards"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.appendingPathComponent(link).path, withDestinationPath: target)
    }
    mkfifo(folder.url.appendingPathComponent("out/pipe.png").path, 0o644)
    let shown = [
      ServedFolder(folder.url.appendingPathComponent("out"), pages: ["index.html", "review/index.html"]),
      ServedFolder(folder.url.appendingPathComponent("Baselines"), at: ["Baselines"], showing: ["png", "webp"]),
    ]
    server = ReviewServer(folders: shown, home: "/review/", controller: controller)
    signal(SIGPIPE, SIG_IGN)
    port = try Self.start(server)
    let request = "GET /api/session HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
    let answer = try FuzzAnswer(of: [Array(request.utf8)], port: port)
    guard let body = answer.replies.first?.body,
      let session = try? JSONDecoder().decode([String: String].self, from: body),
      let token = session["token"]
    else { throw Violation("the server gives no token") }
    self.token = token
  }

  private static func start(_ server: ReviewServer) throws -> Int {
    let result = Mutex<Result<Int, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    Task {
      do {
        let address = try await server.start(port: 0)
        result.withLock { $0 = .success(address.port ?? 0) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    done.wait()
    return try result.withLock { try $0?.get() } ?? 0
  }

  /// Sends the pieces, and receives until the server closes the connection.
  func ask(_ connection: Connection) throws -> FuzzAnswer {
    controller.begin()
    var answer = try FuzzAnswer(of: connection.pieces, port: port)
    answer.applied = controller.applied
    return answer
  }
}

/// Counts the applied decisions.
private final class FuzzController: ReviewController {
  private let count = Mutex(0)

  var project: String? { "fuzz" }
  var applied: Int { count.withLock { $0 } }

  func begin() { count.withLock { $0 = 0 } }

  func apply(_ decisions: Data) async throws -> ReviewOutcome {
    count.withLock { $0 += 1 }
    guard (try? JSONSerialization.jsonObject(with: decisions)) != nil else {
      throw ReviewRefusal(.malformed, Diagnostic(ServingIssue.malformed))
    }
    return ReviewOutcome(approved: ["wall1_1"], skipped: [])
  }

  func undo(_ cases: Data) async throws -> ReviewOutcome { try await apply(cases) }

  func state() -> ReviewState { ReviewState(revision: 0, comparison: 0, decisions: []) }

  func finish() {}
}
