import Diagnostics
import Digests
import Files
import Foundation
import Proof
import Runs

/// All that was compared of one post.
struct ComparedPost: Sendable {
  var id: String
  var isMockup: Bool
  var cases: [ComparedCase]
  var diagnostics: [Diagnostic]
  /// Of a post that is compared with baselines and may be kept.
  var key: PostKey?
  /// In place of the cases, where the post was not drawn.
  var kept: KeptPost?
}

/// Takes the cases of a comparison in their order: counts them, and hands them on to the log.
struct CaseResults {
  private(set) var result: CompareOutcome
  private let log: CaseLog
  private let report: (Diagnostic) -> Void
  /// Of the kept post that was met last.
  private var facts: (text: String, facts: KeptFacts)?
  /// Cases of each post, in the plan's order.
  private var counts: [Int] = []
  /// Posts that were compared with baselines, as hashes.
  private var posts: Set<FNV1a64> = []

  /// - Parameter report: Gets what is wrong with a case itself.
  init(_ result: CompareOutcome, log: CaseLog, report: @escaping (Diagnostic) -> Void) {
    (self.result, self.log, self.report) = (result, log, report)
  }

  mutating func add(_ post: ComparedPost) throws {
    if !post.isMockup { posts.insert(FNV1a64(of: post.id)) }
    if let kept = post.kept { return try add(kept) }
    counts.append(post.cases.count)
    result.drawn += 1
    try post.keptHead.map { try log.append(head: $0) }
    for compared in post.cases { try add(compared) }
  }

  private mutating func add(_ post: KeptPost) throws {
    if facts?.text != post.facts {
      facts = (post.facts, try JSONDecoder().decode(KeptFacts.self, from: Data(post.facts.utf8)))
    }
    if let facts = facts?.facts {
      facts.diagnostics.forEach(report)
      result.note(environments: facts.environments)
      facts.drift.forEach { result.note($0) }
    }
    counts.append(post.cases.count)
    result.kept += 1
    for entry in post.cases {
      // What it was said of, the log has in full.
      let counted = CompareReport.Case(
        id: entry.id, reference: .baseline, post: post.id, variant: nil, verdict: .identical, reasons: [])
      result.add(counted, causes: [])
    }
    try log.append(post)
  }

  mutating func add(_ compared: ComparedCase) throws {
    if let environment = compared.environment {
      result.note(environment, compared.drift, verdict: compared.entry.verdict)
    }
    result.add(compared.entry, causes: compared.causes, seconds: compared.seconds)
    compared.judgement.diagnostic.map(report)
    try log.append(compared.entry, marks: compared.marks, seconds: compared.seconds)
  }

  func has(post: String) -> Bool { posts.contains(FNV1a64(of: post)) }

  /// - Parameter project: What was compared, as the command line names it.
  mutating func setPart(of share: ComparePlan.Share, project: String) {
    result.part = share.part(counts: counts, project: project)
  }
}

extension ComparedPost {
  /// Nil where the next comparison has to draw the post: where not all of its cases came out identical.
  fileprivate var keptHead: String? {
    get throws {
      guard let key, !cases.isEmpty, cases.allSatisfy({ $0.marks != nil }) else { return nil }
      return KeptPost(id: id, key: key, facts: try JSONText.line(facts), cases: []).head
    }
  }

  private var facts: KeptFacts {
    var facts = KeptFacts(diagnostics: diagnostics, environments: [:], drift: [])
    for compared in cases {
      if let named = compared.environment { facts.environments[named.name] = named.environment }
      facts.drift += compared.drift.map { CompareReport.Drift(text: $0.message, cases: 1, same: 1) }
    }
    return facts
  }
}
