import Files
import Foundation
import Support
import Synchronization
import Testing

@Suite("Watching folders", .timeLimit(.minutes(5)))
struct FolderWatchTests {
  /// Reports the changes that a test prescribes.
  private final class ToldEvents: FolderEvents {
    let watched = Mutex<Set<String>>([])
    let failure: WatchFailure?
    init(_ failure: WatchFailure? = nil) { self.failure = failure }
    func watch(_ folders: Set<String>) -> WatchFailure? {
      watched.withLock { $0 = folders }
      return failure
    }
    func stop() {}
  }

  /// Returns a clock that advances by a second with each reading.
  private static func seconds() -> @Sendable () -> Double {
    let clock = Clock()
    return { clock.next() }
  }

  private func watch(_ events: ToldEvents) -> FolderWatch { FolderWatch(uptime: Self.seconds()) { _ in events } }

  @Test("several changes come as one, with all their folders")
  func burst() async {
    let watch = watch(ToldEvents())
    watch.note(.folders(["/a"]))
    watch.note(.folders(["/b"]))
    #expect(await watch.next() == .folders(["/a", "/b"]))
    watch.note(.folders(["/a"]))
    watch.note(.anywhere)
    #expect(await watch.next() == .anywhere)
  }

  @Test("a folder that is not there is waited for in the one above")
  func above() throws {
    let (events, folder) = (ToldEvents(), try TemporaryFolder())
    #expect(watch(events).watch([folder.url.path, "\(folder.url.path)/no/such"]) == nil)
    #expect(events.watched.withLock { $0 } == [folder.url.path])
  }

  @Test("events above a missing folder are reported for it, because it may have been created")
  func comes() async throws {
    let (events, folder) = (ToldEvents(), try TemporaryFolder())
    let watch = watch(events)
    #expect(watch.watch(["\(folder.url.path)/no/such"]) == nil)
    watch.note(.folders([folder.url.path]))
    #expect(await watch.next()?.touch(["\(folder.url.path)/no/such"]) == true)
  }

  @Test("at the system's limit a warning is printed once and all folders are polled")
  func limit() async throws {
    let watch = watch(ToldEvents(.limit(folders: 7)))
    #expect(watch.watch(["/"]) == .limit(folders: 7) && watch.watch(["/"]) == nil)
    #expect(watch.isPolling)
    #expect(await watch.next() == .anywhere)
  }

  @Test("without events of the system all folders are polled")
  func none() async {
    let watch = FolderWatch(uptime: Self.seconds()) { _ throws(WatchFailure) in throw .system(38) }
    #expect(watch.watch(["/"]) == .system(38) && watch.isPolling)
    #expect(await watch.next() == .anywhere)
  }

  @Test("who waits is let go at the end")
  func end() async {
    let watch = watch(ToldEvents())
    async let next = watch.next()
    watch.stop()
    #expect(await next == nil)
    #expect(await watch.next() == nil)
  }
}

private final class Clock: Sendable {
  private let time = Mutex(0.0)

  func next() -> Double {
    time.withLock { time in
      time += 1
      return time
    }
  }
}

@Suite("Folder events of the system", .timeLimit(.minutes(5)))
struct SystemFolderEventsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("1", to: "a/one.yml")
    try folder.write("2", to: "b/two.yml")
  }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  /// Returns the reported changes after `change`.
  private func told(watching names: [String], _ change: () throws -> Void) async throws -> FolderChanges? {
    let watch = FolderWatch(uptime: { ProcessInfo.processInfo.systemUptime })
    #expect(watch.watch(Set(names.map(path))) == nil)
    try change()
    defer { watch.stop() }
    return await watch.next()
  }

  @Test("a file that is written, replaced, made, renamed or removed is reported, and nothing of other folders")
  func files() async throws {
    let one = folder.url.appendingPathComponent("a/one.yml")
    let changes: [() throws -> Void] = [
      { try Data("3".utf8).write(to: one) },
      { try Data("4".utf8).write(to: one, options: .atomic) },
      { try folder.write("5", to: "a/new.yml") },
      { try FileManager.default.moveItem(atPath: path("a/new.yml"), toPath: path("a/other.yml")) },
      { try FileManager.default.removeItem(atPath: path("a/other.yml")) },
    ]
    for change in changes {
      #expect(try await told(watching: ["a", "b"], change) == .folders([path("a")]))
    }
  }

  @Test("a folder that is replaced by another of its name is reported, and watched when it is named again")
  func replaced() async throws {
    try folder.write("6", to: "c/one.yml")
    let watch = FolderWatch(uptime: { ProcessInfo.processInfo.systemUptime })
    defer { watch.stop() }
    #expect(watch.watch([path(""), path("a")]) == nil)
    try FileManager.default.moveItem(atPath: path("a"), toPath: path("a.old"))
    try FileManager.default.moveItem(atPath: path("c"), toPath: path("a"))
    #expect(await watch.next()?.touch([path("")]) == true)
    #expect(watch.watch([path(""), path("a")]) == nil)
    while await watch.next(ifWithin: 0.3) != nil {}
    try folder.write("7", to: "a/one.yml")
    #expect(await watch.next()?.touch([path("a")]) == true)
  }

  @Test("a folder that goes by two names is reported by both")
  func names() async throws {
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: path("a"))
    let changes = try await told(watching: ["a", "link"]) { try folder.write("8", to: "a/one.yml") }
    #expect(changes == .folders([path("a"), path("link")]))
  }

  @Test("hundreds of events come as a few")
  func many() async throws {
    let watch = FolderWatch(uptime: { ProcessInfo.processInfo.systemUptime })
    defer { watch.stop() }
    #expect(watch.watch([path("a")]) == nil)
    for number in 0..<500 { try folder.write("x", to: "a/\(number).yml") }
    var bursts = 0
    while await watch.next(ifWithin: 0.5) != nil { bursts += 1 }
    #expect((1...20).contains(bursts))
  }
}

extension FolderWatch {
  /// - Returns: nil if no change arrives within this time.
  fileprivate func next(ifWithin seconds: Double) async -> FolderChanges? {
    let marker = "/marker-\(UUID())"
    let timer = Task { [self] in
      try await Task.sleep(for: .seconds(seconds))
      note(.folders([marker]))
    }
    let found = await next()
    timer.cancel()
    return found == .folders([marker]) ? nil : found
  }
}
