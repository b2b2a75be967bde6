import Diagnostics

extension ShardIssue {
  package var kind: Diagnostic.Kind { .usage }

  package var severity: Diagnostic.Severity { .error }

  package var code: String {
    switch self {
    case .notation, .count, .index: "option.shard"
    case .noScheduler: "shard.no-scheduler"
    case .countMissing, .variable, .outOfRange, .gaps: "shard.scheduler"
    case .ambiguous: "shard.ambiguous"
    }
  }

  package var message: String {
    switch self {
    case .notation(let text): "--shard \"\(text)\" must be two whole numbers with a slash, like 2/8, or auto"
    case .count(let count):
      "a run can't have \(count) shards, only \(Shard.countRange.lowerBound) to \(Shard.countRange.upperBound)"
    case .index(let index, let count): "there is no shard \(index) of \(count): they are 1 to \(count)"
    case .noScheduler(let names):
      "--shard auto found no scheduler: none of \(names.joined(separator: ", ")) is set"
    case .countMissing(let scheduler, let names):
      "\(scheduler) does not say how many shards there are: \(names.joined(separator: " or ")) is not set"
    case .variable(let name, let value): "\(name) is \"\(value)\", not a whole number"
    case .outOfRange(let scheduler, let variable, let value, let count):
      "\(scheduler) says \(variable)=\(value), but there are only \(count) shards"
    case .gaps(let index, let lowest, let highest, let count):
      "the Slurm array has gaps: task \(index) of \(count) between \(lowest) and \(highest)"
    case .ambiguous(let one, let other): "--shard auto found two schedulers: \(one), \(other)"
    }
  }

  package var hint: String? {
    switch self {
    case .notation, .count: nil
    case .index(0, _): "shards are counted from 1"
    case .index: nil
    case .noScheduler: "give the shard by its numbers, like --shard 2/8"
    case .countMissing(_, let names):
      names.contains("FEEDPROOF_SHARD_COUNT")
        ? "set FEEDPROOF_SHARD_COUNT to the job's completions in its manifest" : "give the shard by its numbers"
    case .variable, .outOfRange, .ambiguous: "give the shard by its numbers, like --shard 2/8"
    case .gaps: "use an array without gaps, or give the numbers: --shard \"$SLURM_ARRAY_TASK_ID/8\""
    }
  }
}
