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
import ImageFolders
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
    plan.add(tokens: drifts.map { TokenComparison.compared($0.drift, name: $0.name) })
    let films = try FilmSelection(
      named: options.only == .mockups ? [] : project.films, in: project, environment: environment)
    plan.add(ScreenFilm.all(of: films, on: FilmScreens(project)))
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
      store: store, environments: CardEnvironments(RenderingEnvironment(lock: first.fonts.lock), store: store),
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
    var results = ResultCollector(CompareOutcome(setting), store: rows, progress: progress)
    let sources: [any CaseSource] = [
      PostSource(
        share: share, renderers: renderers, comparison: comparison, reuse: reuse, project: project,
        selection: options.selection, environment: environment, jobs: jobs, interruption: interruption,
        report: progress.report),
      KnownCases(cases: share.failed),
      FilmComparison(
        films: share.films, names: films.postNames, project: project, environment: environment, comparison: comparison,
        jobs: jobs, interruption: interruption),
    ]
    for source in sources { try await results.add(source) }
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
    let named = project.mockups.flatMap(MockupList.files).map { url in
      FileSystem.isFolder(url) || url.pathExtension.isEmpty ? url.appendingPathComponent(FigmaResponses.folder) : url
    }
    return project.mockups + named
  }

  private var keeping: BaselineStorage? { options.keeping ?? project.keeping }

  private func readMockups() throws -> [Mockup] {
    try project.mockups.flatMap { try MockupList.read($0, name: project.name(of: $0)) }
  }

  /// Whether the run covers all baselines. A run with fewer posts, widths, scales or themes can't tell which are
  /// obsolete.
  private var comparesWholeProject: Bool {
    options.only != .mockups && options.selection.isWhole && !overrides.says(anythingReaching: .screens)
  }

  /// Adds the baselines that no card is compared with. A shard reports those of its own posts, whose cases it knows.
  /// The first shard also reports those whose posts have left the feed.
  private func addObsolete(
    to results: inout ResultCollector, _ comparison: CaseComparison, _ share: ComparePlan.Share
  ) throws {
    for id in comparison.store.ids(unreadable: progress.report, where: { !results.result.has($0) }) {
      let post = id.split(separator: "/").first.map(String.init) ?? id
      guard !share.allFilms.contains(id) else { continue }
      guard results.has(post: post) || share.tellsOfGone && !share.hasElsewhere(post: post) else { continue }
      let reasons = ["no card is compared with this baseline"]
      let parts = id.split(separator: "/", maxSplits: 1)
      var entry = CaseResult(
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
    func forEachRecorded(_ body: (CaseResult) throws -> Void) throws {
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

extension CompareRun {
  /// The options with which `approve` finds the same project and output folder.
  package static func approveArguments(_ input: String, output: String?) -> String {
    let project = input == "." ? "" : "\(ShellWord.path(input)) "
    return project + (output.map { "--output \(ShellWord.path($0)) " } ?? "")
  }
}
