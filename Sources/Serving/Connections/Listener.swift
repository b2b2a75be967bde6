import Foundation
import Synchronization

/// Takes connections as they come, on a thread of its own.
///
/// A dispatch source would do the same; but with many sockets that come and go the system's own dispatch library for Linux
/// crashed now and then (Swift 6, in `_dispatch_event_loop_drain`).
final class Listener: Sendable {
  /// Nil when nobody is listened to any more.
  private let socket: Mutex<Socket?>
  private let running = DispatchGroup()

  /// - Parameter ended: Is told why nobody is listened to any more; nil where the server was stopped.
  init(
    _ socket: Socket, admit: @escaping @Sendable (Socket) -> Void, ended: @escaping @Sendable (String?) -> Void
  ) {
    self.socket = Mutex(socket)
    running.enter()
    Thread.detachNewThread { [self] in
      let reason = listen(admit)
      ended(reason)
      running.leave()
    }
  }

  private func listen(_ admit: (Socket) -> Void) -> String? {
    while let socket = socket.withLock({ $0 }) {
      switch socket.accepted() {
      case .connection(let arrived): admit(arrived)
      // Linux wakes who waits when the socket is hung up; elsewhere it is seen a second later.
      case .nobody: _ = socket.wait(for: Int32(POLLIN), until: .now + .seconds(1))
      case .noRoom: Thread.sleep(forTimeInterval: 1)
      case .failure(let failure):
        let wasStopped = self.socket.withLock { $0.take() } == nil
        return wasStopped ? nil : failure.reason
      }
    }
    return nil
  }

  /// Returns when nobody is listened to any more.
  func stop() async {
    socket.withLock { $0.take() }?.hangUp()
    await withCheckedContinuation { done in running.notify(queue: .global()) { done.resume() } }
  }
}
