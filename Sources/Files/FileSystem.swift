import CFolders
import Foundation

/// File queries, and operations on the tool's own folders. Follows symbolic links.
package enum FileSystem {
  /// Returns whether a file exists. A dangling link does not count.
  package static func exists(_ url: URL) -> Bool { FileStamp(url.path, following: true) != nil }

  package static func isFolder(_ url: URL) -> Bool { FileStamp(url.path, following: true)?.kind == .folder }

  /// Whether this process may write to a file or folder.
  package static func isWritable(_ url: URL) -> Bool { access(url.path, W_OK) == 0 }

  /// Resolves all symbolic links in a path. Leaves a path that doesn't exist unchanged.
  package static func resolved(_ url: URL) -> URL { url.resolvingSymlinksInPath() }

  /// Returns the names in a folder, including hidden files, in byte order.
  ///
  /// - Throws: `FileError` if the folder is missing or can't be read.
  package static func names(in folder: URL) throws(FileError) -> [String] {
    try FileTree(folder.path).entries().map(\.path.text)
  }

  /// Creates a folder inside an existing one.
  ///
  /// - Returns: False if the name is taken.
  package static func makeFolder(_ path: String) throws(FileError) -> Bool {
    if mkdir(path, 0o755) == 0 { return true }
    guard errno == EEXIST else { throw FileError(path, .system(errno)) }
    return false
  }

  /// Removes a folder if it is empty.
  ///
  /// - Returns: Whether the folder existed and was removed.
  @discardableResult
  package static func removeFolder(_ path: String) -> Bool { rmdir(path) == 0 }

  /// Swaps the names of two folders atomically.
  ///
  /// - Returns: The `errno`; `ENOSYS` if the system can't swap names, 0 on success.
  package static func exchange(_ first: String, _ second: String) -> Int32 { feedproof_exchange(first, second) }
}

/// A file's metadata, obtained without reading the file.
package struct FileStamp: Hashable, Sendable {
  package var device: UInt64
  package var inode: UInt64
  package var size: Int
  /// Nanoseconds since 1970.
  package var modified: Int64
  /// The time of the last change to the file, including its name or owner, in nanoseconds since 1970.
  package var changed: Int64
  package var kind: Kind

  package enum Kind: Hashable, Sendable { case file, folder, link, other }

  /// Reads the stamp of a path; nil if nothing exists there.
  ///
  /// - Parameter following: Whether to follow a symbolic link.
  package init?(_ path: String, following: Bool) {
    var info = stat()
    guard (following ? stat(path, &info) : lstat(path, &info)) == 0 else { return nil }
    self.init(info)
  }

  /// Reads the stamp of an open file.
  package init?(descriptor: Int32) {
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { return nil }
    self.init(info)
  }

  /// Reads the stamp of a file in an open folder. Does not follow links.
  init?(_ name: some Collection<UInt8>, in folder: OpenFolder) {
    var info = stat()
    guard name.withCName({ fstatat(folder.descriptor, $0, &info, AT_SYMLINK_NOFOLLOW) }) == 0 else { return nil }
    self.init(info)
  }

  private init(_ info: stat) {
    device = UInt64(truncatingIfNeeded: info.st_dev)
    inode = UInt64(truncatingIfNeeded: info.st_ino)
    size = Int(info.st_size)
    #if os(macOS)
      (modified, changed) = (Self.nanoseconds(info.st_mtimespec), Self.nanoseconds(info.st_ctimespec))
    #else
      (modified, changed) = (Self.nanoseconds(info.st_mtim), Self.nanoseconds(info.st_ctim))
    #endif
    switch info.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    default: kind = .other
    }
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return nanoseconds(time)
  }

  /// Returns whether a later change would alter the times. File systems count in ticks of some milliseconds (FAT: two
  /// seconds), so two changes within one tick leave the same time.
  package func isSettled(at now: Int64) -> Bool { max(modified, changed) < now - 2_000_000_000 }

  package func isSameFile(as other: FileStamp) -> Bool { device == other.device && inode == other.inode }

  package func append(to bytes: inout [UInt8]) {
    bytes.append(1)
    for word in [
      device, inode, UInt64(bitPattern: Int64(size)), UInt64(bitPattern: modified), UInt64(bitPattern: changed),
    ] {
      withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
    }
  }
}
