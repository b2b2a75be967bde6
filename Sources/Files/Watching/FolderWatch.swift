import Foundation
import Synchronization

/// Reports changes in folders, one burst at a time. Polls every second if the system has no events.
package final class FolderWatch: Sendable {
  private struct State {
    var pending: FolderChanges?
    var count = 0
    var isPolling = false
    /// A failure not reported yet.
    var failure: WatchFailure?
    var isStopped = false
    var waiting: CheckedContinuation<Void, Never>?
    /// Missing folders, keyed by the ancestor that is watched instead.
    var missing: [String: Set<String>] = [:]

    /// Returns the requested but missing folders that are watched through the changed folders.
    func namesBehind(_ changes: FolderChanges) -> Set<String> {
      guard case .folders(let folders) = changes else { return [] }
      return folders.reduce(into: []) { $0.formUnion(missing[$1] ?? []) }
    }
  }

  /// In seconds. An editor saves a file in several steps in quick succession.
  private static let (quiet, longest, pollPause) = (0.02, 0.25, 1.0)

  private let uptime: @Sendable () -> Double
  private let events: Mutex<(any FolderEvents)?> = Mutex(nil)
  private let state = Mutex(State())

  /// - Parameter make: Creates the event source; the system's own except in tests.
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

  /// Watches these folders from now on. For a missing folder, watches its closest existing ancestor.
  ///
  /// - Returns: The reason why the system can't report all of them; they are then polled every second. Returned only
  ///   once.
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

  /// Whether folders are polled because events are unavailable.
  package var isPolling: Bool { state.withLock { $0.isPolling } }

  private static func there(_ folder: String) -> String {
    var path = folder
    while path.count > 1, FileStamp(path, following: true)?.kind != .folder {
      path = (path as NSString).deletingLastPathComponent
    }
    return path
  }

  /// Returns the changes since the last call, once the burst is over.
  ///
  /// - Returns: nil at the end.
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

  package func note(_ changes: FolderChanges) {
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

/// The locations of changes. Only a hint where to check: several changes may be merged, and a folder without relevant
/// changes may be included.
package enum FolderChanges: Hashable, Sendable {
  /// Paths as passed to `watch`.
  case folders(Set<String>)
  /// An unknown location: events were lost or are unavailable.
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

/// A source of folder events. Reports files and folders that are created, deleted, written, or renamed, but not changes
/// inside subfolders.
package protocol FolderEvents: Sendable {
  /// Watches exactly these folders from now on. Folders that are already watched miss no event meanwhile.
  ///
  /// - Returns: The reason why some can't be watched; nil if all are. Skips missing folders.
  func watch(_ folders: Set<String>) -> WatchFailure?

  func stop()
}

/// The reason why the system does not report changes.
package enum WatchFailure: Error, Hashable, Sendable {
  /// The limit of watched folders, per user or machine, is reached.
  case limit(folders: Int)
  case system(Int32)
}

/// The system's own events: inotify on Linux, FSEvents on macOS.
package enum SystemFolderEvents {
  /// - Parameter changed: Called on a separate thread.
  /// - Throws: `WatchFailure` if the system has no events.
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

/// Decides when to act on bursts of changes: after a quiet period, and no later than a fixed time after the first
/// change. Has no clock; times are seconds of a monotonic clock.
package struct Debounce: Sendable {
  /// Seconds without a change that end a burst.
  package let quiet: Double
  /// Maximum seconds from the first change until the burst is handled, even if more changes follow.
  package let longest: Double
  private var first: Double?
  private var last = 0.0

  package init(quiet: Double, longest: Double) {
    (self.quiet, self.longest) = (quiet, max(quiet, longest))
  }

  /// Records a change.
  package mutating func note(at time: Double) {
    first = first ?? time
    last = max(last, time)
  }

  /// Returns the seconds to wait from `time`; 0 if it is time to act, nil if nothing has changed.
  package func wait(at time: Double) -> Double? {
    first.map { max(0, min(last + quiet, $0 + longest) - time) }
  }

  /// Starts over.
  package mutating func reset() { (first, last) = (nil, 0) }
}
