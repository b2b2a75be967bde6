import Foundation
import Synchronization

/// A moment of a clock that nobody sets.
struct ServerTime: Comparable {
  private var nanoseconds: Int64

  static var now: ServerTime { ServerTime(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds)) }

  static func + (time: ServerTime, duration: Duration) -> ServerTime {
    let (seconds, attoseconds) = duration.components
    return ServerTime(nanoseconds: time.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  static func < (left: ServerTime, right: ServerTime) -> Bool { left.nanoseconds < right.nanoseconds }

  /// Milliseconds from `time` on, rounded up; none where this is over.
  func milliseconds(after time: ServerTime) -> Int32 {
    Int32(clamping: max(0, nanoseconds - time.nanoseconds + 999_999) / 1_000_000)
  }
}

/// What others tell a server's thread.
final class ServerMailbox: Sendable {
  enum Message: Sendable {
    case answer(Reply, connection: Int)
    case stop
  }

  private let messages = Mutex<[Message]>([])
  private let (sleeper, waker): (Socket, Socket)

  init() throws(Socket.Failure) {
    (sleeper, waker) = try Socket.pair()
  }

  /// Can be read from when there are messages.
  var descriptor: Int32 { sleeper.descriptor }

  func post(_ message: Message) {
    messages.withLock { $0.append(message) }
    waker.wake()
  }

  func take() -> [Message] {
    sleeper.sleep()
    return messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}

/// The thread of a server, which waits for its sockets, for times and for answers that are made elsewhere.
final class ServerLoop {
  private let mailbox: ServerMailbox
  private let limits: ServerLimits
  private let responder: Responder
  private let others: OpenConnections
  /// Is told why nobody is listened to any more; nil where the server was stopped.
  private let listeningEnded: (String?) -> Void

  private var listener: Socket?
  /// Accepting begins again then: descriptors or memory had run out.
  private var pause: ServerTime?
  private var accepted = 0

  init(
    _ listener: Socket, _ mailbox: ServerMailbox, limits: ServerLimits, responder: Responder,
    listeningEnded: @escaping (String?) -> Void
  ) {
    self.listener = listener
    self.mailbox = mailbox
    self.limits = limits
    self.responder = responder
    self.listeningEnded = listeningEnded
    others = OpenConnections(limit: limits.connections)
  }

  /// Returns when the server was stopped and its connections are closed.
  func run() {
    while !others.isStopping || !others.all.isEmpty {
      let connections = others.all
      let ready = wait(for: connections)
      for message in mailbox.take() { handle(message) }
      if ready.listener { acceptAll() }
      for connection in ready.connections { connection.proceed() }
      let now = ServerTime.now
      for connection in others.all where connection.deadline.map({ $0 <= now }) ?? false { connection.expire() }
    }
  }

  private func wait(for connections: [ServerConnection]) -> (listener: Bool, connections: [ServerConnection]) {
    let now = ServerTime.now
    if let end = pause, end <= now { pause = nil }
    // A negative descriptor is passed over.
    let listening = pause == nil ? listener?.descriptor ?? -1 : -1
    var waiting = [
      pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: listening, events: Int16(POLLIN), revents: 0),
    ]
    for connection in connections {
      let events = (connection.wantsInput ? Int16(POLLIN) : 0) | (connection.wantsOutput ? Int16(POLLOUT) : 0)
      waiting.append(pollfd(fd: events == 0 ? -1 : connection.socket.descriptor, events: events, revents: 0))
    }
    let end = (connections.map(\.deadline) + [pause]).compactMap(\.self).min()
    guard poll(&waiting, nfds_t(waiting.count), end?.milliseconds(after: now) ?? -1) > 0 else { return (false, []) }
    return (
      waiting[1].revents != 0,
      zip(connections, waiting.dropFirst(2)).filter { $0.1.revents != 0 }.map(\.0)
    )
  }

  private func handle(_ message: ServerMailbox.Message) {
    switch message {
    case .answer(let reply, let number): others[number]?.answer(with: reply)
    case .stop:
      endListening(nil)
      others.stop()
    }
  }

  private func acceptAll() {
    while let listener {
      switch listener.accepted() {
      case .connection(let socket):
        accepted += 1
        others.admit(
          ServerConnection(
            socket, number: accepted, responder: responder, limits: limits, others: others, mailbox: mailbox))
      case .nobody: return
      case .noRoom:
        pause = .now + .seconds(1)
        return
      case .failure(let failure): endListening(failure.reason)
      }
    }
  }

  private func endListening(_ reason: String?) {
    listener = nil
    listeningEnded(reason)
  }
}
