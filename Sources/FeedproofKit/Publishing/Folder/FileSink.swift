import Diagnostics
import Foundation

/// A file that is written piece by piece.
package final class FileSink {
  let path: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 16

  /// Takes over a descriptor that is open for writing.
  init(_ descriptor: Int32, path: String) {
    (self.descriptor, self.path) = (descriptor, path)
    buffer.reserveCapacity(Self.bufferSize + 4096)
  }

  /// - Throws: `Diagnostic` naming the file and the reason.
  init(_ path: String) throws(Diagnostic) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileCall.failure(path) }
    buffer.reserveCapacity(Self.bufferSize + 4096)
  }

  deinit { close(descriptor) }

  /// - Throws: `Diagnostic`.
  func write(_ bytes: some Sequence<UInt8>) throws(Diagnostic) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// - Throws: `Diagnostic`.
  func write(_ text: String) throws(Diagnostic) { try write(text.utf8) }

  /// What was written is with the system when this returns.
  ///
  /// - Throws: `Diagnostic`.
  func flush() throws(Diagnostic) {
    var start = 0
    while start < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        Foundation.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw FileCall.failure(path) }
      start += count
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// What was written is on the disk when this returns.
  ///
  /// - Throws: `Diagnostic`.
  func synchronize() throws(Diagnostic) {
    try flush()
    guard fsync(descriptor) == 0 else { throw FileCall.failure(path) }
  }
}

/// The system's calls on files, with errors that name the file.
enum FileCall {
  /// Of the call that has just failed.
  static func failure(_ path: String, _ code: Int32 = errno) -> Diagnostic {
    Diagnostic(KitIssue.unwritable(reason: String(cString: strerror(code))), at: Place(file: path))
  }

  /// Makes a folder and those above it.
  ///
  /// - Throws: `Diagnostic`.
  static func makeFolder(_ path: String) throws(Diagnostic) {
    if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
    guard errno == ENOENT else { throw failure(path) }
    try makeFolder((path as NSString).deletingLastPathComponent)
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw failure(path) }
  }

  /// A second name for a file; of a link, for the link itself.
  ///
  /// - Returns: 0, or the error's number.
  static func link(_ source: String, _ target: String) -> Int32 {
    linkat(AT_FDCWD, source, AT_FDCWD, target, 0) == 0 ? 0 : errno
  }
}

/// A tree of files, walked without following links.
enum FileWalk {
  enum Step {
    /// Neither a folder.
    case file(FileStamp)
    /// Before what is in it.
    case enter(FileStamp)
    /// After what is in it.
    case leave
  }

  /// Calls `visit` for everything below `root`, with paths relative to it.
  ///
  /// - Parameter skipping: Folders that are not gone into, nor visited.
  /// - Throws: `CannotExchange` where a folder can't be looked into, and whatever `visit` throws.
  static func walk(
    _ root: String, skipping: (String) -> Bool = { _ in false }, visit: (_ path: String, _ step: Step) throws -> Void
  ) throws {
    var waiting: [(path: String, isDone: Bool)] = [("", false)]
    while let (path, isDone) = waiting.popLast() {
      if isDone {
        try visit(path, .leave)
        continue
      }
      let folder = path.isEmpty ? root : "\(root)/\(path)"
      if !path.isEmpty { waiting.append((path, true)) }
      for name in try names(in: folder).sorted(by: >) {
        let inner = path.isEmpty ? name : "\(path)/\(name)"
        guard let stamp = FileStamp("\(root)/\(inner)", following: false) else { continue }
        guard stamp.kind == .folder else {
          try visit(inner, .file(stamp))
          continue
        }
        if skipping(inner) { continue }
        try visit(inner, .enter(stamp))
        waiting.append((inner, false))
      }
    }
  }

  private static func names(in folder: String) throws -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      // Gone meanwhile.
      if FileStamp(folder, following: false) == nil { return [] }
      throw CannotExchange(EACCES) ?? error
    }
  }
}
