import Diagnostics
import Foundation
import Synchronization

/// The folder that a run writes into. Every file appears completely or not at all: it is written under a temporary name
/// next to its path, then renamed. The first write into a folder removes temporary files of killed runs.
package final class OutputFolder: Sendable {
  package let url: URL
  /// Temporary files that are being written, so that an interrupted run can remove them.
  private let unfinished = Mutex(UnfinishedFiles())

  /// Leftover temporary files with other extensions than ours in folders written into, by their target names.
  private let leftovers = Mutex<[RelativePath?: [[UInt8]: [RelativePath]]]>([:])

  private struct UnfinishedFiles {
    var paths: Set<String> = []
    /// Whether no file may be started because the process is about to end.
    var isClosed = false
  }

  package init(_ url: URL) {
    self.url = url
  }

  /// Writes `bytes` at `path`, and creates the folders above it.
  ///
  /// - Throws: `Diagnostic` with the file and the reason.
  package func write(_ bytes: some DataProtocol & Sendable, to path: RelativePath) throws(Diagnostic) {
    _ = try put(bytes, at: path)
  }

  /// Like `write(_:to:)`, but can keep an existing file.
  ///
  /// - Parameter replacing: Whether an existing file may be replaced.
  /// - Returns: False if a file exists and may not be replaced.
  package func write(
    _ bytes: some DataProtocol & Sendable, to path: RelativePath, replacing: Bool
  ) throws(Diagnostic) -> Bool {
    try put(bytes, at: path, replacing: replacing) != nil
  }

  /// Writes `bytes` at `path`.
  ///
  /// - Returns: The metadata of the new file.
  /// - Throws: `Diagnostic` with the file and the reason.
  package func put(_ bytes: some DataProtocol & Sendable, at path: RelativePath) throws(Diagnostic) -> FileStamp {
    guard let stamp = try put(bytes, at: path, replacing: true) else {
      throw FileError("\(url.path)/\(path)", .system(EEXIST)).diagnostic
    }
    return stamp
  }

  /// Like `write(_:to:replacing:)`, for a file that is written in parts.
  ///
  /// - Throws: `Diagnostic`, and errors of `fill`.
  package func write(
    to path: RelativePath, replacing: Bool, _ fill: (FileSink) throws -> Void
  ) throws -> Bool {
    try put(at: path, replacing: replacing, fill) != nil
  }

  private func put(
    _ bytes: some DataProtocol & Sendable, at path: RelativePath, replacing: Bool
  ) throws(Diagnostic) -> FileStamp? {
    do {
      return try put(at: path, replacing: replacing) { sink in
        for region in bytes.regions { try sink.append(region) }
      }
    } catch let diagnostic as Diagnostic {
      throw diagnostic
    } catch {
      throw Diagnostic(FileIssue.unwritable(reason: reason(error)), at: Place(file: "\(url.path)/\(path)"))
    }
  }

  private func put(
    at path: RelativePath, replacing: Bool, _ fill: (FileSink) throws -> Void
  ) throws -> FileStamp? {
    let target = "\(url.path)/\(path)"
    guard let temporary = path.sibling(PartialName(for: path.name).bytes) else {
      throw Diagnostic(FileIssue.unsafePath(path.text), at: Place(file: target))
    }
    let place = "\(url.path)/\(temporary)"
    let mayBegin = unfinished.withLock { unfinished in
      if !unfinished.isClosed { unfinished.paths.insert(place) }
      return !unfinished.isClosed
    }
    guard mayBegin else { throw Diagnostic(FileIssue.unwritable(reason: "interrupted"), at: Place(file: target)) }
    defer { unfinished.withLock { _ = $0.paths.remove(place) } }
    do {
      let tree = try FileTree(making: url.path)
      for path in leftovers(of: path, in: tree) + [temporary] { try tree.remove(path) }
      do {
        let sink = try tree.create(temporary)
        try fill(sink)
        try sink.end()
        guard let stamp = tree.stamp(of: temporary) else { throw FileError(sink.path, .system(ENOENT)) }
        if replacing {
          try tree.rename(temporary, to: path)
        } else if try !tree.renameIfFree(temporary, to: path) {
          try tree.remove(temporary)
          return nil
        }
        return stamp
      } catch {
        try? tree.remove(temporary)
        throw error
      }
    } catch let error as FileError {
      throw error.diagnostic(at: target)
    }
  }

  /// Returns the leftover temporary files of this file and, before the first write into its folder, those of all files
  /// with our extensions.
  private func leftovers(of path: RelativePath, in tree: FileTree) -> [RelativePath] {
    leftovers.withLock { leftovers in
      var found: [RelativePath] = []
      if leftovers[path.parent] == nil {
        let left = tree.leftovers(in: path.parent)
        found = left.filter(\.name.isOfOurKind).map(\.path)
        leftovers[path.parent] = Dictionary(grouping: left.filter { !$0.name.isOfOurKind }, by: \.name.target)
          .mapValues { $0.map(\.path) }
      }
      return found + (leftovers[path.parent]?.removeValue(forKey: PartialName(for: path.name).target) ?? [])
    }
  }

  /// Writes a single file to a path that the user named.
  ///
  /// - Throws: `Diagnostic` with the file and the reason.
  package static func write(_ bytes: some DataProtocol & Sendable, to file: URL) throws(Diagnostic) {
    guard let name = RelativePath(found: Array(file.lastPathComponent.utf8)) else {
      throw FileError(file.path, .notAFile).diagnostic
    }
    try OutputFolder(file.deletingLastPathComponent()).write(bytes, to: name)
  }

  /// Removes unfinished files and prevents new ones, for a process that is about to end.
  package func removeUnfinished() {
    let paths = unfinished.withLock { unfinished in
      unfinished.isClosed = true
      return unfinished.paths
    }
    for path in paths { unlink(path) }
  }
}

/// Returns the message of an error for people: from the system or our own, never Swift's description of a value.
package func reason(_ error: any Error) -> String {
  switch error {
  case let error as FileError: return error.fact.reason
  case let error as Diagnostic: return error.message
  case let error as any Issue: return error.message
  case let error as POSIXError: return String(cString: strerror(error.code.rawValue))
  case let error as CocoaError: return reason(error)
  // The type helps to find the fault.
  default: return "an unexpected error of type \(type(of: error))"
  }
}

private func reason(_ error: CocoaError) -> String {
  if let underlying = error.userInfo[NSUnderlyingErrorKey] as? POSIXError { return reason(underlying) }
  if let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError, underlying.domain == NSPOSIXErrorDomain {
    return String(cString: strerror(Int32(underlying.code)))
  }
  return switch error.code {
  case .fileNoSuchFile, .fileReadNoSuchFile: "no such file"
  case .fileReadNoPermission, .fileWriteNoPermission: "permission denied"
  case .fileWriteOutOfSpace: "no space left on the disk"
  case .fileWriteVolumeReadOnly: "the disk is read-only"
  default: "the system gave no reason (Cocoa error \(error.code.rawValue))"
  }
}

/// Writes a file in parts.
package final class FileSink {
  package let path: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 16

  /// Takes ownership of a descriptor that is open for writing.
  package init(_ descriptor: Int32, path: String) {
    (self.descriptor, self.path) = (descriptor, path)
    buffer.reserveCapacity(Self.bufferSize + 4096)
  }

  /// Opens an existing file for appending. Never waits for the reader of a pipe.
  package convenience init(appendingTo path: String) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError(path, .system(errno)) }
    // Writing may wait as usual.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    self.init(descriptor, path: path)
  }

  deinit { close(descriptor) }

  /// Appends bytes.
  ///
  /// - Throws: `Diagnostic` if the file can't be written.
  package func write(_ bytes: some Sequence<UInt8>) throws(Diagnostic) {
    do { try append(bytes) } catch { throw error.diagnostic }
  }

  /// Appends a text.
  ///
  /// - Throws: `Diagnostic` if the file can't be written.
  package func write(_ text: String) throws(Diagnostic) { try write(text.utf8) }

  /// Passes all written bytes to the system.
  ///
  /// - Throws: `Diagnostic` if the file can't be written.
  package func flush() throws(Diagnostic) {
    do { try end() } catch { throw error.diagnostic }
  }

  /// Writes everything to the disk.
  ///
  /// - Throws: `Diagnostic` if the file can't be written.
  package func synchronize() throws(Diagnostic) {
    try flush()
    guard fsync(descriptor) == 0 else { throw FileError(path, .system(errno)).diagnostic }
  }

  /// Like `write`, with another error type.
  package func append(_ bytes: some Sequence<UInt8>) throws(FileError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try end() }
  }

  /// Like `flush`, with another error type.
  package func end() throws(FileError) {
    var start = 0
    // If a write fails halfway, the bytes before it are not written again.
    defer { buffer.removeFirst(start) }
    while start < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        Foundation.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw FileError(path, .system(errno)) }
      start += count
    }
  }
}
