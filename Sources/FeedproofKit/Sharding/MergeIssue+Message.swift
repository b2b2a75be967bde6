import Diagnostics

extension MergeIssue {
  package var severity: Diagnostic.Severity { .error }

  package var code: String {
    switch self {
    case .noShard: "merge.no-shard"
    case .otherCount, .otherRun: "merge.other-run"
    case .doubled, .doubledItem: "merge.doubled"
    case .missing, .itemCount: "merge.missing"
    }
  }

  package var message: String {
    switch self {
    case .noShard: "this is not the result of a shard"
    case .otherCount(let shard, let first, let folder): "this is shard \(shard), but \(folder) is shard \(first)"
    case .otherRun(let first): "this is a shard of another run than \(first)"
    case .doubled(let shard, let folders): "shard \(shard) comes more than once: \(folders.joined(separator: ", "))"
    case .missing(let indices, let count):
      "shard\(indices.count == 1 ? "" : "s") \(Self.listed(indices)) of \(count) \(indices.count == 1 ? "is" : "are") missing"
    case .itemCount(let found, let planned):
      "the shards hold \(found) of the run's \(planned) posts"
    case .doubledItem(let item, let folders):
      "\(item) is in more than one shard: \(folders.joined(separator: ", "))"
    }
  }

  package var hint: String? {
    switch self {
    case .noShard: "run the command with --shard, and name its output folder here"
    case .otherCount: "join the shards of one run only"
    case .otherRun: "run all shards from the same commit, with the same options and the same version"
    case .doubled: "name each shard's folder once"
    case .missing: "see why it failed, run it again, then merge"
    case .itemCount, .doubledItem: "run the shards again; their folders may have been changed"
    }
  }

  /// `2, 5 to 7`
  private static func listed(_ indices: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for index in indices {
      if let last = ranges.last, last.upperBound + 1 == index {
        ranges[ranges.count - 1] = last.lowerBound...index
      } else {
        ranges.append(index...index)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)" }
      .joined(separator: ", ")
  }
}
