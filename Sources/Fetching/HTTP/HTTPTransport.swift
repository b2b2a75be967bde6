import Synchronization

/// Carries a request to its host and the answer back; one hop, nothing tried again, nothing followed.
protocol HTTPTransport: Sendable {
  /// - Parameter receiver: Gets the head, then the body piece by piece, on any thread, one call at a time.
  /// - Throws: `TransportFault` where no whole answer came.
  func send(_ request: HTTPRequest, to receiver: any BodyReceiver) async throws(TransportFault) -> HTTPHead
}

/// What takes in an answer as it comes.
protocol BodyReceiver: Sendable {
  func begin(_ head: HTTPHead) throws
  func append(_ bytes: UnsafeRawBufferPointer) throws
}

/// Why no whole answer came.
struct TransportFault: Error, Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case noSuchHost, refused, timedOut
    /// The connection ended before the answer did, or said too little.
    case cutShort
    /// A certificate that does not hold, or no agreement on how to encrypt.
    case notTrusted
    case proxy
    /// An address of a private network where a public one is asked for.
    case privateAddress
    /// The receiver wanted no more; its own error says why.
    case stopped
    /// Ctrl-C, or the task was cancelled.
    case cancelled
    /// libcurl itself can't be used.
    case unavailable
    case other
  }

  var kind: Kind
  /// In the words of whoever found it.
  var reason: String

  init(_ kind: Kind, _ reason: String) {
    (self.kind, self.reason) = (kind, reason)
  }
}

/// A body was larger than it may be.
struct BodyTooLarge: Error {}

/// Keeps a body in memory, within a limit.
final class BodyBuffer: BodyReceiver {
  private let limit: Int
  private let state = Mutex<(bytes: [UInt8], isTooLarge: Bool)>(([], false))

  init(limit: Int) {
    self.limit = limit
  }

  var bytes: [UInt8] { state.withLock { $0.bytes } }
  var isTooLarge: Bool { state.withLock { $0.isTooLarge } }

  func begin(_ head: HTTPHead) throws {
    try state.withLock { state in
      state.bytes.removeAll()
      guard let length = head.contentLength else { return }
      guard length <= limit else {
        state.isTooLarge = true
        throw BodyTooLarge()
      }
      state.bytes.reserveCapacity(max(0, length))
    }
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws {
    try state.withLock { state in
      guard state.bytes.count + bytes.count <= limit else {
        state.isTooLarge = true
        throw BodyTooLarge()
      }
      state.bytes.append(contentsOf: bytes)
    }
  }
}
