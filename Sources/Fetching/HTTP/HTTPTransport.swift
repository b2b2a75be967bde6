/// Carries a request to its host and the answer back; one hop, nothing tried again, nothing followed.
package protocol HTTPTransport: Sendable {
  /// - Parameter receiver: Gets the head, then the body piece by piece, on any thread, one call at a time.
  /// - Throws: `TransportFault` where no whole answer came.
  func send(_ request: HTTPRequest, to receiver: any BodyReceiver) async throws(TransportFault) -> HTTPHead
}

/// What takes in an answer as it comes.
package protocol BodyReceiver: Sendable {
  func begin(_ head: HTTPHead) throws
  func append(_ bytes: UnsafeRawBufferPointer) throws
}

/// Why no whole answer came.
package struct TransportFault: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
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

  package var kind: Kind
  /// In the words of whoever found it.
  package var reason: String

  package init(_ kind: Kind, _ reason: String) {
    (self.kind, self.reason) = (kind, reason)
  }
}
