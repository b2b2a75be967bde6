/// The connections of a server, no more than it may have. Used on the server's thread alone.
final class OpenConnections {
  private let limit: Int
  private var open: [Int: ServerConnection] = [:]
  private(set) var isStopping = false

  init(limit: Int) {
    self.limit = limit
  }

  var all: [ServerConnection] { Array(open.values) }

  subscript(number: Int) -> ServerConnection? { open[number] }

  /// Makes room where there is none: at the cost of the connection that has been idle longest, else of the one that
  /// has taken longest to send a request, else of the slowest reader. Answers that are taken, or are still being made, are
  /// left alone, and the new connection is one too many then.
  func admit(_ connection: ServerConnection) {
    if isStopping { return }
    if open.count >= limit {
      let waiting = open.values.compactMap { connection in connection.waiting.map { ($0, connection) } }
      guard let (_, least) = waiting.min(by: { $0.0 < $1.0 }) else { return }
      least.hangUp()
    }
    open[connection.number] = connection
  }

  func remove(_ connection: ServerConnection) {
    open[connection.number] = nil
  }

  /// Closes what waits for requests, and all else as soon as it is answered.
  func stop() {
    isStopping = true
    for connection in all { connection.stop() }
  }
}
