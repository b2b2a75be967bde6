import Files

/// What fetching knows of time and chance. Tests give one that runs ahead by itself.
package struct FetchClock: Sendable {
  /// Seconds since 1970.
  package var now: @Sendable () -> Double
  /// Waits so many seconds; throws where the wait is cut short.
  package var sleep: @Sendable (Double) async throws -> Void
  /// A number from 0 up to a bound.
  package var random: @Sendable (Double) -> Double

  package init(
    now: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (Double) async throws -> Void,
    random: @escaping @Sendable (Double) -> Double
  ) {
    (self.now, self.sleep, self.random) = (now, sleep, random)
  }

  /// The machine's.
  package static let system = FetchClock(
    now: { Double(FileStamp.now) / 1e9 },
    sleep: { try await Task.sleep(for: .seconds($0)) },
    random: { $0 > 0 ? Double.random(in: 0...$0) : 0 })
}
