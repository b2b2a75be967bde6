import Digests
import Drawing
import Proof
import Runs

/// What a comparison came to, without its cases: counts, causes, and an example of each.
package struct CompareOutcome: Sendable {
  /// What the run was asked for, the same for all its cases.
  struct Setting: Sendable {
    var environment: BaselineEnvironment
    /// What approving keeps.
    var keeping: BaselineKeeping
    /// What stands after `feedproof approve` before the ids.
    var approveArguments: String

    /// The command that accepts a case or a cluster.
    func command(_ id: String) -> String { "feedproof approve \(approveArguments)\(shellWord(id))" }
  }

  /// Cases of one kind, as JUnit counts them.
  struct Suite: Sendable {
    var tests = 0
    var failures = 0
    var errors = 0
  }

  let setting: Setting
  /// Nil where the result is about the whole.
  var part: CompareReport.Part?
  /// Posts that were drawn, and those that are as the last comparison found them.
  var drawn = 0
  var kept = 0
  private(set) var count = 0
  private(set) var failures = 0
  private(set) var counts: [Verdict: Int] = [:]
  private(set) var suites: [ProofCase.Kind: Suite] = [:]
  /// Of the obsolete cases the first, as many as are told.
  private(set) var obsolete: [String] = []
  /// By cluster, its first case.
  private(set) var examples: [String: CompareReport.Case] = [:]
  private var clustering = Clustering()
  private var clusterOf: [String: String] = [:]
  /// Clusters of which a case can be approved.
  private var approvable: Set<String> = []
  /// Hashes: for a million cases these are megabytes, where ids would be hundreds.
  private var ids: Set<FNV1a64> = []

  /// Obsolete cases that are told by name.
  private static let toldObsolete = 6

  init(_ setting: Setting) {
    self.setting = setting
  }

  /// - Parameter cause: Of a case that is not good.
  mutating func add(_ entry: CompareReport.Case, cause: String?) {
    count += 1
    counts[entry.verdict, default: 0] += 1
    ids.insert(FNV1a64(of: entry.id))
    if entry.verdict == .obsolete {
      if obsolete.count < Self.toldObsolete { obsolete.append(entry.id) }
    } else {
      suites[entry.reference, default: Suite()].tests += 1
    }
    guard !entry.verdict.isGood else { return }
    failures += 1
    if entry.verdict == .error {
      suites[entry.reference, default: Suite()].errors += 1
    } else {
      suites[entry.reference, default: Suite()].failures += 1
    }
    guard let cause else { return }
    let cluster = clustering.add(entry.id, cause: cause)
    clusterOf[entry.id] = cluster
    if examples[cluster] == nil { examples[cluster] = completed(entry) }
    if entry.isApprovable { approvable.insert(cluster) }
  }

  func has(_ id: String) -> Bool { ids.contains(FNV1a64(of: id)) }

  func count(_ verdict: Verdict) -> Int { counts[verdict] ?? 0 }

  var clusters: [CompareReport.Group] {
    clustering.clusters.map { cluster in
      CompareReport.Group(
        id: cluster.id, title: cluster.title, cases: cluster.cases,
        accept: approvable.contains(cluster.id) ? setting.command(cluster.id) : nil)
    }
  }

  /// The case with what only the whole run knows of it: its cluster, and what accepts it.
  func completed(_ entry: CompareReport.Case) -> CompareReport.Case {
    var entry = entry
    entry.cluster = entry.verdict.isGood ? nil : clusterOf[entry.id]
    entry.accept = entry.isApprovable ? setting.command(entry.id) : nil
    return entry
  }

  /// The report with everything but its cases.
  var report: CompareReport {
    CompareReport(
      tool: FeedproofVersion.current, shard: part,
      // Without the space that ends it.
      approve: String("feedproof approve \(setting.approveArguments)".dropLast()), keeping: setting.keeping,
      environment: CompareReport.Environment(
        name: setting.environment.name, fonts: setting.environment.fonts, libraries: setting.environment.libraries),
      counts: Dictionary(uniqueKeysWithValues: Verdict.allCases.map { ($0.rawValue, count($0)) }), clusters: clusters,
      cases: [])
  }

  /// What the comparison ends with; nil where all is good. Broken input outranks drift, which outranks differences.
  package var failure: RunFailure? {
    if count(.error) > 0 { return .told(.input) }
    if count(.environment) > 0 { return .told(.environment) }
    return count(.different) + count(.new) > 0 ? .different : nil
  }
}

extension CompareReport.Case {
  /// Its picture may become the baseline.
  package var isApprovable: Bool {
    guard reference == .baseline else { return false }
    return switch verdict {
    case .new, .different, .similar, .environment: true
    case .identical, .obsolete, .error: false
    }
  }
}

extension CompareReport.Case {
  /// - Parameter variant: Nil where nothing says which picture it is.
  init(
    id: String, reference: ProofCase.Kind, post: String, variant: PictureVariant?, verdict: Verdict,
    reasons: [String], boxes: [CompareReport.Box] = [], displacements: [CompareReport.Displacement] = [],
    pixels: CompareReport.Pixels? = nil, masks: [CompareReport.Mask] = []
  ) {
    self.init(
      id: id, reference: reference, post: post, screenWidth: variant?.width ?? 0, scale: variant?.scale ?? 0,
      theme: variant?.theme ?? "", state: variant?.state?.name ?? "", verdict: verdict, reasons: reasons, boxes: boxes,
      displacements: displacements, pixels: pixels, masks: masks)
  }
}

/// A word as a shell takes it.
package func shellWord(_ text: String) -> String {
  let plain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "@%+=:,./-_".contains($0)) }
  return plain && !text.isEmpty ? text : "'\(text.replacing("'", with: "'\\''"))'"
}
