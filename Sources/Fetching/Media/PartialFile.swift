import Files
import Foundation
import Synchronization

/// A file during download. If the connection breaks, the received part is kept, and the next attempt requests the rest
/// of the same file.
final class PartialFile: BodyReceiver {
  enum Refusal: Error { case tooLarge, otherRange }

  /// `@unchecked Sendable`: the sink is only used under the surrounding lock.
  private struct State: @unchecked Sendable {
    var sink: FileSink?
    var size = 0
    var failure: (any Error)?
  }

  let path: RelativePath
  /// Holds the validator of the received part, and the total size if known: one line each.
  private let tag: RelativePath?
  private let tree: FileTree
  private let limit: Int
  private let state = Mutex(State())
  /// The minimum size of files that can be resumed.
  private static let resumable = 1 << 16

  init(_ name: String, in tree: FileTree, limit: Int) throws(FileError) {
    guard let path = FetchFolder.part(name) else { throw FileError(name, .notAFile) }
    (self.path, self.tree, self.limit) = (path, tree, limit)
    tag = FetchFolder.part(name + ".tag")
  }

  /// The number of received bytes.
  var size: Int { state.withLock { $0.size } }
  /// The reason why the receiver stopped.
  var failure: (any Error)? { state.withLock { $0.failure } }

  /// Returns the request headers for resuming.
  func resume() -> [HTTPHeader] {
    let size = tree.stamp(of: path).map { $0.kind == .file ? $0.size : 0 } ?? 0
    guard size > 0, let proof = keptProof() else { return [] }
    return [HTTPHeader("Range", "bytes=\(size)-"), HTTPHeader("If-Range", proof.validator)]
  }

  private func keptProof() -> (validator: String, total: Int?)? {
    guard let tag, let text = try? tree.data(tag, limit: 4096) else { return nil }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    return lines.first.map { (String($0), lines.dropFirst().first.flatMap { Int($0) }) }
  }

  func begin(_ head: HTTPHead) throws {
    try state.withLock { state in
      state.sink = nil
      guard head.status == 200 || head.status == 206 else { return }
      do {
        try open(head, &state)
      } catch {
        state.failure = error
        throw error
      }
    }
  }

  private func open(_ head: HTTPHead, _ state: inout State) throws {
    let start = head.status == 206 ? try startOfRest(head) : 0
    if let length = head.contentLength, length > limit - start { throw Refusal.tooLarge }
    // Belongs to another version; the validator of the next one is written once that has started.
    if start == 0, let tag { try tree.remove(tag) }
    state.sink = try tree.append(to: path, keeping: start)
    state.size = start
    if start == 0 { try keepTag(head) }
  }

  /// - Throws: `Refusal.otherRange` for a range that doesn't follow the received part, or belongs to another version.
  private func startOfRest(_ head: HTTPHead) throws -> Int {
    let range = ContentRange(head.header("Content-Range") ?? "")
    guard let range, let there = tree.stamp(of: path)?.size, there > 0, range.start == there, let proof = keptProof(),
      Self.validator(of: head).map({ $0 == proof.validator }) ?? true,
      range.total == nil || proof.total == nil || range.total == proof.total
    else { throw Refusal.otherRange }
    return range.start
  }

  private static func validator(of head: HTTPHead) -> String? {
    head.header("ETag").flatMap { $0.hasPrefix("W/") ? nil : $0 } ?? head.header("Last-Modified")
  }

  private func keepTag(_ head: HTTPHead) throws {
    guard let tag, var proof = Self.validator(of: head), head.contentLength ?? .max >= Self.resumable,
      head.header("Accept-Ranges") != "none"
    else { return }
    if let total = head.contentLength { proof += "\n\(total)" }
    let sink = try tree.create(tag)
    try sink.append(proof.utf8)
    try sink.end()
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws {
    try state.withLock { state in
      guard let sink = state.sink else { return }
      do {
        guard state.size + bytes.count <= limit else { throw Refusal.tooLarge }
        try sink.append(bytes)
        state.size += bytes.count
      } catch {
        state.failure = error
        throw error
      }
    }
  }

  /// Flushes received data to the system.
  func flush() throws {
    try state.withLock { state in
      try state.sink?.end()
      state.sink = nil
    }
  }

  /// Returns the received part; nil if there is none.
  func file() throws(FileError) -> RegularFile? { try tree.open(path) }

  func remove() {
    try? tree.remove(path)
    if let tag { try? tree.remove(tag) }
  }

  /// Renames it to its final path, unless another file has got that name since the download began.
  ///
  /// - Throws: `FileError`, also if something other than a regular file has the name.
  func keep(as target: RelativePath) throws(FileError) {
    if try !tree.renameIfFree(path, to: target) {
      guard tree.stamp(of: target)?.kind == .file else { throw FileError(tree.place(of: target), .link) }
      try tree.remove(path)
    }
    if let tag, tree.stamp(of: tag) != nil { try? tree.remove(tag) }
  }
}

/// The range of a partial response: `bytes 100-199/1000`, `bytes 100-199/*` (RFC 9110, 14.4).
private struct ContentRange {
  var start: Int
  /// Nil if unknown.
  var total: Int?

  /// Returns nil for an invalid header.
  init?(_ text: String) {
    let words = text.lowercased().split { $0 == " " || $0 == "-" || $0 == "/" }
    guard words.count == 4, words[0] == "bytes", let start = Int(words[1]), let end = Int(words[2]), start <= end else {
      return nil
    }
    (self.start, total) = (start, Int(words[3]))
  }
}
