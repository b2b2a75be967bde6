import CFolders
import Foundation

/// What is where, and folders of the tool's own. Symbolic links are followed.
package enum FileSystem {
  /// Whether there is anything; a link that leads nowhere is nothing.
  package static func exists(_ url: URL) -> Bool { FileStamp(url.path, following: true) != nil }

  package static func isFolder(_ url: URL) -> Bool { FileStamp(url.path, following: true)?.kind == .folder }

  /// Where a path leads, through all symbolic links; as it stands where there is nothing.
  package static func resolved(_ url: URL) -> URL { url.resolvingSymlinksInPath() }

  /// What is in a folder, hidden files too, in the order of the names' bytes.
  ///
  /// - Throws: `FileError` where there is no folder, or none that can be looked into.
  package static func names(in folder: URL) throws(FileError) -> [String] {
    try FileTree(folder.path).entries().map(\.path.text)
  }

  /// Makes a folder in one that is there.
  ///
  /// - Returns: False where something has the name.
  package static func makeFolder(_ path: String) throws(FileError) -> Bool {
    if mkdir(path, 0o755) == 0 { return true }
    guard errno == EEXIST else { throw FileError(path, .system(errno)) }
    return false
  }

  /// Removes a folder if it is empty.
  ///
  /// - Returns: Whether it was there and is gone.
  @discardableResult
  package static func removeFolder(_ path: String) -> Bool { rmdir(path) == 0 }

  /// Gives two folders each other's name in one step.
  ///
  /// - Returns: The error's number, `ENOSYS` where the system can't; 0 for none.
  package static func exchange(_ first: String, _ second: String) -> Int32 { feedproof_exchange(first, second) }
}

/// What the file system knows of a file without reading it.
package struct FileStamp: Hashable, Sendable {
  package var device: UInt64
  package var inode: UInt64
  package var size: Int
  /// Nanoseconds since 1970.
  package var modified: Int64
  /// When anything about the file changed last, its name or owner included. Nanoseconds since 1970.
  package var changed: Int64
  package var kind: Kind

  package enum Kind: Hashable, Sendable { case file, folder, link, other }

  /// Nil where there is nothing.
  ///
  /// - Parameter following: Whether a link is what it leads to.
  package init?(_ path: String, following: Bool) {
    var info = stat()
    guard (following ? stat(path, &info) : lstat(path, &info)) == 0 else { return nil }
    self.init(info)
  }

  /// Of an open file.
  package init?(descriptor: Int32) {
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { return nil }
    self.init(info)
  }

  /// Of a file in an open folder; of a link, itself.
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

  /// Whether a change from now on would show in the times. File systems count in ticks of some milliseconds (FAT in two
  /// seconds): two changes within one leave the same time.
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
