import Basics
import CardRendering
import DataFormats
import Diagnostics
import Drawing
import FeedReading
import FeedSources
import Figma
import Files
import Filming
import Foundation
import ImageComparison
import OutputTransactions
import Projects
import RunSupport
import Site

/// The kind of references that a comparison is restricted to.
package enum CompareScope: String, CaseIterable, Sendable {
  case baselines, mockups
}

/// Selects the verdicts whose images a comparison records as baselines itself. Recording doesn't change the exit
/// status.
package enum RecordMode: String, CaseIterable, Sendable {
  /// `changed`: both missing and failed.
  case missing, failed, changed, all, never

  func records(_ verdict: Verdict) -> Bool {
    switch self {
    case .missing: verdict == .new
    case .failed: verdict.isDifference && verdict != .new
    case .changed: verdict.isDifference
    case .all: verdict.isApprovable
    case .never: false
    }
  }
}

/// Implements `feedproof compare`, from the feed's files to the report.
package struct CompareRun: Sendable {
  package struct Options: Sendable {
    /// nil compares with both baselines and mockups.
    package var only: CompareScope?
    /// The cases to compare.
    package var selection: CaseSelection
    /// The path for a proposed map of layers to boxes; nil writes none.
    package var map: String?
    package var record: RecordMode
    /// nil uses the project's setting.
    package var keeping: BaselineStorage?
    /// nil compares everything.
    package var shard: Shard?
    /// The treatment of unmanaged files at paths of the review.
    var foreign: UnmanagedFilePolicy
    /// Render every card, even if the last comparison found it identical.
    var isForced: Bool

    package init(
      only: CompareScope? = nil, selection: CaseSelection = CaseSelection(), record: RecordMode = .never,
      keeping: BaselineStorage? = nil, shard: Shard? = nil,
      setsAside: Bool = false, isForced: Bool = false, map: String? = nil
    ) {
      self.map = map
      self.isForced = isForced
      self.only = only
      self.selection = selection
      self.record = record
      self.keeping = keeping
      self.shard = shard
      foreign = setsAside ? .setAside : .refuse
    }
  }

  let project: Project
  /// The settings that apply to all cards, also those of other projects: cards, tokens, fonts.
  let overrides: ProjectOverrides
  let options: Options
  let environment: Environment
  let jobs: Int
  let progress: RunProgress
  let interruption: Interruption
  /// The input as named on the command line.
  let input: String
  /// The arguments after `feedproof approve` if the project is not the working folder.
  let approveArguments: String

  package init(
    project: Project, overrides: ProjectOverrides, options: Options, context: RunContext, input: String,
    approveArguments: String
  ) {
    self.project = project
    self.overrides = overrides
    self.options = options
    (environment, jobs) = (context.environment, context.jobs)
    (progress, interruption) = (context.progress, context.interruption)
    self.input = input
    self.approveArguments = approveArguments
  }

  /// - Throws: `RunFailure` if nothing could be compared.
  package func run() async throws -> CompareOutcome {
    // Report unmanaged files before rendering anything.
    let map = try options.map.map { try BoxMapFile($0, environment) }
    let lock = try OutputLock.take(project.output)
    defer { lock.removeTraces() }
    try lock.recover(report: progress.report)
    let draft = try ReviewDraft(
      of: ReviewFolder(in: project.output), in: environment, foreign: options.foreign, report: progress.report)
    var outcome = try await compareAll(into: draft)
    if let map { outcome.mapped = try map.write(outcome.proposals) }
    return outcome
  }

  private func compareAll(into draft: ReviewDraft) async throws -> CompareOutcome {
    try ComparedImageFile.checkComparison(threshold: 0)
    progress.begin(step: 1, of: 4, "reading feeds and mockups")
    let mockups = options.only == .baselines ? [] : try readMockups()
    var plan = ComparePlan(
      project: project, overrides: overrides, environment: environment, isShared: options.shard != nil,
      selection: options.selection)
    if options.only != .mockups { try plan.addBaselines(report: progress.report) }
    try plan.add(mockups, report: progress.report)
    let mockupDesigns = MockupDesigns(cases: mockups)
    mockupDesigns.problems.forEach(progress.report)
    let drifts = try mockupDesigns.drifts(of: mockups, project: project, environment: environment)
    plan.add(tokens: drifts.map { ComparedCase($0.drift, name: $0.name) })
    let films = try FilmSelection(
      named: options.only == .mockups ? [] : project.films, in: project, environment: environment)
    plan.add(FilmCase.all(of: films, on: FilmScreens(project)))
    try plan.checkSelection()

    progress.begin(step: 2, of: 4, "loading templates, tokens and fonts")
    // The project's own files, even if a mockup's post comes from another project.
    let files = DesignFiles(project: project, environment: environment)
    try files.check(ownCards: [project.cards].compactMap { $0 }, ownSite: project.siteTemplates)
    let templates = try files.siteTemplates()
    let renderers = try plan.renderers()
    guard let first = renderers.first else { throw Diagnostic(SourceIssue.noPosts) }
    let store = BaselineStore(project.baselines)
    let design = options.only == .mockups ? nil : first.designRecord
    let comparison = CaseComparison(
      store: store, environments: CardEnvironments(BaselineEnvironment(lock: first.fonts.lock), store: store),
      review: draft.folder, keeping: keeping, designs: mockupDesigns, drifts: drifts.map(\.drift),
      pastDesigns: design.map { BaselineDesigns(store, renderer: first, now: $0) })
    try comparison.store.recover(report: progress.report)
    // The cache holds only baselines: mockups are always compared. It is not written if only some cases of a post are
    // compared.
    let key =
      options.only == .mockups || !options.selection.isWhole
      ? nil
      : try UnchangedPosts.key(
        first, store: comparison.store, environment: comparison.environments.whole, build: environment.build,
        review: comparison.review, keeping: keeping)
    let reuse = key.map {
      UnchangedPosts(
        renderer: first, store: comparison.store, review: draft.earlier, key: $0, isForced: options.isForced,
        report: progress.report)
    }

    if let design { try comparison.review.write(try JSONText.pretty(design), to: ReviewFolder.design.text) }

    let share = try plan.share(
      for: options.shard, options: options, environment: comparison.environments.whole, renderers: renderers)
    progress.begin(step: 3, of: 4, "comparing \(share.inWords)", total: share.count + share.films.count)
    let rows = try ComparisonStore(in: comparison.review.url, key: key)
    let setting = CompareOutcome.Setting(
      environment: comparison.environments.whole, keeping: keeping ?? .full, approveArguments: approveArguments,
      attachments: AttachmentFolder.path(of: draft.earlier.url, environment))
    var results = CaseResults(CompareOutcome(setting), store: rows, report: progress.report)
    try await compare(share, renderers, comparison, reuse, into: &results)
    for renderer in renderers {
      if let different = renderer.fonts.problems.first { throw different }
      renderer.photos.diagnostics.forEach(progress.report)
    }
    for failed in share.failed { try results.add(failed) }
    let playing = FilmComparison(
      project: project, environment: environment, comparison: comparison, jobs: jobs, interruption: interruption)
    try await playing.compare(share.films, showing: films.postNames) { compared in
      try results.add(compared)
      progress.advance(compared.entry.id)
    }
    if comparesWholeProject { try addObsolete(to: &results, comparison, share) }
    results.setPart(of: share, project: input)

    progress.begin(step: 4, of: 4, "writing the report")
    let writer = ReportWriter(
      result: results.result, store: rows, review: comparison.review,
      project: project.folder.standardizedFileURL.lastPathComponent, looks: first.design.themes.map(\.looks))
    try writer.write(with: templates)
    try draft.publish(report: progress.report)
    try record(writer, in: draft.earlier, comparison.store)
    return results.result
  }

  /// Returns the lists of mockups and the files that they name. For a folder with a design, returns the subfolder with
  /// the responses.
  package static func mockupFiles(of project: Project) -> [URL] {
    let named = project.mockups.flatMap(MockupCases.files).map { url in
      FileSystem.isFolder(url) || url.pathExtension.isEmpty ? url.appendingPathComponent(FigmaResponses.folder) : url
    }
    return project.mockups + named
  }

  private var keeping: BaselineStorage? { options.keeping ?? project.keeping }

  private func readMockups() throws -> [MockupCase] {
    try project.mockups.flatMap { try MockupCases.read($0, name: project.name(of: $0)) }
  }

  /// Compares as many posts concurrently as there are jobs. Handles their cases in the plan's order.
  private func compare(
    _ share: ComparePlan.Share, _ renderers: [CardRenderer], _ comparison: CaseComparison, _ reuse: UnchangedPosts?,
    into results: inout CaseResults
  ) async throws {
    let posts = share.posts()
    try await WorkerLoop(jobs: jobs).run(taking: .asked) {
      try posts.next()
    } work: { [project, options, environment, interruption] post in
      let worker = PostComparison(
        renderer: renderers[post.renderer], project: project, comparison: comparison, reuse: reuse,
        selection: options.selection, interruption: interruption,
        uptime: environment.uptime)
      return try worker.compare(post)
    } take: { _, compared in
      compared.diagnostics.forEach(progress.report)
      try results.add(compared)
      progress.advance(compared.id)
    }
  }

  /// Whether the run covers all baselines. A run with fewer posts, widths, scales or themes can't tell which are
  /// obsolete.
  private var comparesWholeProject: Bool {
    options.only != .mockups && options.selection.isWhole && !overrides.says(anythingReaching: .screens)
  }

  /// Adds the baselines that no card is compared with. A shard reports those of its own posts, whose cases it knows.
  /// The first shard also reports those whose posts have left the feed.
  private func addObsolete(
    to results: inout CaseResults, _ comparison: CaseComparison, _ share: ComparePlan.Share
  ) throws {
    for id in comparison.store.ids(unreadable: progress.report, where: { !results.result.has($0) }) {
      let post = id.split(separator: "/").first.map(String.init) ?? id
      guard !share.allFilms.contains(id) else { continue }
      guard results.has(post: post) || share.tellsOfGone && !share.hasElsewhere(post: post) else { continue }
      let reasons = ["no card is compared with this baseline"]
      let parts = id.split(separator: "/", maxSplits: 1)
      var entry = CompareReport.Case(
        id: id, reference: .baseline, post: post, variant: parts.last.flatMap { ImageVariant(name: $0) },
        verdict: .obsolete, reasons: reasons)
      // An unreadable image doesn't matter: the baseline is obsolete anyway.
      if let png = try? comparison.store.picture(of: id), let bitmap = try? ComparedImageFile.decoded(png, name: id) {
        entry.expected = CompareReport.Picture(
          width: bitmap.width, height: bitmap.height,
          path: comparison.review.path(to: comparison.store.pictureFile(of: id)))
        entry.thumbnail = try comparison.review.saveThumbnail(of: id, bitmap)
      }
      try results.add(ComparedCase(entry: entry, judgement: Judgement(verdict: .obsolete, reasons: reasons)))
    }
  }

  private func record(_ writer: ReportWriter, in review: ReviewFolder, _ store: BaselineStore) throws {
    guard options.record != .never else { return }
    func forEachRecorded(_ body: (CompareReport.Case) throws -> Void) throws {
      try writer.forEachCompared { entry in
        if entry.reference == .baseline, options.record.records(entry.verdict) { try body(entry) }
      }
    }
    var isAnyRecorded = false
    try forEachRecorded { _ in isAnyRecorded = true }
    guard isAnyRecorded else { return }
    try Approval(report: writer.result.report, review: review, store: store)
      .approve(keeping: keeping ?? .full, forEachRecorded)
  }
}

/// Counts the cases of a comparison in their order, and adds them to the store.
struct CaseResults {
  private(set) var result: CompareOutcome
  private let store: ComparisonStore
  private let report: (Diagnostic) -> Void
  /// The facts of the last reused post.
  private var facts: (text: String, facts: PostFacts)?
  /// The number of cases of each post, in the plan's order.
  private var counts: [Int] = []
  /// Hashes of the posts that were compared with baselines.
  private var posts: Set<FNV1a64> = []

  /// - Parameter report: Receives problems with single cases.
  init(_ result: CompareOutcome, store: ComparisonStore, report: @escaping (Diagnostic) -> Void) {
    (self.result, self.store, self.report) = (result, store, report)
  }

  mutating func add(_ post: ComparedPost) throws {
    if !post.isMockup { posts.insert(FNV1a64(of: post.id)) }
    if let kept = post.kept { return try add(kept) }
    counts.append(post.cases.count)
    result.drawn += 1
    let number = try post.reusable.map { try store.add($0, cases: post.cases.count) }
    for compared in post.cases { try add(compared, of: number) }
  }

  private mutating func add(_ post: ComparisonStore.Post) throws {
    if facts?.text != post.facts {
      facts = (post.facts, try JSONDecoder().decode(PostFacts.self, from: Data(post.facts.utf8)))
    }
    if let facts = facts?.facts {
      facts.diagnostics.forEach(report)
      result.note(environments: facts.environments)
      facts.drift.forEach { result.note($0) }
    }
    counts.append(post.rows.count)
    result.kept += 1
    let number = try store.add(post, cases: post.rows.count)
    for entry in post.rows {
      // The store has the complete case.
      let counted = CompareReport.Case(
        id: entry.id, reference: .baseline, post: post.id, variant: nil, verdict: .identical, reasons: [])
      result.add(counted, causes: [])
      try store.add(entry, of: number)
    }
  }

  /// Adds an identical case whose texts are already known.
  mutating func add(_ entry: CompareReport.Case, _ texts: ReviewTexts) throws {
    result.add(entry, causes: [])
    try store.add(ComparisonStore.Row(id: entry.id, texts: texts))
  }

  /// - Parameter post: The number of its post in the store if the next comparison may reuse the post.
  mutating func add(_ compared: ComparedCase, of post: Int64? = nil) throws {
    if let environment = compared.environment {
      result.note(environment, compared.drift, verdict: compared.entry.verdict)
    }
    result.add(compared.entry, causes: compared.causes, seconds: compared.seconds)
    compared.judgement.diagnostic.map(report)
    try store.add(
      ComparisonStore.Row(
        id: compared.entry.id, result: compared.entry, seconds: compared.seconds,
        dependencies: post == nil ? nil : compared.marks),
      of: post)
  }

  func has(post: String) -> Bool { posts.contains(FNV1a64(of: post)) }

  /// - Parameter project: The input as named on the command line.
  mutating func setPart(of share: ComparePlan.Share, project: String) {
    result.part = share.part(counts: counts, project: project)
  }
}

extension CompareRun {
  /// The options with which `approve` finds the same project and output folder.
  package static func approveArguments(_ input: String, output: String?) -> String {
    let project = input == "." ? "" : "\(ShellWord.path(input)) "
    return project + (output.map { "--output \(ShellWord.path($0)) " } ?? "")
  }
}
