import Foundation
import Synchronization

/// The connections of a server, no more than it may have.
final class OpenConnections: Sendable {
  private let limits: ServerLimits
  private let state = Mutex<(open: [ObjectIdentifier: ServerConnection], isStopping: Bool)>(([:], false))
  /// Has a member for each connection whose thread runs.
  private let running = DispatchGroup()

  init(_ limits: ServerLimits) {
    self.limits = limits
  }

  var isStopping: Bool { state.withLock { $0.isStopping } }

  /// Gives a connection a thread, and makes room where there is none: at the cost of the connection that has been idle
  /// longest, else of the one that has taken longest to send a request, else of the slowest reader. Answers that are taken, or
  /// are still being made, are left alone, and the new connection is one too many then.
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

  /// Closes what waits for requests, and all else as soon as it is answered: what is being sent by either side is not waited
  /// for long. Returns when all are closed.
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
