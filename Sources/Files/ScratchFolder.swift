import Foundation

/// A private folder among the system's temporary files. Removed with its contents when this object is deinitialized.
package final class ScratchFolder: Sendable {
  package let tree: FileTree
  package var url: URL { URL(fileURLWithPath: tree.path, isDirectory: true) }

  /// - Throws: `FileError` if the temporary folder is not writable.
  package init() throws(FileError) {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("feedproof-XXXXXX").path
    var name = Array(path.utf8CString)
    guard mkdtemp(&name) != nil else { throw FileError(path, .system(errno)) }
    tree = try FileTree(String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  deinit {
    // Other users can't open the folder, and links are not followed.
    Self.takeAway { try FileManager.default.removeItem(at: url) }
  }

  /// Retries a removal if the disk failed, because nothing removes the rest later.
  ///
  /// - Parameter remove: Continues where it stopped when called again.
  package static func takeAway(_ remove: () throws -> Void) {
    for _ in 0..<3 where (try? remove()) != nil { return }
  }

  /// Removes a file of the folder.
  package func remove(_ file: URL) {
    if let name = RelativePath(file.lastPathComponent) { try? tree.remove(name) }
  }

  /// Copies a regular file into the folder.
  ///
  /// - Returns: The copy.
  package func copy(_ path: String, as name: RelativePath) throws(FileError) -> URL {
    let (source, sink) = (try RegularFile(path), try tree.create(name))
    try source.copy(to: sink)
    try sink.end()
    return url.appendingPathComponent(name.text)
  }
}
