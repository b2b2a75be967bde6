import Foundation

/// Takes connections as they come.
///
/// `@unchecked Sendable`: dispatch sources are safe to use from any thread, and this one is set up before anybody else has it.
final class Listener: @unchecked Sendable {
  private let source: any DispatchSourceRead
  private let closed = DispatchGroup()

  /// - Parameter ended: Is told why nobody is listened to any more; nil where the server was stopped.
  init(
    _ socket: Socket, admit: @escaping @Sendable (Socket) -> Void, ended: @escaping @Sendable (String?) -> Void
  ) {
    let queue = DispatchQueue(label: "feedproof.serving", qos: .userInitiated)
    source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
    closed.enter()
    source.setEventHandler { [weak self] in
      guard let self else { return }
      while !source.isCancelled {
        switch socket.accepted() {
        case .connection(let arrived): admit(arrived)
        case .nobody: return
        case .noRoom:
          // What is suspended must not be released: it is held until it goes on.
          source.suspend()
          return queue.asyncAfter(deadline: .now() + 1) { self.source.resume() }
        case .failure(let failure):
          ended(failure.reason)
          source.cancel()
        }
      }
    }
    source.setCancelHandler { [closed] in
      // Open until here.
      withExtendedLifetime(socket) { ended(nil) }
      closed.leave()
    }
    source.activate()
  }

  /// Returns when nobody is listened to any more.
  func stop() async {
    source.cancel()
    await withCheckedContinuation { done in closed.notify(queue: .global()) { done.resume() } }
  }
}
