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
  /// Items of the run that no shard tells of, and the places of the first of them.
  case missingItems(count: Int, first: [Int])
  /// An item or a case that two shards have, or one has twice.
  case doubledItem(String, folders: [String])
  /// A shard's report that has other cases than it says.
  case caseCount(found: Int, told: Int)
  case missingFile(String)
  /// A list of an export's shard that is no such list, or is not whole.
  case unreadableList(String)
  case otherLength(String)
  /// A picture that is not the one that was drawn.
  case otherFile(String)
  /// Neither a comparison nor an export.
  case nothingToJoin
  case mixedKinds(first: String)
  /// The folder to write into is one of those to read.
  case outputIsShard
}
