import Synchronization

/// The environments that the cards of a run and their baselines use. Each is computed or read only once. Safe to use
/// from any task.
final class CardEnvironments: Sendable {
  struct NamedEnvironment: Sendable {
    var name: String
    var environment: BaselineEnvironment
  }

  /// All fonts and libraries available to the run.
  let whole: BaselineEnvironment
  private let lock: Set<String>
  private let store: BaselineStore
  private let state = Mutex(State())

  private struct State {
    var now: [CardRenderingInputs: NamedEnvironment] = [:]
    /// Changes by the names of both environments.
    var drift: [String: [EnvironmentDrift]] = [:]
  }

  init(_ whole: BaselineEnvironment, store: BaselineStore) {
    (self.whole, self.store) = (whole, store)
    lock = Set(whole.fonts)
  }

  func environment(of use: CardRenderingInputs) -> NamedEnvironment {
    if let known = state.withLock({ $0.now[use] }) { return known }
    let part = whole.part(of: use)
    let named = NamedEnvironment(name: part.name, environment: part)
    state.withLock { $0.now[use] = named }
    return named
  }

  /// - Parameter name: The name of the environment of a baseline.
  /// - Returns: The changes that affect a card rendered in `now`; nil if the record is missing.
  /// - Throws: `Diagnostic` if the record can't be read.
  func drift(from name: String, to now: NamedEnvironment) throws -> [EnvironmentDrift]? {
    let key = "\(name) \(now.name)"
    if let known = state.withLock({ $0.drift[key] }) { return known }
    guard let then = try store.environment(name) else { return nil }
    let drift = then.drift(to: now.environment, lock: lock)
    state.withLock { $0.drift[key] = drift }
    return drift
  }
}
