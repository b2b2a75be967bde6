import Foundation

/// What something costs by the processor's clock, which stands still while others have the processor.
package enum ProcessorTime {
  package static func taken(by body: () -> Void) -> Duration {
    let start = now
    body()
    return now - start
  }

  /// Of this thread.
  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
