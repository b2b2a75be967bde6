import Diagnostics
import Files
import Foundation
import Projects
import RunSupport

/// Implements `feedproof compare --before A --after B`, which compares images from any tool, without a feed or a
/// project. After the verdict, everything is the same as for cards: the report, causes, the review and decisions.
package struct ImageFoldersRun: Sendable {
  let pairs: ImagePairs
  let rules: ImageRules
  let selection: CaseSelection
  let cases: CaseRun
  /// Whether the run succeeds although the newer folder lacks images.
  let allowsRemoved: Bool
  let jobs: Int
  let interruption: Interruption

  package init(
    pairs: ImagePairs, rules: ImageRules, selection: CaseSelection, output: URL, setsAside: Bool,
    context: RunContext, title: String, approveArguments: String, allowsRemoved: Bool = false
  ) {
    self.allowsRemoved = allowsRemoved
    (self.pairs, self.rules, self.selection) = (pairs, rules, selection)
    cases = CaseRun(
      project: Project(folder: pairs.before, feeds: [], output: output), title: title, setsAside: setsAside,
      approveArguments: approveArguments, context: context)
    (jobs, interruption) = (context.jobs, context.interruption)
  }

  /// - Throws: `RunFailure` if nothing could be compared.
  package func run() async throws -> CompareOutcome {
    let chosen = pairs.pairs.filter { selection.takes(case: $0.id, of: $0.name.name) }
    if chosen.isEmpty, !selection.isWhole {
      throw Diagnostic(CompareIssue.nothingChosen(selection.texts, known: pairs.pairs.map(\.id)))
    }
    return try await cases.run(
      removesObsolete: false, isOfPictures: true, removal: allowsRemoved ? .allowed : .fails
    ) { review, attachments in
      cases.progress.begin(step: 1, of: 2, "comparing \(chosen.count.counted("picture"))", total: chosen.count)
      rules.staleRules(among: pairs.pairs.map(\.id)).forEach(cases.progress.report)
      return ImagePairSource(
        pairs: pairs, chosen: chosen, rules: rules, review: review,
        comparison: try ImagePairComparison(pairs: pairs, rules: rules, review: review, attachments: attachments),
        uptime: cases.environment.uptime, report: cases.progress.report, jobs: jobs, interruption: interruption)
    }
  }
}
