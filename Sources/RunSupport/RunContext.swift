import Files

/// The settings of a run that don't come from its project: environment, number of workers, progress, and interruption.
package struct RunContext: Sendable {
  package var environment: Environment
  /// The number of cards rendered concurrently.
  package var jobs: Int
  package var progress: RunProgress
  package let interruption: Interruption

  /// More workers would only wait for each other.
  package static let jobRange = 1...256

  /// - Parameter jobs: nil uses one worker per core.
  package init(
    _ environment: Environment, jobs: Int? = nil, progress: RunProgress = .none,
    interruption: Interruption = Interruption()
  ) {
    (self.environment, self.progress, self.interruption) = (environment, progress, interruption)
    self.jobs = max(1, jobs ?? min(environment.processorCount, Self.jobRange.upperBound))
  }
}
