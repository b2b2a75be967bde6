import Digests
import Proof
import Synchronization

/// The environments that the cards of a run are drawn in, and those that their baselines were: each worked out or read
/// once. Safe to use from any task.
final class CardEnvironments: Sendable {
  struct Named: Sendable {
    var name: String
    var environment: BaselineEnvironment
  }

  /// What is known of a baseline's environment.
  struct Past: Sendable {
    var then: BaselineEnvironment
    var drift: [EnvironmentDrift]
  }

  /// All that the run has to draw with.
  let whole: BaselineEnvironment
  private let lock: Set<String>
  private let store: BaselineStore
  private let state = Mutex(State())

  private struct State {
    var now: [CardMaterials: Named] = [:]
    /// By the names of both environments.
    var past: [String: Past] = [:]
  }

  init(_ whole: BaselineEnvironment, store: BaselineStore) {
    (self.whole, self.store) = (whole, store)
    lock = Set(whole.fonts)
  }

  func environment(of use: CardMaterials) -> Named {
    if let known = state.withLock({ $0.now[use] }) { return known }
    let part = whole.part(of: use)
    let named = Named(name: part.name, environment: part)
    state.withLock { $0.now[use] = named }
    return named
  }

  /// - Parameter name: Of the environment that a baseline was drawn in.
  /// - Returns: What of it changed for a card that is drawn in `now`; nil where the record is gone.
  /// - Throws: `Diagnostic` where it can't be read.
  func past(_ name: String, to now: Named) throws -> Past? {
    let key = "\(name) \(now.name)"
    if let known = state.withLock({ $0.past[key] }) { return known }
    guard let then = try store.environment(name) else { return nil }
    let past = Past(then: then, drift: then.drift(to: now.environment, lock: lock))
    state.withLock { $0.past[key] = past }
    return past
  }
}

extension [EnvironmentDrift] {
  /// One for all libraries, since a system is updated as a whole, and one for each font, however many of its files and of
  /// the cards' faces changed.
  ///
  /// - Parameter now: All that the run has to draw with.
  func causes(in now: BaselineEnvironment) -> [Cause] {
    var causes: [Cause] = []
    let libraries = filter { if case .library = $0 { true } else { false } }
    if !libraries.isEmpty {
      let versions = now.libraries.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      causes.append(
        Cause(
          .libraries, title: libraries.map(\.message).joined(separator: ", "),
          identity: versions.joined(separator: "\n")))
    }
    for family in compactMap(\.family).uniqued() {
      let files = now.fonts.filter { $0.hasPrefix(family) }
      let changes = filter { $0.family == family }.map(\.message)
      causes.append(
        Cause(.font, title: changes.joined(separator: ", "), identity: ([family] + files).joined(separator: "\n")))
    }
    return causes
  }
}

extension EnvironmentDrift {
  /// What the names of a font's files begin with: `Inter` of `Inter-Bold.otf`.
  fileprivate var family: String? {
    switch self {
    case .library: nil
    case .otherFile(let font), .newFace(let font), .goneFace(let font):
      font.split(whereSeparator: { $0 == "-" || $0 == "." }).first.map(String.init)
    }
  }
}
