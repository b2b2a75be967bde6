import Diagnostics
import Fetching
import Files
import Foundation
import RunSupport
import Support
import Synchronization

/// A folder that a test fills from a scripted network, any number of times.
final class FetchedFeed: Sendable {
  let net = ScriptedTransport()
  let clock = JumpingClock()
  let place: TemporaryFolder
  private let told = Mutex<[String]>([])

  init() throws {
    place = try TemporaryFolder()
  }

  var folder: URL { place.url.appendingPathComponent("feed") }

  /// The whole printed output.
  var output: String { told.withLock { $0.joined() } }

  struct Outcome: Sendable {
    var summary: FetchSummary?
    var failure: RunFailure?
    var status: ExitStatus { failure?.status ?? .good }
  }

  @discardableResult
  func fetch(
    _ source: String, variables: [String: String] = [:], change: (inout FetchPlan) -> Void = { _ in }
  ) async throws -> Outcome {
    var plan = FetchPlan(source: source)
    plan.into = source == folder.path ? nil : folder.path
    change(&plan)
    var environment = Environment.tests(in: place.url)
    environment.variables = ["HOME": place.url.path].merging(variables) { $1 }
    let progress = FetchProgress(
      style: .json, uptime: { 0 }, standardOutput: { text in self.told.withLock { $0.append(text) } },
      standardError: { text in self.told.withLock { $0.append(text) } })
    var session = FetchSession(plan: plan, environment: environment, progress: progress)
    session.clock = clock.clock
    session.makeTransport = { [net] _ throws(TransportFault) in net }
    do {
      return Outcome(summary: try await session.run())
    } catch let failure as RunFailure {
      return Outcome(failure: failure)
    }
  }

  /// Returns the files in a folder of the feed, by relative path.
  func files(_ name: String) throws -> [String: Data] {
    let root = folder.appendingPathComponent(name)
    var found: [String: Data] = [:]
    for path in FileManager.default.subpaths(atPath: root.path) ?? [] {
      let url = root.appendingPathComponent(path)
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue {
        found[path] = try Data(contentsOf: url)
      }
    }
    return found
  }

  /// Returns the bytes of all files in the folder.
  func everything() throws -> [UInt8] { try files("").values.flatMap { $0 } }
}

/// Minimal responses of services.
enum Sample {
  static let host = "https://social.example"

  /// Returns a page of Mastodon.
  static func statuses(_ ids: [Int], edited: Set<Int> = [], photo: Bool = false) -> String {
    let list = ids.map { id in
      let media =
        photo
        ? #"[{"id":"m\#(id)","type":"image","url":"https://files.example/\#(id).png"}]"# : "[]"
      return """
        {"id":"\(id)","created_at":"2026-01-01T00:00:\(id % 60 < 10 ? "0" : "")\(id % 60)Z",
        "content":"<p>\(edited.contains(id) ? "changed" : "post") \(id)</p>",
        "account":{"id":"1","acct":"a","display_name":"A","avatar":""},"media_attachments":\(media)}
        """
    }
    return "[\(list.joined(separator: ","))]"
  }

  /// Returns a response with a link to the next page.
  static func page(_ ids: [Int], next: String? = nil, photo: Bool = false) -> ScriptedTransport.Answer {
    let links = next.map { ["Link": "<\($0)>; rel=\"next\""] } ?? [:]
    return ScriptedTransport.Answer(200, statuses(ids, photo: photo), headers: links)
  }

  static let timeline = "\(host)/api/v1/timelines/public?limit=2"
  static func older(than id: Int) -> String { "\(timeline)&max_id=\(id)" }
  static func newer(than id: Int) -> String { "\(timeline)&min_id=\(id)" }

  /// An image of one pixel.
  static let png: [UInt8] = [UInt8](
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=") ?? Data())
}
