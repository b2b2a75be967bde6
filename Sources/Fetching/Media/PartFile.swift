import Diagnostics
import Files
import Foundation
import Synchronization

/// A file as it comes. What came before a connection broke is kept, and the next attempt asks for the rest.
final class PartFile: BodyReceiver {
  enum Refusal: Error { case tooLarge, otherRange }

  private struct State {
    var sink: FileSink?
    var size = 0
    var head: HTTPHead?
    var failure: (any Error)?
  }

  /// `@unchecked Sendable`: the sink is used under the lock around it alone.
  private struct Guarded: @unchecked Sendable {
    var state = State()
  }

  let path: RelativePath
  private let tag: RelativePath?
  private let tree: FileTree
  private let limit: Int
  private let guarded = Mutex(Guarded())
  /// Files that are worth it keep what proves that the rest belongs to them.
  private static let resumable = 1 << 16

  init(_ name: String, in tree: FileTree, limit: Int) throws(FileError) {
    guard let path = FetchFolder.part(name) else { throw FileError(name, .notAFile) }
    (self.path, self.tree, self.limit) = (path, tree, limit)
    tag = FetchFolder.part(name + ".tag")
  }

  /// Bytes that are there.
  var size: Int { guarded.withLock { $0.state.size } }
  /// Why the receiver wanted no more.
  var failure: (any Error)? { guarded.withLock { $0.state.failure } }

  /// What a request asks with, to go on where an earlier one ended.
  func resume() -> [HTTPHeader] {
    let size = tree.stamp(of: path).map { $0.kind == .file ? $0.size : 0 } ?? 0
    guard size > 0, let tag, let text = try? tree.data(tag, limit: 4096), !text.isEmpty else { return [] }
    return [
      HTTPHeader("Range", "bytes=\(size)-"), HTTPHeader("If-Range", String(decoding: text, as: UTF8.self)),
    ]
  }

  func begin(_ head: HTTPHead) throws {
    try guarded.withLock { guarded in
      guarded.state.head = head
      guarded.state.sink = nil
      guard head.status == 200 || head.status == 206 else { return }
      do {
        try open(head, &guarded.state)
      } catch {
        guarded.state.failure = error
        throw error
      }
    }
  }

  private func open(_ head: HTTPHead, _ state: inout State) throws {
    var start = 0
    if head.status == 206 {
      let range = head.header("Content-Range") ?? ""
      start = range.split { !$0.isNumber }.first.flatMap { Int($0) } ?? -1
      let there = tree.stamp(of: path)?.size ?? 0
      guard start == there else { throw Refusal.otherRange }
    }
    if let length = head.contentLength, start + length > limit { throw Refusal.tooLarge }
    state.sink = try tree.append(to: path, keeping: start)
    state.size = start
    if start == 0 { try keepTag(head) }
  }

  private func keepTag(_ head: HTTPHead) throws {
    guard let tag else { return }
    let proof = head.header("ETag").flatMap { $0.hasPrefix("W/") ? nil : $0 } ?? head.header("Last-Modified")
    guard let proof, head.contentLength ?? .max >= Self.resumable, head.header("Accept-Ranges") != "none" else {
      return
    }
    try tree.remove(tag)
    let sink = try tree.create(tag)
    try sink.append(proof.utf8)
    try sink.end()
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws {
    try guarded.withLock { guarded in
      guard let sink = guarded.state.sink else { return }
      do {
        guard guarded.state.size + bytes.count <= limit else { throw Refusal.tooLarge }
        try sink.append(bytes)
        guarded.state.size += bytes.count
      } catch {
        guarded.state.failure = error
        throw error
      }
    }
  }

  /// What came is with the system when this returns.
  func flush() throws {
    try guarded.withLock { guarded in
      try guarded.state.sink?.end()
      guarded.state.sink = nil
    }
  }

  /// First and last bytes of what is there.
  func ends() throws(FileError) -> (start: [UInt8], end: [UInt8]) {
    guard let file = try tree.open(path) else { return ([], []) }
    return (try file.bytes(first: 512), try file.bytes(last: 4096))
  }

  func remove() {
    try? tree.remove(path)
    if let tag { try? tree.remove(tag) }
  }

  /// Gives it its name.
  func keep(as target: RelativePath) throws(FileError) {
    try tree.rename(path, to: target)
    if let tag, tree.stamp(of: tag) != nil { try? tree.remove(tag) }
  }
}
