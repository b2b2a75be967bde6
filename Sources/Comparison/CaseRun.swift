import CardRendering
import Files
import Foundation
import ImageComparison
import ImageFolders
import OutputTransactions
import Projects
import RunSupport

/// A comparison of cases that don't come from rendering a project's cards. After the verdict, everything is the same as
/// for cards: the report, causes, JUnit, the review and decisions.
package struct CaseRun: Sendable {
  /// The project whose output folder gets the review, and whose templates it uses.
  let project: Project
  /// The title on the pages.
  let title: String
  let foreign: UnmanagedFilePolicy
  /// The arguments after `feedproof approve`, with a trailing space.
  let approveArguments: String
  let environment: Environment
  package let progress: RunProgress

  package init(
    project: Project, title: String, setsAside: Bool, approveArguments: String, context: RunContext
  ) {
    (self.project, self.title) = (project, title)
    foreign = setsAside ? .setAside : .refuse
    self.approveArguments = approveArguments
    (environment, progress) = (context.environment, context.progress)
  }

  /// - Parameters:
  ///   - removesObsolete: Whether approvals remove obsolete baselines.
  ///   - isOfPictures: Whether the cases are images from other tools.
  ///   - removal: The rule for removed images; nil if there can be none.
  ///   - failing: The verdicts that end the run with status 1; nil for the standard ones.
  ///   - part: The part of the run if it is a shard.
  ///   - source: Returns the source of the cases, which writes their files to the review's folder. Also receives the
  ///     path of that folder for a CI server.
  /// - Throws: `RunFailure` if nothing could be compared.
  package func run(
    removesObsolete: Bool, isOfPictures: Bool = false, removal: CompareReport.RemovedImages.Rule? = nil,
    failing: Set<Verdict>? = nil, part: ComparedPart.Items? = nil,
    source: (_ review: ReviewFolder, _ attachments: String) throws -> any CaseSource
  ) async throws -> CompareOutcome {
    let lock = try OutputLock.take(project.output)
    defer { lock.removeTraces() }
    try lock.recover(report: progress.report)
    let draft = try ReviewDraft(
      of: ReviewFolder(in: project.output), in: environment, foreign: foreign, report: progress.report)
    try ComparedImageFile.checkComparison(threshold: 0)
    let templates = try DesignFiles(project: project, environment: environment).siteTemplates()
    let setting = CompareOutcome.Setting(
      environment: RenderingEnvironment(fonts: [], libraries: [:]), keeping: .full, approveArguments: approveArguments,
      attachments: AttachmentFolder.path(of: draft.earlier.url, environment), removesObsolete: removesObsolete,
      removal: removal, failing: failing)
    let store = try ComparisonStore(in: draft.folder.url, key: nil)
    var outcome = CompareOutcome(setting)
    outcome.part = part
    var results = ResultCollector(outcome, store: store, progress: progress)
    try await results.add(source(draft.folder, setting.attachments))
    progress.begin(step: 2, of: 2, "writing the report")
    var writer = ReportWriter(result: results.result, store: store, review: draft.folder, project: title)
    writer.isOfPictures = isOfPictures
    try writer.write(with: templates)
    try draft.publish(report: progress.report)
    return results.result
  }
}
