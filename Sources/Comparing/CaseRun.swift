import CardDrawing
import Files
import Foundation
import OutputFolders
import Projects
import Runs

/// A comparison of cases that come from elsewhere than from drawing a project's cards: what comes after a case is judged is
/// the same for all, the report, its causes, JUnit, the review, decisions.
struct CaseRun: Sendable {
  /// Where the review goes, and whose templates make it.
  let project: Project
  /// What the pages call it.
  let title: String
  let foreign: ForeignFilePolicy
  /// What stands after `feedproof approve`, with a blank at its end.
  let approveArguments: String
  let environment: Environment
  let progress: RunProgress

  init(
    project: Project, title: String, setsAside: Bool, approveArguments: String, context: RunContext
  ) {
    (self.project, self.title) = (project, title)
    foreign = setsAside ? .setAside : .refuse
    self.approveArguments = approveArguments
    (environment, progress) = (context.environment, context.progress)
  }

  /// - Parameters:
  ///   - removesObsolete: Whether approving removes what nothing is compared with any more.
  ///   - isOfPictures: Whether they are pictures by anybody.
  ///   - removal: What removed images mean; nil if there can be none.
  ///   - add: Adds all cases, and what belongs to them to the review's folder. Is told that folder as a CI server finds it.
  /// - Throws: `RunFailure` when nothing could be compared.
  func run(
    removesObsolete: Bool, isOfPictures: Bool = false, removal: CompareReport.Removal.Rule? = nil,
    add: (_ review: ReviewFolder, _ attachments: String, _ results: inout CaseResults) async throws -> Void
  ) async throws -> CompareOutcome {
    let lock = try OutputLock.take(project.output)
    defer { lock.removeTraces() }
    try lock.recover(report: progress.report)
    let draft = try ReviewDraft(
      of: ReviewFolder(in: project.output), in: environment, foreign: foreign, report: progress.report)
    try PictureFile.checkComparison(threshold: 0)
    let templates = try DesignFiles(project: project, environment: environment).siteTemplates()
    let setting = CompareOutcome.Setting(
      environment: BaselineEnvironment(fonts: [], libraries: [:]), keeping: .full, approveArguments: approveArguments,
      attachments: AttachmentFolder.path(of: draft.earlier.url, environment), removesObsolete: removesObsolete,
      removal: removal)
    let log = try CaseLog(in: draft.folder.url)
    var results = CaseResults(CompareOutcome(setting), log: log, report: progress.report)
    try await add(draft.folder, setting.attachments, &results)
    progress.begin(step: 2, of: 2, "writing the report")
    var writer = ReportWriter(result: results.result, log: log, review: draft.folder, project: title)
    writer.isOfPictures = isOfPictures
    try writer.write(with: templates)
    try draft.publish(report: progress.report)
    return results.result
  }
}
