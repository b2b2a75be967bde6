import Files
import Synchronization

/// Writes a body to a file while it arrives, within a limit, so that a large one takes no memory.
package final class BodyFile: AnswerBody {
  /// The number of bytes that `bytes` has: enough for every error message and for the beginning of a web page.
  private static let headSize = 1 << 16
  /// The number of bytes that are searched at once.
  private static let pieceSize = 1 << 20

  /// `@unchecked Sendable`: the sink is only used under the surrounding lock.
  private struct State: @unchecked Sendable {
    var sink: FileSink?
    var head: [UInt8] = []
    var size = 0
    var isTooLarge = false
    var failure: FileError?
  }

  private let tree: FileTree
  private let path: RelativePath
  private let limit: Int
  private let state = Mutex(State())

  package init(_ path: RelativePath, in tree: FileTree, limit: Int) {
    (self.path, self.tree, self.limit) = (path, tree, limit)
  }

  package var bytes: [UInt8] { state.withLock { $0.head } }
  package var isTooLarge: Bool { state.withLock { $0.isTooLarge } }
  var failure: FileError? { state.withLock { $0.failure } }

  package func begin(_ head: HTTPHead) throws {
    try state.withLock { state in
      state = State()
      guard head.contentLength ?? 0 <= limit else {
        state.isTooLarge = true
        throw BodyTooLarge()
      }
      try Self.noting(&state) { state throws(FileError) in state.sink = try tree.append(to: path, keeping: 0) }
    }
  }

  package func append(_ bytes: UnsafeRawBufferPointer) throws {
    try state.withLock { state in
      guard state.size + bytes.count <= limit else {
        state.isTooLarge = true
        throw BodyTooLarge()
      }
      try Self.noting(&state) { state throws(FileError) in try state.sink?.append(bytes) }
      state.size += bytes.count
      state.head += bytes.prefix(max(0, Self.headSize - state.head.count))
    }
  }

  private static func noting(_ state: inout State, _ write: (inout State) throws(FileError) -> Void) throws {
    do throws(FileError) {
      try write(&state)
    } catch {
      state.failure = error
      throw error
    }
  }

  /// The complete body.
  ///
  /// - Throws: `FileError` if it can't be written or opened.
  package func file() throws(FileError) -> RegularFile {
    if let error = end() { throw error }
    guard let file = try tree.open(path) else { throw FileError(tree.place(of: path), .notAFile) }
    return file
  }

  /// Writes the rest.
  private func end() -> FileError? {
    state.withLock { state in
      do throws(FileError) {
        try state.sink?.end()
        return nil
      } catch {
        return error
      }
    }
  }

  package func holds(_ secret: Secret) throws(FileError) -> Bool {
    guard state.withLock({ $0.sink }) != nil else { return false }
    let file = try file()
    // An escape takes up to twelve bytes for one of the secret's.
    let overlap = secret.value.utf8.count * 12
    var (position, rest) = (0, [UInt8]())
    while true {
      let piece = try file.read(at: position, upTo: Self.pieceSize)
      if piece.isEmpty { return false }
      position += piece.count
      let searched = rest + piece
      if secret.isIn(searched) { return true }
      rest = Array(searched.suffix(overlap))
    }
  }
}
