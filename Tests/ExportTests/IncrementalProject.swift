import Diagnostics
import Export
import Files
import Foundation
import Projects
import RunSupport
import Support
import Synchronization

/// A small project whose feed, photos, tokens and templates a test changes between exports.
final class IncrementalProject {
  struct Post {
    var id: Int
    var text: String
    var photo: String?
    var date = 1_542_566_400
  }

  let folder: TemporaryFolder
  var posts: [Post]
  /// The working folder of the run; nil for the project's folder.
  var place: URL?
  var change: (inout Project) -> Void = { _ in }
  var departing = RemovedPostPolicy.leave
  /// The age of the files, in nanoseconds.
  var age: Int64 = 0

  init(_ posts: [Post] = IncrementalProject.posts) throws {
    folder = try TemporaryFolder()
    self.posts = posts
    try photo("one", from: "bread_604.jpg")
    try photo("two", from: "pie_604.jpg")
    try folder.write("locale: en\nwidths: 300\nscales: 1\nfeedHeight: 240\n", to: "feedproof.yml")
  }

  static let posts = [
    Post(id: 1, text: "The first"), Post(id: 2, text: "The second", photo: "one"), Post(id: 3, text: "The third"),
    Post(id: 4, text: "The fourth", photo: "two"), Post(id: 5, text: "The fifth"),
  ]

  func photo(_ name: String, from example: String) throws {
    let bytes = try Data(contentsOf: Checkout.url("Examples/newsfeed/media/\(example)"))
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("media"), withIntermediateDirectories: true)
    try bytes.write(to: folder.url.appendingPathComponent("media/\(name).jpg"))
  }

  /// Copies a file of the design into the project, with a text replaced.
  func design(_ path: String, replacing old: String, with new: String) throws -> URL {
    let file = folder.url.appendingPathComponent("design/\(path)")
    let source = Checkout.url(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent().deletingLastPathComponent(), withIntermediateDirectories: true)
    if !FileManager.default.fileExists(atPath: file.path) {
      try FileManager.default.copyItem(
        at: source.deletingLastPathComponent(), to: file.deletingLastPathComponent())
    }
    let text = try String(contentsOf: file, encoding: .utf8)
    precondition(text.contains(old))
    try text.replacingOccurrences(of: old, with: new).write(to: file, atomically: true, encoding: .utf8)
    return file
  }

  private func project(_ output: String) throws -> (Project, Environment) {
    let items = posts.map { post in
      let photo = post.photo.map {
        #"{"type":"photo","photo":{"id":1,"sizes":[{"url":"media/\#($0).jpg","width":600,"height":200}]}}"#
      }
      return
        #"{"type":"post","source_id":1,"post_id":\#(post.id),"date":\#(post.date),"text":"\#(post.text)","attachments":[\#(photo ?? "")],"likes":{"count":12}}"#
    }
    let text = WrittenFeed.document(items)
    let file = folder.url.appendingPathComponent("feed/feed.json")
    // Unchanged text leaves the file unchanged.
    if (try? String(contentsOf: file, encoding: .utf8)) != text { try folder.write(text, to: "feed/feed.json") }
    let environment = Environment.tests(in: place ?? folder.url)
    var overrides = ProjectOverrides()
    overrides["output"] = [folder.url.appendingPathComponent(output).path]
    var project = try Project.load(inputs: [folder.url.path], overrides: overrides, environment: environment)
    project.feeds = [folder.url.appendingPathComponent("feed/feed.json")]
    change(&project)
    return (project, environment)
  }

  private func run(_ output: String, isForced: Bool, _ progress: RunProgress, _ interruption: Interruption)
    throws
    -> ExportRun
  {
    let (project, environment) = try project(output)
    return ExportRun(
      project: project, output: OutputFolder(project.output), isForced: isForced, departing: departing,
      context: RunContext(environment, jobs: 2, progress: progress, interruption: interruption),
      now: { [age] in FileStamp.now + age })
  }

  @discardableResult
  func export(
    to output: String = "out", isForced: Bool = false, progress: RunProgress = .none,
    interruption: Interruption = Interruption()
  ) async throws -> RunSummary {
    try await run(output, isForced: isForced, progress, interruption).run()
  }

  /// Returns the forecast of an export, one line per item, and its totals.
  func forecast(isForced: Bool = false, progress: RunProgress = .none) async throws -> (
    lines: [String], totals: ExportForecast.Totals
  ) {
    var lines: [String] = []
    let totals = try await ExportForecast(run("out", isForced: isForced, progress, Interruption())).tell { line in
      if line.event != .keep { lines.append(line.description) }
    }
    return (lines, totals)
  }

  /// Returns every published file by path.
  func files(_ output: String = "out") throws -> [String: Data] {
    let root = folder.url.appendingPathComponent(output)
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) where !path.hasPrefix(".feedproof") {
      let file = root.appendingPathComponent(path)
      if !FileSystem.isFolder(file) { files[path] = try Data(contentsOf: file) }
    }
    return files
  }
}
