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

@Suite("Following a project after a failure", .timeLimit(.minutes(8)))
struct FailedWatchTests {
  /// Reads a text in its first run. Later runs fail before reading anything.
  private final class FailingWork: WatchTask {
    let text: URL
    let events = WatchEvents()
    let priority = TaskPriority.medium
    let runs = Mutex(0)

    init(reading text: URL) { self.text = text }

    func otherFiles(of project: Project) -> [URL] { [] }

    func begin(_ project: Project, _ reading: Environment, _ interruption: Interruption) throws {
      _ = try reading.texts.text(of: text)
    }

    func show(
      _ project: Project, _ reading: Environment, _ changes: SiteSnapshot.Changes, report: (Diagnostic) -> Void
    ) -> BackgroundWork {
      { _ in
        self.runs.withLock { $0 += 1 }
        throw FileError("output", .system(ENOSPC))
      }
    }

    func waitForRun(_ number: Int) async throws {
      while runs.withLock({ $0 }) < number { try await Task.sleep(for: .milliseconds(10)) }
    }
  }

  @Test("after a run that failed what the last good one has read is followed still")
  func failed() async throws {
    let folder = try TemporaryFolder()
    try folder.write("widths: 300\n", to: "project/feedproof.yml")
    try folder.write("{}", to: "project/feed.json")
    try folder.write("a", to: "templates/post.yml")
    let work = FailingWork(reading: folder.url.appendingPathComponent("templates/post.yml"))
    let watch = try ProjectWatch(
      [folder.url.appendingPathComponent("project").path], ProjectOverrides(), for: work,
      environment: .tests(in: folder.url), progress: .none)
    try await watch.begin(Interruption())
    let following = Task { await watch.follow() }
    try folder.write("widths: 320\n", to: "project/feedproof.yml")
    try await work.waitForRun(1)
    // Repeat the change, because the failure may not be reported at the first one.
    var text = 1
    while work.runs.withLock({ $0 }) < 2 {
      text += 1
      try folder.write("\(text)", to: "templates/post.yml")
      try await Task.sleep(for: .milliseconds(200))
    }
    await watch.stop()
    await following.value
  }

  /// Fails to show a site until the test allows it.
  private final class BrokenWork: WatchTask {
    let events = WatchEvents()
    let priority = TaskPriority.medium
    let state = Mutex((tries: 0, isBroken: true))

    func otherFiles(of project: Project) -> [URL] { [] }
    func begin(_ project: Project, _ reading: Environment, _ interruption: Interruption) {}

    func show(
      _ project: Project, _ reading: Environment, _ changes: SiteSnapshot.Changes, report: (Diagnostic) -> Void
    ) throws -> BackgroundWork {
      let isBroken = state.withLock { state in
        state.tries += 1
        return state.isBroken
      }
      if isBroken { throw Diagnostic(severity: .error, code: "design.wrong", message: "wrong") }
      return { _ in }
    }

    /// Changes the feed, and waits for the attempt to show it.
    func change(_ feed: () throws -> Void) async throws {
      let tries = state.withLock { $0.tries }
      try feed()
      while state.withLock({ $0.tries }) == tries { try await Task.sleep(for: .milliseconds(10)) }
    }
  }

  @Test("a lasting fault is printed once, and again when it returns")
  func standing() async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "feedproof.yml")
    try folder.write(#"{"items": []}"#, to: "feed.json")
    let said = Mutex("")
    let progress = RunProgress(
      style: .plain, uptime: { 0 }, standardOutput: { _ in },
      standardError: { text in said.withLock { $0 += text } })
    let work = BrokenWork()
    let watch = try ProjectWatch(
      [folder.url.path], ProjectOverrides(), for: work, environment: .tests(in: folder.url), progress: progress)
    try await watch.begin(Interruption())
    let following = Task { await watch.follow() }
    func change(_ text: String) async throws {
      try await work.change { try folder.write(#"{"items": [], "next_from": "\#(text)"}"#, to: "feed.json") }
    }
    try await change("a")
    try await change("bb")
    work.state.withLock { $0.isBroken = false }
    try await change("ccc")
    work.state.withLock { $0.isBroken = true }
    try await change("dddd")
    await watch.stop()
    await following.value
    #expect(said.withLock { $0.split(separator: "\n").count { $0.contains("design.wrong") } } == 2)
  }
}
