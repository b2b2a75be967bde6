import Foundation
import Synchronization

/// Ctrl-C, SIGTERM and the end of the terminal (SIGHUP): asks a run to stop, and makes sure that it does.
package final class Interruption: Sendable {
  private let asked = Mutex(false)

  package init() {}

  /// True once somebody asked the run to stop; the run then finishes the card it is at and throws.
  package var isRequested: Bool { asked.withLock { $0 } }

  /// For tests and for callers with another way to stop.
  package func request() { asked.withLock { $0 = true } }

  /// Listens for the signals until the process ends. A run that has not stopped 0.8 s later is ended after
  /// `cleanUp`, so that it is gone within a second whatever it is busy with.
  package func listen(cleanUp: @escaping @Sendable () -> Void) {
    onSignal { [self] queue in
      request()
      queue.asyncAfter(deadline: .now() + 0.8) {
        cleanUp()
        _exit(ExitStatus.interrupted.rawValue)
      }
    }
  }

  /// The signals as they come, for a run that ends in its own time. The second ends the process at once.
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
      // Who starts a program with nohup wants it to outlive the terminal.
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
/// `@unchecked Sendable`: dispatch sources are safe to hold and release from any thread, and this one is never touched
/// after it was resumed.
private struct Source: @unchecked Sendable {
  let source: any DispatchSourceSignal

  init(_ source: any DispatchSourceSignal) {
    self.source = source
  }
}
