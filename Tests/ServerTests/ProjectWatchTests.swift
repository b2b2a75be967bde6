import Comparison
import Diagnostics
import Export
import Files
import Foundation
import Projects
import RunSupport
import Server
import Support
import Synchronization
import Testing

@Suite("Watching a project", .timeLimit(.minutes(8)))
struct ProjectWatchTests {
  private let folder: TemporaryFolder
  private var feed: URL { folder.url.appendingPathComponent("feed.json") }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("", to: "feedproof.yml")
    try folder.write(#"{"items": []}"#, to: "feed.json")
  }

  /// Finds the folder locked by another run at first.
  private final class Work: WatchTask {
    let events = WatchEvents()
    let priority = TaskPriority.medium
    let tries = Mutex(0)

    func otherFiles(of project: Project) -> [URL] { [] }
    func begin(_ project: Project, _ reading: Environment, _ interruption: Interruption) {}

    func show(
      _ project: Project, _ reading: Environment, _ changes: SiteSnapshot.Changes, report: (Diagnostic) -> Void
    ) -> BackgroundWork {
      { _ in
        let number = self.tries.withLock { tries in
          tries += 1
          return tries
        }
        if number == 1 { throw Diagnostic(severity: .error, code: "busy", message: "busy", kind: .busy) }
      }
    }
  }

  @Test("what another run is in the way of is done when that has ended, without another change")
  func busy() async throws {
    let work = Work()
    let watch = try ProjectWatch(
      [folder.url.path], ProjectOverrides(), for: work, environment: .tests(in: folder.url), progress: .none)
    try await watch.begin(Interruption())
    let following = Task { await watch.follow() }
    try folder.write(#"{"items": [], "next_from": "x"}"#, to: "feed.json")
    while work.tries.withLock({ $0 }) < 2 { try await Task.sleep(for: .milliseconds(20)) }
    await watch.stop()
    await following.value
    #expect(await work.events.snapshot(after: 0, showing: nil).problems.isEmpty)
  }

  @Test("a design, a map and an image that lie elsewhere are watched, and a design's folder that comes later")
  func designs() throws {
    let outside = try TemporaryFolder()
    func path(_ name: String) -> String { outside.url.appendingPathComponent(name).path }
    try outside.write("{}", to: "design/figma/file.json")
    try outside.write("", to: "maps/map.yml")
    try outside.write("", to: "pictures/a.png")
    try folder.write(
      """
      defaults: {figma: \(path("design")), map: \(path("maps/map.yml"))}
      cases: [{name: a, mockup: \(path("pictures/a.png"))}, {name: b, figma: \(path("later/pulled"))}]
      """, to: "cases.yml")
    try folder.write("mockups: cases.yml\n", to: "feedproof.yml")
    try FileManager.default.createDirectory(atPath: path("later"), withIntermediateDirectories: true)
    let project = try Project.load(
      inputs: [folder.url.path], overrides: ProjectOverrides(), environment: .tests(in: folder.url))
    for (name, folder) in [
      ("design/figma/file.json", "design"), ("maps/map.yml", "maps"), ("pictures/a.png", "pictures"),
      ("later/pulled/figma/file.json", "later"),
    ] {
      let inputs = WatchedInputs(
        project: project, environment: .tests(in: self.folder.url), other: CompareRun.mockupFiles(of: project))
      #expect(inputs.changed(.anywhere).isEmpty && inputs.folders.contains(path(folder)), "\(name)")
      try outside.write("changed", to: name)
      #expect(inputs.changed(.anywhere).contains(.texts), "\(name)")
    }
  }

  @Test("a feed that is written again with the same size, time and place has changed")
  func rewritten() throws {
    let project = try Project.load(
      inputs: [folder.url.path], overrides: ProjectOverrides(), environment: .tests(in: folder.url))
    let inputs = WatchedInputs(project: project, environment: .tests(in: folder.url), other: [])
    let before = try #require(FileStamp(feed.path, following: false))
    #expect(inputs.changed(.anywhere).isEmpty)
    // Lets the file system's clock advance.
    usleep(20_000)
    let handle = try FileHandle(forWritingTo: feed)
    try handle.write(contentsOf: Data(#"{"items":[ ]}"#.utf8))
    try handle.close()
    let time = Date(timeIntervalSince1970: Double(before.modified) / 1e9)
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: feed.path)
    #expect(FileStamp(feed.path, following: false)?.size == before.size)
    #expect(inputs.changed(.anywhere).contains(.feed))
  }

  @Test(
    "files that reach no card change nothing",
    arguments: ["notes.txt", "watch.log", "draft.psd", "sub/notes.md", "copy.json~", "media.txt"])
  func unrelated(name: String) throws {
    try folder.write("feeds: feed.json\n", to: "feedproof.yml")
    let project = try Project.load(
      inputs: [folder.url.path], overrides: ProjectOverrides(), environment: .tests(in: folder.url))
    let cases = folder.url.appendingPathComponent("cases.yml")
    for other in [[], [cases]] {
      let inputs = WatchedInputs(project: project, environment: .tests(in: folder.url), other: other)
      try folder.write("x", to: name)
      #expect(inputs.changed(.anywhere).isEmpty)
      try folder.write("xy", to: name)
      #expect(inputs.changed(.anywhere).isEmpty)
    }
  }

  @Test(
    "images next to the feed do, and everything that is in media",
    arguments: ["a.jpg", "media/a.webp", "media/b/fetched"])
  func related(name: String) throws {
    try folder.write("feeds: feed.json\n", to: "feedproof.yml")
    try folder.write("x", to: "media/b/other")
    let project = try Project.load(
      inputs: [folder.url.path], overrides: ProjectOverrides(), environment: .tests(in: folder.url))
    let inputs = WatchedInputs(project: project, environment: .tests(in: folder.url), other: [])
    try folder.write("x", to: name)
    #expect(inputs.changed(.anywhere) == .photos)
  }
}
