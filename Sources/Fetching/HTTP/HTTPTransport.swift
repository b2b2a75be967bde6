import Files
import Synchronization

/// Sends a request to its host and returns the response; a single hop without retries or redirects.
package protocol HTTPTransport: Sendable {
  /// - Parameter receiver: Receives the head, then the body in chunks, on any thread, one call at a time.
  /// - Throws: `TransportFault` if no complete response arrived.
  func send(_ request: HTTPRequest, to receiver: any BodyReceiver) async throws(TransportFault) -> HTTPHead
}

/// Receives a response incrementally.
package protocol BodyReceiver: Sendable {
  func begin(_ head: HTTPHead) throws
  func append(_ bytes: UnsafeRawBufferPointer) throws
}

/// The reason why no complete response arrived.
package struct TransportFault: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case noSuchHost, refused, timedOut
    /// The connection ended early, or the response was too short.
    case cutShort
    /// An invalid certificate, or a failed TLS handshake.
    case notTrusted
    case proxy
    /// A private address where a public one is required.
    case privateAddress
    /// The receiver stopped the transfer; its own error says why.
    case stopped
    /// Ctrl-C, or the task was canceled.
    case cancelled
    /// libcurl itself can't be used.
    case unavailable
    case other
  }

  package var kind: Kind
  /// The message of the component that failed.
  var reason: String

  package init(_ kind: Kind, _ reason: String) {
    (self.kind, self.reason) = (kind, reason)
  }
}

/// A body exceeded its maximum size.
package struct BodyTooLarge: Error {}

/// Receives the body of an answer that a client judges.
protocol AnswerBody: BodyReceiver {
  /// The body; of one that goes to a file, its beginning.
  var bytes: [UInt8] { get }
  var isTooLarge: Bool { get }
  /// Why the body couldn't be kept; nil if it was.
  var failure: FileError? { get }

  /// Whether the body contains a secret.
  ///
  /// - Throws: `FileError` if it can't be read back.
  func holds(_ secret: Secret) throws(FileError) -> Bool
}

/// Collects a body in memory, within a limit.
package final class BodyBuffer: AnswerBody {
  private let limit: Int
  private let state = Mutex<(bytes: [UInt8], isTooLarge: Bool)>(([], false))

  package init(limit: Int) {
    self.limit = limit
  }

  package var bytes: [UInt8] { state.withLock { $0.bytes } }
  package var isTooLarge: Bool { state.withLock { $0.isTooLarge } }
  var failure: FileError? { nil }

  func holds(_ secret: Secret) -> Bool { secret.isIn(bytes) }

  package func begin(_ head: HTTPHead) throws {
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

  package func append(_ bytes: UnsafeRawBufferPointer) throws {
    try state.withLock { state in
      guard state.bytes.count + bytes.count <= limit else {
        state.isTooLarge = true
        throw BodyTooLarge()
      }
      state.bytes.append(contentsOf: bytes)
    }
  }
}
