import Diagnostics
import Files
import Filming
import Foundation
import ImageFolders
import OutputTransactions
import Projects
import RunSupport

/// The options of `feedproof approve`.
package struct ApproveRequest: Sendable {
  /// Ids of cases, posts or clusters, and patterns.
  package var patterns: [String]
  /// Ids and patterns that every approved case must match; empty for no restriction.
  package var only: [String]
  package var all: Bool
  package var prune: Bool
  /// Update the recorded fonts and libraries of baselines whose images are identical.
  package var environment: Bool
  /// The path of a file of decisions, as saved by the review page.
  package var decisions: String?
  /// The parts of a baseline to store; nil for those that the comparison used.
  package var keeping: BaselineStorage?
  /// Approve baselines that a merge left in conflict.
  package var resolve: Bool
  /// Convert the other baselines to `keeping`.
  package var convert: Bool
  /// Approve cases that differ only because another version of Feedproof renders them.
  package var upgrade: Bool
  /// Whether `all`, `only` and patterns also approve cases whose photos were replaced.
  package var replacedPhotos: Bool

  package init(
    patterns: [String], only: [String] = [], all: Bool, prune: Bool, environment: Bool, decisions: String?,
    keeping: BaselineStorage?, resolve: Bool = false, convert: Bool = false, upgrade: Bool = false,
    replacedPhotos: Bool = false
  ) {
    self.patterns = patterns
    self.only = only
    self.all = all
    self.prune = prune
    self.environment = environment
    self.decisions = decisions
    self.keeping = keeping
    (self.resolve, self.convert, self.upgrade) = (resolve, convert, upgrade)
    self.replacedPhotos = replacedPhotos
  }
}

/// Implements `feedproof approve`: accepts the images of the last comparison.
package struct ApproveRun {
  /// The output folder of the comparison.
  let output: URL
  let target: ApprovalTarget
  let request: ApproveRequest
  /// The project's setting for the stored parts.
  private var projectKeeping: BaselineStorage?
  let environment: Environment
  /// Receives problems that don't prevent the approval.
  let report: (Diagnostic) -> Void

  package init(
    project: Project, request: ApproveRequest, environment: Environment, report: @escaping (Diagnostic) -> Void
  ) {
    self.init(
      output: project.output, target: .baselines(project.baselines), request: request, environment: environment,
      report: report)
    projectKeeping = project.keeping
  }

  package init(
    output: URL, target: ApprovalTarget, request: ApproveRequest, environment: Environment,
    report: @escaping (Diagnostic) -> Void
  ) {
    (self.output, self.target) = (output, target)
    self.request = request
    self.environment = environment
    self.report = report
  }

  /// - Returns: The result, case by case.
  /// - Throws: `RunFailure`.
  package func run() throws -> ApprovalSummary {
    let lock = try lockedOutput()
    defer { lock?.removeTraces() }
    try target.recover(report: self.report)
    let review = ReviewFolder(in: output)
    try OutputLock.settle(review.url, report: self.report)
    var report = try review.report()
    try checkBounds(in: report)
    if case .pictures = target, request.needsProject { throw Diagnostic(ImageFolderIssue.needsProject) }
    let decided = try request.decisions.map { try DecisionFile.read(environment.url($0)).outcome(in: report) }
    let conflicts = try conflicts(in: report)
    let earlier = try AcceptedCauses(of: review)
    let chosen = try chosen(from: report, decided, resolving: conflicts, acceptedBefore: earlier.causes)
    let (approved, kept) = writable(chosen.approved)
    let keeping = request.keeping ?? projectKeeping ?? report.whole.keeping
    let drifted = bounded(
      request.environment || request.upgrade
        ? report.cases.filter { $0.drifted == true && $0.verdict == .identical } : [])
    let pruned = bounded(request.prune ? report.cases.filter { $0.verdict == .obsolete } : [])
    let written = WrittenCases(approved: approved, drifted: drifted, pruned: pruned)
    let converted = try reportingFailure { try write(written, keeping: keeping, by: report, in: review) }
    if !chosen.contradicted.isEmpty {
      self.report(Diagnostic(CompareIssue.contradictoryDecisions(chosen.contradicted)))
    }
    let rejected = Set(decided?.rejected ?? [])
    var account = ApprovalSummary(request)
    let comments = decided?.comments ?? [:]
    account.approved = approved.map { head in
      .init(head, comment: comments[head.id], side: conflicts[head.id]?.side(of: head.sha256))
    }
    account.replaced = replaced(among: approved, in: report)
    account.converted = converted.changes.map { .init(id: $0.id) }
    account.environment = drifted.map { .init($0) }
    account.removed = pruned.map { .init($0) }
    account.rejected = bounded(report.cases.filter { rejected.contains($0.id) })
      .map { .init($0, comment: comments[$0.id]) }
    account.left = chosen.left + kept + converted.missing.map { .init(id: $0, why: BaselineConversion.missingWhy) }
    account.accepted = chosen.accepted
    keep(account, in: &report, of: review)
    try keep(chosen.accepted, after: earlier, of: review)
    return account
  }

  /// Stores accepted causes whose cases wait for other causes.
  private func keep(_ accepted: [String], after earlier: AcceptedCauses, of review: ReviewFolder) throws {
    var causes = earlier
    causes.causes = (earlier.causes + accepted).uniqued()
    guard causes.causes != earlier.causes else { return }
    try causes.write(to: review)
  }

  /// The cases whose baselines change.
  private struct WrittenCases {
    var approved: [StoredReport.Head]
    var drifted: [StoredReport.Head]
    var pruned: [StoredReport.Head]

    var all: [StoredReport.Head] { approved + drifted + pruned }
  }

  /// Writes all baselines, or none.
  private func write(
    _ cases: WrittenCases, keeping: BaselineStorage, by report: StoredReport, in review: ReviewFolder
  ) throws -> BaselineConversion {
    var converted = BaselineConversion()
    if cases.all.isEmpty, !request.convert { return converted }
    let forEachApproved = { (approve: (CaseResult) throws -> Void) in
      for head in cases.approved { try approve(report.entry(head)) }
    }
    switch target {
    case .baselines(let folder):
      if FileSystem.isFolder(folder) { try PartialFiles.remove(in: FileTree(folder.path)) }
      let store = BaselineStore(folder)
      if request.convert {
        let written = Set(cases.all.map(\.id))
        converted = try BaselineConversion(
          of: store, to: keeping, by: report, in: review, besides: written, unreadable: self.report)
      }
      try Approval(report: report.whole, review: review, store: store).approve(
        keeping: keeping, drifted: cases.drifted, pruning: request.prune ? cases.pruned.map(\.id) : nil,
        converting: converted, forEachApproved)
    case .pictures(let folder):
      let pruned = try cases.pruned.map { try report.entry($0) }
      try ImageApproval(review: review, folder: folder).approve(pruning: pruned, forEachApproved)
    }
    return converted
  }

  /// Reports that nothing was written if `body` fails. If something was written, the error itself says so.
  private func reportingFailure<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      let isPartial = RunFailure(stopping: error).diagnostics.contains { JournalIssue.partial.contains($0.code) }
      if !isPartial { report(Diagnostic(CompareIssue.nothingApproved)) }
      throw error
    }
  }

  /// Splits cases by whether their files can be written. Reports each obstacle.
  private func writable(
    _ heads: [StoredReport.Head]
  ) -> (heads: [StoredReport.Head], left: [ApprovalSummary.Entry]) {
    guard case .baselines(let folder) = target else { return (heads, []) }
    let store = BaselineStore(folder)
    var left: [ApprovalSummary.Entry] = []
    let free = heads.filter { head in
      guard let obstacle = store.obstacle(to: head.id) else { return true }
      report(obstacle)
      left.append(.init(head, why: obstacle.message))
      return false
    }
    return (free, left)
  }

  /// Locks the output folder, so that no comparison replaces the review during the approval.
  ///
  /// - Returns: Nil if there is no such folder.
  /// - Throws: `Diagnostic` if another process has the lock, or it can't be taken: a comparison could then replace
  ///   images between the check and the copy.
  private func lockedOutput() throws -> OutputLock? {
    FileSystem.isFolder(output) ? try OutputLock.take(output) : nil
  }

  /// Records the decisions in the report. If that fails, the baselines stay approved, and the failure is reported.
  private func keep(_ account: ApprovalSummary, in report: inout StoredReport, of review: ReviewFolder) {
    var changes: [String: CaseDecision?] = [:]
    for entry in account.approved { changes[entry.id] = CaseDecision(.approve, comment: entry.comment) }
    for entry in account.rejected { changes[entry.id] = CaseDecision(.reject, comment: entry.comment) }
    guard !changes.isEmpty else { return }
    do {
      try report.record(changes, in: review)
    } catch {
      let reason = RunFailure(stopping: error).diagnostics.first?.message ?? Files.reason(error)
      self.report(Diagnostic(CompareIssue.decisionsNotKept(reason: reason)))
    }
  }

  /// Returns the approved cases with a replaced photo that the user didn't name. Someone should look at each such
  /// photo, whatever other changes it was approved with. The review page asks for each before it saves decisions.
  private func replaced(
    among approved: [StoredReport.Head], in report: StoredReport
  ) -> [ApprovalSummary.Entry] {
    guard request.decisions == nil else { return [] }
    let photos = report.photoCauses
    let named = Set(request.patterns)
    return approved.filter { !named.contains($0.id) && $0.showsReplacedPhoto(photos) }.map { .init($0) }
  }

  /// The cases of `ids` with a replaced photo that neither their own id, their post's id nor the photo's cause names.
  ///
  /// A person has to look at each new photo. The review asks for each one before it saves decisions.
  private func unnamedPhotos(among ids: Set<String>, in report: StoredReport) -> Set<String> {
    guard !request.replacedPhotos else { return [] }
    let named = Set(request.patterns + request.only)
    let photos = report.photoCauses.subtracting(named)
    guard !photos.isEmpty else { return [] }
    return Set(
      report.cases.filter {
        ids.contains($0.id) && named.isDisjoint(with: [$0.id, $0.post]) && $0.showsReplacedPhoto(photos)
      }.map(\.id))
  }

  // MARK: Choosing

  private static let replacedPhotoWhy =
    "replaced photo: review it, then name the case, its post or the photo's cause, or add --replaced-photos"

  /// Returns the baselines that a merge left in conflict, by case id. Empty without `--resolve`.
  private func conflicts(in report: StoredReport) throws -> [String: ConflictedBaseline] {
    guard request.resolve, case .baselines(let folder) = target else { return [:] }
    let store = BaselineStore(folder)
    var conflicts: [String: ConflictedBaseline] = [:]
    // A comparison from before the merge found no error here, and its image is not the merged one.
    for head in report.cases where head.reference == .baseline && [.error, .obsolete].contains(head.verdict) {
      conflicts[head.id] = try store.conflict(of: head.id)
    }
    return conflicts
  }

  private func bounded(_ cases: [StoredReport.Head]) -> [StoredReport.Head] {
    let bounds = CaseSelection(cases: request.only)
    return cases.filter { bounds.takes(case: $0.id, of: $0.post) }
  }

  private func checkBounds(in report: StoredReport) throws {
    for pattern in CaseSelection(cases: request.only).cases
    where !report.cases.contains(where: { pattern.matches(case: $0.id, of: $0.post) }) {
      throw Diagnostic(CompareIssue.noCase(pattern.text, known: report.cases.map(\.id)))
    }
  }

  /// Returns the approved cases in the report's order, each once; the other named cases, with the reasons why they
  /// can't be approved; cases that are both approved and rejected, which count as rejected; and the accepted causes.
  ///
  /// - Throws: `RunFailure`, also if all cases of the named causes have other causes too.
  private func chosen(
    from report: StoredReport, _ decided: DecisionFile.Outcome?, resolving conflicts: [String: ConflictedBaseline],
    acceptedBefore: [String]
  ) throws -> (
    approved: [StoredReport.Head], left: [ApprovalSummary.Entry], contradicted: [String], accepted: [String]
  ) {
    var ids: Set<String> = []
    var named: Set<String> = []
    var acceptance = Acceptance(in: report)
    var causes: [String] = []
    for pattern in request.patterns {
      if let cluster = report.whole.clusters.first(where: { $0.id == pattern }) {
        try checkApprovable(cluster.cases, asked: pattern, report)
        named.formUnion(cluster.cases)
        acceptance.accept(cause: pattern)
        causes.append(pattern)
      } else {
        ids.formUnion(try matching(pattern, in: report))
      }
    }
    acceptedBefore.forEach { acceptance.accept(cause: $0) }
    // Causes accepted earlier can complete cases of the causes named now, but approve no others.
    ids.formUnion(Set(acceptance.ofCauses).intersection(named))
    let rejected = Set(decided?.rejected ?? [])
    let contradicted = ids.intersection(rejected).union(decided?.contradicted ?? [])
    if request.approvesAll { ids.formUnion(report.cases.filter { !$0.verdict.isGood || $0.isApprovable }.map(\.id)) }
    if request.environment { ids.formUnion(report.cases.filter { $0.verdict == .environment }.map(\.id)) }
    if request.upgrade {
      let other = report.cases.filter { !$0.verdict.isGood }
      ids.formUnion(other.map(\.id).filter(report.ofVersionAlone))
      named.formUnion(other.map(\.id))
    }
    let photos = unnamedPhotos(among: ids, in: report)
    ids.subtract(photos)
    named.formUnion(photos)
    ids.formUnion(conflicts.keys)
    // With `--only`, the causes are not remembered, because the user meant only a part of their cases.
    let accepted = request.only.isEmpty ? causes.uniqued() : []
    let waiting = Set(acceptance.waiting.flatMap(\.causes))
    if ids.isEmpty, accepted.isEmpty, !causes.isEmpty, let first = acceptance.waiting.first {
      throw Diagnostic(CompareIssue.otherCauses(first.id, also: acceptance.openCauses))
    }
    // A file of decisions names images that someone has seen. Its own rules have already reported the cases that are
    // not approved.
    ids.formUnion(decided?.approved ?? [])
    named.formUnion(decided?.skipped ?? [])
    ids.subtract(rejected)
    named.subtract(rejected)
    let asked = bounded(report.cases.filter { ids.contains($0.id) || named.contains($0.id) })
    let approved = asked.filter { ids.contains($0.id) && $0.isApprovable }
    let left = asked.filter { !(ids.contains($0.id) && $0.isApprovable) }
    return (
      approved,
      left.map {
        .init($0, why: photos.contains($0.id) ? Self.replacedPhotoWhy : $0.whyLeft(beside: acceptance))
      },
      report.cases.map(\.id).filter(contradicted.contains), accepted.filter(waiting.contains)
    )
  }

  /// Returns the cases that a pattern matches, approvable or not. A plain id must be approvable.
  private func matching(_ text: String, in report: StoredReport) throws -> [String] {
    if let exact = report.cases.first(where: { $0.id == text }) {
      if exact.verdict != .identical { try checkApprovable([exact.id], asked: text, report) }
      return [exact.id]
    }
    let pattern = CasePattern(text)
    let found = report.cases.filter { pattern.matches(case: $0.id, of: $0.post) }
    guard !found.isEmpty else {
      let known = report.cases.filter(\.isApprovable).map(\.id)
      throw Diagnostic(CompareIssue.noCase(text, known: known))
    }
    return found.map(\.id)
  }

  private func checkApprovable(_ ids: [String], asked: String, _ report: StoredReport) throws {
    let ids = Set(ids)
    let cases = report.cases.filter { ids.contains($0.id) }
    if let refused = cases.first, !cases.contains(where: \.isApprovable) {
      throw Diagnostic(refused.notApprovable(asked: asked))
    }
  }
}

extension ApproveRequest {
  /// `--only` without other options approves all matching cases.
  fileprivate var approvesAll: Bool {
    all || !only.isEmpty && patterns.isEmpty && decisions == nil && !needsBaselines
  }

  /// Whether an option is about baselines as a whole rather than about named cases.
  fileprivate var needsBaselines: Bool { prune || needsProject }

  /// Whether an option applies to a project's baselines only, not to image folders.
  fileprivate var needsProject: Bool { environment || resolve || convert || upgrade }
}

extension StoredReport {
  /// The ids of the causes that are replaced photos.
  fileprivate var photoCauses: Set<String> { Set(whole.clusters.filter { $0.kind == .photo }.map(\.id)) }
}

extension StoredReport.Head {
  /// Whether one of the photos' causes is a cause of this card. A film only shows its cards.
  fileprivate func showsReplacedPhoto(_ photos: Set<String>) -> Bool {
    post != ScreenFilm.post && !photos.isDisjoint(with: causes)
  }

  func notApprovable(asked: String) -> CompareIssue {
    switch reference {
    case .baseline: .notApprovable(asked, verdict: verdict.rawValue)
    case .mockup: .mockupNotApprovable(asked)
    case .screen: .screenNotApprovable(asked)
    }
  }

  /// Returns why a named case was skipped.
  fileprivate func whyLeft(beside acceptance: Acceptance) -> String {
    if reference != .baseline, !verdict.isGood || verdict.isApprovable {
      return "a \(reference.rawValue) can't be approved"
    }
    if let refusal = verdict.facts.refusal { return refusal.words }
    let open = causes.filter { !acceptance.accepts(cause: $0) }
    return "it also has other causes: \(open.joined(separator: " "))"
  }
}
