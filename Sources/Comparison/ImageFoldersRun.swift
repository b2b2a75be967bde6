import Diagnostics
import Files
import Foundation
import ImageComparison
import ImageFolders
import Projects
import RunSupport

/// Implements `feedproof diff A B` for folders, which compares images from any tool, without a feed or a project. After
/// the verdict, everything is the same as for cards: the report, causes, the review and decisions.
package struct ImageFoldersRun: Sendable {
  let pairs: ImagePairs
  let rules: ImageRules
  let selection: CaseSelection
  let cases: CaseRun
  /// The verdicts that end the run with status 1, and the treatment of removed images.
  let failing: FailingVerdicts
  /// The part of the images that this run compares; nil for all.
  let shard: Shard?
  /// The arguments after `feedproof approve` without the output folder, with a trailing space.
  let target: String
  let jobs: Int
  let interruption: Interruption

  /// - Parameters:
  ///   - target: The arguments after `feedproof approve` that name the older folder, with a trailing space.
  ///   - outputArguments: The arguments that name the output folder, with a trailing space; empty for the default.
  package init(
    pairs: ImagePairs, rules: ImageRules, selection: CaseSelection, output: URL, setsAside: Bool,
    context: RunContext, title: String, target: String, outputArguments: String,
    failing: FailingVerdicts = FailingVerdicts(), shard: Shard? = nil
  ) {
    (self.failing, self.shard, self.target) = (failing, shard, target)
    (self.pairs, self.rules, self.selection) = (pairs, rules, selection)
    cases = CaseRun(
      project: Project(folder: pairs.before, feeds: [], output: output), title: title, setsAside: setsAside,
      approveArguments: target + outputArguments, context: context)
    (jobs, interruption) = (context.jobs, context.interruption)
  }

  /// - Throws: `RunFailure` if nothing could be compared.
  package func run() async throws -> CompareOutcome {
    var chosen = pairs.pairs.filter { selection.takes(case: $0.id, of: $0.name.name) }
    if chosen.isEmpty, !selection.isWhole {
      throw Diagnostic(CompareIssue.nothingChosen(selection.texts, known: pairs.pairs.map(\.id)))
    }
    let part = part(of: &chosen)
    return try await cases.run(
      removesObsolete: false, isOfPictures: true, removal: failing.removal, failing: failing.verdicts, part: part
    ) { review, attachments in
      cases.progress.begin(step: 1, of: 2, "comparing \(chosen.count.counted("picture"))", total: chosen.count)
      rules.staleRules(among: pairs.pairs.map(\.id)).forEach(cases.progress.report)
      return ImagePairSource(
        pairs: pairs, chosen: chosen, rules: rules, review: review,
        comparison: try ImagePairComparison(pairs: pairs, rules: rules, review: review, attachments: attachments),
        uptime: cases.environment.uptime, report: cases.progress.report, jobs: jobs, interruption: interruption)
    }
  }

  /// Removes the pairs of other shards.
  ///
  /// - Returns: The shard's part of the run; nil if the run is not a shard.
  private func part(of chosen: inout [ImagePair]) -> ComparedPart.Items? {
    guard let shard else { return nil }
    // Equal files cost little, and different ones by their size.
    let sizes = chosen.map { [size($0.before, in: pairs.before), size($0.after, in: pairs.after)] }
    let costs = sizes.map { $0[0] == $0[1] ? 1 : 1 + ($0.max() ?? 0) / 1024 }
    let lines = zip(chosen, sizes).map { "\($0.id) \($1)" }
    let plan = (["tool \(FeedproofVersion.current)", "images \(target)", "rules \(rules.text)"] + lines)
      .joined(separator: "\n")
    let places = shard.share(of: costs)
    let record = ShardRecord(shard: shard, plan: Digest(of: plan).hex, total: chosen.count)
    chosen = places.map { chosen[$0] }
    return ComparedPart.Items(
      record: record, project: cases.title, list: places.map { ($0, 1) },
      images: ComparedPart.Images(target: target, removal: failing.removal, failing: failing.verdicts))
  }

  /// Returns the size of a file in bytes; -1 if there is none.
  private func size(_ path: RelativePath?, in folder: URL) -> Int {
    path.flatMap { FileStamp(folder.appendingPathComponent($0.text).path, following: true)?.size } ?? -1
  }
}

/// The verdicts of images that end a comparison with status 1. Errors always end it, with status 2.
package struct FailingVerdicts: Sendable {
  /// Nil for the standard ones.
  let verdicts: Set<Verdict>?
  let removal: CompareReport.RemovedImages.Rule

  /// The names of verdicts that `--fail-on` accepts.
  package static let names = ["different", "new", "removed", "similar", "error"]

  /// - Parameters:
  ///   - names: Verdicts as named on the command line; empty for the standard ones.
  ///   - allowsRemoved: Whether the run succeeds although the newer folder lacks images.
  /// - Throws: `Diagnostic` if a name is unknown.
  package init(named names: [String] = [], allowsRemoved: Bool = false) throws {
    for name in names where !Self.names.contains(name) && name != Verdict.obsolete.rawValue {
      throw Diagnostic(
        ProjectIssue.optionValue(
          option: "--fail-on", value: name, expected: Self.names.dropLast().joined(separator: ", ") + " or error"))
    }
    let named = Set(names.compactMap { Verdict(rawValue: $0 == "removed" ? Verdict.obsolete.rawValue : $0) })
    verdicts = names.isEmpty ? nil : named
    removal = allowsRemoved || !names.isEmpty && !named.contains(.obsolete) ? .allowed : .fails
  }

  /// The standard verdicts: different, new and removed images.
  init() { (verdicts, removal) = (nil, .fails) }
}
