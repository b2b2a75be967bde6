#if os(macOS)
  import CoreServices
  import Foundation

  /// macOS tells of trees (FSEvents): those below the folders that are watched. What changes deeper than one level is told of
  /// as well, which costs a look and nothing else.
  ///
  /// `@unchecked Sendable`: the stream is used under the lock alone, and its callback gets the box that outlives it.
  final class FileSystemEvents: FolderEvents, @unchecked Sendable {
    /// What the system's callback is handed.
    private final class Listener: Sendable {
      let changed: @Sendable (FolderChanges) -> Void
      /// By the path that the system calls them; a folder may have several.
      let folders: [String: [String]]

      init(_ changed: @escaping @Sendable (FolderChanges) -> Void, folders: Set<String>) {
        self.changed = changed
        self.folders = Dictionary(grouping: folders) { ResolvedPath.of($0) ?? $0 }
      }

      /// - Parameter path: Of a folder in which something changed, with a slash at its end.
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
        // The one before ends when the next one runs, so that nothing is missed.
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
