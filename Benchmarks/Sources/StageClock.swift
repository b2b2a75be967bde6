import Foundation

/// CPU time of this thread by stage: other work on the machine does not count.
struct StageClock {
  private(set) var seconds: [(stage: String, seconds: Double)] = []

  mutating func measure<Result>(_ stage: String, _ work: () throws -> Result) rethrows -> Result {
    let start = Self.threadSeconds()
    defer { add(Self.threadSeconds() - start, to: stage) }
    return try work()
  }

  /// Takes what was counted elsewhere out of one stage into another.
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

  /// What asking the clock costs: it is a system call, about as long as laying out a box.
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
