import Foundation
import Synchronization

/// The open connections of a server, limited in number.
final class OpenConnections: Sendable {
  private let limits: ServerLimits
  private let state = Mutex<(open: [ObjectIdentifier: ServerConnection], isStopping: Bool)>(([:], false))
  /// Has a member for each connection whose thread is running.
  private let running = DispatchGroup()

  init(_ limits: ServerLimits) {
    self.limits = limits
  }

  var isStopping: Bool { state.withLock { $0.isStopping } }

  /// Starts a thread for a connection. If all places are taken, closes another connection: the one that has been idle
  /// longest, else the one that has taken longest to send a request, else the slowest reader. Connections that make
  /// progress with a response stay open; if all do, the new connection is closed.
  func admit(_ connection: ServerConnection) {
    let (isAdmitted, least) = state.withLock { state -> (Bool, ServerConnection?) in
      guard !state.isStopping else { return (false, nil) }
      var least: ServerConnection?
      if state.open.count >= limits.connections {
        least = state.open.values.compactMap { known in known.patience.map { ($0, known) } }.min { $0.0 < $1.0 }?.1
        guard let least else { return (false, nil) }
        state.open[ObjectIdentifier(least)] = nil
      }
      state.open[ObjectIdentifier(connection)] = connection
      running.enter()
      return (true, least)
    }
    least?.hangUp()
    guard isAdmitted else { return }
    Thread.detachNewThread { [self] in
      connection.run(among: self)
      state.withLock { $0.open[ObjectIdentifier(connection)] = nil }
      running.leave()
    }
  }

  /// Closes connections that wait for requests, and the others after their responses. Transfers get a short time to
  /// finish. Returns when all connections are closed.
  func stop() async {
    let open = state.withLock { state in
      state.isStopping = true
      return Array(state.open.values)
    }
    for connection in open where connection.isWaiting { connection.hangUp() }
    let late = open.filter { !$0.isMakingAnswer }
    DispatchQueue.global().asyncAfter(deadline: .now() + (limits.lingerTime / .seconds(1))) {
      for connection in late { connection.hangUp() }
    }
    await withCheckedContinuation { done in running.notify(queue: .global()) { done.resume() } }
  }
}
