/// How much a link carries, over time: steps of a rate each, that begin again when they end.
package struct RateTrace: Hashable, Sendable {
  package struct Step: Hashable, Sendable {
    /// Seconds, above 0.
    package var duration: Double
    /// Bits a second, not below 0.
    package var rate: Double

    package init(duration: Double, rate: Double) {
      self.duration = duration
      self.rate = rate
    }
  }

  package enum Fault: Error, Hashable, Sendable {
    case empty
    /// By number, from 0: its duration is not above 0, or its rate below 0, or one of them is no finite number.
    case badStep(Int)
    /// No step carries anything: nothing would ever arrive.
    case neverCarries
    case tooMany(limit: Int)
  }

  /// Steps that a trace may have: a day of tenths of a second.
  package static let stepLimit = 1_000_000

  package let steps: [Step]

  /// - Throws: `Fault`
  package init(_ steps: [Step]) throws(Fault) {
    guard !steps.isEmpty else { throw .empty }
    guard steps.count <= Self.stepLimit else { throw .tooMany(limit: Self.stepLimit) }
    for (index, step) in steps.enumerated() {
      guard step.duration > 0, step.duration.isFinite, step.rate >= 0, step.rate.isFinite else { throw .badStep(index) }
    }
    guard steps.contains(where: { $0.rate > 0 }) else { throw .neverCarries }
    self.steps = steps
  }

  /// The same rate for ever.
  ///
  /// - Throws: `Fault` where it is not above 0.
  package init(constant rate: Double) throws(Fault) { try self.init([Step(duration: 3600, rate: rate)]) }

  /// The same trace with each rate times `share`, which is above 0.
  func scaled(by share: Double) -> RateTrace {
    RateTrace(unchecked: steps.map { Step(duration: $0.duration, rate: $0.rate * share) })
  }

  private init(unchecked steps: [Step]) { self.steps = steps }
}

/// A place on a trace, which only moves on.
package struct TraceCursor: Sendable {
  private let steps: [RateTrace.Step]
  private var index = 0
  /// Seconds until the step ends.
  package private(set) var left: Double

  package init(_ trace: RateTrace) {
    steps = trace.steps
    left = steps[0].duration
  }

  /// Bits a second, here.
  package var rate: Double { steps[index].rate }

  package mutating func nextStep() {
    index = index + 1 == steps.count ? 0 : index + 1
    left = steps[index].duration
  }

  /// - Parameter seconds: Not below 0.
  package mutating func advance(by seconds: Double) {
    var seconds = seconds
    while seconds >= left {
      seconds -= left
      nextStep()
    }
    left -= seconds
  }

  /// Carries bits and moves on as long as that takes.
  ///
  /// - Returns: Seconds.
  package mutating func carry(_ bits: Double) -> Double {
    var (bits, seconds) = (bits, 0.0)
    while true {
      let capacity = rate * left
      if rate > 0, bits <= capacity {
        let needed = bits / rate
        left -= needed
        if left <= 0 { nextStep() }
        return seconds + needed
      }
      bits -= capacity
      seconds += left
      nextStep()
    }
  }
}
