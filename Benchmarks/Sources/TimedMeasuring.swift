import Drawing
import Layout
import Synchronization

/// Measures the CPU time of text measuring in a layout.
final class TimedMeasuring: TextMeasuring {
  private let measuring: any TextMeasuring
  private let spent = Mutex(0.0)
  private let calls = Mutex(0)

  init(_ measuring: any TextMeasuring) {
    self.measuring = measuring
  }

  /// Seconds since the last call.
  func takeSeconds() -> Double {
    spent.withLock { seconds in
      defer { seconds = 0 }
      return seconds
    }
  }

  /// The number of measured texts since the last call.
  func takeCalls() -> Int {
    calls.withLock { calls in
      defer { calls = 0 }
      return calls
    }
  }

  func shape(
    _ text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation
  ) -> ShapedText {
    calls.withLock { $0 += 1 }
    let start = StageClock.threadSeconds()
    defer { spent.withLock { $0 += StageClock.threadSeconds() - start } }
    return measuring.shape(text, width: width, maxLines: maxLines, truncation: truncation)
  }
}
