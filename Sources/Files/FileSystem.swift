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
