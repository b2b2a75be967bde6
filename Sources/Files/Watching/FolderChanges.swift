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
