import Diagnostics
import Digests
import Proof
import Runs

/// All that was compared of one post.
struct ComparedPost: Sendable {
  var id: String
  var isMockup: Bool
  var cases: [ComparedCase]
  var diagnostics: [Diagnostic]
}

/// Takes the cases of a comparison in their order: counts them, and hands them on to the log.
struct CaseResults {
  private(set) var result: CompareOutcome
  private let log: CaseLog
  private let report: (Diagnostic) -> Void
  /// Cases of each post, in the plan's order.
  private var counts: [Int] = []
  /// Posts that were compared with baselines, as hashes.
  private var posts: Set<FNV1a64> = []

  /// - Parameter report: Gets what is wrong with a case itself.
  init(_ result: CompareOutcome, log: CaseLog, report: @escaping (Diagnostic) -> Void) {
    (self.result, self.log, self.report) = (result, log, report)
  }

  mutating func add(_ post: ComparedPost) throws {
    counts.append(post.cases.count)
    if !post.isMockup { posts.insert(FNV1a64(of: post.id)) }
    for compared in post.cases { try add(compared) }
  }

  mutating func add(_ compared: ComparedCase) throws {
    if let environment = compared.environment {
      result.note(environment, compared.drift, verdict: compared.entry.verdict)
    }
    result.add(compared.entry, causes: compared.causes)
    compared.judgement.diagnostic.map(report)
    try log.append(compared.entry)
  }

  func has(post: String) -> Bool { posts.contains(FNV1a64(of: post)) }

  /// - Parameter project: What was compared, as the command line names it.
  mutating func setPart(of share: ComparePlan.Share, project: String) {
    result.shard = share.summary(counts: counts, project: project)
  }
}
