import CFolders
import Foundation

extension FileTree {
  /// Something in a folder.
  package struct Entry {
    package var path: RelativePath
    package var kind: FileStamp.Kind
  }

  /// What is in a folder, in the order of the names' bytes; nothing where there is no folder.
  ///
  /// - Parameter path: Nil for the tree itself.
  /// - Throws: `FileError` where the folder can't be looked into.
  package func entries(of path: RelativePath? = nil) throws(FileError) -> [Entry] {
    let folder: OpenFolder
    do {
      folder = try self.folder(path)
    } catch {
      // Gone meanwhile.
      if error.code == ENOENT { return [] }
      throw error
    }
    // A descriptor of its own: reading a folder moves along it.
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

  /// Nil where the file system does not say.
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
    /// Before what is in a folder.
    case enter
    /// After it.
    case leave
  }

  /// Calls `visit` for everything in the tree, folders before and after what is in them.
  ///
  /// - Parameters:
  ///   - start: Nil for all of the tree.
  ///   - skipping: Folders that are not gone into, nor visited.
  package func walk(
    from start: RelativePath? = nil, skipping: Set<RelativePath> = [],
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
      waiting += try entries(of: entry.path).reversed().map { ($0, false) }
    }
  }
}
