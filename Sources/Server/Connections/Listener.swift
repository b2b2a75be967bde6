import Foundation
import Synchronization

/// Accepts connections on its own thread.
///
/// A dispatch source would do the same. But with many sockets that open and close, libdispatch on Linux crashed now and
/// then (Swift 6, in `_dispatch_event_loop_drain`).
final class Listener: Sendable {
  /// The listening socket; nil when listening has ended.
  private let socket: Mutex<Socket?>
  private let running = DispatchGroup()

  /// - Parameter ended: Receives the reason why listening ended, or nil if the server was stopped.
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
      // On Linux, shutting the socket down wakes the waiting thread. Elsewhere, the thread notices within a second.
      case .nobody: _ = socket.wait(for: Int32(POLLIN), until: .now + .seconds(1))
      case .noRoom: Thread.sleep(forTimeInterval: 1)
      case .failure(let failure):
        let wasStopped = self.socket.withLock { $0.take() } == nil
        return wasStopped ? nil : failure.reason
      }
    }
    return nil
  }

  /// Stops listening, and returns when the thread has ended.
  func stop() async {
    socket.withLock { $0.take() }?.hangUp()
    await withCheckedContinuation { done in running.notify(queue: .global()) { done.resume() } }
  }
}
