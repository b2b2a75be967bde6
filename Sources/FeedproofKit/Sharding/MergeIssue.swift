import Diagnostics

/// Why folders can't be joined.
package enum MergeIssue: Issue, Hashable {
  /// A folder that no shard of a run made.
  case noShard
  case otherCount(Shard, Shard, in: String)
  /// Another feed, other options, another version of the tool than in the first folder.
  case otherRun(first: String)
  case doubled(Shard, folders: [String])
  case missing([Int], count: Int)
  /// More or fewer than the shards were to do together.
  case itemCount(found: Int, planned: Int)
  case doubledItem(String, folders: [String])
}
