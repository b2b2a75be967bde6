import CardDrawing
import Diagnostics
import FeedIngest
import FeedSources
import Files
import Foundation
import OutputFolders
import Projects
import Proof
import Runs
import Site

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
    /// Nil compares the whole.
    package var shard: Shard?

    package init(
      only: CompareScope? = nil, record: RecordMode = .never, keeping: BaselineKeeping = .full, shard: Shard? = nil
    ) {
      self.only = only
      self.record = record
      self.keeping = keeping
      self.shard = shard
    }
  }

  let project: Project
  /// How cards look wherever their posts come from: cards, tokens, fonts.
  let overrides: ProjectOverrides
  let options: Options
  let environment: Environment
  let jobs: Int
  let progress: RunProgress
  let interruption: Interruption
  /// What is compared, as the command line names it.
  let input: String
  /// What stands after `feedproof approve` when the project is not the working folder.
  let approveArguments: String

  package init(
    project: Project, overrides: ProjectOverrides, options: Options, environment: Environment, jobs: Int,
    progress: RunProgress, interruption: Interruption, input: String, approveArguments: String
  ) {
    self.project = project
    self.overrides = overrides
    self.options = options
    self.environment = environment
    self.jobs = jobs
    self.progress = progress
    self.interruption = interruption
    self.input = input
    self.approveArguments = approveArguments
  }

  /// - Throws: `RunFailure` when nothing could be compared.
  package func run() async throws -> CompareReport {
    let lock = try OutputLock.take(project.output)
    defer { lock.removeTraces() }
    try JournaledUpdate.replay(in: lock.folder)
    try LeftTree.remove(of: lock)
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
    // The project's own, also where a mockup's post comes from another one.
    let files = DesignFiles(project: project, environment: environment)
    try files.check(ownCards: project.cards, ownSite: project.siteTemplates)
    let templates = try files.siteTemplates()
    let studios = try plan.studios()
    guard let first = studios.first else { throw Diagnostic(SourceIssue.noPosts) }
    let comparison = CaseComparison(
      store: BaselineStore(project.baselines), environment: BaselineEnvironment(lock: first.fonts.lock),
      review: ReviewFolder(in: project.output), designs: MockupDesigns(cases: mockups))
    try comparison.review.clear()

    let part = plan.part(for: options.shard, options: options, environment: comparison.environment)
    let share = part.posts.map { plan.posts[$0] }
    progress.begin(step: 3, of: 4, "comparing \(told(part, of: plan))", total: share.count)
    let drawn = try await compare(share, studios, comparison)
    for studio in studios {
      if let different = studio.fonts.problems.first { throw different }
    }
    var cases = drawn.flatMap { $0 } + part.failed
    if comparesWholeProject {
      cases += try obsolete(comparison, plan, part, besides: Set(cases.map(\.entry.id)))
    }

    progress.begin(step: 4, of: 4, "writing the report")
    let report = CompareReport(
      cases, environment: comparison.environment, keeping: options.keeping, approveArguments: approveArguments,
      part: part.report(counts: drawn.map(\.count), behind: plan.posts.count, project: input))
    try publish(report, comparison, templates)
    for compared in cases { compared.judgement.diagnostic.map(progress.report) }
    return report
  }

  private func told(_ part: ComparePlan.Part, of plan: ComparePlan) -> String {
    let whole = "\(plan.posts.count) posts"
    return part.record.map { "\(part.posts.count) of \(whole) (shard \($0.shard))" } ?? whole
  }

  private func readMockups() throws -> [MockupCase] {
    try project.mockups.flatMap { try MockupCases.read($0, name: project.name(of: $0)) }
  }

  /// As many posts at once as there are jobs; each post's cases, in the plan's order.
  private func compare(
    _ posts: [ProofPost], _ studios: [Studio], _ comparison: CaseComparison
  ) async throws -> [[ComparedCase]] {
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
      return results
    }
  }

  /// A run of fewer widths, scales or themes says nothing about the other baselines.
  private var comparesWholeProject: Bool {
    options.only != .mockups && overrides.widths == nil && overrides.scales == nil && overrides.themes == nil
  }

  /// Baselines that no card is compared with any more. A shard tells of those of its own posts, whose cases it knows,
  /// and the first one also of those whose posts are gone.
  private func obsolete(
    _ comparison: CaseComparison, _ plan: ComparePlan, _ part: ComparePlan.Part, besides ids: Set<String>
  ) throws -> [ComparedCase] {
    let own = Set(part.posts.map { plan.posts[$0] }.filter { $0.mockups == nil }.map(\.post.id))
    let all = Set(plan.posts.filter { $0.mockups == nil }.map(\.post.id))
    let tellsOfGone = part.record.map { $0.shard.index == 1 } ?? true
    return try comparison.store.ids.filter { id in
      let post = id.split(separator: "/").first.map(String.init) ?? id
      return !ids.contains(id) && (own.contains(post) || tellsOfGone && !all.contains(post))
    }.map { id in
      let reasons = ["no card is compared with this baseline any more"]
      var entry = CompareReport.Case(
        id: id, reference: .baseline, post: id.split(separator: "/").first.map(String.init) ?? id, screenWidth: 0,
        scale: 0, theme: "", state: "", verdict: .obsolete, reasons: reasons, boxes: [], displacements: [], masks: [])
      // What can't be read is no loss: the baseline is to be removed.
      if let png = try? comparison.store.picture(of: id), let bitmap = try? PictureFile.decoded(png, name: id) {
        entry.expected = CompareReport.Picture(
          width: bitmap.width, height: bitmap.height,
          path: comparison.review.path(to: comparison.store.pictureFile(of: id)))
        entry.thumbnail = try comparison.review.saveThumbnail(of: id, bitmap)
      }
      return ComparedCase(entry: entry, judgement: Judgement(verdict: .obsolete, reasons: reasons))
    }
  }

  private func publish(_ report: CompareReport, _ comparison: CaseComparison, _ templates: SiteTemplates) throws {
    let review = comparison.review
    try review.publish(report)
    try ReviewPages(report: report, folder: review, project: project.folder.standardizedFileURL.lastPathComponent)
      .write(with: templates)
    let recorded = report.cases.filter { $0.reference == .baseline && options.record.records($0.verdict) }
    if !recorded.isEmpty {
      try Approval(report: report, review: review, store: comparison.store).approve(recorded, keeping: options.keeping)
    }
  }
}
