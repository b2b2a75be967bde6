import CFolders
import Foundation
import Synchronization

/// A folder accessed through its open descriptor, name by name. Never follows a symbolic link inside it, so no
/// operation reaches outside the folder. The folder itself may be a link.
///
/// After a rename (an exchange), it is still the same folder.
package final class FileTree: Sendable {
  /// The path used in messages and by code that needs one.
  package let path: String
  private let root: OpenFolder
  /// The last folder stays open, because files are accessed folder by folder.
  private let recent = Mutex<(path: RelativePath, folder: OpenFolder)?>(nil)

  /// - Throws: `FileError` if the folder is missing or can't be opened.
  package init(_ path: String) throws(FileError) {
    self.path = path
    let descriptor = openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path, errno == ENOTDIR ? .notAFolder : .system(errno)) }
    root = OpenFolder(descriptor)
  }

  /// Opens a folder; creates it and its parents if they are missing.
  package convenience init(making path: String) throws(FileError) {
    try Self.makeFolders(path)
    try self.init(path)
  }

  /// Creates a new folder with the permissions of another.
  ///
  /// - Throws: `FileError`, also if the name is taken.
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

  /// Returns an absolute path for messages.
  package func place(of path: RelativePath?) -> String { path.map { "\(self.path)/\($0)" } ?? self.path }

  /// Opens a folder of the tree; nil is the tree itself.
  ///
  /// - Parameter making: Creates the folder if it is missing.
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
    // Report the conflicting name, not the whole path.
    let place = "\(self.path)/\(String(decoding: path.bytes[..<name.endIndex], as: UTF8.self))"
    throw FileError(place, kind == .link ? .link : .notAFolder)
  }

  /// Forgets the last folder, so that a removed folder is not confused with a later one of the same name.
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
  /// Passes the bytes with a trailing zero, as system calls expect.
  func withCName<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    // An array converts to a pointer when passed as an argument.
    func pass(_ name: UnsafePointer<CChar>) -> Result { body(name) }
    return pass(map { CChar(bitPattern: $0) } + [0])
  }
}

/// Operations on single files of a tree. Links are never followed: they are inspected, renamed, and removed themselves.
extension FileTree {
  /// Returns a file's stamp; nil if it is missing or only reachable through a link.
  package func stamp(of path: RelativePath) -> FileStamp? {
    guard let folder = try? folder(path.parent) else { return nil }
    return FileStamp(path.name, in: folder)
  }

  /// The time when a file was created, in nanoseconds since 1970; 0 if the file system does not record it.
  package func birth(of path: RelativePath) -> Int64 {
    guard let folder = try? folder(path.parent) else { return 0 }
    return path.name.withCName { feedproof_birth(folder.descriptor, $0) }
  }

  /// Creates a folder and its parents.
  package func makeFolder(_ path: RelativePath) throws(FileError) { _ = try folder(path, making: true) }

  /// Hard-links a file into another tree, and creates the folders it needs there.
  package func link(_ path: RelativePath, in other: FileTree, as target: RelativePath? = nil) throws(FileError) {
    let target = target ?? path
    let (source, folder) = (try self.folder(path.parent), try other.folder(target.parent, making: true))
    let code = path.name.withCName { name in
      target.name.withCName { linkat(source.descriptor, name, folder.descriptor, $0, 0) == 0 ? 0 : errno }
    }
    // EXDEV, EPERM, and similar errors concern both trees; a missing file is missing here.
    guard code == 0 else { throw FileError(code == ENOENT ? place(of: path) : other.place(of: target), .system(code)) }
  }

  /// Renames a file, creates the folders it needs, and replaces an existing file.
  package func rename(_ path: RelativePath, to target: RelativePath) throws(FileError) {
    let (source, folder) = (try self.folder(path.parent), try self.folder(target.parent, making: true))
    let code = path.name.withCName { name in
      target.name.withCName { renameat(source.descriptor, name, folder.descriptor, $0) == 0 ? 0 : errno }
    }
    guard code == 0 else { throw FileError(place(of: target), .system(code)) }
  }

  /// Renames a file or folder unless the new name is taken.
  ///
  /// - Returns: False if the name is taken.
  package func renameIfFree(_ path: RelativePath, to target: RelativePath) throws(FileError) -> Bool {
    try renameIfFree(path, in: self, to: target)
  }

  /// Does the same as `renameIfFree(_:to:)`, into another tree of the same file system.
  package func renameIfFree(
    _ path: RelativePath, in other: FileTree, to target: RelativePath
  ) throws(FileError) -> Bool {
    let (source, folder) = (try self.folder(path.parent), try other.folder(target.parent, making: true))
    var code = path.name.withCName { name in
      target.name.withCName { feedproof_rename_new(source.descriptor, name, folder.descriptor, $0) }
    }
    if [ENOSYS, EINVAL, ENOTSUP].contains(code) {
      // Without the system call, there is a gap between check and rename.
      if FileStamp(target.name, in: folder) != nil { return false }
      code = path.name.withCName { name in
        target.name.withCName { renameat(source.descriptor, name, folder.descriptor, $0) == 0 ? 0 : errno }
      }
    }
    if [EEXIST, ENOTEMPTY].contains(code) { return false }
    guard code == 0 else { throw FileError(other.place(of: target), .system(code)) }
    return true
  }

  /// Removes a file or a link. A missing file is no error.
  package func remove(_ path: RelativePath) throws(FileError) {
    guard let code = try removing(path, flags: 0), code != ENOENT else { return }
    throw FileError(place(of: path), .system(code))
  }

  /// Removes a folder if it is empty.
  ///
  /// - Returns: Whether the folder was removed.
  @discardableResult
  package func removeFolder(_ path: RelativePath) -> Bool {
    forgetRecent()
    guard let code = try? removing(path, flags: AT_REMOVEDIR) else { return true }
    return code == ENOENT
  }

  /// Removes the parents of a file that are now empty.
  package func removeEmptyFolders(above path: RelativePath) {
    var parent = path.parent
    while let folder = parent, removeFolder(folder) { parent = folder.parent }
  }

  /// - Returns: The `errno`; nil on success.
  private func removing(_ path: RelativePath, flags: Int32) throws(FileError) -> Int32? {
    let folder: OpenFolder
    do {
      folder = try self.folder(path.parent)
    } catch {
      if error.code == ENOENT { return ENOENT }
      throw error
    }
    return path.name.withCName { unlinkat(folder.descriptor, $0, flags) == 0 ? nil : errno }
  }

  /// Removes a file, or a folder with its contents.
  package func removeAll(_ path: RelativePath) throws(FileError) {
    guard let stamp = stamp(of: path) else { return }
    guard stamp.kind == .folder else { return try remove(path) }
    for entry in try entries(of: path) { try removeAll(entry.path) }
    guard removeFolder(path) else { throw FileError(place(of: path), .system(ENOTEMPTY)) }
  }

  // MARK: Contents

  /// Creates a file for writing, and the folders it needs.
  ///
  /// - Throws: `FileError`, also if the name is taken.
  package func create(_ path: RelativePath) throws(FileError) -> FileSink {
    let folder = try folder(path.parent, making: true)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = path.name.withCName { openat(folder.descriptor, $0, flags, 0o644) }
    guard descriptor >= 0 else { throw FileError(place(of: path), .system(errno)) }
    return FileSink(descriptor, path: place(of: path))
  }

  /// Opens a file for locking. Never blocks.
  ///
  /// - Returns: A descriptor, which the caller closes.
  /// - Throws: `FileError`, also if the path is not a regular file.
  func descriptor(of path: RelativePath, _ flags: Int32) throws(FileError) -> Int32 {
    let folder = try folder(path.parent)
    let flags = flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let descriptor = path.name.withCName { openat(folder.descriptor, $0, flags, 0o644) }
    guard descriptor >= 0 else { throw FileError(place(of: path), errno == ELOOP ? .link : .system(errno)) }
    guard FileStamp(descriptor: descriptor)?.kind == .file else {
      close(descriptor)
      throw FileError(place(of: path), .notAFile)
    }
    return descriptor
  }

  /// Opens a file for reading. Never blocks, not even on a pipe.
  ///
  /// - Returns: Nil if the file is missing.
  /// - Throws: `FileError`, also if the path is not a regular file.
  package func open(_ path: RelativePath) throws(FileError) -> RegularFile? {
    do throws(FileError) {
      let folder = try self.folder(path.parent)
      let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
      let descriptor = path.name.withCName { openat(folder.descriptor, $0, flags) }
      guard descriptor >= 0 else { throw RegularFile.notOpened(place(of: path), code: errno) }
      return try RegularFile(descriptor, path: place(of: path))
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// Returns the bytes of a file; nil if it is missing.
  ///
  /// - Parameter limit: The maximum size, in bytes.
  package func data(_ path: RelativePath, limit: Int = 1 << 30) throws(FileError) -> Data? {
    try open(path)?.data(limit: limit)
  }
}

/// Growing files: journals, and files downloaded in parts.
extension FileTree {
  /// Opens a file for appending; creates it and its parents if they are missing.
  ///
  /// - Parameter size: Truncates the file to this many bytes first; nil keeps all of it.
  /// - Throws: `FileError`, also if the path is not a regular file.
  package func append(to path: RelativePath, keeping size: Int? = nil) throws(FileError) -> FileSink {
    if let parent = path.parent { try makeFolder(parent) }
    let descriptor = try descriptor(of: path, O_WRONLY | O_APPEND | O_CREAT)
    if let size, ftruncate(descriptor, off_t(size)) != 0 {
      let code = errno
      close(descriptor)
      throw FileError(place(of: path), .system(code))
    }
    return FileSink(descriptor, path: place(of: path))
  }

  /// An item in a folder.
  package struct Entry {
    package var path: RelativePath
    package var kind: FileStamp.Kind
  }

  /// Returns the items in a folder, in byte order of their names; empty if the folder is missing.
  ///
  /// - Parameter path: Nil for the tree itself.
  /// - Throws: `FileError` if the folder can't be read.
  package func entries(of path: RelativePath? = nil) throws(FileError) -> [Entry] {
    let folder: OpenFolder
    do {
      folder = try self.folder(path)
    } catch {
      // Removed in the meantime.
      if error.code == ENOENT { return [] }
      throw error
    }
    // A separate descriptor, because reading a folder moves its offset.
    let descriptor = openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0, let stream = fdopendir(descriptor) else {
      let code = errno
      if descriptor >= 0 { close(descriptor) }
      throw FileError(place(of: path), .system(code))
    }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw FileError(place(of: path), .system(errno)) }
        break
      }
      let start = feedproof_entry_name(entry)
      guard let start else { continue }
      let name = UnsafeRawBufferPointer(start: start, count: strlen(start)).map { $0 }
      guard let inner = RelativePath(found: name, in: path) else { continue }
      guard let kind = Self.kind(feedproof_entry_type(entry)) ?? FileStamp(inner.name, in: folder)?.kind else {
        continue
      }
      entries.append(Entry(path: inner, kind: kind))
    }
    return entries.sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
  }

  /// Returns nil if the file system does not report the kind.
  private static func kind(_ type: Int32) -> FileStamp.Kind? {
    switch Int(type) {
    case Int(DT_REG): .file
    case Int(DT_DIR): .folder
    case Int(DT_LNK): .link
    case Int(DT_UNKNOWN): nil
    default: .other
    }
  }

  package enum Step {
    /// A file, a link, a pipe: anything but a folder.
    case file(FileStamp.Kind)
    /// Before the contents of a folder.
    case enter
    /// After the contents of a folder.
    case leave
  }

  /// Calls `visit` for each item in the tree, for folders both before and after their contents.
  ///
  /// - Parameters:
  ///   - start: Nil for the whole tree.
  ///   - skipping: Folders that are neither entered nor visited.
  ///   - unreadable: Called for a folder below the first one that can't be read; throws the error by default.
  package func walk(
    from start: RelativePath? = nil, skipping: Set<RelativePath> = [],
    unreadable: (_ folder: RelativePath, _ error: FileError) throws -> Void = { throw $1 },
    visit: (_ path: RelativePath, _ step: Step) throws -> Void
  ) throws {
    var waiting = try entries(of: start).reversed().map { (entry: $0, isDone: false) }
    while let (entry, isDone) = waiting.popLast() {
      if isDone {
        try visit(entry.path, .leave)
        continue
      }
      guard entry.kind == .folder else {
        try visit(entry.path, .file(entry.kind))
        continue
      }
      if skipping.contains(entry.path) { continue }
      try visit(entry.path, .enter)
      waiting.append((entry, true))
      do {
        waiting += try entries(of: entry.path).reversed().map { ($0, false) }
      } catch {
        try unreadable(entry.path, error)
      }
    }
  }
}
