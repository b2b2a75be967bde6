import Diagnostics
import Foundation
import Synchronization

/// The folder a run writes into. Every file appears whole or not at all: it is written under a temporary name next to
/// its place and then renamed. Writing into a folder removes partial files of killed runs from it.
package final class OutputFolder: Sendable {
  package let url: URL
  /// Temporary files being written now, so that a run that must stop at once can take them away.
  private let unfinished = Mutex(Unfinished())

  /// What of no kind of ours was left in folders that were written into, by the names that it was to get.
  private let leftovers = Mutex<[RelativePath?: [[UInt8]: [RelativePath]]]>([:])

  private struct Unfinished {
    var paths: Set<String> = []
    /// Nothing is begun any more: the process is about to end.
    var isClosed = false
  }

  package init(_ url: URL) {
    self.url = url
  }

  /// Writes `bytes` at `path`, making folders on the way.
  ///
  /// - Throws: `Diagnostic` naming the file and the reason.
  package func write(_ bytes: some DataProtocol & Sendable, to path: RelativePath) throws(Diagnostic) {
    _ = try put(bytes, at: path)
  }

  /// As `write(_:to:)`.
  ///
  /// - Parameter replacing: Whether a file that has the name may be replaced.
  /// - Returns: False where one has it and may not.
  package func write(
    _ bytes: some DataProtocol & Sendable, to path: RelativePath, replacing: Bool
  ) throws(Diagnostic) -> Bool {
    try put(bytes, at: path, replacing: replacing) != nil
  }

  /// - Returns: What the file system knows of the file.
  package func put(_ bytes: some DataProtocol & Sendable, at path: RelativePath) throws(Diagnostic) -> FileStamp {
    guard let stamp = try put(bytes, at: path, replacing: true) else {
      throw FileError("\(url.path)/\(path)", .system(EEXIST)).diagnostic
    }
    return stamp
  }

  /// As `write(_:to:replacing:)`, for a file that is written piece by piece.
  ///
  /// - Throws: What `fill` throws besides.
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

  /// Of this file, and where its folder is first written into, of all files there that are of our kinds.
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

  /// Writes one file that the user named.
  ///
  /// - Throws: `Diagnostic` naming the file and the reason.
  package static func write(_ bytes: some DataProtocol & Sendable, to file: URL) throws(Diagnostic) {
    guard let name = RelativePath(found: Array(file.lastPathComponent.utf8)) else {
      throw FileError(file.path, .notAFile).diagnostic
    }
    try OutputFolder(file.deletingLastPathComponent()).write(bytes, to: name)
  }

  /// Takes away what is half-written and lets nothing new begin; for a process that is about to end.
  package func removeUnfinished() {
    let paths = unfinished.withLock { unfinished in
      unfinished.isClosed = true
      return unfinished.paths
    }
    for path in paths { unlink(path) }
  }
}

/// What an error says to a person: words of the system or of our own, never how a value looks in Swift.
package func reason(_ error: any Error) -> String {
  switch error {
  case let error as FileError: return error.fact.reason
  case let error as Diagnostic: return error.message
  case let error as any Issue: return error.message
  case let error as POSIXError: return String(cString: strerror(error.code.rawValue))
  case let error as CocoaError: return reason(error)
  // For finding the fault.
  default: return "an error of the kind \(type(of: error)), which nobody has put into words"
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
  default: "the system gives no reason (Cocoa error \(error.code.rawValue))"
  }
}

/// A file that is written piece by piece.
package final class FileSink {
  package let path: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 16

  /// Takes over a descriptor that is open for writing.
  init(_ descriptor: Int32, path: String) {
    (self.descriptor, self.path) = (descriptor, path)
    buffer.reserveCapacity(Self.bufferSize + 4096)
  }

  /// Opens a file that is there to be written at its end. Never waits for a reader at the other end of a pipe.
  package convenience init(appendingTo path: String) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError(path, .system(errno)) }
    // Writing may wait as usual.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    self.init(descriptor, path: path)
  }

  deinit { close(descriptor) }

  /// - Throws: `Diagnostic`.
  package func write(_ bytes: some Sequence<UInt8>) throws(Diagnostic) {
    do { try append(bytes) } catch { throw error.diagnostic }
  }

  /// - Throws: `Diagnostic`.
  package func write(_ text: String) throws(Diagnostic) { try write(text.utf8) }

  /// The system has everything written so far when this returns.
  ///
  /// - Throws: `Diagnostic`.
  package func flush() throws(Diagnostic) {
    do { try end() } catch { throw error.diagnostic }
  }

  /// Everything written so far is on the disk when this returns.
  ///
  /// - Throws: `Diagnostic`.
  package func synchronize() throws(Diagnostic) {
    try flush()
    guard fsync(descriptor) == 0 else { throw FileError(path, .system(errno)).diagnostic }
  }

  /// As `write`.
  package func append(_ bytes: some Sequence<UInt8>) throws(FileError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try end() }
  }

  /// As `flush`.
  package func end() throws(FileError) {
    var start = 0
    // What the system has taken is not written again, though what follows it found no room.
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
