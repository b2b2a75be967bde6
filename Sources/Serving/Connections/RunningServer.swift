import Foundation
import Synchronization

/// A socket that is listened to, with its connections. They have one thread; what takes long is done elsewhere.
final class RunningServer: Sendable {
  private let mailbox: ServerMailbox
  /// Why nobody is listened to any more; nil where the server was stopped.
  private let listeningEnd = OneTimeEvent<String?>()
  private let end = OneTimeEvent<Void>()
  let port: UInt16

  /// - Parameters:
  ///   - port: Of 127.0.0.1; 0 for any that is free.
  ///   - responder: Makes what answers, for the port that was found.
  /// - Throws: `ServingIssue`.
  init(port: UInt16, limits: ServerLimits, responder: (UInt16) -> Responder) throws(ServingIssue) {
    let listener: Socket
    do {
      listener = try Socket.listening(on: port)
      mailbox = try ServerMailbox()
    } catch {
      throw Self.issue(error, port: port)
    }
    self.port = listener.port
    let (mailbox, responder, listeningEnd, end) = (mailbox, responder(self.port), listeningEnd, end)
    Thread.detachNewThread {
      ServerLoop(listener, mailbox, limits: limits, responder: responder) { listeningEnd.happen($0) }.run()
      end.happen(())
    }
  }

  /// - Throws: `ServingIssue.died` where the socket was closed and `stop` was not called.
  func waitForEnd() async throws(ServingIssue) {
    if let reason = await listeningEnd.wait() { throw .died(reason: reason) }
  }

  /// Returns when all connections are closed.
  func stop() async {
    mailbox.post(.stop)
    await end.wait()
  }

  private static func issue(_ failure: Socket.Failure, port: UInt16) -> ServingIssue {
    switch failure.code {
    case EADDRINUSE: .portTaken(port)
    case EACCES: .portForbidden(port)
    default: .noSocket(reason: failure.reason)
    }
  }
}

/// Something that happens once; what happens after it counts for nothing.
private final class OneTimeEvent<Value: Sendable>: Sendable {
  private enum State {
    case expected([CheckedContinuation<Value, Never>])
    case happened(Value)
  }

  private let state = Mutex(State.expected([]))

  func happen(_ value: Value) {
    let waiting = state.withLock { state in
      guard case .expected(let waiting) = state else { return [CheckedContinuation<Value, Never>]() }
      state = .happened(value)
      return waiting
    }
    for continuation in waiting { continuation.resume(returning: value) }
  }

  func wait() async -> Value {
    await withCheckedContinuation { continuation in
      let happened: Value? = state.withLock { state in
        switch state {
        case .happened(let value): return .some(value)
        case .expected(let waiting):
          state = .expected(waiting + [continuation])
          return nil
        }
      }
      if let happened { continuation.resume(returning: happened) }
    }
  }
}
