import Comparison
import Export
import Files
import Foundation
import Projects
import RunSupport
import Support
import Synchronization

/// The files of a feed with two posts, written once by real runs: an output, the folders of two shards, a review and
/// baselines.
struct StoreSamples: Sendable {
  struct File: Sendable {
    /// The path relative to the common folder.
    var path: String
    var bytes: [UInt8]
  }

  static let shared: StoreSamples = {
    do {
      return try StoreSamples()
    } catch {
      preconditionFailure("the samples can't be made: \(error)")
    }
  }()

  let files: [File]
  /// Case ids: `wall1_1/300@1x-light-expanded`.
  let baselines: [String]

  static let output = "out"
  static let parts = ["part-1", "part-2"]
  static let project = "project"
  static let review = "project/output/review"
  static let baselineFolder = "project/Baselines"
  static let decisions = "project/decisions.json"

  private init() throws {
    let folder = try TemporaryFolder()
    let result = Mutex<Result<Void, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    Task {
      do {
        try await Self.make(in: folder)
        result.withLock { $0 = .success(()) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    done.wait()
    try result.withLock { try $0?.get() }
    var files: [File] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted() {
      let file = folder.url.appendingPathComponent(path)
      guard FileStamp(file.path, following: false)?.kind == .file else { continue }
      files.append(File(path: path, bytes: [UInt8](try Data(contentsOf: file))))
    }
    self.files = files
    let prefix = "\(Self.baselineFolder)/"
    baselines = files.map(\.path).filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }
      .map { String($0.dropFirst(prefix.count).dropLast(".json".count)) }
      .filter { !$0.hasPrefix("environments/") }
  }

  subscript(path: String) -> [UInt8] { files.first { $0.path == path }?.bytes ?? [] }

  private static func make(in folder: TemporaryFolder) async throws {
    let items = ["Hello", "A longer text, with a second line\\nhere"].enumerated().map { index, text in
      #"{"type":"post","source_id":1,"post_id":\#(index + 1),"date":1542566400,"text":"\#(text)","likes":{"count":12}}"#
    }
    try folder.write(WrittenFeed.document(items), to: "\(project)/feed.json")
    try folder.write(
      "locale: en\nwidths: 300\nscales: 1\nthemes: [light]\nfeedHeight: 100\n", to: "\(project)/feedproof.yml")
    let environment = Environment.tests(in: folder.url)
    for (index, part) in parts.enumerated() {
      var overrides = ProjectOverrides()
      overrides["output"] = [folder.url.appendingPathComponent(part).path]
      let loaded = try Project.load(inputs: [project], overrides: overrides, environment: environment)
      _ = try await ExportRun(
        project: loaded, output: OutputFolder(loaded.output), shard: try Shard(index: index + 1, count: parts.count),
        context: RunContext(environment, jobs: 1)
      ).run()
    }
    _ = try ExportMerge(folders: parts, context: RunContext(environment))
      .run(into: OutputFolder(folder.url.appendingPathComponent(output)))
    let loaded = try Project.load(inputs: [project], overrides: ProjectOverrides(), environment: environment)
    _ = try await CompareRun(
      project: loaded, overrides: ProjectOverrides(),
      options: CompareRun.Options(record: .all, shard: try Shard(index: 1, count: 1)),
      context: RunContext(environment, jobs: 1), input: project, approveArguments: ""
    ).run()
    let report = try ReviewFolder(in: loaded.output).report()
    let decisions = report.cases.map { #"{"case":"\#($0.id)","decision":"approve"}"# }.joined(separator: ",")
    try folder.write(#"{"schema":1,"decisions":[\#(decisions)]}"#, to: Self.decisions)
    // The user's files.
    try folder.write(FuzzOwner.text(of: "\(output)/\(FuzzOwner.notes)"), to: "\(output)/\(FuzzOwner.notes)")
    try folder.write(
      FuzzOwner.text(of: "\(baselineFolder)/\(FuzzOwner.notes)"), to: "\(baselineFolder)/\(FuzzOwner.notes)")
  }
}

/// Files of the user that no run has written.
enum FuzzOwner {
  static let notes = "notes.txt"

  /// Returns the contents, which differ for each path.
  static func text(of path: String) -> String { "what somebody has written into \(path), and nobody else has\n" }
}
