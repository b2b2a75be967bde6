import Foundation
import Synchronization

/// Handles Ctrl-C, SIGTERM, and SIGHUP: asks a run to stop, and ends the process if it doesn't.
package final class Interruption: Sendable {
  private let asked = Mutex(false)

  package init() {}

  /// Whether the run was asked to stop. The run then finishes its current card and throws.
  package var isRequested: Bool { asked.withLock { $0 } }

  /// Requests a stop. For tests and for callers with another way to stop.
  package func request() { asked.withLock { $0 = true } }

  /// Listens for the signals until the process ends. Ends a run that has not stopped after 0.8 s, after calling
  /// `cleanUp`, so that the process exits within a second whatever it is doing.
  package func listen(cleanUp: @escaping @Sendable () -> Void) {
    onSignal { [self] queue in
      request()
      queue.asyncAfter(deadline: .now() + 0.8) {
        cleanUp()
        _exit(ExitStatus.interrupted.rawValue)
      }
    }
  }

  /// Returns the signals as they arrive, for a run that stops on its own. The second signal ends the process
  /// immediately.
  package func requests() -> AsyncStream<Void> {
    AsyncStream { continuation in
      onSignal { [self] _ in
        if isRequested { _exit(ExitStatus.interrupted.rawValue) }
        request()
        continuation.yield()
      }
    }
  }

  private func onSignal(_ handle: @escaping @Sendable (DispatchQueue) -> Void) {
    let queue = DispatchQueue(label: "feedproof.interruption")
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = signal(number, SIG_IGN)
      // A program started with nohup should outlive the terminal.
      if number == SIGHUP, unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { handle(queue) }
      source.resume()
      sources.withLock { $0.append(Source(source)) }
    }
  }

  private let sources = Mutex<[Source]>([])
}

/// Keeps a signal source alive.
///
/// `@unchecked Sendable`: dispatch sources are safe to hold and release from any thread, and this one is never used
/// after it was resumed.
private struct Source: @unchecked Sendable {
  let source: any DispatchSourceSignal

  init(_ source: any DispatchSourceSignal) {
    self.source = source
  }
}
