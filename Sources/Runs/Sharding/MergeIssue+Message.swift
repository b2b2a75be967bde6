import Diagnostics

extension MergeIssue {
  package var severity: Diagnostic.Severity { .error }

  package var code: String {
    switch self {
    case .noShard: "merge.no-shard"
    case .otherCount, .otherRun: "merge.other-run"
    case .doubled, .doubledItem: "merge.doubled"
    case .missing, .missingItems, .caseCount, .missingFile, .otherLength: "merge.missing"
    case .unreadableList, .otherFile: "merge.changed"
    case .nothingToJoin: "merge.nothing"
    case .mixedKinds: "merge.mixed"
    case .outputIsShard: "merge.output"
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
    case .missingItems(let count, let first):
      "no shard tells of \(count) of the run's posts: number \(Self.listed(first.map { $0 + 1 }))"
        + (count > first.count ? ", …" : "")
    case .doubledItem(let item, let folders):
      "\(item) comes more than once: \(folders.joined(separator: ", "))"
    case .caseCount(let found, let told): "the report has \(found) cases, but says that it has \(told)"
    case .missingFile(let path): "\(path) is missing, which the shard lists"
    case .unreadableList(let path): "\(path) can't be read"
    case .otherLength(let path): "\(path) has other cards than the shard says"
    case .otherFile(let path): "\(path) is not the picture that was drawn"
    case .nothingToJoin: "this is neither a comparison's output nor an export's"
    case .mixedKinds(let first): "this is not of the same kind as \(first): comparisons and exports are joined apart"
    case .outputIsShard: "the folder to write into is one of those to join"
    }
  }

  package var hint: String? {
    switch self {
    case .noShard: "run the command with --shard, and name its output folder here"
    case .otherCount: "join the shards of one run only"
    case .otherRun: "run all shards from the same commit, with the same options and the same version"
    case .doubled: "name each shard's folder once"
    case .missing: "see why it failed, run it again, then merge"
    case .missingItems, .doubledItem, .caseCount, .missingFile, .unreadableList, .otherLength, .otherFile:
      "run the shards again, or copy their folders again, whole"
    case .nothingToJoin: "name the output folders of feedproof compare --shard or feedproof export --shard"
    case .mixedKinds: nil
    case .outputIsShard: "choose another --output"
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
