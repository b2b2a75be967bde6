import Basics
import Files
import Foundation
import RunSupport

/// Counts the cases of a comparison in their order, and adds them to the store.
struct ResultCollector {
  private(set) var result: CompareOutcome
  private let store: ComparisonStore
  private let progress: RunProgress
  /// The facts of the last reused post.
  private var facts: (text: String, facts: PostFacts)?
  /// The number of cases of each item, in the order of the sources.
  private var counts: [Int] = []
  /// Hashes of the posts that were compared with baselines.
  private var posts: Set<FNV1a64> = []

  init(_ result: CompareOutcome, store: ComparisonStore, progress: RunProgress) {
    (self.result, self.store, self.progress) = (result, store, progress)
  }

  /// Compares all cases of a source.
  mutating func add(_ source: some CaseSource) async throws {
    try await source.compare { try add($0) }
  }

  private mutating func add(_ item: ComparedItem) throws {
    item.diagnostics.forEach(progress.report)
    if item.post == .baseline { posts.insert(FNV1a64(of: item.id)) }
    if let post = item.reused {
      try add(post)
    } else {
      counts.append(item.cases.count)
      if item.post != nil { result.drawn += 1 }
      let number = try item.reusable.map { try store.add($0, cases: item.cases.count) }
      for compared in item.cases { try add(compared, of: number) }
    }
    if item.isCounted { progress.advance(item.id) }
  }

  private mutating func add(_ post: ComparisonStore.Post) throws {
    if facts?.text != post.facts {
      facts = (post.facts, try JSONDecoder().decode(PostFacts.self, from: Data(post.facts.utf8)))
    }
    if let facts = facts?.facts {
      facts.diagnostics.forEach(progress.report)
      result.note(environments: facts.environments)
      facts.drift.forEach { result.note($0) }
    }
    counts.append(post.rows.count)
    result.kept += 1
    let number = try store.add(post, cases: post.rows.count)
    for entry in post.rows {
      // The store has the complete case.
      let counted = CaseResult(
        id: entry.id, reference: .baseline, post: post.id, variant: nil, verdict: .identical, reasons: [])
      result.add(counted, causes: [])
      try store.add(entry, of: number)
    }
  }

  /// - Parameter post: The number of its post in the store if the next comparison may reuse the post.
  mutating func add(_ compared: ComparedCase, of post: Int64? = nil) throws {
    if let environment = compared.environment {
      result.note(environment, compared.drift, verdict: compared.entry.verdict)
    }
    result.add(compared.entry, causes: compared.causes)
    compared.judgement.diagnostic.map(progress.report)
    try store.add(
      ComparisonStore.Row(
        id: compared.entry.id, result: compared.texts == nil ? compared.entry : nil,
        dependencies: post == nil ? nil : compared.dependencies, texts: compared.texts),
      of: post)
  }

  func has(post: String) -> Bool { posts.contains(FNV1a64(of: post)) }

  /// - Parameter project: The input as named on the command line.
  mutating func setPart(of share: ComparePlan.Share, project: String) {
    result.part = share.part(counts: counts, project: project)
  }
}
