import Files
import Proof
import Runs

extension CompareReport {
  /// - Parameters:
  ///   - approveArguments: What stands after `feedproof approve` before the ids.
  ///   - part: Of a shard.
  init(
    _ compared: [ComparedCase], environment: BaselineEnvironment, keeping: BaselineKeeping, approveArguments: String,
    part: Part? = nil
  ) {
    self.init(
      compared.map(\.entry), clusters: Cluster.clusters(of: compared.map { ($0.entry.id, $0.judgement) }),
      environment: Environment(
        name: environment.name, fonts: environment.fonts, libraries: environment.libraries),
      keeping: keeping, approveArguments: approveArguments, part: part)
  }

  /// Says of every entry which cluster it is in and what accepts it.
  init(
    _ entries: [Case], clusters found: [Cluster], environment: Environment, keeping: BaselineKeeping,
    approveArguments: String, part: Part? = nil
  ) {
    func command(_ id: String) -> String { "feedproof approve \(approveArguments)\(shellWord(id))" }
    tool = FeedproofVersion.current
    shard = part
    // Without the space that ends it.
    approve = String("feedproof approve \(approveArguments)".dropLast())
    self.keeping = keeping
    self.environment = environment
    var clusterOf: [String: String] = [:]
    for cluster in found { for id in cluster.cases { clusterOf[id] = cluster.id } }
    let all = entries.map { entry in
      var entry = entry
      entry.cluster = clusterOf[entry.id]
      entry.accept = entry.isApprovable ? command(entry.id) : nil
      return entry
    }
    cases = all
    counts = Dictionary(
      uniqueKeysWithValues: Verdict.allCases.map { verdict in (verdict.rawValue, all.count { $0.verdict == verdict }) })
    let approvable = Set(all.filter(\.isApprovable).map(\.id))
    clusters = found.map { cluster in
      Group(
        id: cluster.id, title: cluster.title, cases: cluster.cases,
        accept: cluster.cases.contains(where: approvable.contains) ? command(cluster.id) : nil)
    }
  }
}

extension CompareReport.Case {
  /// Its picture may become the baseline.
  var isApprovable: Bool {
    guard reference == .baseline else { return false }
    return switch verdict {
    case .new, .different, .similar, .environment: true
    case .identical, .obsolete, .error: false
    }
  }
}

/// A word as a shell takes it.
package func shellWord(_ text: String) -> String {
  let plain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "@%+=:,./-_".contains($0)) }
  return plain && !text.isEmpty ? text : "'\(text.replacing("'", with: "'\\''"))'"
}
