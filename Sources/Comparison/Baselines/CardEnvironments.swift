import Basics
import CardRendering
import ImageComparison
import Synchronization

/// The environments that the cards of a run and their baselines use. Each is computed or read only once. Safe to use
/// from any task.
package final class CardEnvironments: Sendable {
  package struct NamedEnvironment: Sendable {
    var name: String
    var environment: RenderingEnvironment
  }

  /// All fonts and libraries available to the run.
  let whole: RenderingEnvironment
  private let lock: Set<String>
  private let store: BaselineStore
  private let state = Mutex(State())

  private struct State {
    var now: [CardRenderingInputs: NamedEnvironment] = [:]
    /// Changes by the names of both environments.
    var drift: [String: [EnvironmentDrift]] = [:]
  }

  init(_ whole: RenderingEnvironment, store: BaselineStore) {
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

extension [EnvironmentDrift] {
  /// Returns one cause for all libraries, because a system is updated as a whole, and one for each font, however many
  /// of its files changed.
  ///
  /// - Parameter now: All fonts and libraries available to the run.
  package func causes(in now: RenderingEnvironment) -> [Cause] {
    var causes: [Cause] = []
    if let tool = first(where: { if case .drawing = $0 { true } else { false } }) {
      causes.append(Cause(.version, title: tool.message, identity: tool.message, fact: .version))
    }
    let libraries = filter { if case .library = $0 { true } else { false } }
    if !libraries.isEmpty {
      let versions = now.libraries.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      causes.append(
        Cause(
          .libraries, title: libraries.map(\.message).joined(separator: ", "),
          identity: versions.joined(separator: "\n"), fact: .libraries))
    }
    for family in compactMap(\.family).uniqued() {
      let files = now.fonts.filter { $0.hasPrefix(family) }
      let changes = filter { $0.family == family }.map(\.message)
      causes.append(
        Cause(
          .font, title: changes.joined(separator: ", "), identity: ([family] + files).joined(separator: "\n"),
          fact: .font(family: family)))
    }
    return causes
  }
}
