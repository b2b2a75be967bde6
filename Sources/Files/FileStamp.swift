import Foundation

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

  package enum Kind: Hashable, Sendable { case file, folder, other }

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
