import Diagnostics

/// Why an output folder can't be worked in, or become what it is to be.
package enum OutputIssue: Issue, Hashable {
  /// `holder`: which process has the folder, and since when, where that is known.
  case busy(holder: String?)
  /// Something that is not ours stands where the new output is made.
  case inTheWay
  /// Files at paths that are about to be written, and that no run has written.
  case notOurs(first: [String], count: Int)
  /// The folder that a feed is read from, or a feed lies where an output has files of its own.
  case isFeed(String)
  /// The folder holds another feed, of whose posts so many would vanish; the first of them.
  case otherFeed(first: [String], count: Int, posts: Int)
  /// Somebody's own file has another name now.
  case setAside(String)
}
