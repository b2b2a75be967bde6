import Files

/// What every run is given beside its project: where it works and with how many hands, whom it tells, and who may end it.
package struct RunContext: Sendable {
  package var environment: Environment
  /// Cards at once.
  package var jobs: Int
  package var progress: RunProgress
  package let interruption: Interruption

  /// More workers than that would only wait for each other.
  package static let jobRange = 1...256

  /// - Parameter jobs: Nil takes one for each core.
  package init(
    _ environment: Environment, jobs: Int? = nil, progress: RunProgress = .none,
    interruption: Interruption = Interruption()
  ) {
    (self.environment, self.progress, self.interruption) = (environment, progress, interruption)
    self.jobs = max(1, jobs ?? min(environment.processorCount, Self.jobRange.upperBound))
  }
}
