import Foundation

/// Files that grow: journals, and what is fetched piece by piece.
extension FileTree {
  /// Opens a file to be written at its end, and makes it where it is not there, with the folders that it needs.
  ///
  /// - Parameter size: What is behind so many bytes is cut off first; nil leaves all of it.
  /// - Throws: `FileError`, also for what is no regular file.
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
}
