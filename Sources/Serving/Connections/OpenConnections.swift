import NIOCore

/// The connections of a server, no more than it may have. Used on the server's event loop alone.
final class OpenConnections {
  private let limit: Int
  private var open: [ObjectIdentifier: ServerConnection] = [:]
  private(set) var isStopping = false
  /// Kept until the last connection is gone.
  private var empty: EventLoopPromise<Void>?

  init(limit: Int) {
    self.limit = limit
  }

  /// Makes room where there is none: at the cost of the connection that has been idle longest, else of the one that
  /// has taken longest to send a request. What is being answered is left alone.
  ///
  /// - Returns: False where the new connection is one too many.
  func admit(_ connection: ServerConnection) -> Bool {
    if isStopping { return false }
    if open.count >= limit {
      let waiting = open.values.compactMap { connection in connection.waiting.map { ($0, connection) } }
      guard let (_, least) = waiting.min(by: { $0.0 < $1.0 }) else { return false }
      remove(least)
      least.hangUp()
    }
    open[ObjectIdentifier(connection)] = connection
    return true
  }

  func remove(_ connection: ServerConnection) {
    open[ObjectIdentifier(connection)] = nil
    if open.isEmpty { empty?.succeed() }
  }

  /// Closes what waits for requests, and all else as soon as it is answered.
  ///
  /// - Returns: When all are closed.
  func stop(on loop: any EventLoop) -> EventLoopFuture<Void> {
    let promise = empty ?? loop.makePromise()
    empty = promise
    isStopping = true
    for connection in Array(open.values) { connection.stop() }
    if open.isEmpty { promise.succeed() }
    return promise.futureResult
  }
}
