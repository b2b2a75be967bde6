import CardDrawing
import Diagnostics
import Files
import Foundation
import OutputFolders
import Projects
import Proof
import Runs
import Site

/// `feedproof compare --before A --after B`: pictures by anybody, with neither feed nor project. What comes after a case is
/// judged is what cards have: the report, causes, the review, decisions.
package struct PicturesRun: Sendable {
  let pairs: PicturePairs
  let rules: PictureRules
  let selection: CaseSelection
  let output: URL
  let foreign: ForeignFilePolicy
  let environment: Environment
  let jobs: Int
  let progress: RunProgress
  let interruption: Interruption
  /// What the pages call it.
  let title: String
  /// What stands after `feedproof approve`, with a blank at its end.
  let approveArguments: String

  package init(
    pairs: PicturePairs, rules: PictureRules, selection: CaseSelection, output: URL, setsAside: Bool,
    context: RunContext, title: String, approveArguments: String
  ) {
    (self.pairs, self.rules, self.selection, self.output) = (pairs, rules, selection, output)
    foreign = setsAside ? .setAside : .refuse
    (environment, jobs) = (context.environment, context.jobs)
    (progress, interruption) = (context.progress, context.interruption)
    (self.title, self.approveArguments) = (title, approveArguments)
  }

  /// - Throws: `RunFailure` when nothing could be compared.
  package func run() async throws -> CompareOutcome {
    let lock = try OutputLock.take(output)
    defer { lock.removeTraces() }
    try lock.recover(report: progress.report)
    let draft = try ReviewDraft(
      of: ReviewFolder(in: output), in: environment, foreign: foreign, report: progress.report)
    try PictureFile.checkComparison(threshold: 0)
    let bare = Project(folder: pairs.before, feeds: [], output: output)
    let templates = try DesignFiles(project: bare, environment: environment).siteTemplates()
    let chosen = pairs.pairs.filter { selection.takes(case: $0.id, of: $0.name.name) }
    if chosen.isEmpty, !selection.isWhole {
      throw Diagnostic(CompareIssue.nothingChosen(selection.texts, known: pairs.pairs.map(\.id)))
    }
    let setting = CompareOutcome.Setting(
      environment: BaselineEnvironment(fonts: [], libraries: [:]), keeping: .full, approveArguments: approveArguments,
      attachments: AttachmentFolder.path(of: draft.earlier.url, environment), removesObsolete: false)
    let log = try CaseLog(in: draft.folder.url)
    var results = CaseResults(CompareOutcome(setting), log: log, report: progress.report)
    var reg = RegReport(pairs, review: draft.folder)
    let comparison = PictureComparison(
      pairs: pairs, rules: rules, review: draft.folder, attachments: setting.attachments)
    progress.begin(
      step: 1, of: 2, "comparing \(chosen.count) picture\(chosen.count == 1 ? "" : "s")", total: chosen.count)
    var rest = chosen[...]
    let blocks = Self.block
    try await WorkerLoop(jobs: jobs).run(taking: .asked) {
      let block = Array(rest.prefix(blocks))
      rest = rest.dropFirst(blocks)
      return block.isEmpty ? nil : block
    } work: { [environment, interruption] (block: [PicturePair]) in
      try block.map { pair in
        if interruption.isRequested { throw RunFailure.interrupted }
        let started = environment.uptime()
        let outcome = try comparison.compare(pair)
        return (pair, outcome, environment.uptime() - started)
      }
    } take: { _, compared in
      for (pair, outcome, seconds) in compared {
        switch outcome {
        case .same(let entry, let texts):
          reg.add(pair, entry)
          try results.add(entry, texts)
        case .compared(var compared):
          compared.seconds = seconds
          reg.add(pair, compared.entry)
          try results.add(compared)
        }
        progress.advance(pair.id)
      }
    }
    progress.begin(step: 2, of: 2, "writing the report")
    try draft.folder.write(try JSONText.pretty(reg), to: ReviewFolder.reg.text)
    try ReportWriter(result: results.result, log: log, review: draft.folder, project: title).write(with: templates)
    try draft.publish(isWhole: selection.isWhole, report: progress.report)
    return results.result
  }

  /// Pictures that a worker takes at once: most are the same, and take less time than taking them.
  private static let block = 8
}
