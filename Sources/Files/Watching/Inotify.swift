#if os(Linux)
  import Foundation
  import Synchronization

  /// Linux tells of each folder by itself (inotify(7)). A folder that was replaced is another one: whoever is told of a change
  /// in the folder above names it again.
  final class Inotify: FolderEvents {
    private struct State {
      /// A folder may have several paths.
      var descriptors: [Int32: Set<String>] = [:]
      var isStopped = false
    }

    private static let mask =
      UInt32(
        IN_CREATE | IN_CLOSE_WRITE | IN_MODIFY | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF
          | IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

    private let descriptor: Int32
    private let source: EventSource
    private let state = Mutex(State())

    init(_ changed: @escaping @Sendable (FolderChanges) -> Void) throws(WatchFailure) {
      descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard descriptor >= 0 else { throw errno == EMFILE ? .limit(folders: 0) : .system(errno) }
      source = EventSource(descriptor)
      source.begin { [weak self] in
        if let changes = self?.read() { changed(changes) }
      }
    }

    deinit { stop() }

    func watch(_ folders: Set<String>) -> WatchFailure? {
      state.withLock { state in
        guard !state.isStopped else { return nil }
        var watched: [Int32: Set<String>] = [:]
        var failure: WatchFailure?
        for folder in folders.sorted() {
          let number = inotify_add_watch(descriptor, folder, Self.mask)
          if number >= 0 {
            watched[number, default: []].insert(folder)
          } else if ![ENOENT, ENOTDIR].contains(errno), failure == nil {
            failure = [ENOSPC, ENOMEM].contains(errno) ? .limit(folders: watched.count) : .system(errno)
          }
        }
        // A folder that is watched already has the number that it had.
        for number in state.descriptors.keys where watched[number] == nil { inotify_rm_watch(descriptor, number) }
        state.descriptors = watched
        return failure
      }
    }

    func stop() {
      state.withLock { state in
        if !state.isStopped { source.end() }
        state.isStopped = true
      }
    }

    /// Nil where nothing came but word of watches that ended.
    private func read() -> FolderChanges? {
      var folders: Set<String> = []
      var isLost = false
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { break }
        state.withLock { state in
          var at = 0
          while at + MemoryLayout<inotify_event>.size <= count {
            let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: inotify_event.self) }
            at += MemoryLayout<inotify_event>.size + Int(event.len)
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isLost = true }
            if event.mask & UInt32(IN_IGNORED) == 0 { folders.formUnion(state.descriptors[event.wd] ?? []) }
          }
        }
      }
      if isLost { return .anywhere }
      return folders.isEmpty ? nil : .folders(folders)
    }
  }

  /// Calls back when there is something to read; closes the descriptor at its end.
  ///
  /// `@unchecked Sendable`: dispatch sources are safe to use from any thread, and this one is set up before anybody else
  /// has it.
  private final class EventSource: @unchecked Sendable {
    private let source: any DispatchSourceRead

    init(_ descriptor: Int32) {
      source = DispatchSource.makeReadSource(
        fileDescriptor: descriptor, queue: DispatchQueue(label: "feedproof.watching", qos: .userInitiated))
      source.setCancelHandler { close(descriptor) }
    }

    func begin(_ handle: @escaping @Sendable () -> Void) {
      source.setEventHandler(handler: DispatchWorkItem(block: handle))
      source.activate()
    }

    func end() { source.cancel() }
  }
#endif
