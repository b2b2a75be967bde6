import Diagnostics

/// The reason why `--shard` names no part of a run.
package enum ShardIssue: Error, Issue, Hashable {
  case notation(String)
  case count(String)
  case index(Int, count: Int)
  case noScheduler(lookedFor: [String])
  case countMissing(scheduler: String, lookedFor: [String])
  case variable(String, value: String)
  case outOfRange(scheduler: String, variable: String, value: Int, count: Int)
  /// A Slurm array with gaps in its indices.
  case gaps(index: Int, lowest: Int, highest: Int, count: Int)
  case ambiguous(String, String)

  package static var kind: Diagnostic.Kind { .usage }

  package var text: IssueText {
    switch self {
    case .notation(let text):
      .error("option.shard", "--shard must be auto or two whole numbers with a slash, like 2/8, not \"\(text)\"")
    case .count(let count):
      .error(
        "option.shard",
        "a run must have \(Shard.countRange.lowerBound) to \(Shard.countRange.upperBound) shards, not \(count)")
    case .index(let index, let count):
      .error(
        "option.shard", "there is no shard \(index) of \(count)",
        hint: "shards are numbered from 1 to \(count)")
    case .noScheduler(let names):
      .error(
        "shard.no-scheduler", "--shard auto found no scheduler: none of \(names.joined(separator: ", ")) is set",
        hint: "pass it yourself: --shard 2/8")
    case .countMissing(let scheduler, let names):
      .error(
        "shard.scheduler",
        "\(scheduler) doesn't provide the number of shards: \(names.joined(separator: " or ")) is not set",
        hint: names.contains("FEEDPROOF_SHARD_COUNT")
          ? "set FEEDPROOF_SHARD_COUNT to the job's completions in its manifest"
          : "pass it yourself: --shard 2/8")
    case .variable(let name, let value):
      .error(
        "shard.scheduler", "\(name) must be a whole number, not \"\(value)\"",
        hint: "pass it yourself: --shard 2/8")
    case .outOfRange(let scheduler, let variable, let value, let count):
      .error(
        "shard.scheduler", "\(scheduler) sets \(variable)=\(value), but there are only \(count) shards",
        hint: "pass it yourself: --shard 2/8")
    case .gaps(let index, let lowest, let highest, let count):
      .error(
        "shard.scheduler",
        "the Slurm array has gaps: it has \(count) tasks between \(lowest) and \(highest); this is task \(index)",
        hint: "use an array without gaps, or pass the shard's numbers: --shard \"$SLURM_ARRAY_TASK_ID/8\"")
    case .ambiguous(let one, let other):
      .error(
        "shard.ambiguous", "--shard auto found two schedulers: \(one), \(other)",
        hint: "pass it yourself: --shard 2/8")
    }
  }
}

/// The reason why folders can't be joined.
package enum MergeIssue: Issue, Hashable {
  /// The folder was not made by a shard of a run.
  case noShard
  case otherCount(Shard, Shard, in: String)
  /// The folder comes from another feed, other options, or another version of Feedproof than the first folder.
  case otherRun(first: String)
  case doubled(Shard, folders: [String])
  case missing([Int], count: Int)
  /// Items of the run that no shard lists. `first`: the places of the first ones.
  case missingItems(count: Int, first: [Int])
  /// An item or a case that two shards list, or one lists twice.
  case doubledItem(String, folders: [String])
  case missingFile(String)
  /// A link, a pipe, or a device has the name of a shard's file.
  case notRegular(String)
  /// A shard's log is malformed or incomplete.
  case unreadableList(String)
  case otherLength(String)
  /// An image differs from the rendered one.
  case otherFile(String)
  /// The folder is the output of neither a comparison nor an export.
  case nothingToJoin
  case mixedKinds(first: String)
  /// The output folder is one of the folders to merge.
  case outputIsShard

  package var text: IssueText {
    switch self {
    case .noShard:
      .error(
        "merge.no-shard", "this is not the output of a shard",
        hint: "run the command with --shard, then name its output folder here")
    case .otherCount(let shard, let first, let folder):
      .error(
        "merge.other-run", "this is shard \(shard), but \(folder) is shard \(first)",
        hint: "merge only shards of the same run")
    case .otherRun(let first):
      .error(
        "merge.other-run", "this shard belongs to a different run than \(first)",
        hint: "run all shards with the same commit, options and version")
    case .doubled(let shard, let folders):
      .error(
        "merge.doubled", "shard \(shard) was passed more than once: \(folders.joined(separator: ", "))",
        hint: "name each shard's folder once")
    case .missing(let indices, let count):
      .error(
        "merge.missing",
        "shard\(indices.count == 1 ? "" : "s") \(Self.listed(indices)) of \(count) \(indices.count == 1 ? "is" : "are") missing",
        hint: "find out why it failed, run it again, then merge")
    case .missingItems(let count, let first):
      .error(
        "merge.missing",
        "no shard contains \(count) of the run's posts: number \(Self.listed(first.map { $0 + 1 }))"
          + (count > first.count ? ", …" : ""), hint: "run the shards again, or copy their complete folders again")
    case .doubledItem(let item, let folders):
      .error(
        "merge.doubled", "more than one shard contains \(item): \(folders.joined(separator: ", "))",
        hint: "run the shards again, or copy their complete folders again")
    case .missingFile(let path):
      .error(
        "merge.missing", "\(path) is missing, although the shard lists it",
        hint: "run the shards again, or copy their complete folders again")
    case .notRegular(let path):
      .error(
        "merge.changed", "\(path) is not a regular file in the shard's folder",
        hint: "run the shards again, or copy their complete folders again")
    case .unreadableList(let path):
      .error(
        "merge.changed", "\(path) can't be read", hint: "run the shards again, or copy their complete folders again")
    case .otherLength(let path):
      .error(
        "merge.missing", "\(path) does not contain the cards that the shard lists",
        hint: "run the shards again, or copy their complete folders again")
    case .otherFile(let path):
      .error(
        "merge.changed", "\(path) is not the image that the shard rendered",
        hint: "run the shards again, or copy their complete folders again")
    case .nothingToJoin:
      .error(
        "merge.nothing", "this is the output of neither a comparison nor an export",
        hint: "name the output folders of feedproof compare --shard or feedproof export --shard")
    case .mixedKinds(let first):
      .error("merge.mixed", "comparisons and exports can't be merged together: \(first) is not of the same kind")
    case .outputIsShard:
      .error("merge.output", "the output folder is one of the folders to merge", hint: "choose another --output")
    }
  }
}

extension MergeIssue {
  /// Returns numbers with ranges: `2, 5 to 7`.
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
