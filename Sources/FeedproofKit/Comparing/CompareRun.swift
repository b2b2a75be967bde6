import Diagnostics
import FeedIngest
import Foundation
import Proof

/// Which references a comparison looks at.
package enum CompareScope: String, CaseIterable, Sendable {
  case baselines, mockups
}

/// Which baselines a comparison writes by itself. A run that found something to record still ends as if it had not.
package enum RecordMode: String, CaseIterable, Sendable {
  case missing, failed, all, never

  func records(_ verdict: Verdict) -> Bool {
    switch (self, verdict) {
    case (.missing, .new), (.failed, .different), (.all, .new), (.all, .different), (.all, .similar),
      (.all, .environment):
      true
    default: false
    }
  }
}

/// `feedproof compare`, from the feed's files to the report.
package struct CompareRun: Sendable {
  package struct Options: Sendable {
    /// Nil compares with baselines and mockups.
    package var only: CompareScope?
    package var record: RecordMode
    package var keeping: BaselineKeeping

    package init(only: CompareScope? = nil, record: RecordMode = .never, keeping: BaselineKeeping = .full) {
      self.only = only
      self.record = record
      self.keeping = keeping
    }
  }

  let project: Project
  /// How cards look wherever their posts come from: cards, tokens, fonts.
  let overrides: ProjectOverrides
  let options: Options
  let environment: Environment
  let jobs: Int
  let progress: Progress
  let interruption: Interruption
  /// What stands after `feedproof approve` when the project is not the working folder.
  let approveArguments: String

  /// - Throws: `RunFailure` when nothing could be compared.
  package func run() async throws -> CompareReport {
    let lock = try OutputLock.take(project.output)
    defer { lock.removeTraces() }
    do {
      try JournaledUpdate.replay(in: lock.folder)
      try LeftTree.remove(of: lock)
    } catch {
      throw RunFailure(stopping: error)
    }
    return try await compareAll()
  }

  private func compareAll() async throws -> CompareReport {
    try PictureFile.checkComparison(threshold: 0)
    progress.begin(step: 1, of: 4, "reading feeds and mockups")
    let mockups = options.only == .baselines ? [] : try readMockups()
    var plan = ComparePlan(project: project, overrides: overrides, environment: environment)
    if options.only != .mockups { try plan.addBaselines(report: progress.report) }
    try plan.add(mockups, report: progress.report)

    progress.begin(step: 2, of: 4, "loading templates, tokens and fonts")
    let studios = try plan.studios()
    guard let first = studios.first else { throw RunFailure(.brokenInput, Diagnostic(KitIssue.noPosts)) }
    let comparison = CaseComparison(
      store: BaselineStore(project.baselines), environment: BaselineEnvironment(lock: first.fonts.lock),
      review: ReviewFolder(in: project.output), designs: MockupDesigns(cases: mockups))
    try comparison.review.clear()

    progress.begin(step: 3, of: 4, "comparing \(plan.posts.count) posts", total: plan.posts.count)
    var cases = try await compare(plan.posts, studios, comparison) + plan.failed
    for studio in studios {
      if let different = studio.fonts.problems.first { throw RunFailure(.environment, different) }
    }
    if comparesWholeProject { cases += obsolete(comparison.store, besides: Set(cases.map(\.entry.id))) }

    progress.begin(step: 4, of: 4, "writing the report")
    let report = CompareReport(
      cases, environment: comparison.environment, keeping: options.keeping, approveArguments: approveArguments)
    try publish(report, comparison)
    for compared in cases { compared.judgement.diagnostic.map(progress.report) }
    return report
  }

  private func readMockups() throws -> [MockupCase] {
    try project.mockups.flatMap { try MockupCases.read($0, name: project.name(of: $0)) }
  }

  /// As many posts at once as there are jobs; results in the plan's order.
  private func compare(
    _ posts: [ProofPost], _ studios: [Studio], _ comparison: CaseComparison
  ) async throws -> [ComparedCase] {
    try await withThrowingTaskGroup(of: (Int, [ComparedCase], [Diagnostic]).self) { group in
      var results: [[ComparedCase]] = Array(repeating: [], count: posts.count)
      var next = 0
      func addTask() {
        guard next < posts.count else { return }
        let (index, item) = (next, posts[next])
        next += 1
        group.addTask {
          let worker = PostComparison(
            studio: studios[item.studio], project: project, comparison: comparison, interruption: interruption)
          let (cases, diagnostics) = try worker.compare(item)
          return (index, cases, diagnostics)
        }
      }
      for _ in 0..<max(1, jobs) { addTask() }
      while let (index, cases, diagnostics) = try await group.next() {
        results[index] = cases
        diagnostics.forEach(progress.report)
        progress.advance(posts[index].post.id)
        addTask()
      }
      return results.flatMap { $0 }
    }
  }

  /// A run of fewer widths, scales or themes says nothing about the other baselines.
  private var comparesWholeProject: Bool {
    options.only != .mockups && overrides.widths == nil && overrides.scales == nil && overrides.themes == nil
  }

  /// Baselines that no card is compared with any more.
  private func obsolete(_ store: BaselineStore, besides ids: Set<String>) -> [ComparedCase] {
    store.ids.filter { !ids.contains($0) }.map { id in
      let reasons = ["no card is compared with this baseline any more"]
      let entry = CompareReport.Case(
        id: id, reference: .baseline, post: id.split(separator: "/").first.map(String.init) ?? id, screenWidth: 0,
        scale: 0, theme: "", state: "", verdict: .obsolete, reasons: reasons, boxes: [], displacements: [], masks: [])
      return ComparedCase(entry: entry, judgement: Judgement(verdict: .obsolete, reasons: reasons))
    }
  }

  private func publish(_ report: CompareReport, _ comparison: CaseComparison) throws {
    let review = comparison.review
    do {
      try review.output.write(try JSONText.pretty(report), to: "report.json")
      try review.output.write(Data(report.junit.utf8), to: "junit.xml")
      try review.output.write(Data(report.markdown.utf8), to: "summary.md")
    } catch let diagnostic as Diagnostic {
      throw RunFailure(.unwritableOutput, diagnostic)
    }
    let recorded = report.cases.filter { $0.reference == .baseline && options.record.records($0.verdict) }
    if !recorded.isEmpty {
      try Approval(report: report, review: review, store: comparison.store).approve(recorded, keeping: options.keeping)
    }
  }
}
