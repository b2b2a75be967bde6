import Diagnostics
import Foundation
import Synchronization

/// The folder a run writes into. Every file appears whole or not at all: it is written under a temporary name beside its
/// place and then renamed.
package final class OutputFolder: Sendable {
  package let url: URL
  /// Temporary files being written now, so that a run that must stop at once can take them away.
  private let unfinished = Mutex(Unfinished())

  private struct Unfinished {
    var paths: Set<String> = []
    /// Nothing is begun any more: the process is about to end.
    var isClosed = false
  }

  package init(_ url: URL) {
    self.url = url
  }

  /// Writes `bytes` at `path` (relative, `/` between folders), making folders on the way.
  ///
  /// - Throws: `Diagnostic` naming the file and the reason.
  package func write(_ bytes: some DataProtocol & Sendable, to path: String) throws(Diagnostic) {
    _ = try put(bytes, at: path)
  }

  /// - Returns: What the file system knows of the file.
  package func put(_ bytes: some DataProtocol & Sendable, at path: String) throws(Diagnostic) -> FileStamp {
    let target = url.appendingPathComponent(path)
    let folder = target.deletingLastPathComponent()
    let temporary = folder.appendingPathComponent(".\(target.lastPathComponent).partial-\(getpid())")
    let mayBegin = unfinished.withLock { unfinished in
      if !unfinished.isClosed { unfinished.paths.insert(temporary.path) }
      return !unfinished.isClosed
    }
    guard mayBegin else { throw Diagnostic(FileIssue.unwritable(reason: "interrupted"), at: Place(file: target.path)) }
    defer { unfinished.withLock { _ = $0.paths.remove(temporary.path) } }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(bytes).write(to: temporary)
      guard let stamp = FileStamp(temporary.path, following: false) else { throw CocoaError(.fileNoSuchFile) }
      guard rename(temporary.path, target.path) == 0 else {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSLocalizedDescriptionKey: String(cString: strerror(errno))])
      }
      return stamp
    } catch {
      try? FileManager.default.removeItem(at: temporary)
      throw Diagnostic(FileIssue.unwritable(reason: reason(error)), at: Place(file: target.path))
    }
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

/// What a file error says to a person.
package func reason(_ error: any Error) -> String {
  guard let error = error as? CocoaError else { return "\(error)" }
  if let underlying = error.userInfo[NSUnderlyingErrorKey] as? POSIXError {
    return String(cString: strerror(underlying.code.rawValue))
  }
  if let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError, underlying.domain == NSPOSIXErrorDomain {
    return String(cString: strerror(Int32(underlying.code)))
  }
  switch error.code {
  case .fileNoSuchFile, .fileReadNoSuchFile: return "no such file"
  case .fileReadNoPermission, .fileWriteNoPermission: return "permission denied"
  case .fileWriteOutOfSpace: return "no space left on the disk"
  case .fileWriteVolumeReadOnly: return "the disk is read-only"
  default: return error.localizedDescription
  }
}
