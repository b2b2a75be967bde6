import Foundation

/// Measures the processor time of this thread, which doesn't include time of other threads.
package enum ProcessorTime {
  package static func taken(by body: () -> Void) -> Duration {
    let start = now
    body()
    return now - start
  }

  /// The processor time of this thread.
  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
