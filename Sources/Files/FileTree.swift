import Foundation
import Synchronization

/// A folder that is reached from its open descriptor, name by name: no symbolic link in it is ever followed, so nothing
/// that is done here happens outside of it. The folder itself may be a link.
///
/// After the folder got another name (an exchange) it is still the same folder.
package final class FileTree: Sendable {
  /// For people, and for those who can't do without a path.
  package let path: String
  private let root: OpenFolder
  /// Files come folder by folder; the last one stays open.
  private let recent = Mutex<(path: RelativePath, folder: OpenFolder)?>(nil)

  /// - Throws: `FileError` where there is no folder that can be looked into.
  package init(_ path: String) throws(FileError) {
    self.path = path
    let descriptor = openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path, errno == ENOTDIR ? .notAFolder : .system(errno)) }
    root = OpenFolder(descriptor)
  }

  /// Makes the folder, and those above it, where they are not there.
  package convenience init(making path: String) throws(FileError) {
    try Self.makeFolders(path)
    try self.init(path)
  }

  /// Makes a folder that was not there, with the permissions of another.
  ///
  /// - Throws: `FileError`, also where something has the name.
  package convenience init(new path: String, like other: FileTree) throws(FileError) {
    guard mkdir(path, 0o755) == 0 else { throw FileError(path, .system(errno)) }
    do {
      try self.init(path)
    } catch {
      rmdir(path)
      throw error
    }
    var info = stat()
    if fstat(other.root.descriptor, &info) == 0 { fchmod(root.descriptor, info.st_mode & 0o7777) }
  }

  private static func makeFolders(_ path: String) throws(FileError) {
    if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, path.count > 1 else { throw FileError(path, .system(errno)) }
    try makeFolders((path as NSString).deletingLastPathComponent)
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw FileError(path, .system(errno)) }
  }

  /// For messages.
  package func place(of path: RelativePath?) -> String { path.map { "\(self.path)/\($0)" } ?? self.path }

  /// A folder of the tree; nil is the tree itself.
  ///
  /// - Parameter making: Makes it where it is not there.
  func folder(_ path: RelativePath?, making: Bool = false) throws(FileError) -> OpenFolder {
    guard let path else { return root }
    if let recent = recent.withLock({ $0 }), recent.path == path { return recent.folder }
    var folder = root
    for name in path.names { folder = try step(into: name, of: folder, on: path, making: making) }
    recent.withLock { [folder] in $0 = (path, folder) }
    return folder
  }

  private func step(
    into name: ArraySlice<UInt8>, of folder: OpenFolder, on path: RelativePath, making: Bool
  ) throws(FileError) -> OpenFolder {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    var descriptor = name.withCName { openat(folder.descriptor, $0, flags) }
    if descriptor < 0, errno == ENOENT, making {
      guard name.withCName({ mkdirat(folder.descriptor, $0, 0o755) }) == 0 || errno == EEXIST else {
        throw FileError(place(of: path), .system(errno))
      }
      descriptor = name.withCName { openat(folder.descriptor, $0, flags) }
    }
    if descriptor >= 0 { return OpenFolder(descriptor) }
    let code = errno
    guard [ENOTDIR, ELOOP].contains(code) else { throw FileError(place(of: path), .system(code)) }
    let kind = FileStamp(name, in: folder)?.kind
    // The name that is in the way, not all of the path.
    let place = "\(self.path)/\(String(decoding: path.bytes[..<name.endIndex], as: UTF8.self))"
    throw FileError(place, kind == .link ? .link : .notAFolder)
  }

  /// A folder that was removed must not be taken for one of that name that comes later.
  func forgetRecent() { recent.withLock { $0 = nil } }
}

/// A descriptor of a folder, closed with its last owner.
final class OpenFolder: Sendable {
  let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }
}

extension Collection<UInt8> {
  /// The bytes with a zero after them, as the system takes names.
  func withCName<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    // An array becomes a pointer where it is passed on.
    func pass(_ name: UnsafePointer<CChar>) -> Result { body(name) }
    return pass(map { CChar(bitPattern: $0) } + [0])
  }
}
