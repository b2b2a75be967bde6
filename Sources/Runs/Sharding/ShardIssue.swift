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
}
