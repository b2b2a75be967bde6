import Foundation

/// Measures CPU time of this thread by stage. Other load on the machine doesn't count.
struct StageClock {
  private(set) var seconds: [(stage: String, seconds: Double)] = []

  mutating func measure<Result>(_ stage: String, _ work: () throws -> Result) rethrows -> Result {
    let start = Self.threadSeconds()
    defer { add(Self.threadSeconds() - start, to: stage) }
    return try work()
  }

  /// Moves a time that was measured separately from one stage to another.
  mutating func move(_ amount: Double, from stage: String, to other: String) {
    add(-amount, to: stage)
    add(amount, to: other)
  }

  private mutating func add(_ amount: Double, to stage: String) {
    if let index = seconds.firstIndex(where: { $0.stage == stage }) {
      seconds[index].seconds += amount
    } else {
      seconds.append((stage, amount))
    }
  }

  /// The cost of reading the clock: a system call, about as expensive as laying out a box.
  static let askingSeconds: Double = {
    let start = threadSeconds()
    for _ in 0..<10_000 { _ = threadSeconds() }
    return (threadSeconds() - start) / 10_001
  }()

  static func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
