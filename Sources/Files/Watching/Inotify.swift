#if os(Linux)
  import Foundation
  import Synchronization

  /// Folder events of Linux (inotify(7)), which reports each folder separately. A replaced folder is a different one:
  /// the client sees a change in its parent and watches it again.
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
        // A folder that is already watched keeps its number.
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

    /// Returns nil if only notices of ended watches arrived.
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

  /// Calls back when the descriptor is readable, and closes it when done.
  ///
  /// `@unchecked Sendable`: dispatch sources are safe to use from any thread, and this one is set up before any other
  /// code has access to it.
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

#if os(macOS)
  import CoreServices
  import Foundation

  /// Folder events of macOS (FSEvents), which reports whole trees below the watched folders. Changes deeper than one
  /// level are also reported, which only costs an extra check.
  ///
  /// `@unchecked Sendable`: the stream is only used under the lock, and its callback gets the box, which outlives it.
  final class FileSystemEvents: FolderEvents, @unchecked Sendable {
    /// The context of the system's callback.
    private final class Listener: Sendable {
      let changed: @Sendable (FolderChanges) -> Void
      /// Watched folders, keyed by the system's path for them; a folder may have several paths.
      let folders: [String: [String]]

      init(_ changed: @escaping @Sendable (FolderChanges) -> Void, folders: Set<String>) {
        self.changed = changed
        self.folders = Dictionary(grouping: folders) { ResolvedPath.of($0) ?? $0 }
      }

      /// - Parameter path: The path of a changed folder, with a trailing slash.
      func folders(_ path: String) -> [String] {
        let plain = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        return folders[plain] ?? []
      }
    }

    private let changed: @Sendable (FolderChanges) -> Void
    private let queue = DispatchQueue(label: "feedproof.watching", qos: .userInitiated)
    private let lock = NSLock()
    private var stream: FSEventStreamRef?
    private var watched: Set<String> = []

    init(_ changed: @escaping @Sendable (FolderChanges) -> Void) {
      self.changed = changed
    }

    deinit { stop() }

    func watch(_ folders: Set<String>) -> WatchFailure? {
      lock.withLock {
        let there = folders.filter { FileSystem.isFolder(URL(fileURLWithPath: $0)) }
        guard there != watched else { return nil }
        let before = stream
        watched = there
        stream = there.isEmpty ? nil : begin(there)
        // The previous stream ends only after the next one runs, so that no event is missed.
        if let before { Self.end(before) }
        return stream == nil && !there.isEmpty ? .system(0) : nil
      }
    }

    func stop() {
      lock.withLock {
        if let stream { Self.end(stream) }
        (stream, watched) = (nil, [])
      }
    }

    private func begin(_ folders: Set<String>) -> FSEventStreamRef? {
      let listener = Unmanaged.passRetained(Listener(changed, folders: folders))
      var context = FSEventStreamContext(
        version: 0, info: listener.toOpaque(), retain: nil,
        release: { info in
          if let info { Unmanaged<Listener>.fromOpaque(info).release() }
        }, copyDescription: nil)
      let callback: FSEventStreamCallback = { _, info, count, paths, flags, _ in
        guard let info else { return }
        let listener = Unmanaged<Listener>.fromOpaque(info).takeUnretainedValue()
        let names = paths.assumingMemoryBound(to: UnsafePointer<CChar>.self)
        var found: Set<String> = []
        for index in 0..<count {
          let lost = UInt32(
            kFSEventStreamEventFlagMustScanSubDirs | kFSEventStreamEventFlagUserDropped
              | kFSEventStreamEventFlagKernelDropped | kFSEventStreamEventFlagRootChanged)
          if flags[index] & lost != 0 { return listener.changed(.anywhere) }
          found.formUnion(listener.folders(String(cString: names[index])))
        }
        if !found.isEmpty { listener.changed(.folders(found)) }
      }
      let flags = UInt32(kFSEventStreamCreateFlagNoDefer | kFSEventStreamCreateFlagWatchRoot)
      guard
        let stream = FSEventStreamCreate(
          nil, callback, &context, folders.sorted() as CFArray, FSEventStreamEventId(kFSEventStreamEventIdSinceNow),
          0.02, flags)
      else {
        listener.release()
        return nil
      }
      FSEventStreamSetDispatchQueue(stream, queue)
      guard FSEventStreamStart(stream) else {
        FSEventStreamInvalidate(stream)
        FSEventStreamRelease(stream)
        return nil
      }
      return stream
    }

    private static func end(_ stream: FSEventStreamRef) {
      FSEventStreamStop(stream)
      FSEventStreamInvalidate(stream)
      FSEventStreamRelease(stream)
    }
  }
#endif
