import Foundation
import Synchronization

/// Tells of changes in folders, a burst at a time; where the system does not, by a look every second.
package final class FolderWatch: Sendable {
  private struct State {
    var pending: FolderChanges?
    var count = 0
    var isPolling = false
    /// What nobody was told of yet.
    var failure: WatchFailure?
    var isStopped = false
    var waiting: CheckedContinuation<Void, Never>?
    /// Folders that are not there, by the one above that is watched in their place.
    var missing: [String: Set<String>] = [:]

    /// What was asked for where these folders are watched in its place.
    func namesBehind(_ changes: FolderChanges) -> Set<String> {
      guard case .folders(let folders) = changes else { return [] }
      return folders.reduce(into: []) { $0.formUnion(missing[$1] ?? []) }
    }
  }

  /// Seconds: an editor writes a file in several steps that follow each other at once.
  private static let (quiet, longest, pollPause) = (0.02, 0.25, 1.0)

  private let uptime: @Sendable () -> Double
  private let events: Mutex<(any FolderEvents)?> = Mutex(nil)
  private let state = Mutex(State())

  /// - Parameter make: What tells of changes; the system's own unless a test has another.
  package init(
    uptime: @escaping @Sendable () -> Double,
    _ make: (@escaping @Sendable (FolderChanges) -> Void) throws(WatchFailure) -> any FolderEvents =
      SystemFolderEvents.make
  ) {
    self.uptime = uptime
    do throws(WatchFailure) {
      let made = try make { [weak self] in self?.note($0) }
      events.withLock { $0 = made }
    } catch {
      state.withLock { ($0.isPolling, $0.failure) = (true, error) }
    }
  }

  /// From now on these folders, and those above that are there where one is not.
  ///
  /// - Returns: Why the system does not tell of all of them; then they are looked at every second, and it is said once.
  package func watch(_ folders: Set<String>) -> WatchFailure? {
    let places = Dictionary(grouping: folders, by: Self.there)
    state.withLock { $0.missing = places.mapValues(Set.init).filter { $0.value != [$0.key] } }
    let failure = events.withLock { $0 }?.watch(Set(places.keys))
    return state.withLock { state in
      if let failure, !state.isPolling { (state.isPolling, state.failure) = (true, failure) }
      defer { state.failure = nil }
      return state.failure
    }
  }

  /// Whether changes are looked for rather than heard of.
  package var isPolling: Bool { state.withLock { $0.isPolling } }

  private static func there(_ folder: String) -> String {
    var path = folder
    while path.count > 1, FileStamp(path, following: true)?.kind != .folder {
      path = (path as NSString).deletingLastPathComponent
    }
    return path
  }

  /// What changed since it was asked last, once the burst is over.
  ///
  /// - Returns: Nil at the end.
  package func next() async -> FolderChanges? {
    var debounce = Debounce(quiet: Self.quiet, longest: Self.longest)
    guard await waitForChange() else { return nil }
    debounce.note(at: uptime())
    var seen = state.withLock { $0.count }
    while let wait = debounce.wait(at: uptime()), wait > 0 {
      try? await Task.sleep(for: .seconds(wait))
      let count = state.withLock { $0.count }
      if count != seen { debounce.note(at: uptime()) }
      seen = count
    }
    return state.withLock { state in
      defer { state.pending = nil }
      return state.isStopped ? nil : state.pending ?? .anywhere
    }
  }

  package func stop() {
    events.withLock { $0 }?.stop()
    state.withLock { state in
      state.isStopped = true
      state.waiting?.resume()
      state.waiting = nil
    }
  }

  func note(_ changes: FolderChanges) {
    state.withLock { state in
      let changes = changes.joined(.folders(state.namesBehind(changes)))
      state.pending = state.pending?.joined(changes) ?? changes
      state.count += 1
      state.waiting?.resume()
      state.waiting = nil
    }
  }

  /// - Returns: False at the end.
  private func waitForChange() async -> Bool {
    let poll =
      isPolling
      ? Task { [weak self] in
        try await Task.sleep(for: .seconds(Self.pollPause))
        self?.note(.anywhere)
      } : nil
    defer { poll?.cancel() }
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.pending != nil || state.isStopped { return true }
        state.waiting = continuation
        return false
      }
      if isReady { continuation.resume() }
    }
    return state.withLock { !$0.isStopped }
  }
}

/// Where something has changed. A hint where to look, not what is found there: several changes come as one, and a folder
/// in which nothing of interest happened comes as well.
package enum FolderChanges: Hashable, Sendable {
  /// Paths as they were given to be watched.
  case folders(Set<String>)
  /// Nobody knows where: events were lost, or nothing tells of them.
  case anywhere

  package func joined(_ other: FolderChanges) -> FolderChanges {
    guard case .folders(let own) = self, case .folders(let others) = other else { return .anywhere }
    return .folders(own.union(others))
  }

  package func touch(_ watched: Set<String>) -> Bool {
    switch self {
    case .folders(let folders): !folders.isDisjoint(with: watched)
    case .anywhere: true
    }
  }
}

/// What tells of changes in folders: of files and folders that come, go, are written or get other names, not of what is in
/// those folders.
package protocol FolderEvents: Sendable {
  /// Watches these folders from now on, and no others. Those that are watched already miss nothing meanwhile.
  ///
  /// - Returns: Why some of them can't be watched; nil where all are. Folders that are not there are passed by.
  func watch(_ folders: Set<String>) -> WatchFailure?

  func stop()
}

/// Why the system does not tell of changes.
package enum WatchFailure: Error, Hashable, Sendable {
  /// A user, or the machine, may watch no more folders.
  case limit(folders: Int)
  case system(Int32)
}

/// The system's own events: inotify on Linux, FSEvents on macOS.
package enum SystemFolderEvents {
  /// - Parameter changed: Is called on a thread of its own.
  /// - Throws: `WatchFailure` where the system has none.
  package static func make(
    _ changed: @escaping @Sendable (FolderChanges) -> Void
  ) throws(WatchFailure) -> any FolderEvents {
    #if os(macOS)
      FileSystemEvents(changed)
    #else
      try Inotify(changed)
    #endif
  }
}

/// When to act on changes that come in bursts: once nothing more has come for a while, and at the latest some time after the
/// first. Knows no clock; times are seconds of one that only ever goes forward.
package struct Debounce: Sendable {
  /// Seconds without a change after which the burst is over.
  package let quiet: Double
  /// Seconds after which changes are acted on though more of them come.
  package let longest: Double
  private var first: Double?
  private var last = 0.0

  package init(quiet: Double, longest: Double) {
    (self.quiet, self.longest) = (quiet, max(quiet, longest))
  }

  /// Something changed.
  package mutating func note(at time: Double) {
    first = first ?? time
    last = max(last, time)
  }

  /// Seconds to wait from `time` on; 0 when it is time to act, nil where nothing has changed.
  package func wait(at time: Double) -> Double? {
    first.map { max(0, min(last + quiet, $0 + longest) - time) }
  }

  /// Begins anew.
  package mutating func reset() { (first, last) = (nil, 0) }
}
