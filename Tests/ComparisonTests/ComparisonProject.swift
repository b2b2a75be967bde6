import Comparison
import Files
import Foundation
import Projects
import RunSupport
import Support

/// A small project whose feed, photos, tokens and baselines a test changes between comparisons.
final class ComparisonProject {
  let folder: TemporaryFolder
  /// The text of each post; the second one has a photo.
  var texts = ["The first", "The second", "The third"]
  /// Whether the feed's order is reversed.
  var isReversed = false
  var settings = "locale: en\nwidths: [300, 320]\nscales: 1\n"
  /// The build of the tool.
  var build = "1"
  var change: (inout Project) -> Void = { _ in }

  init() throws {
    folder = try TemporaryFolder()
    try photo("bread_604.jpg")
  }

  func photo(_ example: String) throws {
    let media = folder.url.appendingPathComponent("media")
    try FileManager.default.createDirectory(at: media, withIntermediateDirectories: true)
    try Data(contentsOf: Checkout.url("Examples/newsfeed/media/\(example)"))
      .write(to: media.appendingPathComponent("photo.jpg"))
  }

  private func project() throws -> (Project, Environment) {
    let photo = #"{"type":"photo","photo":{"id":1,"sizes":[{"url":"media/photo.jpg","width":600,"height":200}]}}"#
    let items = texts.enumerated().map { index, text in
      #"{"type":"post","source_id":1,"post_id":\#(index + 1),"date":1542566400,"text":"\#(text)","attachments":[\#(index == 1 ? photo : "")]}"#
    }
    try folder.write(WrittenFeed.document(isReversed ? items.reversed() : items), to: "feed.json")
    try folder.write(settings, to: "feedproof.yml")
    var environment = Environment.tests(in: folder.url)
    environment.build = build
    var project = try Project.load(
      inputs: [folder.url.path], overrides: ProjectOverrides(), environment: environment)
    change(&project)
    return (project, environment)
  }

  @discardableResult
  func compare(
    only cases: [String] = [], isForced: Bool = false, progress: RunProgress = .none
  ) async throws -> CompareOutcome {
    let (project, environment) = try project()
    let options = CompareRun.Options(selection: CaseSelection(cases: cases), isForced: isForced)
    return try await CompareRun(
      project: project, overrides: ProjectOverrides(), options: options,
      context: RunContext(environment, jobs: 2, progress: progress), input: ".", approveArguments: ""
    ).run()
  }

  func approveAll() throws { try approve { $0.all = true } }

  /// - Parameter patterns: The patterns to approve; if empty, approves everything.
  @discardableResult
  func approve(_ patterns: [String]) throws -> ApprovalSummary {
    try approve { ($0.patterns, $0.all) = (patterns, patterns.isEmpty) }
  }

  @discardableResult
  func approve(_ asking: (inout ApproveRequest) -> Void) throws -> ApprovalSummary {
    let (project, environment) = try project()
    var request = ApproveRequest(
      patterns: [], all: false, prune: false, environment: false, decisions: nil, keeping: nil)
    asking(&request)
    return try ApproveRun(project: project, request: request, environment: environment) { _ in }.run()
  }

  /// Compares, approves, and compares again, so that the next comparison has nothing to render.
  func settle() async throws {
    try await compare()
    try approveAll()
    try await compare()
  }

  /// Returns all visible files of the review.
  func review() throws -> [String: Data] {
    let root = folder.url.appendingPathComponent("output/review")
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) where !path.hasPrefix(".feedproof") {
      let file = root.appendingPathComponent(path)
      guard !FileSystem.isFolder(file) else { continue }
      let data = try Data(contentsOf: file)
      files[path] =
        ["junit.xml", "site/index.js"].contains(path)
        ? Data(String(decoding: data, as: UTF8.self).withoutTimes.utf8) : data
    }
    return files
  }

  /// Returns a file in the project's folder.
  func file(_ path: String) -> URL { folder.url.appendingPathComponent(path) }
}
