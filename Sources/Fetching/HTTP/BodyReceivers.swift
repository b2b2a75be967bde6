import Synchronization

/// A body was larger than it may be.
package struct BodyTooLarge: Error { package var limit: Int }

/// Keeps a body in memory, within a limit.
package final class BodyBuffer: BodyReceiver {
  private let limit: Int
  private let state = Mutex<(bytes: [UInt8], isTooLarge: Bool)>(([], false))

  package init(limit: Int) {
    self.limit = limit
  }

  package var bytes: [UInt8] { state.withLock { $0.bytes } }
  package var isTooLarge: Bool { state.withLock { $0.isTooLarge } }

  package func begin(_ head: HTTPHead) throws {
    try state.withLock { state in
      state.bytes.removeAll()
      guard let length = head.contentLength else { return }
      guard length <= limit else {
        state.isTooLarge = true
        throw BodyTooLarge(limit: limit)
      }
      state.bytes.reserveCapacity(max(0, length))
    }
  }

  package func append(_ bytes: UnsafeRawBufferPointer) throws {
    try state.withLock { state in
      guard state.bytes.count + bytes.count <= limit else {
        state.isTooLarge = true
        throw BodyTooLarge(limit: limit)
      }
      state.bytes.append(contentsOf: bytes)
    }
  }
}
