import CFolders
import Foundation

/// What can be done with one file of a tree. Links are never followed: they are looked at, renamed and removed themselves.
extension FileTree {
  /// Nil where there is nothing, or no way to it but through a link.
  package func stamp(of path: RelativePath) -> FileStamp? {
    guard let folder = try? folder(path.parent) else { return nil }
    return FileStamp(path.name, in: folder)
  }

  /// Makes a folder and those above it.
  package func makeFolder(_ path: RelativePath) throws(FileError) { _ = try folder(path, making: true) }

  /// Gives a file a second name in another tree, with the folders that it needs there.
  package func link(_ path: RelativePath, in other: FileTree, as target: RelativePath? = nil) throws(FileError) {
    let target = target ?? path
    let (source, folder) = (try self.folder(path.parent), try other.folder(target.parent, making: true))
    let code = path.name.withCName { name in
      target.name.withCName { linkat(source.descriptor, name, folder.descriptor, $0, 0) == 0 ? 0 : errno }
    }
    // EXDEV, EPERM and the like are about both; what is missing is missing here.
    guard code == 0 else { throw FileError(code == ENOENT ? place(of: path) : other.place(of: target), .system(code)) }
  }

  /// Gives a file another name, with the folders that it needs; what has the name already is replaced.
  package func rename(_ path: RelativePath, to target: RelativePath) throws(FileError) {
    let (source, folder) = (try self.folder(path.parent), try self.folder(target.parent, making: true))
    let code = path.name.withCName { name in
      target.name.withCName { renameat(source.descriptor, name, folder.descriptor, $0) == 0 ? 0 : errno }
    }
    guard code == 0 else { throw FileError(place(of: target), .system(code)) }
  }

  /// Gives a file or a folder another name that nothing has.
  ///
  /// - Returns: False where something has the name.
  package func renameIfFree(_ path: RelativePath, to target: RelativePath) throws(FileError) -> Bool {
    try renameIfFree(path, in: self, to: target)
  }

  /// As `renameIfFree(_:to:)`, into another tree of the same file system.
  package func renameIfFree(
    _ path: RelativePath, in other: FileTree, to target: RelativePath
  ) throws(FileError) -> Bool {
    let (source, folder) = (try self.folder(path.parent), try other.folder(target.parent, making: true))
    var code = path.name.withCName { name in
      target.name.withCName { feedproof_rename_new(source.descriptor, name, folder.descriptor, $0) }
    }
    if [ENOSYS, EINVAL, ENOTSUP].contains(code) {
      // Without the call there is a moment between looking and renaming.
      if FileStamp(target.name, in: folder) != nil { return false }
      code = path.name.withCName { name in
        target.name.withCName { renameat(source.descriptor, name, folder.descriptor, $0) == 0 ? 0 : errno }
      }
    }
    if [EEXIST, ENOTEMPTY].contains(code) { return false }
    guard code == 0 else { throw FileError(other.place(of: target), .system(code)) }
    return true
  }

  /// Removes a file or a link. What is not there is no error.
  package func remove(_ path: RelativePath) throws(FileError) {
    guard let code = try removing(path, flags: 0), code != ENOENT else { return }
    throw FileError(place(of: path), .system(code))
  }

  /// Removes a folder if it is empty.
  ///
  /// - Returns: Whether it is gone.
  @discardableResult
  package func removeFolder(_ path: RelativePath) -> Bool {
    forgetRecent()
    guard let code = try? removing(path, flags: AT_REMOVEDIR) else { return true }
    return code == ENOENT
  }

  /// Removes the folders above a file that are empty now.
  package func removeEmptyFolders(above path: RelativePath) {
    var parent = path.parent
    while let folder = parent, removeFolder(folder) { parent = folder.parent }
  }

  /// - Returns: The error's number; nil for none.
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

  /// Removes a file, or a folder with all that is in it.
  package func removeAll(_ path: RelativePath) throws(FileError) {
    guard let stamp = stamp(of: path) else { return }
    guard stamp.kind == .folder else { return try remove(path) }
    for entry in try entries(of: path) { try removeAll(entry.path) }
    guard removeFolder(path) else { throw FileError(place(of: path), .system(ENOTEMPTY)) }
  }

  // MARK: Contents

  /// Opens a new file to be written, with the folders that it needs.
  ///
  /// - Throws: `FileError`, also where something has the name.
  package func create(_ path: RelativePath) throws(FileError) -> FileSink {
    let folder = try folder(path.parent, making: true)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = path.name.withCName { openat(folder.descriptor, $0, flags, 0o644) }
    guard descriptor >= 0 else { throw FileError(place(of: path), .system(errno)) }
    return FileSink(descriptor, path: place(of: path))
  }

  /// Opens a file to be locked. Never waits.
  ///
  /// - Returns: A descriptor, which is the caller's to close.
  /// - Throws: `FileError`, also for what is no regular file.
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

  /// Opens a file to be read. Never waits: not for somebody at the other end of a pipe either.
  ///
  /// - Returns: Nil where there is none.
  /// - Throws: `FileError`, also for what is no regular file.
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

  /// The bytes of a file; nil where there is none.
  ///
  /// - Parameter limit: How many bytes it may have.
  package func data(_ path: RelativePath, limit: Int = 1 << 30) throws(FileError) -> Data? {
    try open(path)?.data(limit: limit)
  }
}
