import Diagnostics
import Files
import ImageFolders
import RunSupport

/// Pairs of images.
struct ImagePairSource: CaseSource {
  let pairs: ImagePairs
  /// The selected pairs.
  let chosen: [ImagePair]
  let rules: ImageRules
  let review: ReviewFolder
  let comparison: ImagePairComparison
  /// The machine's clock in seconds.
  let uptime: @Sendable () -> Double
  let report: (Diagnostic) -> Void
  let jobs: Int
  let interruption: Interruption

  /// The number of pairs that a worker takes at a time. Most are equal, and comparing them takes less time than handing
  /// them over.
  private static let block = 8

  func compare(_ take: (ComparedItem) throws -> Void) async throws {
    var reg = RegReport(pairs, review: review)
    var masks = MaskUse(rules)
    var rest = chosen[...]
    try await WorkerLoop(jobs: jobs).run(taking: .asked) {
      let block = Array(rest.prefix(Self.block))
      rest = rest.dropFirst(Self.block)
      return block.isEmpty ? nil : block
    } work: { [uptime, interruption, comparison] (block: [ImagePair]) in
      try block.map { pair in
        if interruption.isRequested { throw RunFailure.interrupted }
        let started = uptime()
        var compared = try comparison.compare(pair)
        // A copy of a known text takes no time.
        if compared.texts == nil { compared.entry.seconds = uptime() - started }
        return (pair, compared, comparison.flakiness(of: pair))
      }
    } take: { _, compared in
      for (pair, compared, flakiness) in compared {
        reg.add(pair, compared.entry)
        masks.note(compared.entry)
        let flaky = flakiness.map { Diagnostic(ImageFolderIssue.flaky($0)).located(in: pair.id) }
        try take(ComparedItem(id: pair.id, cases: [compared], diagnostics: flaky.map { [$0] } ?? []))
      }
    }
    masks.warnings.forEach(report)
    try review.write(try JSONText.pretty(reg), to: ReviewFolder.reg.text)
  }
}

/// The sizes of the images that each mask is meant for.
package struct MaskUse {
  private let masks: [ImageRules.Mask]
  private var missed: [[String]]
  private var isUsed: [Bool]

  package init(_ rules: ImageRules) {
    masks = rules.masks
    missed = masks.map { _ in [] }
    isUsed = masks.map { _ in false }
  }

  /// Notes the sizes of a case.
  package mutating func note(_ entry: CaseResult) {
    guard !masks.isEmpty else { return }
    let sizes = [entry.actual, entry.expected].compactMap { $0 }
    guard !sizes.isEmpty else { return }
    for index in masks.indices where !isUsed[index] && masks[index].pictures.matches(entry.id) {
      let rect = masks[index].rect
      if sizes.contains(where: { rect.x < $0.width && rect.y < $0.height }) {
        isUsed[index] = true
      } else {
        missed[index].append(entry.id)
      }
    }
  }

  /// A warning for each mask that lies outside of all its images.
  package var warnings: [Diagnostic] {
    masks.indices.filter { !isUsed[$0] && !missed[$0].isEmpty }
      .map { Diagnostic(ImageFolderIssue.outsideMask(masks[$0].rect, images: missed[$0])) }
  }
}
