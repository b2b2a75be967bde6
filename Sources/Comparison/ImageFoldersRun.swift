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
    ) {
      review, attachments, results in
      var reg = RegReport(pairs, review: review)
      let comparison = try ImagePairComparison(pairs: pairs, rules: rules, review: review, attachments: attachments)
      let progress = cases.progress
      progress.begin(
        step: 1, of: 2, "comparing \(chosen.count.counted("picture"))", total: chosen.count)
      var rest = chosen[...]
      rules.staleRules(among: pairs.pairs.map(\.id)).forEach(progress.report)
      var masks = MaskUse(rules)
      try await WorkerLoop(jobs: jobs).run(taking: .asked) {
        let block = Array(rest.prefix(Self.block))
        rest = rest.dropFirst(Self.block)
        return block.isEmpty ? nil : block
      } work: { [uptime = cases.environment.uptime, interruption] (block: [ImagePair]) in
        try block.map { pair in
          if interruption.isRequested { throw RunFailure.interrupted }
          let started = uptime()
          return (pair, try comparison.compare(pair), uptime() - started)
        }
      } take: { _, compared in
        for (pair, outcome, seconds) in compared {
          switch outcome {
          case .same(let entry, let texts):
            reg.add(pair, entry)
            masks.note(entry)
            try results.add(entry, texts)
          case .compared(var compared):
            compared.seconds = seconds
            reg.add(pair, compared.entry)
            masks.note(compared.entry)
            try results.add(compared)
          }
          progress.advance(pair.id)
        }
      }
      masks.warnings.forEach(progress.report)
      try review.write(try JSONText.pretty(reg), to: ReviewFolder.reg.text)
    }
  }

  /// The number of pairs that a worker takes at a time. Most are equal, and comparing them takes less time than handing
  /// them over.
  private static let block = 8
}
