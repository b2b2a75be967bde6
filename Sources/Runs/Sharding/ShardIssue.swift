import Diagnostics

/// Why `--shard` names no part of a run.
package enum ShardIssue: Error, Issue, Hashable {
  case notation(String)
  case count(String)
  case index(Int, count: Int)
  case noScheduler(lookedFor: [String])
  case countMissing(scheduler: String, lookedFor: [String])
  case variable(String, value: String)
  case outOfRange(scheduler: String, variable: String, value: Int, count: Int)
  /// A Slurm array that leaves indices out.
  case gaps(index: Int, lowest: Int, highest: Int, count: Int)
  case ambiguous(String, String)

  package static var kind: Diagnostic.Kind { .usage }

  package var text: IssueText {
    switch self {
    case .notation(let text):
      .error("option.shard", "--shard \"\(text)\" must be two whole numbers with a slash, like 2/8, or auto")
    case .count(let count):
      .error(
        "option.shard",
        "a run can't have \(count) shards, only \(Shard.countRange.lowerBound) to \(Shard.countRange.upperBound)")
    case .index(let index, let count):
      .error(
        "option.shard", "there is no shard \(index) of \(count): they are 1 to \(count)",
        hint: index == 0 ? "shards are counted from 1" : nil)
    case .noScheduler(let names):
      .error(
        "shard.no-scheduler", "--shard auto found no scheduler: none of \(names.joined(separator: ", ")) is set",
        hint: "give the shard by its numbers, like --shard 2/8")
    case .countMissing(let scheduler, let names):
      .error(
        "shard.scheduler",
        "\(scheduler) does not say how many shards there are: \(names.joined(separator: " or ")) is not set",
        hint: names.contains("FEEDPROOF_SHARD_COUNT")
          ? "set FEEDPROOF_SHARD_COUNT to the job's completions in its manifest" : "give the shard by its numbers")
    case .variable(let name, let value):
      .error(
        "shard.scheduler", "\(name) is \"\(value)\", not a whole number",
        hint: "give the shard by its numbers, like --shard 2/8")
    case .outOfRange(let scheduler, let variable, let value, let count):
      .error(
        "shard.scheduler", "\(scheduler) says \(variable)=\(value), but there are only \(count) shards",
        hint: "give the shard by its numbers, like --shard 2/8")
    case .gaps(let index, let lowest, let highest, let count):
      .error(
        "shard.scheduler", "the Slurm array has gaps: task \(index) of \(count) between \(lowest) and \(highest)",
        hint: "use an array without gaps, or give the numbers: --shard \"$SLURM_ARRAY_TASK_ID/8\"")
    case .ambiguous(let one, let other):
      .error(
        "shard.ambiguous", "--shard auto found two schedulers: \(one), \(other)",
        hint: "give the shard by its numbers, like --shard 2/8")
    }
  }
}
